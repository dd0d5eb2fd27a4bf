import { allSteps, type Trajectory } from "../../src/model/trajectory.ts";
import { shuffled } from "./report.ts";

/**
 * The control: every result of a tool is replaced by a result of the same tool from some run, by a random permutation. What a run
 * says about where its values come from is destroyed, all counts and all values stay.
 */
export function shuffleResults(trajectories: readonly Trajectory[], random: () => number): Trajectory[] {
  const copies = structuredClone(trajectories) as Trajectory[];
  const byTool = new Map<string, Array<ReturnType<typeof allSteps>[number]>>();
  for (const step of copies.flatMap(allSteps)) {
    if (step.outcome === "ok") byTool.set(step.tool, [...(byTool.get(step.tool) ?? []), step]);
  }
  for (const steps of byTool.values()) {
    const results = shuffled(
      steps.map((step) => step.result),
      random,
    );
    steps.forEach((step, i) => {
      const result = results[i];
      if (result === undefined) delete step.result;
      else step.result = result;
    });
  }
  return copies;
}
