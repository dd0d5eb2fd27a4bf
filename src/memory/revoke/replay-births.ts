import { emptyMineState, findings as findingsOf, type MineState, mergeMineStates, mine } from "../../distill/mine.ts";
import type { Finding } from "../../distill/miner.ts";
import { votingSession } from "../../model/trajectory.ts";
import type { MemoryOptions } from "../../options.ts";
import type { Ports } from "../../ports.ts";
import { judged } from "../as-learned.ts";
import { loadLearnState, readNewSessions } from "../learn-state.ts";

/** A card that was mined, and the moments at which a learning run looked at its rule. */
export interface ToReplay {
  /** `ruleKey`. */
  key: string;
  /** RFC 3339, in order; the first is its birth. */
  moments: readonly string[];
}

export interface Replay {
  /** By rule key, when the rule would first have been accepted without the session, and as what; absent: never. */
  births: Map<string, { since: string; finding: Finding }>;
  /** Trajectories of the session. */
  trajectories: Set<string>;
}

/** Moments that are looked at: the first ones. A card that would be born later is born at the end. */
const MOST_MOMENTS = 24;

/**
 * Reads the log once more without a session, and says of rules when they would have become cards. The counts between two moments are
 * mined apart and merged one after the other, so the log is read once, however many moments there are.
 *
 * @param leaveOut  sessions of which nothing counts, as `votingSession` names them
 * @param onRead  called for each attempt of the log
 */
export async function replayBirths(
  ports: Pick<Ports, "observations" | "clock">,
  options: MemoryOptions,
  session: string,
  leaveOut: ReadonlySet<string>,
  advised: ReadonlyMap<string, ReadonlySet<string>>,
  cards: readonly ToReplay[],
  onRead: () => void = () => undefined,
): Promise<Replay> {
  const end = new Date(ports.clock.now()).toISOString();
  const all = [...new Set(cards.flatMap(({ moments }) => moments))].sort();
  const moments = [...all.slice(0, MOST_MOMENTS), end];
  const states = moments.map(emptyMineState);
  const trajectories = new Set<string>();
  const imported = new Set<string>();
  await readNewSessions(
    ports,
    await loadLearnState({ state: { load: async () => undefined, save: async () => undefined } }),
    { idleMs: options.sessionIdleMinutes * 60_000, includeOpen: false },
    ({ trajectory: grouped, info }, recorded) => {
      const voting = votingSession(grouped.session);
      onRead();
      if (voting === session) trajectories.add(grouped.id);
      // Only the names of its runs are wanted.
      if (cards.length === 0) return;
      if (leaveOut.has(voting) || (info.whole && imported.has(grouped.session))) return;
      if (info.whole) imported.add(grouped.session);
      const place = moments.findIndex((moment) => recorded <= moment);
      mine(states[place < 0 ? states.length - 1 : place]!, judged(grouped), advised.get(voting));
    },
    () => undefined,
  );
  return { births: firstAccepted(states, moments, cards, options), trajectories };
}

function firstAccepted(
  states: readonly MineState[],
  moments: readonly string[],
  cards: readonly ToReplay[],
  options: MemoryOptions,
): Replay["births"] {
  const births: Replay["births"] = new Map();
  let state = emptyMineState();
  for (const [i, since] of moments.entries()) {
    state = mergeMineStates(state, states[i]!);
    const waiting = cards.filter(({ key, moments: [born = ""] }) => !births.has(key) && born <= since);
    if (waiting.length === 0) continue;
    const accepted = new Map(findingsOf(state, options).flatMap((each) => (each.accepted ? [[each.key, each]] : [])));
    for (const { key } of waiting) {
      const finding = accepted.get(key);
      if (finding) births.set(key, { since, finding });
    }
  }
  return births;
}
