/** The vector with length 1; a vector of zeros stays as it is, and is like nothing. */
export function unit(vector: readonly number[]): number[] {
  const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((x) => x / length) : vector.map(() => 0);
}

/** Of two vectors of length 1: -1..1. 0 when their lengths differ: they come from different embedders. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
