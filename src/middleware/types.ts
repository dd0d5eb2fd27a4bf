import type { LensRequest } from "../memory/lenses/types.ts";
import type { RecallRequest } from "../memory/types.ts";
import type { Outcome } from "../model/outcome.ts";
import type { Trajectory } from "../model/trajectory.ts";

/** What may be set of a middleware. Everything has a default, and nothing that goes wrong in here reaches the agent. */
export interface MiddlewareOptions {
  /** False: nothing is recalled and nothing captured. Asked at each turn when it is a function. Default true. */
  enabled?: boolean | (() => boolean);
  /**
   * How cards are looked for, as in `memory.recall`; false: only watch. `HABITUS_ADVISE=off` in the environment says the same, as it
   * does for hosts.
   */
  recall?: Pick<RecallRequest, "limit" | "maxTokens" | "unproven" | "rerank" | "rewrite" | "key" | "topK"> | false;
  /** Longest time that a turn waits for advice; after it the turn goes on without. Milliseconds, default 2000. */
  recallWithinMs?: number;
  /**
   * What follows a turn that was put on record. True: `memory.learn()`, in the background and once for many. A request: `memory.acquire` with
   * it, which asks the models at once. False: nothing; somebody else learns. Default true.
   */
  learn?: boolean | LensRequest;
  /**
   * How long a finished turn waits for its outcome before it is put on record without one: an attempt whose end nobody knows teaches less.
   * Milliseconds, default 600,000. A new turn of the same conversation, `outcome` and `flush` end the wait.
   */
  outcomeWithinMs?: number;
  /** Says how a turn ended, where the program can tell by itself. Called once a turn, when the agent has answered. Default: nobody says. */
  outcomeOf?: (turn: Trajectory) => Outcome | undefined | Promise<Outcome | undefined>;
  /**
   * Hears of what went wrong; the agent never does. Must not throw.
   * @param doing  in words, such as `recall`
   */
  onProblem?: (error: unknown, doing: string) => void;
}

/** Names that a caller may give a turn. */
export interface TurnNames {
  /** Turns with the same one are one conversation: as evidence they speak with one voice. Default: each turn is its own. */
  conversation?: string;
  /** Equal for several attempts at the same task. Default: by the user's words. */
  task?: string;
  /** Kind of task, within which outcomes are compared. Default: told from words and tools. */
  family?: string;
}
