import { type AttemptRow, exposure, NO_FAMILY } from "./attempt-row.ts";
import { type AttributionFit, type CardEstimate, fitAttribution, type PriorMean } from "./attribution.ts";
import { solve } from "./cholesky.ts";
import { sigmoid } from "./gaussian.ts";

/** Above this many cards one row is taken in by a rank-one step, and a whole fit waits (DESIGN §4). */
const FIT_EACH_ROW_UP_TO = 300;
/** Rows taken in one by one before the next whole fit. A guess: the steps drift, and each costs a little more than the last. */
const MAX_UPDATES = 50;

/** A fit with rows taken in since. Each of them bent the covariance by −bend · direction · directionᵀ. */
export interface UpdatedFit extends AttributionFit {
  updates: ReadonlyArray<{ direction: Float64Array; bend: number }>;
  /** Cards and families that the whole fit had not met, behind its own parameters. */
  added: { names: ReadonlyMap<string, number>; priorVariance: readonly number[] };
}

/**
 * Takes in the newest row: by a whole fit while that is cheap or due, else by one step.
 * @param rows  all rows, the newest included, with their ages as they are now
 */
export function refit(
  fit: AttributionFit | UpdatedFit,
  newest: AttemptRow,
  rows: () => readonly AttemptRow[],
  priorMean: PriorMean,
): AttributionFit | UpdatedFit {
  const updates = "updates" in fit ? fit.updates.length : 0;
  if (fit.cards.size <= FIT_EACH_ROW_UP_TO || updates >= MAX_UPDATES) {
    return fitAttribution(rows(), priorMean, fit.posterior.options, fit);
  }
  return updateFit(fit, newest, priorMean);
}

/**
 * One Newton step for one new row, with the covariance kept up by the Sherman–Morrison formula: what a whole fit would find, to first
 * order. Costs one solve with the factor that is already there. Earlier rows do not age; the next whole fit settles that.
 */
export function updateFit(fit: AttributionFit | UpdatedFit, row: AttemptRow, priorMean: PriorMean): UpdatedFit {
  const known: UpdatedFit =
    "updates" in fit ? fit : { ...fit, updates: [], added: { names: new Map(), priorVariance: [] } };
  if (row.score === undefined || row.trust <= 0) return known;
  const { grown, places } = placesOf(known, row, priorMean);
  const { mean, variance } = grown.posterior;

  const direction = covarianceTimes(grown, places);
  let logOdds = 0;
  let spread = 0;
  for (const [place, share] of places) {
    logOdds += share * mean[place]!;
    spread += share * direction[place]!;
  }
  const weight = row.trust * grown.posterior.options.decay ** row.age;
  const p = sigmoid(logOdds);
  const curvature = weight * p * (1 - p);
  const bend = curvature / (1 + curvature * spread);
  const pull = (weight * (row.score - p)) / (1 + curvature * spread);
  const posterior = {
    ...grown.posterior,
    mean: mean.map((value, i) => value + pull * direction[i]!),
    variance: variance.map((value, i) => value - bend * direction[i]! ** 2),
  };
  return describe({ ...grown, posterior, updates: [...grown.updates, { direction, bend }] }, row, weight);
}

/** Parameters that the row touches with their exposures; cards and families met for the first time get a place. */
function placesOf(
  fit: UpdatedFit,
  row: AttemptRow,
  priorMean: PriorMean,
): { grown: UpdatedFit; places: Array<[place: number, share: number]> } {
  const { options, cardIndex, familyIndex, interceptIndex } = fit.posterior;
  const names = new Map(fit.added.names);
  const means = [...fit.posterior.mean];
  const variances = [...fit.posterior.variance];
  const priorVariance = [...fit.added.priorVariance];
  const placeOf = (name: string, index: number | undefined, mean: number, sd: number) => {
    const place = index ?? names.get(name) ?? means.length;
    if (place === means.length) {
      names.set(name, place);
      means.push(mean);
      variances.push(sd * sd);
      priorVariance.push(sd * sd);
    }
    return place;
  };
  const family = row.family ?? NO_FAMILY;
  const places: Array<[number, number]> = [
    [interceptIndex, 1],
    [placeOf(familyName(family), familyIndex.get(family), 0, options.familySd), 1],
  ];
  for (const card of new Set(row.shown)) {
    const place = placeOf(cardName(card), cardIndex.get(card), priorMean(card), options.cardSd);
    places.push([place, exposure(row, card)]);
  }
  const posterior = { ...fit.posterior, mean: Float64Array.from(means), variance: Float64Array.from(variances) };
  return { grown: { ...fit, posterior, added: { names, priorVariance } }, places };
}

function familyName(family: string): string {
  return `family ${family}`;
}

function cardName(card: string): string {
  return `card ${card}`;
}

/** Σ·x for a sparse x, with the covariance Σ as all updates have left it. */
function covarianceTimes(fit: UpdatedFit, x: ReadonlyArray<readonly [number, number]>): Float64Array {
  const { factor, mean } = fit.posterior;
  const product = new Float64Array(mean.length);
  for (const [place, share] of x) product[place]! += share;
  solve(factor, product.subarray(0, factor.size));
  for (let i = factor.size; i < product.length; i++) product[i]! *= fit.added.priorVariance[i - factor.size]!;
  for (const { direction, bend } of fit.updates) {
    let along = 0;
    for (const [place, share] of x) along += share * (direction[place] ?? 0);
    if (along !== 0) for (let i = 0; i < direction.length; i++) product[i]! -= bend * along * direction[i]!;
  }
  return product;
}

/** The maps that readers of a fit use, brought up to date. */
function describe(fit: UpdatedFit, row: AttemptRow, weight: number): UpdatedFit {
  const { mean, variance, cardIndex, familyIndex, interceptIndex } = fit.posterior;
  const value = (place: number) => ({ mean: mean[place]!, sd: Math.sqrt(Math.max(0, variance[place]!)) });
  const cards = new Map<string, CardEstimate>();
  const tested = new Set(row.shown);
  const put = (card: string, place: number) => {
    const before = fit.cards.get(card)?.effective ?? 0;
    const effective = tested.has(card) ? before + weight * exposure(row, card) : before;
    cards.set(card, { ...value(place), effective });
  };
  for (const [card, place] of cardIndex) put(card, place);
  const families = new Map([...familyIndex].map(([family, place]) => [family, value(place)]));
  for (const [name, place] of fit.added.names) {
    if (name.startsWith("card ")) put(name.slice("card ".length), place);
    else families.set(name.slice("family ".length), value(place));
  }
  return { ...fit, intercept: value(interceptIndex), families, cards };
}
