import type { CardKind } from "./experience.ts";
import type { JsonObject } from "./json.ts";

/** A card that somebody brings from elsewhere. What it says of its own status, tier and record is kept as text and not believed. */
export interface ImportedCard {
  /** Names it where it comes from, such as `reme:9880a12e`; importing it again adds nothing. */
  source: string;
  /** The whole file, when habitus itself exported it. */
  text?: string;
  id?: string;
  whenToUse: string;
  content: string;
  kind: CardKind;
  keywords: string[];
  tools: string[];
  taskQuery?: string;
  generalizedQuery?: string;
  /** Who wrote it: a model or a person. */
  author: string;
  /** The record as it was, so that nothing of it is lost. */
  original?: JsonObject;
}
