import { parseCard, spliceCard } from "../../store/card.ts";
import { textHash } from "../../text/hash.ts";

/**
 * What a card's file says, as a hash: numbers and tier are left out, because the ledger moves them at any time, also between two
 * halves of a change. A file that is no card is known by its whole text.
 */
export function contentKey(text: string): string {
  try {
    const { value: _value, ...card } = parseCard(text, "card");
    return textHash(spliceCard(text, { ...card, confidence: 0, freq: 0, utility: 0, tier: "provisional" }));
  } catch {
    return textHash(text); // whoever broke it mends it; until then nothing else equals it
  }
}
