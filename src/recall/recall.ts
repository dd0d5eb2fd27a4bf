import type { Experience } from "../model/experience.ts";
import type { CardIndex, IndexedCard } from "../ports.ts";
import { choose, type SlotRule } from "./choose.ts";
import { type Explained, explain } from "./explain.ts";
import { withinReach } from "./parole.ts";
import { queryOf } from "./query.ts";
import { buildAdvice } from "./render.ts";
import { rerank } from "./rerank.ts";
import { type Retrieved, search } from "./retrieve.ts";

export type { Explained, FieldMatch, LeftOut } from "./explain.ts";

export interface RecallOptions {
  /** Orders the cards that fit and gives out the slots, as the policy has it. */
  slots: SlotRule;
  /** Most tokens of the text, estimated. Whole number ≥ 50. */
  maxTokens: number;
  /** Names of tools that the agent has; absent: unknown, nothing is left out for it. A card without tools always stays. */
  toolsAtHand?: readonly string[];
  /** Ids that the agent already has. */
  exclude?: readonly string[];
  /** Retired cards that the slot rule may try once more, if the task is theirs. */
  retired?: readonly IndexedCard[];
}

/** The whole answer to a task. */
export interface Recall {
  /** What is handed over, best first; [] when nothing fits. */
  cards: Experience[];
  /** The same, fenced and ready to be put before an agent; "" when nothing fits. */
  text: string;
  /** Every card of the shortlist, best first, and why it is in the answer or not. */
  explain: Explained[];
}

/** Cards that are weighed against one another. Far more than are shown, so that value can lift one of them. */
const SHORTLIST = 20;

/**
 * Finds the few cards that fit a task and have not done harm, and words them as advice. Nothing fits: nothing is handed over.
 *
 * Writes nothing: the same index and task give the same answer.
 */
export async function recall(index: CardIndex, task: string, options: RecallOptions): Promise<Recall> {
  const query = queryOf(task);
  const { hits: found, isLeftOut } = await search(index, query, {
    ...options,
    topK: Math.max(SHORTLIST, options.slots.limit),
  });
  const mayShow = (hit: Retrieved) => isLeftOut(hit) === undefined;
  const best = found.find(mayShow);
  const hits = options.retired && best ? [...found, ...withinReach(options.retired, query, best)] : found;
  const ranked = rerank(hits, task, mayShow, options.slots.worth);
  const advice = buildAdvice(options.maxTokens);
  const { all, shown } = choose(ranked, options.slots, isLeftOut, advice.add);
  return {
    cards: shown,
    text: advice.text(),
    explain: all
      .filter(({ leftOut }) => leftOut !== "retired")
      .map(({ ranked, leftOut }, i) => explain(ranked, i + 1, query, leftOut)),
  };
}
