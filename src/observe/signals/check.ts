import { scriptIn } from "../../alphabet/action.ts";
import { answerText, type ExitClass } from "../../alphabet/call-result.ts";
import type { Purpose } from "../../alphabet/purposes.ts";
import type { ShellCommand } from "../../alphabet/shell-command.ts";
import { readOutput } from "./check-output.ts";
import { checkScope, type Scope } from "./check-scope.ts";
import type { ActionHappening } from "./timeline.ts";

export const CHECKING: ReadonlySet<Purpose> = new Set(["test", "check", "build", "typecheck", "lint"]);

/** One run of a test, build, lint or type check. */
export interface Check {
  purpose: "test" | "check" | "build" | "typecheck" | "lint";
  /** Program and use, such as `npm test`. */
  name: string;
  verdict: "passed" | "failed" | "unknown";
  /** For a pass, exit code and output both say so; for a failure, the exit code is this command's own or the failures are counted. */
  isSure: boolean;
  /** In words, what was read. */
  why: string;
  scope: Scope;
}

/** Filters after which the end of the output is still the end of the run. */
const KEEPS_END = /^(?:tail|tee|cat)$/;
/** The check itself could not start, so it says nothing about the work. */
const DID_NOT_RUN =
  /command not found|: not found$|missing script|not recognized as|no such (?:target|task|command|script)|no rule to make target|unrecognized (?:arguments?|option)|unknown (?:option|flag|argument|command)|unexpected argument|cannot find module '[^']*(?:vitest|jest|eslint|typescript)|no module named '?(?:pytest|ruff|mypy)|could not find `?cargo\.toml|permission denied|ENOSPC|cd: .*no such file|^usage:/im;

/** The checks that a shell call ran, with what each of them said. */
export function checksIn(happening: ActionHappening): Check[] {
  const { action, raw } = happening;
  const script = scriptIn(raw.input) ?? "";
  const text = answerText(raw);
  const checking = action.commands.filter((command) => CHECKING.has(command.purpose));
  const checks = action.commands.flatMap((command, index): Check[] => {
    if (!CHECKING.has(command.purpose)) return [];
    // Output that goes to a file, or that several checks share, cannot be told to be this one's.
    const isOwn = checking.length === 1 && !command.files.some((file) => file.use === "create");
    const filters = filtersAfter(action.commands, index);
    return [
      {
        ...judge(command, action.outcome, isOwn ? text : "", filters, action.exit),
        scope: checkScope(action.commands, index, script),
      },
    ];
  });
  return checks.length > 1 && action.outcome === "error" ? [failedTogether(checks, action.commands, text)] : checks;
}

/** Of `lint && test && commit`, which failed, nobody knows; that a check failed is known when there is nothing else, or when it says so. */
function failedTogether(checks: readonly Check[], commands: readonly ShellCommand[], text: string): Check {
  const others = commands.filter(
    (command) => !CHECKING.has(command.purpose) && !command.isFilter && command.status === "and",
  );
  const isOther = others.some((command) => !["navigate", "print", "wait"].includes(command.purpose));
  const output = readOutput(text);
  const counted = output.verdict === "failed" && output.isCounted;
  const first = [...checks].sort((a, b) => ORDER.indexOf(a.purpose) - ORDER.indexOf(b.purpose))[0] as Check;
  const isFailed =
    (counted || !isOther) && !DID_NOT_RUN.test(text) && checks.some((check) => check.verdict !== "passed");
  const names = checks.map((check) => check.name).join(" && ");
  if (!isFailed)
    return { ...first, name: names, verdict: "unknown", isSure: false, why: `nobody saw how ${names} ended` };
  return { ...first, name: names, verdict: "failed", isSure: counted, why: `${names} failed${counts(output)}` };
}

const ORDER: readonly Check["purpose"][] = ["test", "check", "typecheck", "build", "lint"];

function filtersAfter(commands: readonly ShellCommand[], index: number): ShellCommand[] {
  const after = commands.slice(index + 1);
  const end = after.findIndex((command) => !command.isFilter);
  return end < 0 ? after : after.slice(0, end);
}

function judge(
  command: ShellCommand,
  outcome: string,
  text: string,
  filters: readonly ShellCommand[],
  ended: ExitClass | undefined,
): Omit<Check, "scope"> {
  const base = {
    purpose: command.purpose as Check["purpose"],
    name: `${command.program} ${command.subcommand}`.trim(),
  };
  const output = readOutput(text);
  const exit = exitOf(command, outcome);
  const unknown = (why: string) => ({ ...base, verdict: "unknown" as const, isSure: false, why });

  if (outcome !== "ok" && outcome !== "error") return unknown(`${base.name} was ${outcome}`);
  if (ended === "timeout" || ended === "killed") return unknown(`${base.name} was cut off`);
  if (output.verdict === "none") return unknown(`${base.name} found nothing to run`);
  if (exit !== "ok" && output.passed === 0 && DID_NOT_RUN.test(text)) return unknown(`${base.name} could not run`);
  if (exit === "error")
    return { ...base, verdict: "failed", isSure: true, why: `${base.name} failed${counts(output)}` };
  if (output.verdict === "failed") {
    // Either the code was swallowed inside, or a passing test printed words of failure: nobody can tell.
    if (exit === "ok") return unknown(`${base.name} ended well but speaks of failures`);
    return {
      ...base,
      verdict: "failed",
      isSure: output.isCounted,
      why: `${base.name} says it failed${counts(output)}`,
    };
  }
  if (exit === "ok") {
    return {
      ...base,
      verdict: "passed",
      isSure: output.verdict === "passed",
      why: `${base.name} passed${counts(output)}`,
    };
  }
  if (output.verdict === "passed" && filters.every((filter) => KEEPS_END.test(filter.program))) {
    return { ...base, verdict: "passed", isSure: false, why: `${base.name} says it passed${counts(output)}` };
  }
  return unknown(`nobody saw how ${base.name} ended`);
}

function exitOf({ status }: ShellCommand, outcome: string): "ok" | "error" | "unknown" {
  if (outcome === "ok") return status === "own" || status === "and" ? "ok" : "unknown";
  if (outcome === "error") return status === "own" || status === "or" ? "error" : "unknown";
  return "unknown";
}

function counts({ passed, failed }: { passed: number; failed: number }): string {
  const parts = [...(failed > 0 ? [`${failed} failed`] : []), ...(passed > 0 ? [`${passed} passed`] : [])];
  return parts.length > 0 ? `: ${parts.join(", ")}` : "";
}
