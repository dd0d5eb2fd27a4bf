import { describe, expect, it } from "vitest";
import type { Lock } from "../../src/ports.ts";

/** What every implementation of {@link Lock} promises. `create` gives several holders of one and the same lock. */
export function describeLock(name: string, create: (holders: number) => Lock[]): void {
  describe(`lock (${name})`, () => {
    it("gives back what the work gives, and is free again, also when the work fails", async () => {
      const [lock] = create(1);
      expect(await lock!.hold(async () => 5)).toBe(5);
      const failure = new Error("work failed");
      await expect(lock!.hold(() => Promise.reject(failure))).rejects.toBe(failure);
      expect(await lock!.hold(async () => 6, { waitMs: 1000 })).toBe(6);
    });

    it("[S14] lets one work at a time", async () => {
      const locks = create(8);
      let inside = 0;
      let most = 0;
      const order: number[] = [];
      await Promise.all(
        locks.map((lock, n) =>
          lock.hold(
            async () => {
              inside += 1;
              most = Math.max(most, inside);
              await new Promise((resolve) => setTimeout(resolve, 3));
              order.push(n);
              inside -= 1;
            },
            { waitMs: 60_000 },
          ),
        ),
      );
      expect(most).toBe(1);
      expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    });

    it("says that the store is busy when it is held for longer than one will wait, and does no harm to the holder", async () => {
      const [holder, waiter] = create(2);
      let done: () => void = () => undefined;
      let held: Promise<string> | undefined;
      await new Promise<void>((entered) => {
        held = holder!.hold(() => {
          entered();
          return new Promise((resolve) => {
            done = () => resolve("held to the end");
          });
        });
      });
      await expect(waiter!.hold(async () => "never", { waitMs: 30 })).rejects.toMatchObject({ code: "STORE_BUSY" });
      done();
      expect(await held).toBe("held to the end");
      expect(await waiter!.hold(async () => "now", { waitMs: 5000 })).toBe("now");
    });
  });
}
