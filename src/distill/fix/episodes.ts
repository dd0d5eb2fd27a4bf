import { mainCommand } from "../../alphabet/action.ts";
import { toolKind } from "../../alphabet/tool-kind.ts";
import type { Json } from "../../model/json.ts";
import type { Step, Trajectory } from "../../model/trajectory.ts";
import { actionIn } from "../actions.ts";
import { cleanToolName, isToolName } from "../identifiers.ts";
import { batchesOf } from "../provenance/uses.ts";
import { leavesOf } from "../provenance/values.ts";
import { type ArgumentChange, changesBetween, isSameErrand } from "./changes.ts";
import { BROKEN_NAME, failureClass } from "./error-class.ts";

/** One call that failed, and how it was repaired, if it was. */
export interface Episode {
  /** `*` when the name itself was broken: that happens to any tool. */
  tool: string;
  error: string;
  turn: number;
  /** Absent: the same call did not succeed in this turn and within reach. */
  repair?: Repair;
}

export interface Repair {
  /** Tools that were called with success between the last failure of this kind and the success; sorted, without repeats. */
  calls: string[];
  /** All calls that succeeded in between, repeats included: the more there are, the less it means that one of them is there. */
  between: string[];
  /** `none`, `several`, or the one argument that changed. */
  change: "none" | "several" | ArgumentChange;
}

/** Steps after a failure within which its repair is looked for: a longer way round is another plan, not a repair. */
const REACH = 16;
/** Tools that a repair names at most, those nearest to the success: a repair of more is no advice. */
const MAX_CALLS = 6;

/**
 * Every failed call of a trajectory with its repair: what lies between it and the next success of the same call in the same turn.
 * When the same call first fails in another way, that error is an episode of its own, and this one counts as repaired, by what came
 * before, if that one is. Calls asked for in parallel with the failing one are no answer to it.
 */
export function episodesIn(trajectory: Trajectory): Episode[] {
  if (!trajectory.turns.some(({ steps }) => steps.some((step) => step.outcome === "error"))) return [];
  const returned = new Map<string, number>();
  let position = 0;
  return trajectory.turns.flatMap(({ steps }, turn) => {
    const attempts = attemptsOf(steps, position);
    position += attempts.length;
    for (const { step, at } of attempts) {
      if (step.outcome !== "ok") continue;
      for (const { key } of leavesOf(step.result)) if (!returned.has(key)) returned.set(key, at);
    }
    return episodesOfTurn(attempts, turn, (key, at) => (returned.get(key) ?? Number.POSITIVE_INFINITY) < at);
  });
}

/** Whether a value stood in a result before the step at this position. */
type WasReturned = (key: string, at: number) => boolean;

interface Attempt {
  step: Step;
  /** Position in the trajectory. */
  at: number;
  /** Tool name without markup. */
  tool: string;
  broken: boolean;
  batch: number;
  /** Class of its error: undefined unless it failed. */
  failure?: { tool: string; error: string };
}

function attemptsOf(steps: readonly Step[], position: number): Attempt[] {
  let at = position;
  return batchesOf(steps).flatMap((batch, index) =>
    batch.map((step) => {
      const { name, broken } = cleanToolName(step.tool);
      const failed = step.outcome === "error" && isToolName(name);
      const failure = broken
        ? { tool: "*", error: BROKEN_NAME }
        : { tool: name, error: failed ? failureClass(step.error ?? textOf(step.result), step.input) : "" };
      return { step, at: at++, tool: name, broken, batch: index, ...(failed && { failure }) };
    }),
  );
}

function textOf(result: Json | undefined): string {
  return typeof result === "string" ? result : JSON.stringify(result ?? "");
}

function episodesOfTurn(attempts: readonly Attempt[], turn: number, wasReturned: WasReturned): Episode[] {
  const repairs = new Map<number, Repair>();
  // From the end, because an error can be repaired by way of a later one.
  for (let i = attempts.length - 1; i >= 0; i--) {
    const repair = attempts[i]!.failure && repairOf(attempts, i, repairs, wasReturned);
    if (repair) repairs.set(i, repair);
  }
  return attempts.flatMap(({ failure }, i) => {
    const repair = repairs.get(i);
    return failure ? [{ ...failure, turn, ...(repair && { repair }) }] : [];
  });
}

function repairOf(
  attempts: readonly Attempt[],
  failed: number,
  later: ReadonlyMap<number, Repair>,
  wasReturned: WasReturned,
): Repair | undefined {
  const { tool, step, failure, broken, batch } = attempts[failed]!;
  let last = failed;
  for (let i = failed + 1; i < attempts.length && i <= failed + REACH; i++) {
    const next = attempts[i]!;
    if (next.tool !== tool || next.batch === batch) continue;
    const changes = changesBetween(step.input, next.step.input, (key) => wasReturned(key, next.at));
    if (!broken && !(runsTheSame(step, next.step) ?? isSameErrand(step.input, next.step.input, changes))) continue;
    if (next.failure?.tool === failure!.tool && next.failure.error === failure!.error) {
      last = i;
      continue;
    }
    if (next.step.outcome !== "ok" && !(next.failure && later.has(i))) continue;
    if (broken) return { calls: [], between: [], change: { param: "*name", kinds: ["clean-name"] } };
    const between = callsBetween(attempts, last, i);
    const calls = [...new Set(between)].slice(0, MAX_CALLS).sort();
    return { calls, between, change: changeOf(changes) };
  }
  return undefined;
}

/** Of two shell calls, whether the command that matters most is the same program; undefined for other tools. */
function runsTheSame(before: Step, after: Step): boolean | undefined {
  const [first, second] = [actionIn(before), actionIn(after)];
  if (first.kind !== "shell" || second.kind !== "shell") return undefined;
  const [failed, next] = [mainCommand(first.commands), mainCommand(second.commands)];
  return failed !== undefined && failed.program === next?.program && failed.subcommand === next.subcommand;
}

/** Tools that were called with success between the last failure and the success, the nearest to the success first. */
function callsBetween(attempts: readonly Attempt[], last: number, success: number): string[] {
  const { tool, batch } = attempts[last]!;
  const calls: string[] = [];
  for (let i = success - 1; i > last; i--) {
    const between = attempts[i]!;
    if (between.step.outcome !== "ok" || between.broken || !isToolName(between.tool)) continue;
    // To call a shell is no advice: what matters is what it runs.
    if (toolKind(between.tool).kind === "shell") continue;
    if (between.tool !== tool && between.batch !== batch && between.batch !== attempts[success]!.batch)
      calls.push(between.tool);
  }
  return calls;
}

function changeOf(changes: ArgumentChange[] | undefined): Repair["change"] {
  if (!changes || changes.length > 1) return changes ? "several" : "none";
  return changes[0] ?? "none";
}
