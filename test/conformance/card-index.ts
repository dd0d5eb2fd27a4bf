import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CardIndex,
  type CardPlace,
  INDEX_FIELDS,
  type IndexedCard,
  type IndexField,
  type IndexPlace,
  isSearched,
} from "../../src/ports.ts";

export const EVEN_WEIGHTS = Object.fromEntries(INDEX_FIELDS.map((field) => [field, 1])) as Record<IndexField, number>;

/** A card with these tokens; fields that are not named have none. */
export function indexedCard(
  id: string,
  tokens: Partial<Record<IndexField, string[]>> = {},
  more: { place?: IndexPlace; stamp?: string; body?: string } = {},
): IndexedCard {
  const place = more.place ?? "experiences";
  const body = more.body ?? `# ${id}\n`;
  return {
    experience: {
      format: 1,
      id,
      whenToUse: `when ${id}`,
      kind: "habit",
      status: isSearched(place) ? "active" : place === "retired" ? "retired" : "quarantined",
      tier: "provisional",
      scope: "project",
      confidence: 0.5,
      freq: 0,
      utility: 0,
      keywords: [],
      tools: [],
      created: "2026-11-30T00:00:00Z",
      provenance: { origin: "person", sessions: [], trajectories: [], author: "person", derivedFrom: [] },
      title: id,
      body,
    },
    place,
    stamp: more.stamp ?? "1",
    hash: "hash",
    tokens: Object.fromEntries(INDEX_FIELDS.map((field) => [field, tokens[field] ?? []])) as Record<
      IndexField,
      string[]
    >,
  };
}

export async function search(
  index: CardIndex,
  terms: string[],
  weights: Partial<Record<IndexField, number>> = {},
  limit = 10,
) {
  const hits = await index.search(terms, { ...EVEN_WEIGHTS, ...weights }, limit);
  return hits.map(({ card, score }) => ({ id: card.experience.id, score }));
}

const ids = async (found: Promise<Array<{ id: string }>>) => (await found).map(({ id }) => id);

/** Words as they come out of a tokeniser: few, so that they meet; of many scripts, so that none is cut. */
export const words = fc.constantFrom(
  ...[
    "deploy",
    "test",
    "read",
    "main_tf",
    "배포",
    "테스",
    "스트",
    "部署",
    "テス",
    "前",
    "é",
    "429",
    "x86_64",
    "𠮷",
    "ß",
    "नम",
    "a",
  ],
);
const fieldTokens = fc.array(words, { maxLength: 6 });
export const corpora = fc.array(
  fc.record({
    n: fc.integer({ min: 0, max: 30 }),
    place: fc.constantFrom<CardPlace>("experiences", "experiences", "experiences", "retired", "quarantine"),
    tokens: fc.record(
      Object.fromEntries(INDEX_FIELDS.map((field) => [field, fieldTokens])) as Record<IndexField, typeof fieldTokens>,
    ),
  }),
  { maxLength: 25 },
);

