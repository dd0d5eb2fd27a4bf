import type { Experience } from "../model/experience.ts";
import { ruleKey } from "../model/rule.ts";
import type { CardIndex, IndexedCard } from "../ports.ts";
import { choose, isBelowFloor, type SlotRule } from "./choose.ts";
import { type Explained, explain, type LeftOut } from "./explain.ts";
import { fuse, type Near } from "./fuse.ts";
import { fieldsOf, type RecallKey } from "./keys.ts";
import { isForSomeKinds, notForThis } from "./kinds.ts";
import { withinReach } from "./parole.ts";
import { queryOf } from "./query.ts";
import { buildAdvice } from "./render.ts";
import { type Ranked, rerank } from "./rerank.ts";
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
  /** Cards that something outside of memory keeps back, by id, and why. */
  held?: ReadonlyMap<string, LeftOut>;
  /** The kind of this task, asked for only when a card is for some kinds alone. "" where it is not known: then no card is kept back for it. */
  family?: () => Promise<string>;
  /** Retired cards that the slot rule may try once more, if the task is theirs. */
  retired?: readonly IndexedCard[];
  /** Fields that are searched. Default `all`. */
  key?: RecallKey;
  /** Cards that are weighed against one another. Whole number ≥ 1, default 20; at least the limit. */
  topK?: number;
  /** Cards that are near the task by their vectors, the nearest first; fused with those that the words find. */
  near?: readonly Near[];
  /**
   * How well each card fits, 0..1, as somebody sees it who reads them: takes the place of the words' fit. Asked once, about cards that
   * no filter leaves out. A card that is not named comes after those that are; undefined: the order of the words stays.
   */
  judgeFit?: (cards: readonly Experience[]) => Promise<ReadonlyMap<string, number> | undefined>;
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
  const fields = fieldsOf(options.key);
  const topK = Math.max(options.topK ?? SHORTLIST, options.slots.limit);
  const { hits: byWords, isLeftOut: isFiltered } = await search(index, query, { ...options, topK, weights: fields });
  const found = options.near ? fuse(byWords, options.near, topK) : byWords;
  const isForSome = [...found.map(({ card }) => card), ...(options.retired ?? [])].some((card) =>
    isForSomeKinds(card.experience),
  );
  const family = isForSome ? await options.family?.() : undefined;
  const own = found.filter(({ card }) => card.place !== "global");
  const isLeftOut = (hit: Retrieved): LeftOut | undefined =>
    isFiltered(hit) ??
    options.held?.get(hit.card.experience.id) ??
    notForThis(hit.card.experience, family) ??
    saidByOwn(hit, own);
  const mayShow = (hit: Retrieved) => isLeftOut(hit) === undefined;
  const best = found.find(mayShow);
  const hits = options.retired && best ? [...found, ...withinReach(options.retired, query, best)] : found;
  const byFit = rerank(hits, task, mayShow, options.slots.worth, fields);
  const ranked = options.judgeFit ? await rerankByJudge(byFit, isLeftOut, options.judgeFit) : byFit;
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

async function rerankByJudge(
  ranked: readonly Ranked[],
  isLeftOut: (hit: Ranked) => unknown,
  judgeFit: NonNullable<RecallOptions["judgeFit"]>,
): Promise<readonly Ranked[]> {
  const open = ranked.filter((each) => isLeftOut(each) === undefined && !isBelowFloor(each));
  if (open.length === 0) return ranked;
  const fits = await judgeFit(open.map(({ card }) => card.experience));
  if (!fits) return ranked;
  const least = Math.min(1, ...fits.values());
  const judged = new Set(open);
  return ranked
    .map((each) => {
      if (!judged.has(each)) return each;
      const judgedFit = fits.get(each.card.experience.id) ?? (least * each.similarity) / 2;
      return { ...each, judgedFit, score: judgedFit + each.value };
    })
    .sort((a, b) => Number(judged.has(b)) - Number(judged.has(a)) || b.score - a.score);
}

/** A global card is left out where a card of the project says the same: that one is nearer, and has its own record. */
function saidByOwn({ card }: Pick<Retrieved, "card">, own: readonly Retrieved[]): LeftOut | undefined {
  if (card.place !== "global") return undefined;
  const twin = own.find((other) => saysTheSame(other.card.experience, card.experience));
  return twin && `said by ${twin.card.experience.id}`;
}

function saysTheSame(a: Experience, b: Experience): boolean {
  if (a.rule && b.rule) return ruleKey(a.rule) === ruleKey(b.rule);
  return a.title === b.title && a.whenToUse === b.whenToUse;
}
