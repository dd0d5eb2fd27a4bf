import { coalesce } from "../memory/coalesce.ts";
import type { OutcomeReport } from "../memory/types.ts";
import type { Memory } from "../memory.ts";
import type { Outcome } from "../model/outcome.ts";
import { allSteps, type Trajectory } from "../model/trajectory.ts";
import { turnsOfChat } from "../observe/chat.ts";
import { trajectoryId } from "../observe/identity.ts";
import { stripAdvice } from "../text/fence.ts";
import { shortHash } from "../text/hash.ts";
import type { MiddlewareOptions, TurnNames } from "./types.ts";

/** One prompt of a user and all that an agent does for it: one attempt. */
export interface Turn {
  readonly session: string;
  readonly task: string;
  /** To be put before the agent at each call of this turn, the same each time; "" when there is nothing to say. */
  readonly advice: string;
  /** Names it in the ledger; absent when it is not there. */
  readonly attempt?: string;
  readonly cards: readonly string[];
}

export interface TurnStart extends TurnNames {
  /** The user's words. */
  text: string;
  /** Names of the tools that the agent has; absent: unknown. */
  tools?: readonly string[];
}

/** Keeps the turns of a running program: advice at the beginning, the record of it at the end. None of these calls rejects. */
export interface Turns {
  isOn(): boolean;
  begin(start: TurnStart): Promise<Turn>;
  /** @param messages  all of the turn so far, the user's first, in any form that `turnsOfChat` reads, without the advice */
  see(turn: Turn, messages: readonly unknown[]): void;
  /** The agent has answered. */
  end(turn: Turn): void;
  /** @returns undefined when it could not be put on record; `onProblem` hears why */
  outcome(turn: Turn | undefined, outcome: Outcome): Promise<OutcomeReport | undefined>;
  /** Puts every turn on record that waits, and waits for what goes on in the background. */
  flush(): Promise<void>;
  /** Does what must not break the agent's turn. @returns undefined when it failed; `onProblem` hears why */
  guard<T>(work: () => T, doing: string): T | undefined;
  guardAsync<T>(work: () => Promise<T>, doing: string): Promise<T | undefined>;
}

const RECALL_WITHIN_MS = 2_000;
const OUTCOME_WITHIN_MS = 600_000;
/** A turn whose agent is silent for this long is over: it was stopped, or its program gave up. A guess. */
const SILENT_MS = 3_600_000;
/** Turns that wait at the same time; the oldest make room. */
const MOST_WAITING = 1_000;

interface Kept extends Turn {
  conversation: string | undefined;
  text: string;
  started: string;
  ended?: string;
  messages: readonly unknown[];
  outcome?: Outcome;
  state: "open" | "over" | "kept";
  timer?: ReturnType<typeof setTimeout>;
}

