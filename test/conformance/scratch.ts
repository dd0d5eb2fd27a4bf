import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

// Here and not inside a test, where it would be too late to ask for it.
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, removed when the tests of the file are over. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "habitus-test-"));
  made.push(folder);
  return folder;
}

/** A small disk of its own, for tests of disks that are full or read-only. Only some users of some machines may mount one. */
export interface SmallDisk {
  folder: string;
  makeReadOnly(): boolean;
  makeWritable(): boolean;
  unmount(): void;
}

/** @param folder  where it is to lie; default: a new one */
export function mountSmallDisk(size: string, folder = scratchFolder()): SmallDisk | undefined {
  const mount = (...args: string[]) => spawnSync("mount", args, { stdio: "ignore" }).status === 0;
  if (process.platform !== "linux" || !mount("-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder)) return undefined;
  return {
    folder,
    makeReadOnly: () => mount("-o", "remount,ro", folder),
    makeWritable: () => mount("-o", "remount,rw", folder),
    unmount: () => void spawnSync("umount", ["-l", folder], { stdio: "ignore" }),
  };
}

export function canMountDisks(): boolean {
  const disk = mountSmallDisk("64k");
  disk?.unmount();
  return disk !== undefined;
}
