import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderByCompany } from "../../../src/learn/policy/ordering.ts";

function companionsOf(size: number, pairs: ReadonlyArray<readonly [number, number]>): Array<Set<number>> {
  const companions = Array.from({ length: size }, () => new Set<number>());
  for (const [a, b] of pairs) {
    if (a === b) continue;
    companions[a]!.add(b);
    companions[b]!.add(a);
  }
  return companions;
}

/** Entries that the envelope stores below the diagonal. */
function stored(order: readonly number[], companions: ReadonlyArray<ReadonlySet<number>>): number {
  const place = new Map(order.map((card, i) => [card, i]));
  return order.reduce(
    (sum, card, i) => sum + i - Math.min(i, ...[...companions[card]!].map((other) => place.get(other)!)),
    0,
  );
}

describe("orderByCompany", () => {
  it("names every card once", () => {
    const graph = fc
      .integer({ min: 0, max: 30 })
      .chain((size) =>
        fc.tuple(
          fc.constant(size),
          size === 0 ? fc.constant([]) : fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1))),
        ),
      );
    fc.assert(
      fc.property(graph, ([size, pairs]) => {
        const order = orderByCompany(companionsOf(size, pairs as Array<[number, number]>));
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
      }),
    );
  });

  it("keeps the rows of ten separate groups as short as the groups, though their cards are numbered crosswise", () => {
    // card n belongs to group n % 10, and each group was shown in all pairs
    const pairs = Array.from({ length: 100 }, (_, a) =>
      Array.from({ length: 10 }, (_, k) => [a, (a + 10 * k) % 100] as const),
    ).flat();
    const companions = companionsOf(100, pairs);
    expect(stored(orderByCompany(companions), companions)).toBe(10 * 45);
    expect(
      stored(
        Array.from({ length: 100 }, (_, i) => i),
        companions,
      ),
    ).toBeGreaterThan(4000);
  });
});
