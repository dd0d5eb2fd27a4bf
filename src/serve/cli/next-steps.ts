import type { Status } from "../../memory/types.ts";

/** What a person can do now. */
export type NextStep = "init" | "import" | "work" | "learn" | "review";

/** @param isInstalled  some host has been set up by `init` */
export function nextSteps({ cards, trajectories, waiting }: Status, isInstalled: boolean): NextStep[] {
  const steps: NextStep[] = [];
  if (waiting > 0) steps.push("learn");
  if (cards.quarantined > 0) steps.push("review");
  const hasCards = cards.active + cards.quarantined + cards.retired + cards.promoted + cards.broken.length > 0;
  if (!hasCards && waiting === 0) {
    if (!isInstalled) steps.push("init");
    else steps.push("work");
    // What was read and showed nothing is not made better by reading it again.
    if (trajectories === 0) steps.push("import");
  }
  return steps;
}
