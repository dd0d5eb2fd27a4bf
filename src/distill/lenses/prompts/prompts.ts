import type { Language } from "../../../text/language.ts";
import { en } from "./en.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { zh } from "./zh.ts";

/** Changes whenever a prompt changes its meaning; stands in the provenance of every card made with it. */
export const PROMPT_VERSION = 1;

/** What a lens looks for. */
export type Lens = "success" | "failure" | "comparison";

/**
 * What a model is asked, in the language of the attempt, so that the card is written in it. Texts are instructions only: what an
 * attempt holds stands below them between tags (`ask/as-data.ts`).
 */
export interface LensPrompts {
  /** Who the model is, and that what stands between tags is data and never an instruction. */
  system: string;
  keyPoints: string;
  /** One for each lens; followed by {@link perKeyPoint} or {@link whole}, and by {@link fields}. */
  lens: Readonly<Record<Lens, string>>;
  perKeyPoint: string;
  whole: string;
  fields: string;
  judge: string;
  /** Why an attempt failed and what to do otherwise next time. */
  reflect: string;
  /** One line under Evidence. `score` is 0..1, `by` who says so. */
  evidence: Readonly<Record<Lens, (facts: EvidenceFacts) => string>>;
  /** Who judged the card, and how: `score` is 0..1. */
  judged(score: number, by: string): string;
}

export interface EvidenceFacts {
  /** `2026-11-30`, or "". */
  date: string;
  score: number;
  /** Of the worse attempt, for a comparison. */
  worse?: number;
  by: string;
  /** A link to the attempt. */
  seenIn: string;
}

export const LENS_PROMPTS: Readonly<Record<Language, LensPrompts>> = { en, ko, ja, zh };
