import type { Value } from "../../model/experience.ts";
import { logit, sigmoid } from "./gaussian.ts";
import { chanceOfHarm } from "./judge.ts";

/** What a card changes, in the words a person asks it in. */
export interface Lift {
  /** Change of the success rate in percentage points: +18 is from 55 % to 73 %. */
  points: number;
  /** 95 % interval of `points`. */
  interval: [from: number, to: number];
  /** P(the card raises success), 0..1. */
  chanceOfHelp: number;
}

const SDS_95 = 1.959963984540054;

/**
 * Turns a value into points of success for one kind of task.
 *
 * The same value moves a coin-flip task by more points than one that nearly always succeeds, so the base rate belongs to the answer.
 * @param value     effect in log-odds
 * @param baseRate  P(success) without the card, 0..1 exclusive (`baseRate` of a fit)
 */
export function liftOf(value: Value, baseRate: number): Lift {
  const start = logit(baseRate);
  const points = (effect: number) => 100 * (sigmoid(start + effect) - baseRate);
  return {
    points: points(value.mean),
    interval: [points(value.mean - SDS_95 * value.sd), points(value.mean + SDS_95 * value.sd)],
    chanceOfHelp: 1 - chanceOfHarm(value),
  };
}
