import type { Experience } from "../model/experience.ts";
import { INDEX_FIELDS, type Ports } from "../ports.ts";
import { FIELD_WEIGHTS, tokensOf } from "../recall/fields.ts";

/** How many of the nearest cards a candidate is compared with: enough that a near-duplicate cannot hide behind them. */
const NEAR = 20;

/** Cards that share the most words with a candidate. */
export async function nearCards(ports: Pick<Ports, "index">, candidate: Experience): Promise<Experience[]> {
  const tokens = tokensOf(candidate);
  const terms = [...new Set(INDEX_FIELDS.filter((field) => field !== "body").flatMap((field) => tokens[field]))];
  const hits = await ports.index.search(terms, FIELD_WEIGHTS, NEAR);
  return hits.map((hit) => hit.card.experience);
}
