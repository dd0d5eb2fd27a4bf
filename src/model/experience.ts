import type { Rule } from "./rule.ts";

/** Version of the card format. Older files are migrated when read, newer ones refused politely. */
export const CARD_FORMAT = 1;

export const CARD_KINDS = ["habit", "success", "failure", "comparison", "tool", "correction"] as const;
export type CardKind = (typeof CARD_KINDS)[number];

export const CARD_STATUSES = ["active", "quarantined", "retired", "promoted"] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

export const CARD_TIERS = ["provisional", "validated", "reviewed"] as const;
/** What stands behind a card: at first nothing but its miner, then two independent sessions or a replay, then a person. */
export type CardTier = (typeof CARD_TIERS)[number];

export type CardScope = "project" | "global";

export interface Provenance {
  /** `mined`, `lens`, `host`, `person`, `import`. */
  origin: string;
  /** Sessions that the card was distilled from, the first 20. */
  sessions: string[];
  /** Trajectories that the card was distilled from, the first 20. */
  trajectories: string[];
  /** Miner, model with prompt version, or person: `miner/provenance@1`. */
  author: string;
  /** Ids of cards that this one was made from. */
  derivedFrom: string[];
}

/** How much handing a card over changes success, in log-odds. */
export interface Value {
  mean: number;
  sd: number;
}

/**
 * One reusable piece of how-to knowledge. As a file it is a card: front matter plus the Markdown body.
 * `store/card.ts` alone converts between the two.
 */
export interface Experience {
  format: number;
  /** Dotted slug, unique in its project. */
  id: string;
  /** The situation that should bring this to mind. */
  whenToUse: string;
  kind: CardKind;
  status: CardStatus;
  tier: CardTier;
  scope: CardScope;
  /** 0..1: is this pattern real? Moved by sightings and by hand, never by outcomes. */
  confidence: number;
  /** Times handed to an agent for a task. */
  freq: number;
  /** Of those, times the task ended well. */
  utility: number;
  /** Does handing it over help? Absent until outcomes have said something. */
  value?: Value;
  keywords: string[];
  tools: string[];
  /** Kinds of task, as `familyOf` or the caller names them, for which recall and advice keep the card back: outcomes or a person say that it hurts there. */
  notFor?: string[];
  /** Kinds of task outside of which recall and advice keep the card back. Absent: it is for every kind. */
  onlyFor?: string[];
  rule?: Rule;
  taskQuery?: string;
  generalizedQuery?: string;
  /** RFC 3339. */
  created: string;
  provenance: Provenance;
  /** First heading of the body. */
  title: string;
  /** Markdown below the front matter, heading included. */
  body: string;
}
