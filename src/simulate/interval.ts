/** A mean; `half` is half the width of its 95 % interval, null with a single value. */
export interface Interval {
  mean: number;
  half: number | null;
}

/** Mean and 95 % interval by the normal approximation, variance with n − 1. NaN for no values. */
export function intervalOf(values: readonly number[]): Interval {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return { mean, half: null };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, half: 1.96 * Math.sqrt(variance / values.length) };
}
