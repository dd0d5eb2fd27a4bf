import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeFolder, makeFolderSync } from "../../src/adapters/make-folder.ts";

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "habitus-folder-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

describe.each([
  ["while others go on", makeFolder],
  ["while others wait", async (path: string, mode?: number) => makeFolderSync(path, mode)],
])("making a folder, %s", (_, make) => {
  it("makes what is missing above it, for its owner only, and takes one that is there as it is", async () => {
    const path = join(base, "a", "b", "c");
    await make(path);
    if (process.platform !== "win32") expect(statSync(join(base, "a")).mode & 0o777).toBe(0o700);
    await make(path);
    await make(`${path}/`);
    expect(readdirSync(join(base, "a"))).toEqual(["b"]);
  });

  it("is done once when many make the same at the same moment", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => make(join(base, "x", "y", "z", String(i % 4)))));
    expect(readdirSync(join(base, "x", "y", "z"))).toHaveLength(4);
  });

  it("follows a link to a folder", async () => {
    mkdirSync(join(base, "real"));
    symlinkSync(join(base, "real"), join(base, "link"));
    await make(join(base, "link", "a"));
    expect(readdirSync(join(base, "real"))).toEqual(["a"]);
  });

  it("names the first thing that is no folder, be it a file, a link to nowhere or a circle", async () => {
    writeFileSync(join(base, "file"), "");
    symlinkSync(join(base, "nowhere"), join(base, "dangling"));
    symlinkSync(join(base, "loop"), join(base, "loop"));
    await expect(make(join(base, "file"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(make(join(base, "file", "a", "b"))).rejects.toMatchObject({ code: "ENOTDIR" });
    await expect(make(join(base, "dangling", "a"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(make(join(base, "loop", "a"))).rejects.toMatchObject({ code: "ELOOP" });
    await expect(make(join(base, "a".repeat(300), "b"))).rejects.toMatchObject({ code: "ENAMETOOLONG" });
  });

  // There `mkdir` says ENOENT of a folder whose parent is there, at which Node's own recursive way begins again for ever.
  it.runIf(existsSync("/proc/self"))("comes back where the system lets nobody make a folder", async () => {
    await expect(make("/proc/habitus")).rejects.toMatchObject({ code: "EPERM", path: "/proc/habitus" });
    await expect(make("/proc/habitus/a/b")).rejects.toMatchObject({ code: "EPERM" });
  });
});

it("is the only way in which folders are made here: `recursive` may never come back", () => {
  const src = join(import.meta.dirname, "..", "..", "src");
  const others = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .filter((path) => /\bmkdir(?:Sync)?\([^;]*recursive/.test(readFileSync(join(src, path), "utf8")));
  expect(others).toEqual([]);
});
