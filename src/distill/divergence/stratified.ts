import { logChoose } from "../statistics.ts";

/** One task: attempts that ended well and badly, and in how many of each the call was made. */
export interface Stratum {
  well: number;
  badly: number;
  wellWith: number;
  badlyWith: number;
}

/** What would be seen if the call had nothing to do with how an attempt ended, its frequency in each task being what it is. */
export interface StratifiedTest {
  /** P(at least as many of the attempts that ended well have the call). */
  p: number;
  /** The smallest p that these numbers of attempts could have given. */
  smallest: number;
}

/**
 * Exact test over several tasks: within each the attempts that ended well are a draw without replacement from all of them; the sum
 * over tasks is compared with its exact distribution. Cost grows with the square of the attempts that differ.
 */
export function stratifiedTest(strata: readonly Stratum[]): StratifiedTest {
  const distribution = strata.map(withinTask).reduce(sumOf, [1]);
  const seen = strata.reduce((sum, { wellWith }) => sum + wellWith, 0);
  const tail = (from: number): number =>
    Math.min(
      1,
      distribution.slice(from).reduceRight((sum, chance) => sum + chance, 0),
    );
  return { p: tail(seen), smallest: tail(distribution.findLastIndex((chance) => chance > 0)) };
}

/** P(every attempt that ended well has the call), given how many attempts have it. */
export function chanceOfAll({ well, badly, wellWith, badlyWith }: Stratum): number {
  const withCall = wellWith + badlyWith;
  return withCall < well ? 0 : Math.exp(logChoose(badly, withCall - well) - logChoose(well + badly, withCall));
}

/** Chances of 0, 1, 2 … of the attempts that ended well having the call. */
function withinTask({ well, badly, wellWith, badlyWith }: Stratum): number[] {
  const withCall = wellWith + badlyWith;
  const all = logChoose(well + badly, withCall);
  return Array.from({ length: Math.min(well, withCall) + 1 }, (_, hits) =>
    Math.exp(logChoose(well, hits) + logChoose(badly, withCall - hits) - all),
  );
}

function sumOf(a: readonly number[], b: readonly number[]): number[] {
  const sum = new Array<number>(a.length + b.length - 1).fill(0);
  a.forEach((x, i) => {
    b.forEach((y, j) => {
      sum[i + j]! += x * y;
    });
  });
  return sum;
}
