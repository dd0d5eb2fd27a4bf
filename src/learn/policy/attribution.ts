import type { Value } from "../../model/experience.ts";
import { type AttemptRow, exposure, NO_FAMILY } from "./attempt-row.ts";
import { type Envelope, envelope, factorise, inverseDiagonal, solve } from "./cholesky.ts";
import { sigmoid } from "./gaussian.ts";
import { orderByCompany } from "./ordering.ts";
import { PRIOR_SD } from "./prior.ts";

/** Priors and memory of the attribution rule, in log-odds. Source of all defaults: DESIGN §4, learn. */
export interface AttributionOptions {
  /** A row's weight shrinks by this factor with each later attempt. 0..1, default 0.99: half after 69 attempts. */
  decay: number;
  /** Spread of b₀, the log-odds of success of an average task without a card. > 0, default 1.2. */
  interceptSd: number;
  /** Spread of b_family around b₀. > 0, default 0.8. */
  familySd: number;
  /** Spread of a card's effect around its prior mean. > 0, default 1.2. */
  cardSd: number;
  /** Newton stops when no number moves by more than this. > 0, default 1e-10. */
  tolerance: number;
}

export const ATTRIBUTION_DEFAULTS: Readonly<AttributionOptions> = Object.freeze({
  decay: 0.99,
  interceptSd: 1.2,
  familySd: 0.8,
  cardSd: PRIOR_SD,
  tolerance: 1e-10,
});

/** Prior mean of a card's effect, log-odds. Must give the same number for the same card during one fit. */
export type PriorMean = (card: string) => number;

export interface CardEstimate extends Value {
  /** Sum of the weights of the rows that tested the card: how many fresh, fully trusted tasks its evidence is worth. */
  effective: number;
}

export interface AttributionFit {
  /** b₀ */
  intercept: Value;
  /** b_family by family; its sum with b₀ is the log-odds of such a task without a card. */
  families: ReadonlyMap<string, Value>;
  /** Cards with at least one judged row; the others stand at their prior. */
  cards: ReadonlyMap<string, CardEstimate>;
  /** What `update.ts` needs to take in one more row. */
  posterior: Posterior;
}

/** The normal approximation at the maximum. Parameters: cards in an order of their own, then families, then b₀. */
export interface Posterior {
  options: AttributionOptions;
  cardIndex: ReadonlyMap<string, number>;
  familyIndex: ReadonlyMap<string, number>;
  interceptIndex: number;
  mean: Float64Array;
  variance: Float64Array;
  /** Cholesky factor of the precision. */
  factor: Envelope;
}

/**
 * Finds which cards made the difference: logit P(success) = b₀ + b_family + Σ δ_card over the cards shown.
 *
 * Maximum a posteriori by Newton's method with a Cholesky factor, over all rows at once; row weight decay^age × trust. The objective
 * is strictly concave, so there is one answer, whatever the order of the rows and wherever the search starts. Two cards that are
 * always shown together share the credit and keep a wide sd, because nothing tells them apart.
 *
 * @param rows   any order; rows with an unknown outcome or no trust are left out
 * @param start  an earlier fit, to begin near its answer; changes the speed, not the result
 * @source DESIGN §4, learn
 */
export function fitAttribution(
  rows: readonly AttemptRow[],
  priorMean: PriorMean,
  options: AttributionOptions = ATTRIBUTION_DEFAULTS,
  start?: AttributionFit,
): AttributionFit {
  const design = designOf(rows, options);
  const prior = priorOf(design, priorMean, options);
  const { mean, factor } = maximise(design, prior, startOf(design, prior.mean, start), options.tolerance);
  return describe(design, options, mean, factor);
}

/** Where a card stands: its estimate, or its prior as long as no outcome has said anything. */
export function estimateOf(fit: AttributionFit, card: string, priorMean: number): CardEstimate {
  return fit.cards.get(card) ?? { mean: priorMean, sd: fit.posterior.options.cardSd, effective: 0 };
}

/** P(success) of a task of this family without a card, as far as is known. */
export function baseRate(fit: AttributionFit, family: string | undefined): number {
  return sigmoid(fit.intercept.mean + (fit.families.get(family ?? NO_FAMILY)?.mean ?? 0));
}

/** The rows as numbers: row r tests `cards[from[r] … from[r + 1])` with those exposures. */
interface Design {
  cardIndex: Map<string, number>;
  familyIndex: Map<string, number>;
  size: number;
  from: Int32Array;
  cards: Int32Array;
  exposures: Float64Array;
  family: Int32Array;
  score: Float64Array;
  weight: Float64Array;
  effective: Float64Array;
}

