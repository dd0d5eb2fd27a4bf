import type { CardIndex, IndexedCard, IndexField } from "../ports.ts";
import { FIELD_WEIGHTS } from "./fields.ts";
import { type Query, queryOf } from "./query.ts";

export interface RetrieveOptions {
  /** Most cards. Whole number ≥ 1. */
  topK: number;
  /** Names of tools that the agent has; absent: unknown, nothing is left out for it. */
  toolsAtHand?: readonly string[];
  /** Ids to leave out. */
  exclude?: readonly string[];
  /** Weight of each field, ≥ 0. Default {@link FIELD_WEIGHTS}. */
  weights?: Readonly<Record<IndexField, number>>;
}

/** A card that fits a task by its words. */
export interface Retrieved {
  card: IndexedCard;
  /** BM25 over the weighted fields, above 0; comparable within one answer only. */
  score: number;
  /** Cosine with the task; only for a card that is near it by its vector. */
  near?: number;
}

/**
 * The cards whose fields fit a task best, best first, ties by id: active cards only, at most `topK`, and no other rule:
 * how well a card served so far is not asked.
 */
export async function retrieve(index: CardIndex, task: string, options: RetrieveOptions): Promise<Retrieved[]> {
  const { hits, isLeftOut } = await search(index, queryOf(task), options);
  return hits.filter((hit) => isLeftOut(hit) === undefined).slice(0, options.topK);
}

export type FilterReason = "tools not at hand" | "already shown";

export interface Search {
  /** Best first; holds the cards that a filter leaves out, too, as long as they rank among those that stay. */
  hits: Retrieved[];
  isLeftOut(hit: Retrieved): FilterReason | undefined;
}

/** Cards that are read at most for one answer: what fits worse than so many others does not fit. A guess. */
const MAX_READ = 500;

/** Reads on, in growing steps, until `topK` cards pass the filters or there are no more. */
export async function search(index: CardIndex, query: Query, options: RetrieveOptions): Promise<Search> {
  const atHand = options.toolsAtHand && new Set(options.toolsAtHand.map(plainToolName));
  const excluded = new Set(options.exclude);
  const isLeftOut = ({ card }: Retrieved): FilterReason | undefined => {
    if (excluded.has(card.experience.id)) return "already shown";
    return atHand && !areAtHand(card.experience, atHand) ? "tools not at hand" : undefined;
  };
  if (query.terms.length === 0) return { hits: [], isLeftOut };
  // Where tools decide, most cards may fall to the filter; reading more at once is cheaper than asking again.
  const first = (options.topK + excluded.size) * (atHand ? 3 : 1);
  for (let limit = first; ; limit *= 4) {
    const found = await index.search(query.terms, options.weights ?? FIELD_WEIGHTS, limit);
    const hits = found.filter(({ card }) => card.experience.status === "active" && !isGuideline(card.experience));
    const passing = hits.filter((hit) => isLeftOut(hit) === undefined).length;
    if (passing >= options.topK || found.length < limit || limit >= MAX_READ) {
      return { hits: shortlist(hits, isLeftOut, options.topK), isLeftOut };
    }
  }
}

/** What is known of one tool comes with a call of that tool, or for its name; a task is told what to do, not how every tool of it fails. */
function isGuideline({ rule }: IndexedCard["experience"]): boolean {
  return rule?.type === "tool";
}

/** The first `topK` that pass, and of those that a filter leaves out the first `topK` that rank above the last of them. */
function shortlist(
  hits: readonly Retrieved[],
  isLeftOut: (hit: Retrieved) => FilterReason | undefined,
  topK: number,
): Retrieved[] {
  const kept: Retrieved[] = [];
  let passing = 0;
  let leftOut = 0;
  for (const hit of hits) {
    if (passing === topK) break;
    if (isLeftOut(hit) === undefined) passing += 1;
    else leftOut += 1;
    if (isLeftOut(hit) === undefined || leftOut <= topK) kept.push(hit);
  }
  return kept;
}

/** All tools of a card, or of a repair by call the failing tool and one of those that mend it. */
function areAtHand(experience: IndexedCard["experience"], atHand: ReadonlySet<string>): boolean {
  const has = (tool: string): boolean => atHand.has(plainToolName(tool));
  const { rule, tools } = experience;
  if (rule?.type === "fix-call") return has(rule.tool) && rule.fix.some(has);
  return tools.every(has);
}

/** Hosts put a server's name before a tool's: `mcp__trading__place_order`. */
function plainToolName(name: string): string {
  return name.replace(/^.+__/, "").toLowerCase();
}
