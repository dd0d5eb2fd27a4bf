import type { Embedder } from "../../ports.ts";
import { LANGUAGES, type Language } from "../../text/language.ts";
import { CALIBRATION } from "./calibration-pairs.ts";
import { cosine, unit } from "./cosine.ts";

/** What cosines of one embedder mean in one language, measured on sentences whose relation is known. */
export interface Scale {
  /** At or above it two texts say the same; absent when this embedder cannot tell, and then cosines decide nothing about duplicates. */
  sameAt?: number;
  /** Share of the pairs that say the same which {@link sameAt} recognises, 0..1. */
  recognised: number;
  /**
   * At or above it a card has something to do with a request: halfway from the nearest card about another matter to the middle one about
   * the request's own. Absent when the embedder cannot tell: then words alone find cards.
   */
  relatedAt?: number;
}

/** Many embedders know one language better than another, and then the same cosine does not mean the same. */
export type Calibration = Readonly<Record<Language, Scale>>;

/** An embedder that recognises fewer of the pairs than this is of no use for finding duplicates. A guess. */
const LEAST_RECOGNISED = 0.25;

/**
 * Measures an embedder with one call. "The same" begins above every pair that is about the same matter and says something else,
 * halfway to the next pair that says the same: losing a card to one that says something else is worse than keeping one twice.
 */
export async function calibrate(embedder: Embedder, signal?: AbortSignal): Promise<Calibration> {
  const texts = LANGUAGES.flatMap((language) =>
    CALIBRATION[language].flatMap(({ ask, text, same, other }) => [ask, text, same, other]),
  );
  const vectors = (await embedder.embed(texts, signal)).vectors.map(unit);
  const scales = LANGUAGES.map((language) => [language, scaleOf(vectors.splice(0, 4 * CALIBRATION[language].length))]);
  return Object.fromEntries(scales) as Calibration;
}

/** @param units  four a matter: a request, a text, one that says the same, one that says something else */
function scaleOf(units: readonly number[][]): Scale {
  const same: number[] = [];
  const other: number[] = [];
  const own: number[] = [];
  const foreign: number[] = [];
  for (let i = 0; i < units.length; i += 4) {
    same.push(cosine(units[i + 1]!, units[i + 2]!));
    for (let j = 0; j < units.length; j += 4) {
      if (i === j) other.push(cosine(units[i + 1]!, units[i + 3]!));
      else other.push(cosine(units[i + 1]!, units[j + 1]!));
      (i === j ? own : foreign).push(cosine(units[i]!, units[j + 1]!));
    }
  }
  const highestOther = Math.max(...other);
  const above = same.filter((each) => each > highestOther).sort((a, b) => a - b);
  const recognised = above.length / same.length;
  const nearest = Math.max(...foreign);
  const middle = own.sort((a, b) => a - b)[Math.floor(own.length / 2)]!;
  return {
    ...(recognised >= LEAST_RECOGNISED && { sameAt: (highestOther + above[0]!) / 2 }),
    recognised,
    ...(middle > nearest && { relatedAt: (nearest + middle) / 2 }),
  };
}
