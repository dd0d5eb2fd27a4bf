import { ruleKey } from "../../model/rule.ts";
import { addEvidence, type Evidence, emptyEvidence, mergeEvidence } from "../evidence.ts";
import { entryOf, mergeMaps, mergeTables, rowOf, type TaskTable } from "../sketch.ts";
import type { TrajectoryContext } from "../trajectory-context.ts";
import { type Episode, episodesIn, type Repair } from "./episodes.ts";

/** Errors by class, and what repaired them. Plain JSON. */
export interface FixState {
  /** `tool error` → that class of failure; tool names hold no space. */
  classes: Record<string, FailureState>;
}

export interface FailureState {
  tasks: TaskTable<FailureRow>;
  evidence: Evidence;
}

export interface FailureRow {
  /** Failures of this class in the task. */
  failed: number;
  /** How the attempts at the task ended, a bit set. */
  ended: number;
  /** Repairs by their signature, at most {@link SIGNATURES}; failures that are in none were not repaired. */
  repairs: TaskTable<number>;
}

export const TASK_LIMIT = 400;
/** Kinds of repair that are told apart within one task. */
const SIGNATURES = 12;

/** Stands for the call as a whole in a rule that says: the same once more. */
export const RETRY_PARAM = "*call";

export function emptyFix(): FixState {
  return { classes: {} };
}

/** @returns the episodes of the trajectory */
export function addFix(state: FixState, context: TrajectoryContext): Episode[] {
  const episodes = episodesIn(context.trajectory);
  const shown = new Set<string>();
  for (const { tool, error, turn, repair } of episodes) {
    if (repair && isAdvised(context.advised, tool, error, repair)) continue;
    const name = `${tool} ${error}`;
    const failure = entryOf(state.classes, name, () => ({ tasks: {}, evidence: emptyEvidence() }));
    const row = rowOf(
      failure.tasks,
      context.task,
      TASK_LIMIT,
      (): FailureRow => ({ failed: 0, ended: 0, repairs: {} }),
    );
    if (row) {
      row.failed++;
      row.ended |= context.ended;
    }
    if (!repair) continue;
    const signature = signatureOf(repair);
    if (row && rowOf(row.repairs, signature, SIGNATURES, () => 0) !== undefined) {
      row.repairs[signature] = row.repairs[signature]! + 1;
    }
    if (!shown.has(name)) addEvidence(failure.evidence, context, turn, signature);
    shown.add(name);
  }
  return episodes;
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
    classes: mergeMaps(a.classes, b.classes, (x, y) => ({
      tasks: mergeTables(x.tasks, y.tasks, TASK_LIMIT, (left, right) => ({
        failed: left.failed + right.failed,
        ended: left.ended | right.ended,
        repairs: mergeTables(left.repairs, right.repairs, SIGNATURES, sum),
      })),
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
