import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_DEPTH } from "../../src/observe/json-text.ts";
import { type Layout, readLines, readRecords } from "../../src/observe/records.ts";
import { anyJson, chunksOf, collect, seeded } from "./support.ts";

const read = async (text: string, size = 5, layout: Layout = {}) => {
  const records = await collect(readRecords(chunksOf(text, size), layout));
  // How long a record was is only an estimate.
  return records.map((record) => ("value" in record ? { ...record, chars: undefined } : record));
};

describe("reading records", () => {
  it("[O2] names a damaged line by its number and goes on behind it", async () => {
    const records = await read('{"a":1}\n{"a":\n\n{"a":3}\n');
    expect(records.map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(records[0]).toEqual({ line: 1, value: { a: 1 } });
    expect(records[1]).toMatchObject({ problem: expect.stringContaining("not JSON") });
    expect(records[2]).toEqual({ line: 4, value: { a: 3 } });
  });

  it("[O2] reads what stands before the place where an array breaks, and names the line", async () => {
    const records = await read('[\n{"a":1},\n{"a":2},\n{"a" 3},\n{"a":4}]');
    expect(records.slice(0, 2)).toEqual([
      { line: 2, value: { a: 1 } },
      { line: 3, value: { a: 2 } },
    ]);
    expect(records.slice(2)).toEqual([{ line: 4, problem: expect.stringContaining("not JSON from here on") }]);
  });

  it("[O2] says that an array was cut off, and keeps what was whole", async () => {
    const records = await read('[{"a":1},{"a":');
    expect(records[0]).toEqual({ line: 1, value: { a: 1 } });
    expect(records).toHaveLength(2);
    expect(records[1]).toHaveProperty("problem");
  });

  it("reads the list inside one object, wherever it stands and however it is laid out", async () => {
    const document = { made: { by: [1, 2] }, runs: [{ a: 1 }, { a: 2 }], more: 1 };
    for (const text of [JSON.stringify(document), JSON.stringify(document, undefined, 2)]) {
      const values = (await read(text, 3, { lists: ["runs"] })).map((record) =>
        "value" in record ? record.value : record.problem,
      );
      expect(values).toEqual([{ a: 1 }, { a: 2 }]);
    }
  });

  it("reads fields beside the list, and lists inside lists", async () => {
    const document = { info: { id: 1 }, groups: [{ runs: [{ a: 1 }] }, { runs: [{ a: 2 }, { a: 3 }] }, {}] };
    for (const text of [JSON.stringify(document), JSON.stringify(document, undefined, 2)]) {
      const records = await read(text, 3, { lists: ["groups.*.runs"], fields: ["info"] });
      expect(records.map((record) => "value" in record && [record.field, record.value])).toEqual([
        ["info", { id: 1 }],
        [undefined, { a: 1 }],
        [undefined, { a: 2 }],
        [undefined, { a: 3 }],
      ]);
    }
  });

  it("reads one object over several lines as one record", async () => {
    expect(await read('{\n  "a": {\n "b": 1 }\n}\n')).toEqual([{ line: 1, value: { a: { b: 1 } } }]);
  });

  it("reads a first line that is longer than the sample like any other", async () => {
    const long = { text: "x".repeat(200_000) };
    const records = await read(`${JSON.stringify(long)}\n{"a":2}\n`, 10_000);
    expect(records.map((record) => "value" in record && Object.keys(record.value as object))).toEqual([
      ["text"],
      ["a"],
    ]);
  });

  it("does not mind byte order marks, Windows line ends or a missing last newline", async () => {
    const records = await read('\uFEFF{"a":1}\r\n{"a":2}');
    expect(records).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, value: { a: 2 } },
    ]);
  });

  it("refuses what is nested too deep instead of failing on it later", async () => {
    const deep = `${"[".repeat(MAX_DEPTH + 1)}${"]".repeat(MAX_DEPTH + 1)}`;
    const records = await read(`{"a":1}\n{"a":${deep}}\n{"a":3}\n`, 1000);
    expect(records.map((record) => "value" in record)).toEqual([true, false, true]);
    expect((await read(`[{"a":${deep}},{"a":1}]`, 1000)).map((record) => "value" in record)).toEqual([false, true]);
  });

  it("nothing comes of an empty file", async () => {
    expect(await read("")).toEqual([]);
    expect(await read("\n \n")).toEqual([]);
  });

  it("[O3] gives the same records whatever the sizes of the pieces and the shape of the file", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ a: anyJson }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (values, size, pretty) => {
          const lines = await read(values.map((value) => JSON.stringify(value)).join("\n"), size);
          const array = await read(JSON.stringify(values, undefined, pretty ? 1 : 0), size);
          for (const records of [lines, array])
            expect(records.map((record) => "value" in record && record.value)).toEqual(values);
        },
      ),
      seeded(300),
    );
  });

  it("lets go of the file when its reader stops early", async () => {
    let closed = false;
    async function* chunks() {
      try {
        for (;;) yield `{"a":1}\n`.repeat(5_000);
      } finally {
        closed = true;
      }
    }
    for await (const _ of readRecords(chunks())) break;
    expect(closed).toBe(true);
  });
});

describe("reading lines", () => {
  it("are the lines of the text, in any pieces", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("a", "한", "\n", " ") }),
        fc.integer({ min: 1, max: 9 }),
        async (text, size) => {
          const expected = text
            .split("\n")
            .flatMap((line, at) => (line.trim() === "" ? [] : [{ line: at + 1, text: line }]));
          expect(await collect(readLines(chunksOf(text, size)))).toEqual(expected);
        },
      ),
      seeded(500),
    );
  });
});
