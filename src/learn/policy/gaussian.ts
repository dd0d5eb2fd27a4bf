export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

export function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/**
 * P(Z ≤ z) for a standard normal Z, to about 1e-15: the erf series near zero, the continued fraction of erfc in the tail.
 * @source Abramowitz & Stegun 7.1.6 and 7.1.14
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const tail = x < 2.5 ? 0.5 * (1 - erfSeries(x)) : 0.5 * erfcFraction(x);
  return z > 0 ? 1 - tail : tail;
}

function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

function erfcFraction(x: number): number {
  let fraction = x;
  for (let n = 60; n >= 1; n--) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}
