import type { Step, Trajectory, Turn } from "../../model/trajectory.ts";

/** The trajectory up to a step: turns that begin behind it are left out, with what the user said in them. */
export function beforeStep(trajectory: Trajectory, at: number): Trajectory {
  const turns: Turn[] = [];
  let left = at;
  for (const { user, steps } of trajectory.turns) {
    turns.push({ user, steps: steps.slice(0, left) });
    if (steps.length > left) break;
    left -= steps.length;
  }
  return { ...trajectory, turns };
}

/** A step with its position in the trajectory and the turn that it belongs to. */
export interface PlacedStep {
  step: Step;
  at: number;
  turn: number;
}

export function placedSteps({ turns }: Pick<Trajectory, "turns">): PlacedStep[] {
  let at = 0;
  return turns.flatMap(({ steps }, turn) => steps.map((step) => ({ step, at: at++, turn })));
}

/** The same steps with some of them changed. */
export function withSteps(trajectory: Trajectory, change: (step: Step, at: number) => Step): Trajectory {
  let at = 0;
  const turns = trajectory.turns.map((turn) => ({ ...turn, steps: turn.steps.map((step) => change(step, at++)) }));
  return { ...trajectory, turns };
}
