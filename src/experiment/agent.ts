import type { Episode } from "../environments/environment.ts";
import type { Step } from "../model/trajectory.ts";

/** Something that tries to do a task with the tools of an episode. */
export interface Agent {
  /** As the report names it. */
  readonly name: string;
  attempt(episode: Episode, given: AttemptInput): Promise<Attempted>;
}

export interface AttemptInput {
  /** Advice to put before the task, as `recall` words it; "" for none. */
  advice: string;
  /** Names this attempt among all of the experiment: attempts with other names have other luck. */
  luck: string;
  signal?: AbortSignal;
}

export interface Attempted {
  steps: Step[];
  /** Tokens read and written; 0 when nobody counts. */
  tokens: number;
  /** What it said at the end, if it said something. */
  said?: string;
}
