import { ruleKey } from "../../model/rule.ts";
import { allSteps } from "../../model/trajectory.ts";
import { addEvidence, type Evidence, emptyEvidence, mergeEvidence } from "../evidence.ts";
import { cleanToolName, isToolName } from "../identifiers.ts";
import { entryOf, mergeMaps, mergeTables, rowOf, type TaskTable } from "../sketch.ts";
import type { TrajectoryContext } from "../trajectory-context.ts";
import { type Episode, episodesIn, type Repair } from "./episodes.ts";

/** Errors by class, and what repaired them. Plain JSON. */
export interface FixState {
  /** `tool error` → that class of failure; tool names hold no space. */
  classes: Record<string, FailureState>;
  /** `.tool` → how often it was called with success, anywhere: how often it would come between a failure and its repair anyway. */
  calls: Record<string, number>;
}

export interface FailureState {
  tasks: TaskTable<FailureRow>;
  /**
   * `.tool` → `[chances in thousandths, repairs]`: for repairs that called it, how likely it would have come between anyway, as often
   * as it is called in the rest of the same run.
   */
  anyway: Record<string, [number, number]>;
  evidence: Evidence;
}

export interface FailureRow {
  /** Failures of this class in the task. */
  failed: number;
  /** How the attempts at the task ended, a bit set. */
  ended: number;
  /** Calls between these failures and their repairs, summed. */
  between: number;
  /** Repairs by their signature, at most {@link SIGNATURES}; failures that are in none were not repaired. */
  repairs: TaskTable<number>;
}

export const TASK_LIMIT = 400;
/** Kinds of repair that are told apart within one task. */
const SIGNATURES = 12;

/** Stands for the call as a whole in a rule that says: the same once more. */
export const RETRY_PARAM = "*call";

export function emptyFix(): FixState {
  return { classes: {}, calls: {} };
}

/** @returns the episodes of the trajectory */
export function addFix(state: FixState, context: TrajectoryContext): Episode[] {
  const episodes = episodesIn(context.trajectory);
  const calls = callsIn(context.trajectory);
  for (const [name, count] of calls) state.calls[`.${name}`] = (state.calls[`.${name}`] ?? 0) + count;
  const shown = new Set<string>();
  for (const { tool, error, turn, repair } of episodes) {
    if (repair && isAdvised(context.advised, tool, error, repair)) continue;
    const name = `${tool} ${error}`;
    const failure = entryOf(state.classes, name, () => ({ tasks: {}, anyway: {}, evidence: emptyEvidence() }));
    const row = rowOf(
      failure.tasks,
      context.task,
      TASK_LIMIT,
      (): FailureRow => ({ failed: 0, ended: 0, between: 0, repairs: {} }),
    );
    if (row) {
      row.failed++;
      row.ended |= context.ended;
    }
    if (!repair) continue;
    noteAnyway(failure, repair, calls);
    const signature = signatureOf(repair);
    if (row && rowOf(row.repairs, signature, SIGNATURES, () => 0) !== undefined) {
      row.repairs[signature] = row.repairs[signature]! + 1;
      row.between += repair.between.length;
    }
    if (!shown.has(name)) addEvidence(failure.evidence, context, turn, signature);
    shown.add(name);
  }
  return episodes;
}

/** Calls that succeeded, by tool. */
function callsIn(trajectory: TrajectoryContext["trajectory"]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tool, outcome } of allSteps(trajectory)) {
    const { name } = cleanToolName(tool);
    if (outcome === "ok" && isToolName(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The one call that may have been the repair is left out of how often such calls come anyway. */
function noteAnyway({ anyway }: FailureState, { calls, between }: Repair, all: ReadonlyMap<string, number>): void {
  const others = [...all.values()].reduce((sum, count) => sum + count, 0) - 1;
  for (const call of calls) {
    const share = others <= 0 ? 0 : ((all.get(call) ?? 1) - 1) / others;
    const known = anyway[`.${call}`] ?? [0, 0];
    anyway[`.${call}`] = [known[0] + Math.round(1000 * (1 - (1 - share) ** between.length)), known[1] + 1];
  }
}

/** True when the agent had been told what to do about this failure: doing it then is no evidence that it is what one does. */
function isAdvised(advised: ReadonlySet<string>, tool: string, error: string, { change }: Repair): boolean {
  if (advised.size === 0) return false;
  const param = typeof change === "string" ? RETRY_PARAM : change.param;
  return (
    advised.has(ruleKey({ type: "fix-call", tool, error, fix: [] })) ||
    advised.has(ruleKey({ type: "fix-argument", tool, error, param, change: "" }))
  );
}

export function mergeFix(a: FixState, b: FixState): FixState {
  const sum = (x: number, y: number): number => x + y;
  return {
    calls: mergeMaps(a.calls, b.calls, sum),
    classes: mergeMaps(a.classes, b.classes, (x, y) => ({
      tasks: mergeTables(x.tasks, y.tasks, TASK_LIMIT, (left, right) => ({
        failed: left.failed + right.failed,
        ended: left.ended | right.ended,
        between: left.between + right.between,
        repairs: mergeTables(left.repairs, right.repairs, SIGNATURES, sum),
      })),
      anyway: mergeMaps(x.anyway, y.anyway, (left, right): [number, number] => [
        left[0] + right[0],
        left[1] + right[1],
      ]),
      evidence: mergeEvidence(x.evidence, y.evidence),
    })),
  };
}

/** A repair as text: `touch,cd|` or `|fuelAmount=lower+value-from-result` or `cd|*`. Names hold none of these marks. */
export function signatureOf({ calls, change }: Repair): string {
  const changed = change === "none" ? "" : change === "several" ? "*" : `${change.param}=${change.kinds.join("+")}`;
  return `${calls.join(",")}|${changed}`;
}

/** What a signature says, back in parts: tools called, and the one argument that changed with the kinds of its change. */
export function partsOf(signature: string): {
  calls: string[];
  change?: { param: string; kinds: string[] };
  unchanged: boolean;
} {
  const [calls = "", changed = ""] = signature.split("|");
  const [param, kinds] = changed.split("=");
  return {
    calls: calls === "" ? [] : calls.split(","),
    ...(kinds !== undefined && { change: { param: param!, kinds: kinds.split("+") } }),
    unchanged: changed === "",
  };
}
