import type { Environment, Task } from "../environments/environment.ts";
import type { Trajectory } from "../model/trajectory.ts";
import type { Clock } from "../ports.ts";
import type { Agent } from "./agent.ts";

/** One attempt, as it is counted. */
export interface AttemptResult {
  task: string;
  kind: string;
  arm: string;
  /** Counted from 0. */
  run: number;
  /** 0 is the first attempt at the task in this run. */
  trial: number;
  score: number;
  steps: number;
  /** Of the agent and of the models that the memory used for it. */
  tokens: number;
  /** Of the agent, and of the recall before it. */
  ms: number;
  shown: string[];
  /** What the verdict found missing or wrong. */
  faults: string[];
}

export interface AttemptSetting {
  environment: Environment;
  agent: Agent;
  clock: Clock;
  arm: string;
  run: number;
}

/** The arm under which attempts are counted that fill the pool. */
export const TRAINING = "training";

/** Lets the agent try once, in a fresh world. */
export async function attemptTask(
  { environment, agent, clock, arm, run }: AttemptSetting,
  task: Task,
  given: { trial: number; advice: string; shown: string[]; tokens: number; ms?: number; signal?: AbortSignal },
): Promise<{ result: AttemptResult; trajectory: Trajectory }> {
  const episode = environment.reset(task.id);
  const began = clock.now();
  // Arms share their luck, so that what differs between them on a task is what they know.
  const luck = `${arm === TRAINING ? arm : "test"}/${run}/${given.trial}`;
  const { steps, tokens } = await agent.attempt(episode, {
    advice: given.advice,
    luck,
    ...(given.signal && { signal: given.signal }),
  });
  const ended = clock.now();
  const outcome = episode.verdict();
  const name = `${task.id}:${arm}/${run}/${given.trial}`;
  return {
    result: {
      task: task.id,
      kind: task.kind,
      arm,
      run,
      trial: given.trial,
      score: outcome.score,
      steps: steps.length,
      tokens: tokens + given.tokens,
      ms: ended - began + (given.ms ?? 0),
      shown: given.shown,
      faults: outcome.reasons,
    },
    trajectory: {
      id: name,
      source: environment.name,
      task: task.id,
      taskQuery: task.query,
      session: name,
      started: new Date(began).toISOString(),
      ended: new Date(ended).toISOString(),
      recalled: given.shown,
      outcome,
      turns: [{ user: task.query, steps }],
    },
  };
}
