/** Slow and plain linear algebra, for the fast one to be held against. */
export type Matrix = number[][];

/** By Gauss–Jordan elimination with row exchange. */
export function inverse(matrix: Matrix): Matrix {
  const n = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(work[r]![c]!) > Math.abs(work[pivot]![c]!)) pivot = r;
    [work[c], work[pivot]] = [work[pivot]!, work[c]!];
    const scale = work[c]![c]!;
    work[c] = work[c]!.map((value) => value / scale);
    for (let r = 0; r < n; r++) {
      const factor = work[r]![c]!;
      if (r !== c && factor !== 0) work[r] = work[r]!.map((value, j) => value - factor * work[c]![j]!);
    }
  }
  return work.map((row) => row.slice(n));
}

export function times(matrix: Matrix, vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, value, j) => sum + value * vector[j]!, 0));
}
