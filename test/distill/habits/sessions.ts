import { emptyMineState, findings, type MineState, mine } from "../../../src/distill/mine.ts";
import type { Finding } from "../../../src/distill/miner.ts";
import type { Rule } from "../../../src/model/rule.ts";
import type { Step, Trajectory } from "../../../src/model/trajectory.ts";

/**
 * A session in a few words, one turn unless `|` begins another. A word ahead of the rest says what is done:
 * `read FILE`, `edit FILE`, `write FILE`, `search`, `list`, `web`, `$ COMMAND`, `tool NAME`. `!` behind the word makes it fail, with
 * what stands behind `#` as its error. Calls joined by ` + ` are asked for in one message.
 */
export function session(name: string | number, calls: readonly string[], more: Partial<Trajectory> = {}): Trajectory {
  const turns: Trajectory["turns"] = [{ user: "", steps: [] }];
  let batch = 0;
  for (const call of calls) {
    if (call === "|") turns.push({ user: "", steps: [] });
    else {
      batch++;
      turns.at(-1)!.steps.push(...call.split(" + ").map((each) => ({ ...step(each), batch })));
    }
  }
  return {
    id: `t_${name}`,
    source: "test",
    task: `task ${name}`,
    taskQuery: "",
    session: `s_${name}`,
    recalled: [],
    turns,
    ...more,
  };
}

function step(call: string): Step {
  const [said = "", error] = call.split(" # ");
  const [, verb = "", failed, rest = ""] = /^(\S+?)(!?)(?: (.*))?$/.exec(said)!;
  const end: Pick<Step, "outcome" | "result" | "error"> = failed
    ? { outcome: "error", result: error ?? "", error: error ?? "" }
    : { outcome: "ok", result: "done" };
  const file = { file_path: `/home/me/shop/${rest}` };
  switch (verb) {
    case "read":
      return { tool: "Read", input: file, ...end };
    case "edit":
      return { tool: "Edit", input: { ...file, old_string: "a", new_string: "b" }, ...end };
    case "write":
      return { tool: "Write", input: { ...file, content: "x" }, ...end };
    case "search":
      return { tool: "Grep", input: { pattern: "total" }, ...end };
    case "list":
      return { tool: "Glob", input: { pattern: "*.ts" }, ...end };
    case "web":
      return { tool: "WebFetch", input: { url: "https://docs.example/x" }, ...end };
    case "$":
      return { tool: "Bash", input: { command: rest }, ...end };
    default:
      return { tool: rest, input: {}, ...end };
  }
}

export function mined(sessions: readonly Trajectory[]): MineState {
  const state = emptyMineState();
  for (const each of sessions) mine(state, each);
  return state;
}

/** Findings of these types, accepted or not. */
export function found(sessions: readonly Trajectory[], ...types: ReadonlyArray<Rule["type"]>): Finding[] {
  return findings(mined(sessions), { falseDiscoveryRate: 0.05 }).filter(({ rule }) => types.includes(rule.type));
}

export function accepted(sessions: readonly Trajectory[], ...types: ReadonlyArray<Rule["type"]>): string[] {
  return found(sessions, ...types)
    .filter((finding) => finding.accepted)
    .map(({ key }) => key);
}

/** `count` sessions, each made by its number. */
export function several(count: number, calls: (n: number) => readonly string[]): Trajectory[] {
  return Array.from({ length: count }, (_, n) => session(n, calls(n)));
}

/** Steps that mean nothing, `count` of them, another choice for each number. */
export function noise(n: number, count: number): string[] {
  const idle = ["read src/a.ts", "$ git status", "list", "read docs/x.md", "$ ls", "web", "search", "$ git diff"];
  return Array.from({ length: count }, (_, i) => idle[(n * 5 + i * 3 + ((n * n + i) % 7)) % idle.length]!);
}
