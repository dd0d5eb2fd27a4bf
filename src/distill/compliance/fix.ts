import type { Json } from "../../model/json.ts";
import type { FixArgumentRule, FixCallRule } from "../../model/rule.ts";
import type { Step, Trajectory } from "../../model/trajectory.ts";
import { changesBetween, isSameErrand } from "../fix/changes.ts";
import { BROKEN_NAME, failureClass } from "../fix/error-class.ts";
import { RETRY } from "../fix/repairs.ts";
import { cleanToolName, isToolName } from "../identifiers.ts";
import type { Agreement } from "../miner.ts";
import { leavesOf } from "../provenance/values.ts";
import { type PlacedStep, placedSteps } from "./cut-trajectory.ts";

/** Steps after a failure within which an answer to it is looked for, as the miner does. */
const REACH = 16;

/**
 * How failures of the rule's class were answered: with what the rule says, or with another try of the same call. Whether the answer
 * worked is another question. A failure that nothing answered says nothing.
 *
 * The last call before the card was handed over counts when it failed so: then the card is the answer to it.
 */
export function heedsFix(rule: FixCallRule | FixArgumentRule, trajectory: Trajectory, from: number): Agreement {
  const steps = placedSteps(trajectory);
  const agreement: Agreement = { agrees: 0, disagrees: 0 };
  for (const failed of steps) {
    if (failed.at < from - 1 || !isOfClass(rule, failed.step)) continue;
    // A new prompt between the failure and the card: the card was about something else.
    if (failed.at === from - 1 && steps[from] && steps[from].turn !== failed.turn) continue;
    const answer = answerTo(rule, failed, steps);
    if (answer !== undefined) agreement[answer ? "agrees" : "disagrees"]++;
  }
  return agreement;
}

function isOfClass({ tool, error }: FixCallRule | FixArgumentRule, step: Step): boolean {
  const { name, broken } = cleanToolName(step.tool);
  if (step.outcome !== "error" || !isToolName(name)) return false;
  if (tool === "*" || broken) return tool === "*" && broken && error === BROKEN_NAME;
  if (name !== tool) return false;
  const words = typeof step.result === "string" ? step.result : JSON.stringify(step.result ?? "");
  return failureClass(step.error ?? words, step.input) === error;
}

function answerTo(
  rule: FixCallRule | FixArgumentRule,
  failed: PlacedStep,
  steps: readonly PlacedStep[],
): boolean | undefined {
  const name = cleanToolName(failed.step.tool).name;
  for (const { step, turn, at } of steps.slice(failed.at + 1, failed.at + 1 + REACH)) {
    if (turn !== failed.turn) return undefined;
    if (step.outcome === "denied" || isParallel(step, failed.step)) continue;
    const next = cleanToolName(step.tool);
    if (rule.type === "fix-call" && rule.fix.includes(next.name)) return true;
    if (next.name !== name) continue;
    if (rule.type === "fix-argument" && rule.change === "clean-name") return !next.broken;
    const changes = changesBetween(failed.step.input, step.input, (key) => wasReturned(key, steps, at));
    if (!isSameErrand(failed.step.input, step.input, changes)) continue;
    if (rule.type === "fix-call") return false;
    if (rule.param === RETRY.param) return (changes ?? []).length === 0;
    return (changes ?? []).some(
      ({ param, kinds }) => param === rule.param && kinds.some((kind) => kind === rule.change),
    );
  }
  return undefined;
}

function isParallel(a: Step, b: Step): boolean {
  return a.batch !== undefined && a.batch === b.batch;
}

function wasReturned(key: string, steps: readonly PlacedStep[], before: number): boolean {
  return steps.some(({ step, at }) => at < before && step.outcome === "ok" && holds(step.result, key));
}

function holds(result: Json | undefined, key: string): boolean {
  return leavesOf(result).some((leaf) => leaf.key === key);
}
