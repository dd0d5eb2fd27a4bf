import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNodeStateFile } from "../../src/adapters/node-state-file.ts";
import { scratchFolder } from "../conformance/scratch.ts";
import { describeStateFile } from "../conformance/state-file.ts";

describeStateFile("node", () => createNodeStateFile(join(scratchFolder(), "deep", "learn.json")));

describe("the state file on disk", () => {
  it.each(["", "{", "null", "[]", '{"v":99,"state":1}', '{"state":1}', "\u0000"])(
    "[S10] is as good as none when it holds %j",
    async (text) => {
      const path = join(scratchFolder(), "learn.json");
      writeFileSync(path, text);
      const file = createNodeStateFile(path);
      expect(await file.load()).toBeUndefined();
      await file.save({ a: 1 });
      expect(await file.load()).toEqual({ a: 1 });
    },
  );

  it("keeps its permissions and leaves nothing else behind", async () => {
    const folder = scratchFolder();
    const path = join(folder, "learn.json");
    const file = createNodeStateFile(path);
    await file.save(1);
    chmodSync(path, 0o600);
    await file.save(2);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["learn.json"]);
  });

  it("leaves nothing behind when it cannot be replaced", async () => {
    const folder = scratchFolder();
    const path = join(folder, "learn.json");
    mkdirSync(join(path, "full"), { recursive: true });
    const file = createNodeStateFile(path);
    expect(await file.load()).toBeUndefined();
    await expect(file.save(1)).rejects.toMatchObject({ code: "STORE_BUSY" });
    expect(readdirSync(folder)).toEqual(["learn.json"]);
  });
});