function designOf(rows: readonly AttemptRow[], options: AttributionOptions): Design {
  const judged = inCanonicalOrder(rows.filter((row) => row.score !== undefined && row.trust > 0));
  const shown = judged.map((row) => (row.shown.length > 1 ? [...new Set(row.shown)] : row.shown));
  const cardIndex = indexCards(shown);
  const familyIndex = new Map<string, number>();
  for (const family of [...new Set(judged.map((row) => row.family ?? NO_FAMILY))].sort()) {
    familyIndex.set(family, cardIndex.size + familyIndex.size);
  }
  const entries = shown.reduce((sum, cards) => sum + cards.length, 0);
  const design: Design = {
    cardIndex,
    familyIndex,
    size: cardIndex.size + familyIndex.size + 1,
    from: new Int32Array(judged.length + 1),
    cards: new Int32Array(entries),
    exposures: new Float64Array(entries),
    family: new Int32Array(judged.length),
    score: new Float64Array(judged.length),
    weight: new Float64Array(judged.length),
    effective: new Float64Array(cardIndex.size),
  };
  let entry = 0;
  judged.forEach((row, r) => {
    const weight = row.trust * options.decay ** row.age;
    design.weight[r] = weight;
    design.score[r] = row.score!;
    design.family[r] = familyIndex.get(row.family ?? NO_FAMILY)!;
    const byPlace = shown[r]!.map((id) => ({ id, card: cardIndex.get(id)! })).sort((a, b) => a.card - b.card);
    for (const { id, card } of byPlace) {
      design.cards[entry] = card;
      design.exposures[entry] = exposure(row, id);
      design.effective[card]! += weight * design.exposures[entry]!;
      entry++;
    }
    design.from[r + 1] = entry;
  });
  return design;
}

/** Sums of floating point numbers depend on their order, so the order must not depend on how the ledger was read. */
function inCanonicalOrder(rows: readonly AttemptRow[]): readonly AttemptRow[] {
  const isSorted = rows.every((row, r) => r === 0 || rows[r - 1]!.attempt < row.attempt);
  if (isSorted) return rows;
  const keys = new Map(rows.map((row) => [row, `${row.attempt}\n${row.age}\n${row.score}\n${[...row.shown].sort()}`]));
  return [...rows].sort((a, b) => (keys.get(a)! < keys.get(b)! ? -1 : 1));
}

/** Below this many cards the matrix is small enough to ignore its zeros. */
const ORDER_FROM = 100;

function indexCards(shown: ReadonlyArray<readonly string[]>): Map<string, number> {
  const names = [...new Set(shown.flat())].sort();
  const numbers = new Map(names.map((name, number) => [name, number]));
  if (names.length < ORDER_FROM) return numbers;
  const companions = names.map(() => new Set<number>());
  for (const row of shown) {
    const cards = row.map((name) => numbers.get(name)!);
    for (const a of cards) for (const b of cards) if (a !== b) companions[a]!.add(b);
  }
  return new Map(orderByCompany(companions).map((number, place) => [names[number]!, place]));
}

interface Prior {
  mean: Float64Array;
  precision: Float64Array;
}

function priorOf(design: Design, priorMean: PriorMean, options: AttributionOptions): Prior {
  const mean = new Float64Array(design.size);
  const precision = new Float64Array(design.size).fill(options.cardSd ** -2);
  for (const [card, index] of design.cardIndex) mean[index] = priorMean(card);
  for (const index of design.familyIndex.values()) precision[index] = options.familySd ** -2;
  precision[design.size - 1] = options.interceptSd ** -2;
  return { mean, precision };
}

function startOf(design: Design, priorMeans: Float64Array, start: AttributionFit | undefined): Float64Array {
  const mean = priorMeans.slice();
  if (!start) return mean;
  for (const [card, index] of design.cardIndex) mean[index] = start.cards.get(card)?.mean ?? mean[index]!;
  for (const [family, index] of design.familyIndex) mean[index] = start.families.get(family)?.mean ?? mean[index]!;
  mean[design.size - 1] = start.intercept.mean;
  return mean;
}

const MAX_STEPS = 100;

function maximise(
  design: Design,
  prior: Prior,
  start: Float64Array,
  tolerance: number,
): { mean: Float64Array; factor: Envelope } {
  const factor = envelope(firstColumns(design));
  const step = new Float64Array(design.size);
  let mean = start;
  let loss = lossAt(design, prior, mean);
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    derivatives(design, prior, mean, step, factor);
    // The prior alone makes the matrix positive definite; only a number that is not finite can break this.
    if (!factorise(factor)) throw new RangeError("attribution: a score, trust, age or prior is not a finite number");
    solve(factor, step);
    const largest = step.reduce((most, change) => Math.max(most, Math.abs(change)), 0);
    let next = add(mean, step);
    let nextLoss = lossAt(design, prior, next);
    // Near the maximum rounding may raise the loss by a hair; there the full step is right.
    for (let halvings = 0; largest > 1e-4 && nextLoss > loss && halvings < 40; halvings++) {
      step.forEach((change, i) => {
        step[i] = change / 2;
      });
      next = add(mean, step);
      nextLoss = lossAt(design, prior, next);
    }
    mean = next;
    loss = nextLoss;
    if (largest <= tolerance) break;
  }
  return { mean, factor };
}

