import type { Purpose } from "../../alphabet/purposes.ts";
import type { ShellCommand } from "../../alphabet/shell-command.ts";
import { allSteps, type Step, type Trajectory } from "../../model/trajectory.ts";
import { actionIn } from "../actions.ts";
import { cleanToolName, isToolName } from "../identifiers.ts";

/**
 * What an attempt did that can have made a difference, by names that hold nobody's values: `npm run db:migrate`, `edit *.test.ts`,
 * `place_order`. Looking around is left out, and so is what failed.
 */
export function callsIn(trajectory: Trajectory): Set<string> {
  return new Set(allSteps(trajectory).flatMap(namesOf));
}

function namesOf(step: Step): string[] {
  const action = actionIn(step);
  if (action.outcome !== "ok" && action.outcome !== "unknown") return [];
  switch (action.kind) {
    case "shell":
      return action.commands.filter(canMatter).map(nameOfCommand).filter(isShort);
    case "edit":
    case "create":
      return action.files
        .filter(({ pattern }) => /[^*/]/.test(pattern))
        .map(({ pattern }) => `${action.kind} ${pattern}`)
        .filter(isShort);
    case "mcp":
    case "other":
      return [cleanToolName(step.tool).name].filter(isToolName);
    default:
      return [];
  }
}

/**
 * Looking changes nothing. Whether an attempt was checked, committed, shipped or taken back follows from how it went, or was even
 * what its outcome was told by, so it explains nothing. And `rm` or `curl` says nothing without what it was done to.
 */
const SAYS_NOTHING: ReadonlySet<Purpose> = new Set([
  "inspect",
  "search",
  "list",
  "navigate",
  "print",
  "wait",
  "test",
  "check",
  "typecheck",
  "lint",
  "stage",
  "commit",
  "push",
  "release",
  "deploy",
  "revert",
  "edit",
  "move",
  "fetch",
]);

function canMatter(command: ShellCommand): boolean {
  return command.program !== "*" && !command.isFilter && !SAYS_NOTHING.has(command.purpose);
}

export function nameOfCommand({ program, subcommand }: Pick<ShellCommand, "program" | "subcommand">): string {
  return subcommand === "" ? program : `${program} ${subcommand}`;
}

function isShort(name: string): boolean {
  return name.length <= 100;
}
