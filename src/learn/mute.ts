import type { CardRecord } from "./record.ts";

/** Of the last times that somebody could tell whether the advice was followed, so many are looked at. */
export const MUTE_WINDOW = 6;
/** Ignored as often among those, a card mutes itself. A guess: five of six leaves room for one agent that has its own mind. */
export const MUTE_AFTER = 5;
/** A share below this counts as ignored where a rule needs yes or no. */
export const FOLLOWED_AT = 0.5;

/**
 * True for a card that agents keep ignoring: it is no longer handed over unasked. Somebody who asks still finds it, and following it
 * then, changing it, reinforcing or restoring it brings it back.
 */
export function isMuted({ lately }: Pick<CardRecord, "lately">): boolean {
  return lately.slice(-MUTE_WINDOW).filter((followed) => !followed).length >= MUTE_AFTER;
}