/** What every implementation of {@link CardIndex} promises. `create` gives an empty one. */
export function describeCardIndex(name: string, create: (fingerprint: string) => Promise<CardIndex>): void {
  describe(`card index (${name})`, () => {
    it("gives back what was put", async () => {
      const index = await create("f");
      const card = indexedCard(
        "배포",
        { when_to_use: ["deploy", "배포"], body: ["a", "a"] },
        { body: '# "x"\n\n\u2028😀\n' },
      );
      await index.put([card, indexedCard("b", {}, { place: "retired" })]);
      expect(await index.get("배포")).toEqual(card);
      expect(await index.get("nothing")).toBeUndefined();
      expect(await ids(index.entries())).toEqual(["b", "배포"]);
      expect(await index.all()).toEqual([indexedCard("b", {}, { place: "retired" }), card]);
      expect(await index.all("experiences")).toEqual([card]);
      await index.close();
    });

    it("replaces a card, and forgets its old words", async () => {
      const index = await create("f");
      await index.put([indexedCard("a", { title: ["old"] }), indexedCard("b", { title: ["old"] })]);
      await index.put([indexedCard("a", { title: ["new"] }, { stamp: "2" })]);
      expect(await ids(search(index, ["old"]))).toEqual(["b"]);
      expect(await ids(search(index, ["new"]))).toEqual(["a"]);
      expect(await index.entries()).toEqual([
        { id: "a", place: "experiences", stamp: "2" },
        { id: "b", place: "experiences", stamp: "1" },
      ]);
      await index.close();
    });

    it("keeps the last of two cards of one id that are put together", async () => {
      const index = await create("f");
      await index.put([indexedCard("a", { title: ["one"] }), indexedCard("a", { title: ["two"] })]);
      expect(await ids(search(index, ["one"]))).toEqual([]);
      expect(await ids(search(index, ["two"]))).toEqual(["a"]);
      await index.close();
    });

    it("removes cards, and does not mind ids it does not have", async () => {
      const index = await create("f");
      await index.put([indexedCard("a", { title: ["x"] }), indexedCard("b", { title: ["x"] })]);
      await index.remove(["a", "nothing"]);
      expect(await ids(search(index, ["x"]))).toEqual(["b"]);
      expect(await index.get("a")).toBeUndefined();
      await index.close();
    });

    it("[R2] searches the cards in experiences alone", async () => {
      const index = await create("f");
      const places = ["experiences", "quarantine", "retired"] as const;
      await index.put(places.map((place) => indexedCard(place, { when_to_use: ["exact", "match"] }, { place })));
      expect(await ids(search(index, ["exact", "match"]))).toEqual(["experiences"]);
      await index.put([indexedCard("experiences", { when_to_use: ["exact", "match"] }, { place: "retired" })]);
      expect(await ids(search(index, ["exact", "match"]))).toEqual([]);
      await index.close();
    });

    it("orders by how well words fit, and cards that fit alike by id", async () => {
      const index = await create("f");
      const filler = Array.from({ length: 8 }, (_, n) => indexedCard(`other-${n}`, { body: ["something", "else"] }));
      await index.put([
        ...filler,
        indexedCard("long", { title: ["deploy"], body: Array(20).fill("word") }), // the word among many others
        indexedCard("both", { title: ["deploy", "staging"] }), // both words
        indexedCard("twin-b", { title: ["deploy"] }), // one word, equal to the next one
        indexedCard("twin-a", { title: ["deploy"] }),
      ]);
      expect(await ids(search(index, ["deploy", "staging"]))).toEqual(["both", "twin-a", "twin-b", "long"]);
      expect(await ids(search(index, ["deploy", "staging"], {}, 2))).toEqual(["both", "twin-a"]);
      await index.close();
    });

    it("orders ids by code points", async () => {
      const index = await create("f");
      const given = ["b", "\u{20bb7}", "a", "\uff5a", "é", "배", "ab"];
      await index.put(given.map((id) => indexedCard(id, { title: ["x"] })));
      const inOrder = ["a", "ab", "b", "é", "배", "\uff5a", "\u{20bb7}"];
      expect(await ids(index.entries())).toEqual(inOrder);
      expect((await index.all()).map(({ experience }) => experience.id)).toEqual(inOrder);
      expect(await ids(search(index, ["x"]))).toEqual(inOrder);
      await index.close();
    });

    it("[S12] samples its entries, each as likely as any other", async () => {
      const index = await create("f");
      expect(await index.sample(5)).toEqual([]);
      const places: CardPlace[] = ["experiences", "quarantine", "retired"];
      for (let round = 0; round < 5; round += 1) {
        await index.put(Array.from({ length: 40 }, (_, n) => indexedCard(`card-${n}`, {}, { place: places[n % 3]! })));
      }
      await index.remove(Array.from({ length: 10 }, (_, n) => `card-${n + 7}`));
      const entries = new Map((await index.entries()).map((entry) => [entry.id, entry]));
      const seen = new Map<string, number>();
      for (let n = 0; n < 3000; n += 1) {
        const sample = await index.sample(8);
        expect(sample.length).toBeLessThanOrEqual(8);
        for (const entry of sample) {
          expect(entry).toEqual(entries.get(entry.id));
          seen.set(entry.id, (seen.get(entry.id) ?? 0) + 1);
        }
      }
      expect(seen.size).toBe(30);
      // Cards that were put again and again must not leave holes: 15,000 are to be expected, 3,000 with holes.
      expect([...seen.values()].reduce((sum, times) => sum + times)).toBeGreaterThan(10_000);
      expect(Math.max(...seen.values()) / Math.min(...seen.values())).toBeLessThan(1.5); // 500 each, give or take 22
      await index.close();
    });

    it("weighs fields, and leaves a field out whose weight is 0", async () => {
      const index = await create("f");
      await index.put([
        indexedCard("in-title", { title: ["x"], body: ["y"] }),
        indexedCard("in-body", { title: ["y"], body: ["x"] }),
        ...["c", "d", "e"].map((id) => indexedCard(id, { title: ["z"] })),
      ]);
      expect(await ids(search(index, ["x"], { title: 3 }))).toEqual(["in-title", "in-body"]);
      expect(await ids(search(index, ["x"], { body: 3 }))).toEqual(["in-body", "in-title"]);
      expect(await ids(search(index, ["x"], { title: 0 }))).toEqual(["in-body"]);
      await index.close();
    });

    it("does not look in a large store for what most cards hold, unless nothing else is asked for", async () => {
      for (const [cards, both] of [
        [999, 999],
        [1000, 3],
      ] as const) {
        const index = await create("f");
        await index.put(
          Array.from({ length: cards }, (_, n) =>
            indexedCard(`card-${n}`, { body: ["the", n % 2 ? "and" : "or", n < 3 ? "rare" : "x"] }),
          ),
        );
        expect(await search(index, ["the", "rare"], {}, 2000)).toHaveLength(both);
        expect(await search(index, ["the"], {}, 2000)).toHaveLength(cards);
        expect(await search(index, ["or", "rare"], {}, 2000)).toHaveLength(Math.ceil(cards / 2) + 1);
        await index.close();
      }
    });

    it("finds nothing for no terms, unknown terms, or no room", async () => {
      const index = await create("f");
      expect(await search(index, ["x"])).toEqual([]);
      await index.put([indexedCard("a", { title: ["x"] })]);
      expect(await search(index, [])).toEqual([]);
      expect(await search(index, [""])).toEqual([]);
      expect(await search(index, ["y"])).toEqual([]);
      expect(await search(index, ["x"], {}, 0)).toEqual([]);
      await index.close();
    });

    it("counts a term that is asked for twice once", async () => {
      const index = await create("f");
      await index.put([indexedCard("a", { title: ["x"] }), indexedCard("b", { title: ["y"] }), indexedCard("c")]);
      expect(await search(index, ["x", "x", "X"])).toEqual(await search(index, ["x"]));
      await index.close();
    });

    it.each([
      "배포",
      "テスト",
      "部署",
      "é",
      "ñandú",
      "𠮷",
      "नमस्ते",
      "main_tf",
      "_",
      "x86_64",
      "\u{1f600}",
      "ﬁ",
      "ⅷ",
      "Ａ",
      "\u{30000}",
      "c++",
      "don't",
      'a"b',
      "a*",
      "near",
      "OR",
      "NOT",
      "a-b",
      "(",
      "x:y",
      "^x",
      "{a}",
    ])("[S8] keeps the token %j whole", async (token) => {
      const index = await create("f");
      const parts = [...token];
      await index.put([
        indexedCard("whole", { when_to_use: [token] }),
        indexedCard("parts", { when_to_use: parts.length > 1 ? parts : ["other"] }),
        indexedCard("longer", { when_to_use: [`${token}z`, `z${token}`] }),
      ]);
      expect(await ids(search(index, [token]))).toEqual(["whole"]);
      await index.close();
    });

    it("keeps notes", async () => {
      const index = await create("f");
      expect(await index.note("a")).toBeUndefined();
      await index.setNote("a", "1");
      await index.setNote("a", "2 '배포'");
      await index.setNote("fingerprint", "x");
      expect(await index.note("a")).toBe("2 '배포'");
      expect(index.fingerprint).toBe("f");
      await index.close();
    });

    it("[S9] is after any changes what it would be if it were built anew", async () => {
      await fc.assert(
        fc.asyncProperty(
          corpora,
          fc.array(fc.integer({ min: 0, max: 30 })),
          fc.array(words, { maxLength: 5 }),
          async (corpus, gone, terms) => {
            const changed = await create("f");
            const left = new Map<string, IndexedCard>();
            for (const [at, { n, place, tokens }] of corpus.entries()) {
              const card = indexedCard(`card-${n}`, tokens, { place });
              await changed.put([card]);
              left.set(card.experience.id, card);
              const removed = `card-${gone[at] ?? -1}`;
              await changed.remove([removed]);
              left.delete(removed);
            }
            const rebuilt = await create("f");
            await rebuilt.put([...left.values()]);
            expect(await changed.all()).toEqual(await rebuilt.all());
            expect(await search(changed, terms)).toEqual(await search(rebuilt, terms));
            await Promise.all([changed.close(), rebuilt.close()]);
          },
        ),
        { numRuns: 50 },
      );
    });

    it("[L61] searches global cards along with the others, and gives them out only to who asks for them", async () => {
      const index = await create("f");
      const filler = ["a", "b", "c", "d"].map((id) => indexedCard(id, { title: [id] }));
      await index.put([
        ...filler,
        indexedCard("own", { title: ["deploy"] }),
        indexedCard("global/shared", { title: ["deploy", "deploy"] }, { place: "global" }),
      ]);
      expect(await ids(search(index, ["deploy"]))).toEqual(["global/shared", "own"]);
      expect((await index.all("global")).map(({ experience }) => experience.id)).toEqual(["global/shared"]);
      expect((await index.all()).map(({ experience }) => experience.id)).toEqual(["a", "b", "c", "d", "own"]);
      expect((await index.entries()).map(({ id }) => id)).toEqual(["a", "b", "c", "d", "own"]);
      for (let i = 0; i < 20; i += 1)
        expect((await index.sample(10)).map(({ id }) => id)).not.toContain("global/shared");
      await index.remove(["global/shared"]);
      expect(await ids(search(index, ["deploy"]))).toEqual(["own"]);
      await index.close();
    });
  });
}
