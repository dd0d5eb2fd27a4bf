/**
 * A symmetric positive definite matrix, lower half, each row kept from its first entry that may differ from zero to the diagonal.
 *
 * ```
 *   row 0  x              rows of cards that were never shown together stay short,
 *   row 1  x x            so factor and inverse cost what the co-showing costs,
 *   row 2      x          not the cube of the number of cards
 *   row 3    . x x
 * ```
 */
export interface Envelope {
  size: number;
  /** Column where the stored part of each row begins. */
  first: Int32Array;
  /** Place in `values` of column 0 of each row, stored or not: entry (i, j) is `values[base[i] + j]`. */
  base: Int32Array;
  values: Float64Array;
}

export function envelope(first: Int32Array): Envelope {
  const size = first.length;
  const base = new Int32Array(size);
  let length = 0;
  for (let i = 0; i < size; i++) {
    base[i] = length - first[i]!;
    length += i - first[i]! + 1;
  }
  return { size, first, base, values: new Float64Array(length) };
}

/**
 * Replaces the matrix by its Cholesky factor L, in place: A = L·Lᵀ keeps A's envelope.
 * @returns false when the matrix is not positive definite to working precision; its values are then meaningless
 */
export function factorise({ size, first, base, values }: Envelope): boolean {
  for (let i = 0; i < size; i++) {
    const rowI = base[i]!;
    const firstI = first[i]!;
    for (let j = firstI; j < i; j++) {
      const rowJ = base[j]!;
      const from = Math.max(firstI, first[j]!);
      let sum = values[rowI + j]!;
      for (let k = from; k < j; k++) sum -= values[rowI + k]! * values[rowJ + k]!;
      values[rowI + j] = sum / values[rowJ + j]!;
    }
    let diagonal = values[rowI + i]!;
    for (let k = firstI; k < i; k++) diagonal -= values[rowI + k]! * values[rowI + k]!;
    if (!(diagonal > 0)) return false;
    values[rowI + i] = Math.sqrt(diagonal);
  }
  return true;
}

/** Solves L·Lᵀ·x = b, in place. */
export function solve({ size, first, base, values }: Envelope, b: Float64Array): void {
  for (let i = 0; i < size; i++) {
    const row = base[i]!;
    let sum = b[i]!;
    for (let k = first[i]!; k < i; k++) sum -= values[row + k]! * b[k]!;
    b[i] = sum / values[row + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = base[i]!;
    const x = b[i]! / values[row + i]!;
    b[i] = x;
    for (let k = first[i]!; k < i; k++) b[k]! -= values[row + k]! * x;
  }
}

/** The diagonal of (L·Lᵀ)⁻¹: the squared length of each column of L⁻¹. */
export function inverseDiagonal({ size, first, base, values }: Envelope): Float64Array {
  const diagonal = new Float64Array(size);
  const column = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    column.fill(0, j);
    column[j] = 1 / values[base[j]! + j]!;
    let lastNonZero = j;
    let square = column[j]! * column[j]!;
    for (let i = j + 1; i < size; i++) {
      if (first[i]! > lastNonZero) continue;
      const row = base[i]!;
      let sum = 0;
      for (let k = Math.max(first[i]!, j); k <= lastNonZero; k++) sum -= values[row + k]! * column[k]!;
      if (sum === 0) continue;
      const x = sum / values[row + i]!;
      column[i] = x;
      square += x * x;
      lastNonZero = i;
    }
    diagonal[j] = square;
  }
  return diagonal;
}
