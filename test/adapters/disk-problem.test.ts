import { describe, expect, it } from "vitest";
import { diskProblem, isMissing } from "../../src/adapters/disk-problem.ts";

const failure = (code: string) => Object.assign(new Error("system words"), { code });

describe("what a disk refuses", () => {
  it.each([
    ["EACCES", "permission"],
    ["EROFS", "read-only"],
    ["ENOSPC", "disk space"],
    ["ENOTDIR", "not a folder"],
  ])("is said with what helps: %s", (code, hint) => {
    const problem = diskProblem(failure(code), "write", "/home/kim/a.md");
    expect(problem).toMatchObject({
      code: "STORE_BUSY",
      message: `cannot write /home/kim/a.md (${code})`,
      hint: expect.stringContaining(hint),
    });
    expect((problem as Error).cause).toMatchObject({ code });
  });

  it("is not mixed with other errors", () => {
    const bug = new TypeError("x is not a function");
    expect(diskProblem(bug, "write", "a")).toBe(bug);
    expect(diskProblem(failure("EUNHEARD"), "write", "a")).toMatchObject({ code: "EUNHEARD" });
    expect(diskProblem(undefined, "write", "a")).toBeUndefined();
    expect([failure("ENOENT"), failure("EACCES"), null].map(isMissing)).toEqual([true, false, false]);
  });
});
