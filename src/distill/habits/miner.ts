import type { Miner } from "../miner.ts";
import { habitAgreement, habitSightings } from "./agreement.ts";
import { habitFindings } from "./findings.ts";
import { addHabits, emptyHabits, type HabitState, mergeHabits } from "./state.ts";

/** What coding agents do as a habit: files read together, steps in an order, one tool's work corrected by another, workflows. */
export const habitMiner: Miner<HabitState> = {
  name: "miner/habits@1",
  empty: emptyHabits,
  add: (state, context) => {
    addHabits(state, context);
    return habitSightings(context);
  },
  merge: mergeHabits,
  findings: habitFindings,
  agreement: habitAgreement,
};
