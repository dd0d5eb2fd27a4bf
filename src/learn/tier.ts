import type { CardTier } from "../model/experience.ts";
import type { CardRecord } from "./record.ts";

/** Sessions, each independent of the card, that must have shown the pattern after the card was born (DESIGN §4, Tiers). */
const SESSIONS_TO_VALIDATE = 2;

/** The tier that the record supports. A person's word stays; a card is never demoted for not being seen. */
export function tierOf(current: CardTier, record: Pick<CardRecord, "seenAfterBirth">): CardTier {
  if (current !== "provisional") return current;
  return record.seenAfterBirth >= SESSIONS_TO_VALIDATE ? "validated" : "provisional";
}
