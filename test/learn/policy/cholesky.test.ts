import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { envelope, factorise, inverseDiagonal, solve } from "../../../src/learn/policy/cholesky.ts";
import { inverse, type Matrix, times } from "./dense.ts";

/** Symmetric, zero outside the envelope, diagonal heavy enough to be positive definite. */
const system = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.record({
    first: fc.tuple(...Array.from({ length: size }, (_, i) => fc.integer({ min: 0, max: i }))),
    entries: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size * size, maxLength: size * size }),
    right: fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: size, maxLength: size }),
  }),
);

function matrixOf(first: readonly number[], entries: readonly number[]): Matrix {
  const n = first.length;
  const matrix = first.map(() => new Array<number>(n).fill(0));
  for (let i = 0; i < n; i++) {
    for (let j = first[i]!; j < i; j++) matrix[i]![j] = matrix[j]![i] = entries[i * n + j]!;
  }
  for (let i = 0; i < n; i++) matrix[i]![i] = 0.5 + matrix[i]!.reduce((sum, value) => sum + Math.abs(value), 0);
  return matrix;
}

function stored(first: readonly number[], matrix: Matrix) {
  const kept = envelope(Int32Array.from(first));
  matrix.forEach((row, i) => {
    for (let j = first[i]!; j <= i; j++) kept.values[kept.base[i]! + j] = row[j]!;
  });
  return kept;
}

describe("the envelope Cholesky factor", () => {
  it("solves like plain elimination, whatever rows are short", () => {
    fc.assert(
      fc.property(system, ({ first, entries, right }) => {
        const matrix = matrixOf(first, entries);
        const kept = stored(first, matrix);
        expect(factorise(kept)).toBe(true);
        const x = Float64Array.from(right);
        solve(kept, x);
        times(inverse(matrix), right).forEach((expected, i) => {
          expect(x[i]).toBeCloseTo(expected, 9);
        });
      }),
    );
  });

  it("gives the diagonal of the inverse", () => {
    fc.assert(
      fc.property(system, ({ first, entries }) => {
        const matrix = matrixOf(first, entries);
        const kept = stored(first, matrix);
        factorise(kept);
        const diagonal = inverseDiagonal(kept);
        inverse(matrix).forEach((row, i) => {
          expect(diagonal[i]).toBeCloseTo(row[i]!, 9);
        });
      }),
    );
  });

  it("stores nothing before the first entry of a row", () => {
    expect(envelope(Int32Array.from([0, 1, 1, 3])).values).toHaveLength(5);
  });

  it("says so when the matrix is not positive definite, or not a number", () => {
    const indefinite = [
      [1, 2],
      [2, 1],
    ];
    expect(factorise(stored([0, 0], indefinite))).toBe(false);
    expect(factorise(stored([0], [[Number.NaN]]))).toBe(false);
  });
});
