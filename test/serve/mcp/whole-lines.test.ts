import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wholeLines } from "../../../src/serve/mcp/whole-lines.ts";

async function piecesOf(chunks: readonly Buffer[], maxBytes = 1_000): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of Readable.from(chunks, { objectMode: false }).pipe(wholeLines(maxBytes))) {
    pieces.push((piece as Buffer).toString("latin1"));
  }
  return pieces;
}

const chunksOf = fc.array(
  fc.array(fc.constantFrom("a", "b", "\n"), { minLength: 1, maxLength: 12 }).map((letters) => letters.join("")),
  { maxLength: 12 },
);

describe("lines that come in pieces", () => {
  it("are passed on whole, and nothing is lost", async () => {
    await fc.assert(
      fc.asyncProperty(chunksOf, async (texts) => {
        const pieces = await piecesOf(texts.map((text) => Buffer.from(text)));
        expect(pieces.join("")).toBe(texts.join(""));
        for (const piece of pieces.slice(0, -1)) expect(piece.endsWith("\n")).toBe(true);
      }),
    );
  });

  it("are left out where one is too long, and the others are not", async () => {
    await fc.assert(
      fc.asyncProperty(chunksOf, fc.integer({ min: 13, max: 30 }), async (texts, maxBytes) => {
        const pieces = await piecesOf(
          texts.map((text) => Buffer.from(text)),
          maxBytes,
        );
        const lines = texts.join("").split(/(?<=\n)/);
        expect(pieces.join("")).toBe(lines.filter((line) => line.length <= maxBytes).join(""));
      }),
    );
  });

  it("cost as much as they are long: eight times the line, by far not 64 times the work", async () => {
    const copied = async (count: number) => {
      let bytes = 0;
      const concat = Buffer.concat;
      Buffer.concat = ((list: Buffer[], ...rest: []) => {
        const whole = concat(list, ...rest);
        bytes += whole.length;
        return whole;
      }) as typeof Buffer.concat;
      try {
        const chunk = Buffer.alloc(64 * 1024, "x");
        await piecesOf([...Array.from({ length: count }, () => chunk), Buffer.from("\n")], 1e9);
      } finally {
        Buffer.concat = concat;
      }
      return bytes;
    };
    expect(await copied(80)).toBeLessThanOrEqual(9 * (await copied(10)));
  });
});
