import { type Action, actionOf } from "../alphabet/action.ts";
import type { Step } from "../model/trajectory.ts";

const known = new WeakMap<Step, Action>();

/** `actionOf`, read once a step however many miners ask for it. */
export function actionIn(step: Step): Action {
  const before = known.get(step);
  if (before) return before;
  const action = actionOf(step);
  known.set(step, action);
  return action;
}
