import type { Experience } from "../../model/experience.ts";
import type { DreamedRow } from "../../model/ledger.ts";
import type { AttemptRow } from "../policy/attempt-row.ts";
import type { CardRecord } from "../record.ts";
import { type Prepared, prepare } from "./prepare.ts";

/** One reviewable piece of a dream: it is carried out as a whole or not at all. */
export interface DreamUnit {
  kind: DreamedRow["kind"];
  /** In words, why. */
  reason: string;
  /** What it rests on: ids of cards and of sessions. */
  sources: string[];
  /** How a card was wrong, and what replaces it; stands in the corrected card too. */
  rebuttal?: string;
  changes: DreamChange[];
}

/** What one card becomes. */
export interface DreamChange {
  next: Experience;
  /** There is no such card yet. */
  isNew?: true;
  /** As in the ledger's row. */
  into?: string;
  moved?: string[];
  fresh?: true;
  /** Why it leaves recall or comes back, where it does. */
  placed?: string;
}

/** A stored card with all that a dream looks at. What takes time to find out is found out when it is asked for, and once. */
export interface DreamCard {
  readonly card: Experience;
  readonly record: CardRecord | undefined;
  /** The screen found something in it: a person decides about it, nobody else. */
  readonly isAlarming: boolean;
  /** Its file changed, or something became known of it, since the last dream. */
  readonly isChanged: boolean;
  readonly prepared: Prepared;
}

export interface DreamSources {
  /** RFC 3339; also the date of notes in cards. */
  now: string;
  cards: readonly DreamCard[];
  /** As policies read the ledger; oldest first. */
  rows: readonly AttemptRow[];
  /** By card, sessions that contradicted it after it was last seen. */
  contradictedSince: ReadonlyMap<string, readonly string[]>;
}

/** @param screen  whether the card is alarming; asked once at most */
export function toDreamCard(
  card: Experience,
  { record, isChanged }: Pick<DreamCard, "record" | "isChanged">,
  screen: () => boolean = () => false,
): DreamCard {
  let isAlarming: boolean | undefined;
  let prepared: Prepared | undefined;
  return {
    card,
    record,
    isChanged,
    get isAlarming() {
      isAlarming ??= screen();
      return isAlarming;
    },
    get prepared() {
      prepared ??= prepare(card);
      return prepared;
    },
  };
}

/** Longest lists of sessions and trajectories in a card, as everywhere. */
const MOST_NAMED = 20;

/** The provenance of a card that another one was merged into: both stand in it, and what was named stays reachable. */
export function joinedProvenance(card: Experience, others: readonly Experience[]): Experience["provenance"] {
  const all = [card, ...others].map(({ provenance }) => provenance);
  const unique = (lists: ReadonlyArray<readonly string[]>) => [...new Set(lists.flat())];
  return {
    ...card.provenance,
    sessions: unique(all.map(({ sessions }) => sessions)).slice(0, MOST_NAMED),
    trajectories: unique(all.map(({ trajectories }) => trajectories)).slice(0, MOST_NAMED),
    derivedFrom: unique([
      card.provenance.derivedFrom,
      ...others.map((other) => [other.id, ...other.provenance.derivedFrom]),
    ]),
  };
}

export function dayOf(now: string): string {
  return now.slice(0, 10);
}