/** @param source  name of the framework; the record of a turn carries it */
export function createTurns(memory: Memory, source: string, options: MiddlewareOptions = {}): Turns {
  const waiting = new Set<Kept>();
  const background = new Set<Promise<unknown>>();
  const learnSoon = coalesce(() => memory.learn());
  let acquired: Promise<unknown> = Promise.resolve();

  const tell = (error: unknown, doing: string): void => {
    try {
      options.onProblem?.(error, doing);
    } catch {
      // Whoever listens must not be able to break a turn.
    }
  };
  const guardAsync = async <T>(work: () => Promise<T>, doing: string): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      tell(error, doing);
      return undefined;
    }
  };
  const behind = (work: Promise<unknown>, doing: string): void => {
    const told = work.catch((error: unknown) => tell(error, doing)).finally(() => background.delete(told));
    background.add(told);
  };

  async function recallFor(start: TurnStart, session: string) {
    const nothing = { advice: "", cards: [] as string[] };
    if (options.recall === false || process.env.HABITUS_ADVISE === "off") return nothing;
    const task = stripAdvice(start.text).trim();
    if (task === "") return nothing;
    const asked = memory.recall(task, {
      ...options.recall,
      session,
      level: "prompt",
      ...(start.family !== undefined && { family: start.family }),
      ...(start.tools && start.tools.length > 0 && { toolsAtHand: start.tools }),
    });
    // Advice that comes too late was handed to nobody: its attempt stays without an outcome and gives no credit.
    const found = await within(asked, options.recallWithinMs ?? RECALL_WITHIN_MS);
    if (!found) {
      asked.catch((error: unknown) => tell(error, "recall"));
      throw new Error(`no advice within ${options.recallWithinMs ?? RECALL_WITHIN_MS} ms`);
    }
    if (found.unrecorded !== undefined) tell(new Error(found.unrecorded), "recall");
    return {
      advice: found.text,
      cards: found.cards.map(({ id }) => id),
      ...(found.unrecorded === undefined && { attempt: found.attempt }),
    };
  }

  /** Forgets a turn after a silence; what it holds goes on record first. The timer keeps no process alive. */
  function watch(turn: Kept): void {
    clearTimeout(turn.timer);
    const ms = turn.state === "open" ? SILENT_MS : (options.outcomeWithinMs ?? OUTCOME_WITHIN_MS);
    turn.timer = setTimeout(() => behind(keep(turn), "capture"), ms);
    turn.timer.unref?.();
  }

  /** Puts a turn on record, once. A turn without a call shows nothing about how work is done and is left out. */
  async function keep(turn: Kept): Promise<void> {
    if (turn.state === "kept") return;
    turn.state = "kept";
    clearTimeout(turn.timer);
    waiting.delete(turn);
    const trajectory = toTrajectory(turn, source);
    if (allSteps(trajectory).length === 0) return;
    try {
      const { record } = await memory.recorder();
      await record(trajectory, { source, task: trajectory.task, whole: true });
    } catch (error) {
      // A disk that is full now may have room later: `flush` tries again.
      turn.state = "over";
      waiting.add(turn);
      throw error;
    }
    const { learn = true } = options;
    if (learn === true) behind(learnSoon(), "learn");
    if (typeof learn !== "object") return;
    acquired = acquired.then(async () => {
      const { lenses } = await memory.acquire([trajectory], learn);
      if (lenses?.failed !== undefined) throw new Error(lenses.failed);
    });
    behind(acquired, "acquire");
    // One batch that fails does not stop the next.
    acquired = acquired.catch(() => undefined);
  }

  async function tellOutcome(turn: Turn | undefined, outcome: Outcome): Promise<OutcomeReport | undefined> {
    if (!turn) throw new Error("an outcome was told of a turn that this middleware has not seen");
    const kept = asKept(turn);
    kept.outcome = outcome;
    const report = kept.attempt === undefined ? undefined : await memory.record(kept.attempt, outcome);
    await keep(kept);
    return report;
  }

  return {
    isOn() {
      try {
        return typeof options.enabled === "function" ? options.enabled() : options.enabled !== false;
      } catch (error) {
        tell(error, "enabled");
        return false;
      }
    },
    async begin(start) {
      const { conversation, text } = start;
      for (const other of waiting) {
        if (conversation !== undefined && other.conversation === conversation && other.state === "over")
          behind(keep(other), "capture");
      }
      const name = crypto.randomUUID();
      const session =
        conversation === undefined ? `${source}:${name}` : `${source}:${conversation}/turn-${name.slice(0, 13)}`;
      const started = new Date().toISOString();
      const found = (await guardAsync(() => recallFor(start, session), "recall")) ?? { advice: "", cards: [] };
      const task = start.task ?? `${source}:~${shortHash(text, 12)}`;
      const turn: Kept = { session, task, conversation, text, started, messages: [], state: "open", ...found };
      waiting.add(turn);
      watch(turn);
      const [oldest] = waiting;
      if (waiting.size > MOST_WAITING && oldest) behind(keep(oldest), "capture");
      return turn;
    },
    see(turn, messages) {
      const kept = asKept(turn);
      if (kept.state === "kept") return;
      kept.messages = messages;
      watch(kept);
    },
    end(turn) {
      const kept = asKept(turn);
      if (kept.state !== "open") return;
      kept.state = "over";
      kept.ended = new Date().toISOString();
      watch(kept);
      const { outcomeOf } = options;
      if (!outcomeOf) return;
      const said = async () => {
        const outcome = await outcomeOf(toTrajectory(kept, source));
        if (outcome) await tellOutcome(kept, outcome);
      };
      behind(said(), "outcome");
    },
    outcome: (turn, outcome) => guardAsync(() => tellOutcome(turn, outcome), "outcome"),
    async flush() {
      for (const turn of [...waiting]) await guardAsync(() => keep(turn), "capture");
      while (background.size > 0) await Promise.all(background);
    },
    guard(work, doing) {
      try {
        return work();
      } catch (error) {
        tell(error, doing);
        return undefined;
      }
    },
    guardAsync,
  };
}

/** Only {@link createTurns} makes turns. */
const asKept = (turn: Turn): Kept => turn as Kept;

function toTrajectory(turn: Kept, source: string): Trajectory {
  const ended = turn.ended ?? new Date().toISOString();
  return {
    id: trajectoryId(source, turn.session),
    source,
    task: turn.task,
    taskQuery: stripAdvice(turn.text).trim(),
    session: turn.session,
    started: turn.started,
    ended,
    recalled: [...turn.cards],
    ...(turn.outcome && { outcome: turn.outcome }),
    turns: turnsOfChat(turn.messages),
  };
}

/** @returns undefined when it took longer */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
