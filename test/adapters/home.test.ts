import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { habitusHome, usableHome } from "../../src/adapters/home.ts";

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-home-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

const problemOf = async (home: string) => {
  const error = await usableHome(home, {}).then(
    (found) => `usable: ${found}`,
    (reason) => reason,
  );
  expect(error).toMatchObject({ code: "INVALID_INPUT", hint: expect.stringContaining("HABITUS_HOME") });
  return (error as Error).message;
};

describe("the home", () => {
  it("is the folder of the environment, its `~` the person's own, without what ends it", async () => {
    expect(habitusHome({ HABITUS_HOME: "~/notes" })).toBe(join(homedir(), "notes"));
    expect(habitusHome({ HABITUS_HOME: "~" })).toBe(homedir());
    expect(habitusHome({ HABITUS_HOME: `${base}/a//b/` })).toBe(join(base, "a", "b"));
    expect(await usableHome(undefined, { HABITUS_HOME: join(base, "x") })).toBe(join(base, "x"));
    expect(await usableHome("~/notes/", {})).toBe(join(homedir(), "notes"));
  });

  it("is refused as a relative path of the environment, which every folder would read as another one", () => {
    for (const path of ["memory", "./memory", " ", "~other/x"])
      expect(() => habitusHome({ HABITUS_HOME: path })).toThrow(
        expect.objectContaining({ code: "INVALID_INPUT", hint: expect.stringContaining(resolve(path)) }),
      );
  });

  it("starts from the current folder where a person names it, and need not be there", async () => {
    expect(await usableHome("memory", {})).toBe(resolve("memory"));
    expect(existsSync(resolve("memory"))).toBe(false);
    symlinkSync(base, join(base, "link"));
    expect(await usableHome(join(base, "link", "new"), {})).toBe(join(base, "link", "new"));
    expect(readdirSync(base)).toEqual(["link"]);
  });

  it("is refused with what lies in the way", async () => {
    writeFileSync(join(base, "file"), "");
    symlinkSync(join(base, "nowhere"), join(base, "dangling"));
    symlinkSync(join(base, "loop"), join(base, "loop"));
    expect(await problemOf(join(base, "file"))).toBe(`${join(base, "file")}: is not a folder`);
    expect(await problemOf(join(base, "file", "a", "b"))).toContain(`lies below ${join(base, "file")}, which is not`);
    const nowhere = `is a link to ${join(base, "nowhere")}, which is not there`;
    expect(await problemOf(join(base, "dangling"))).toBe(`${join(base, "dangling")}: ${nowhere}`);
    expect(await problemOf(join(base, "dangling", "a"))).toContain(`which ${nowhere}`);
    expect(await problemOf(join(base, "loop"))).toContain("leads back to itself");
    expect(await problemOf(`${base}\0x`)).toContain("zero byte");
    mkdirSync(join(base, "file.d"));
    expect(await usableHome(join(base, "file.d"), {})).toBe(join(base, "file.d"));
  });

  it("is refused when its name or path is too long for the disk, and not quoted whole", async () => {
    const name = await problemOf(join(base, "한".repeat(100)));
    const path = await problemOf(join(base, ...Array.from({ length: 120 }, () => "a".repeat(50))));
    for (const problem of [name, path]) expect(problem).toContain("too long");
    expect(path.length).toBeLessThan(400);
  });

  it.runIf(existsSync("/proc/self"))("is refused where the system itself fills the folder", async () => {
    expect(await problemOf("/proc/habitus/x")).toContain("no folder can be made below /proc");
    expect(await problemOf("/dev/null")).toContain("is not a folder");
  });
});
