/**
 * The little statistics that mining rests on. Tails are summed in log space, so a probability of 1e-300 is still told from 0.
 * Checked in `test/distill/statistics.test.ts` against exact fractions and another library.
 */

/** z for a two-sided 95 % interval. */
const Z95 = 1.959963984540054;

/**
 * Lower end of the 95 % Wilson interval of a share.
 * @param hits    0..trials; may be fractional, as when one task held in two of three attempts
 * @param trials  ≥ 0
 * @returns 0..1; 0 when there were no trials
 */
export function wilsonLower(hits: number, trials: number): number {
  return wilsonInterval(hits, trials).lower;
}

/** Both ends of the 95 % Wilson interval; `{lower: 0, upper: 1}` when there were no trials. */
export function wilsonInterval(hits: number, trials: number): { lower: number; upper: number } {
  if (trials <= 0) return { lower: 0, upper: 1 };
  const rate = hits / trials;
  const z2 = Z95 * Z95;
  const center = rate + z2 / (2 * trials);
  const spread = Z95 * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return { lower: Math.max(0, (center - spread) / scale), upper: Math.min(1, (center + spread) / scale) };
}

/** P(X ≥ hits) for X ~ Binomial(trials, chance). */
export function binomialTail(hits: number, trials: number, chance: number): number {
  if (hits <= 0) return 1;
  if (hits > trials || chance <= 0) return 0;
  if (chance >= 1) return 1;
  const logs: number[] = [];
  for (let k = hits; k <= trials; k++) {
    logs.push(logChoose(trials, k) + k * Math.log(chance) + (trials - k) * Math.log1p(-chance));
  }
  return sumOfLogs(logs);
}

/**
 * P(X ≥ hits) when `draws` are taken without replacement from `population`, of which `marked` are marked: Fisher's exact test,
 * one-sided.
 */
export function hypergeometricTail(hits: number, draws: number, marked: number, population: number): number {
  const most = Math.min(draws, marked);
  if (hits <= Math.max(0, draws + marked - population)) return 1;
  if (hits > most) return 0;
  const all = logChoose(population, draws);
  const logs: number[] = [];
  for (let k = hits; k <= most; k++) {
    logs.push(logChoose(marked, k) + logChoose(population - marked, draws - k) - all);
  }
  return sumOfLogs(logs);
}

/** P(X ≥ hits) for a sum of independent yes-or-no trials with these chances. Quadratic in their number. */
export function poissonBinomialTail(hits: number, chances: readonly number[]): number {
  if (hits <= 0) return 1;
  if (hits > chances.length) return 0;
  // atLeast[k]: probability that at least k of the trials so far succeeded; adding small terms only, so tiny tails survive.
  const atLeast = new Float64Array(hits + 1);
  atLeast[0] = 1;
  for (const chance of chances) {
    for (let k = hits; k >= 1; k--) {
      atLeast[k] = atLeast[k]! + chance * (atLeast[k - 1]! - atLeast[k]!);
    }
  }
  return Math.min(1, atLeast[hits]!);
}

/**
 * Benjamini–Hochberg: for each p-value the smallest false-discovery rate at which it would be accepted.
 * @param tests  how many hypotheses were tested, when more than are listed: those left out count as p = 1
 * @returns q-values in the order of `ps`
 */
export function benjaminiHochberg(ps: readonly number[], tests: number = ps.length): number[] {
  const m = Math.max(tests, ps.length);
  const order = ps.map((_, i) => i).sort((a, b) => ps[b]! - ps[a]!);
  const qs = new Array<number>(ps.length);
  let smallest = 1;
  order.forEach((index, fromLargest) => {
    const rank = ps.length - fromLargest;
    smallest = Math.min(smallest, (ps[index]! * m) / rank);
    qs[index] = smallest;
  });
  return qs;
}

/**
 * How many of many discrete tests can matter (Tarone 1990, used before Benjamini–Hochberg as in Gilbert 2005): a test whose smallest
 * possible p-value is too large cannot be passed whatever the data say, so it costs the others nothing.
 * @param smallest  smallest p-value that each test could give, known from its margins alone
 * @returns the number of tests to correct for, and the largest smallest-possible p-value among those
 */
export function tarone(smallest: readonly number[], level: number): { tests: number; atMost: number } {
  const sorted = [...smallest].sort((a, b) => a - b);
  for (let tests = 1; tests <= sorted.length; tests++) {
    const next = sorted[tests];
    if (next === undefined || next > level / tests) return { tests, atMost: level / tests };
  }
  return { tests: sorted.length, atMost: level };
}

/** Natural logarithm of n over k. */
export function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

function sumOfLogs(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  if (largest === Number.NEGATIVE_INFINITY) return 0;
  const sum = logs.reduce((total, log) => total + Math.exp(log - largest), 0);
  return Math.min(1, Math.exp(largest) * sum);
}

const EXACT = 256;
const LOG_FACTORIALS = logFactorialsBelow(EXACT);

function logFactorialsBelow(end: number): Float64Array {
  const table = new Float64Array(end);
  for (let n = 2; n < end; n++) table[n] = table[n - 1]! + Math.log(n);
  return table;
}

function logFactorial(n: number): number {
  if (n < EXACT) return LOG_FACTORIALS[n]!;
  // Stirling's series; at 256 its first omitted term is below 1e-15.
  const inverse = 1 / n;
  return (
    n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + inverse / 12 - inverse ** 3 / 360 + inverse ** 5 / 1260
  );
}