function add(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value + b[i]!);
}

/** A card's row begins at the first card it was shown with; families and b₀ meet everybody. */
function firstColumns(design: Design): Int32Array {
  const first = new Int32Array(design.size);
  for (let card = 0; card < design.cardIndex.size; card++) first[card] = card;
  for (let r = 0; r < design.family.length; r++) {
    let lowest = design.size;
    for (let e = design.from[r]!; e < design.from[r + 1]!; e++) lowest = Math.min(lowest, design.cards[e]!);
    for (let e = design.from[r]!; e < design.from[r + 1]!; e++) {
      const card = design.cards[e]!;
      if (first[card]! > lowest) first[card] = lowest;
    }
  }
  return first;
}

function logOddsOf(design: Design, mean: Float64Array, r: number): number {
  let sum = mean[design.size - 1]! + mean[design.family[r]!]!;
  for (let e = design.from[r]!; e < design.from[r + 1]!; e++) sum += design.exposures[e]! * mean[design.cards[e]!]!;
  return sum;
}

/** Minus the log of the posterior, up to a constant. */
function lossAt(design: Design, prior: Prior, mean: Float64Array): number {
  let loss = 0;
  for (let i = 0; i < design.size; i++) loss += 0.5 * prior.precision[i]! * (mean[i]! - prior.mean[i]!) ** 2;
  for (let r = 0; r < design.score.length; r++) {
    const z = logOddsOf(design, mean, r);
    const softplus = z > 0 ? z + Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z));
    loss += design.weight[r]! * (softplus - design.score[r]! * z);
  }
  return loss;
}

/** Writes minus the gradient of the loss into `downhill`, and its Hessian into `hessian`. */
function derivatives(
  design: Design,
  prior: Prior,
  mean: Float64Array,
  downhill: Float64Array,
  hessian: Envelope,
): void {
  const { values, base } = hessian;
  values.fill(0);
  for (let i = 0; i < design.size; i++) {
    downhill[i] = prior.precision[i]! * (prior.mean[i]! - mean[i]!);
    values[base[i]! + i] = prior.precision[i]!;
  }
  const interceptRow = base[design.size - 1]!;
  const intercept = design.size - 1;
  for (let r = 0; r < design.score.length; r++) {
    const p = sigmoid(logOddsOf(design, mean, r));
    const pull = design.weight[r]! * (design.score[r]! - p);
    const bend = design.weight[r]! * p * (1 - p);
    const family = design.family[r]!;
    const familyRow = base[family]!;
    downhill[intercept]! += pull;
    downhill[family]! += pull;
    values[interceptRow + intercept]! += bend;
    values[interceptRow + family]! += bend;
    values[familyRow + family]! += bend;
    for (let a = design.from[r]!; a < design.from[r + 1]!; a++) {
      const cardA = design.cards[a]!;
      const bendA = bend * design.exposures[a]!;
      downhill[cardA]! += pull * design.exposures[a]!;
      values[interceptRow + cardA]! += bendA;
      values[familyRow + cardA]! += bendA;
      for (let b = design.from[r]!; b < design.from[r + 1]!; b++) {
        const cardB = design.cards[b]!;
        if (cardB <= cardA) values[base[cardA]! + cardB]! += bendA * design.exposures[b]!;
      }
    }
  }
}

function describe(design: Design, options: AttributionOptions, mean: Float64Array, factor: Envelope): AttributionFit {
  const variance = inverseDiagonal(factor);
  const value = (index: number): Value => ({ mean: mean[index]!, sd: Math.sqrt(variance[index]!) });
  const cards = new Map<string, CardEstimate>();
  for (const [card, index] of design.cardIndex) {
    cards.set(card, { mean: mean[index]!, sd: Math.sqrt(variance[index]!), effective: design.effective[index]! });
  }
  const families = new Map<string, Value>();
  for (const [family, index] of design.familyIndex) families.set(family, value(index));
  const interceptIndex = design.size - 1;
  const { cardIndex, familyIndex } = design;
  return {
    intercept: value(interceptIndex),
    families,
    cards,
    posterior: { options, cardIndex, familyIndex, interceptIndex, mean, variance, factor },
  };
}
