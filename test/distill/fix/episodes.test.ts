import { describe, expect, it } from "vitest";
import { episodesIn } from "../../../src/distill/fix/episodes.ts";
import { failureClass } from "../../../src/distill/fix/error-class.ts";
import { type Call, trajectory } from "../build.ts";

const inOneTurn = (...calls: Call[]) =>
  episodesIn(trajectory("t", [["go", ...calls]])).map(({ tool, error, repair }) => ({
    tool,
    error,
    repair: repair && { calls: repair.calls, change: repair.change },
  }));
const fails = (tool: string, message: string, input: Call[1] = {}): Call => [tool, input, new Error(message)];
const works = (tool: string, input: Call[1] = {}): Call => [tool, input, "done"];

describe("the class of a failure", () => {
  it("leaves the call's own values out, also where nothing marks them", () => {
    expect(failureClass("grep: summary_2024: No such file", { file: "summary_2024" })).toBe(
      failureClass("grep: notes-b7: No such file", { file: "notes-b7" }),
    );
    expect(failureClass("starting the engine", { mode: "engine" })).toBe("starting the engine");
  });

  it("is the same in any language whatever the values", () => {
    expect(failureClass("'가나.txt' 파일이 없습니다", {})).toBe(failureClass("'다라.txt' 파일이 없습니다", {}));
    expect(failureClass("", {})).toBe("*");
  });
});

describe("a failure and its repair", () => {
  it("is what was called between them", () => {
    expect(inOneTurn(fails("start", "press the brake"), works("brake"), works("start"))).toEqual([
      { tool: "start", error: "press the brake", repair: { calls: ["brake"], change: "none" } },
    ]);
  });

  it("is unrepaired when the turn ends, or another turn succeeds", () => {
    const next = trajectory("t", [
      ["go", fails("start", "press the brake")],
      ["again", works("brake"), works("start")],
    ]);
    expect(episodesIn(next)).toEqual([{ tool: "start", error: "press the brake", turn: 0 }]);
    expect(inOneTurn(fails("start", "press the brake"), works("brake"))[0]!.repair).toBeUndefined();
  });

  it("is looked for within reach only", () => {
    const long = Array.from({ length: 20 }, () => works("wait"));
    expect(inOneTurn(fails("start", "press the brake"), ...long, works("start"))[0]!.repair).toBeUndefined();
  });

  it("[D13] goes by way of another error, which is an episode of its own", () => {
    const [doors, brake] = inOneTurn(
      fails("start", "doors are open"),
      works("lock"),
      fails("start", "press the brake"),
      works("brake"),
      works("start"),
    );
    expect(doors!.repair).toEqual({ calls: ["lock"], change: "none" });
    expect(brake!.repair).toEqual({ calls: ["brake"], change: "none" });
  });

  it("[D13] is no repair when the other error is never repaired", () => {
    const [doors] = inOneTurn(fails("start", "doors are open"), works("lock"), fails("start", "press the brake"));
    expect(doors!.repair).toBeUndefined();
  });

  it("counts from the last failure of the same kind", () => {
    const repairs = inOneTurn(
      fails("start", "press the brake"),
      works("radio"),
      fails("start", "press the brake"),
      works("brake"),
      works("start"),
    );
    expect(repairs.map(({ repair }) => repair?.calls)).toEqual([["brake"], ["brake"]]);
  });

  it("does not count calls that failed, or that were asked for together with the failing one", () => {
    const together = { batch: 3 };
    const [first] = inOneTurn(
      ["start", {}, new Error("press the brake"), together],
      ["radio", {}, "on", together],
      fails("horn", "broken"),
      works("brake"),
      works("start"),
    );
    expect(first!.repair).toEqual({ calls: ["brake"], change: "none" });
  });

  it("is the argument that changed", () => {
    const [first] = inOneTurn(
      fails("write", "no folders, please", { path: "a/b.txt", text: "hi" }),
      works("write", { path: "b.txt", text: "hi" }),
    );
    expect(first!.repair).toEqual({ calls: [], change: { param: "path", kinds: ["drop-folder"] } });
    const [both] = inOneTurn(fails("write", "no", { path: "a/b.txt", n: 5 }), works("write", { path: "b.txt", n: 2 }));
    expect(both!.repair?.change).toBe("several");
  });

  it("is not the success of another errand", () => {
    const [first] = inOneTurn(
      fails("write", "disk full", { path: "a.txt", text: "one" }),
      works("write", { path: "b.md", text: "two" }),
    );
    expect(first!.repair).toBeUndefined();
  });

  it("[D14] is the clean name where markup had broken it", () => {
    expect(inOneTurn(fails("start<|channel|>commentary", "invalid syntax"), works("start"))).toEqual([
      { tool: "*", error: "broken name", repair: { calls: [], change: { param: "*name", kinds: ["clean-name"] } } },
    ]);
    const [, inside] = inOneTurn(
      fails("write", "no file"),
      fails("write\u00a0json", "syntax"),
      works("touch"),
      works("write"),
    );
    expect(inside).toMatchObject({ tool: "*" });
  });

  it("knows a passing error by a retry that changed nothing", () => {
    expect(inOneTurn(fails("fetch", "timed out"), works("fetch"))[0]!.repair).toEqual({ calls: [], change: "none" });
  });

  it("[D56] of a shell command is the same command, not the next one that works", () => {
    const bash = (command: string) => ({ command, description: "run a command" });
    const [first] = inOneTurn(
      fails("Bash", "cat: x.txt: No such file", bash("cat x.txt")),
      works("Bash", bash("git status")),
    );
    expect(first!.repair).toBeUndefined();
    const [second] = inOneTurn(
      fails("Bash", "tests failed", bash("npm test")),
      works("Edit", { file_path: "a.ts" }),
      works("Bash", bash("cd app && npm test -- --run")),
    );
    expect(second!.repair).toMatchObject({ calls: ["Edit"] });
  });
});
