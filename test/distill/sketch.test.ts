import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addSmallest,
  entryOf,
  mergeSmallest,
  mergeTables,
  rowOf,
  shortHash,
  type TaskTable,
} from "../../src/distill/sketch.ts";

const LIMIT = 5;
const key = fc.integer({ min: 0, max: 40 }).map((n) => shortHash(String(n)));

function fill(keys: readonly string[]): TaskTable<number> {
  const table: TaskTable<number> = {};
  for (const k of keys) if (rowOf(table, k, LIMIT, () => 0) !== undefined) table[k]!++;
  return table;
}

describe("short hashes", () => {
  it("tell texts apart and spread evenly", () => {
    const hashes = Array.from({ length: 20_000 }, (_, i) => shortHash(`value ${i}`));
    expect(new Set(hashes).size).toBe(hashes.length);
    const lower = hashes.filter((hash) => hash < "i0000000").length;
    expect(lower).toBeGreaterThan(9_700);
    expect(lower).toBeLessThan(10_300);
  });

  it("do not change, because states are kept", () => {
    expect([shortHash(""), shortHash("a"), shortHash("전화 받기")]).toMatchInlineSnapshot(`
      [
        "bqo7msa9",
        "3rmkxn2j",
        "xrnorjbt",
      ]
    `);
  });
});

describe("tables by task", () => {
  it("[D2] hold the same rows whatever the order", () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (keys, random) => {
        const shuffled = keys.map((k) => [random.next().value as number, k] as const).sort(([a], [b]) => a - b);
        expect(fill(shuffled.map(([, k]) => k))).toEqual(fill(keys));
      }),
    );
  });

  it("[D2] merge to what one table would hold", () => {
    fc.assert(
      fc.property(fc.array(key), fc.array(key), (a, b) => {
        const [left, right] = [fill(a), fill(b)];
        const before = structuredClone([left, right]);
        expect(mergeTables(left, right, LIMIT, (x, y) => x + y)).toEqual(fill([...a, ...b]));
        expect([left, right]).toEqual(before);
      }),
    );
  });

  it("stay within their limit and go on counting after a round trip through JSON", () => {
    const keys = Array.from({ length: 30 }, (_, i) => shortHash(String(i)));
    const halfway = JSON.parse(JSON.stringify(fill(keys.slice(0, 20)))) as TaskTable<number>;
    for (const k of keys.slice(20)) if (rowOf(halfway, k, LIMIT, () => 0) !== undefined) halfway[k]!++;
    expect(halfway).toEqual(fill(keys));
    expect(Object.keys(halfway)).toHaveLength(LIMIT);
  });

  it("are not confused by the names of an object's own methods", () => {
    const map: Record<string, number> = {};
    expect(entryOf(map, ".constructor", () => 7)).toBe(7);
    expect(rowOf({} as TaskTable<number>, "constructor", LIMIT, () => 7)).toBe(7);
  });
});

describe("lists of the smallest", () => {
  it("keep the smallest, sorted, once each, in any order", () => {
    fc.assert(
      fc.property(fc.array(key), fc.array(key), (a, b) => {
        const list: string[] = [];
        for (const k of [...a, ...b]) addSmallest(list, k, LIMIT);
        expect(list).toEqual([...new Set([...a, ...b])].sort().slice(0, LIMIT));
        const [left, right]: [string[], string[]] = [[], []];
        for (const k of a) addSmallest(left, k, LIMIT);
        for (const k of b) addSmallest(right, k, LIMIT);
        expect(mergeSmallest(left, right, LIMIT)).toEqual(list);
      }),
    );
  });
});
