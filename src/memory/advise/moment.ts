import type { Json } from "../../model/json.ts";
import type { RecallLevel } from "../../model/ledger.ts";

/** A moment in an agent's session at which advice may be given. */
export interface AdviceMoment {
  /** `session`: it begins; `prompt`: a task was given; `tool`: a call is made; `failure`: a call has failed. */
  level: RecallLevel;
  session: string;
  /** Set for a subagent, which has a context of its own. */
  agent?: string;
  /** The task, for `prompt`. */
  text?: string;
  /** The call, for `tool` and `failure`. */
  tool?: string;
  /** The host's id of the call: hosts tell of one failure in two events, and only one of them is answered. */
  call?: string;
  input?: Json;
  /** In the tool's own words, for `failure`. */
  error?: string;
  /** Nobody said that the call failed; `error` is what it printed, and only a card that is plainly about that may speak. */
  guessed?: boolean;
  /** Names of tools that the agent has; absent: unknown. */
  toolsAtHand?: readonly string[];
  /** `session`: the context of before is gone, so what was said in it may be said again. */
  fresh?: boolean;
  /**
   * `tool` and `failure`: where the index as it stands holds nothing about the call, nothing else is looked at. Whoever asks so has the
   * index brought in step with the files often enough (`Memory.refresh`).
   */
  asIndexed?: boolean;
  /** With `fresh`: only that; nothing can be said at this moment. */
  silent?: boolean;
}
