import { describe, expect, it } from "vitest";
import type { Observation } from "../../src/model/observation.ts";
import type { LogLine, LogPositions, LogProblem, ObservationLog } from "../../src/ports.ts";

export function observation(at: string, more: Partial<Observation> = {}): Observation {
  return { v: 1, at: `${at}T10:00:00.000Z`, event: "prompt", ...more };
}

/** Everything from these positions on, with the positions behind it. */
export async function readAll(log: ObservationLog, from: LogPositions = {}) {
  const problems: LogProblem[] = [];
  const lines: LogLine<Observation>[] = [];
  for await (const line of log.read(from, (problem) => problems.push(problem))) lines.push(line);
  const positions: Record<string, number> = { ...from };
  for (const { file, next } of lines) positions[file] = next;
  return { lines, problems, positions, inputs: lines.map(({ value }) => value.input) };
}

/** What every implementation of {@link ObservationLog} promises. */
export function describeObservationLog(name: string, create: () => ObservationLog): void {
  describe(`observation log (${name})`, () => {
    it("is empty at first", async () => {
      expect((await readAll(create())).lines).toEqual([]);
    });

    it("gives back what was appended, in files by day, oldest day first", async () => {
      const log = create();
      const later = [
        observation("2026-11-30", { input: "c" }),
        observation("2026-11-30", { input: { 배: ["😀", "\u2028\n"] } }),
      ];
      await log.append(later);
      await log.append([observation("2026-11-02", { input: "a" })]);
      await log.append([]);
      const { lines, problems } = await readAll(log);
      expect(problems).toEqual([]);
      expect(lines.map(({ value }) => value)).toEqual([observation("2026-11-02", { input: "a" }), ...later]);
      expect(lines.map(({ file }) => file)).toEqual(["2026-11-02.jsonl", "2026-11-30.jsonl", "2026-11-30.jsonl"]);
    });

    it("names the file by the day in UTC of the first line, and keeps an append together", async () => {
      const log = create();
      await log.append([
        { ...observation("2026-11-30"), at: "2026-12-01T03:00:00.000+09:00" },
        observation("2026-12-05"),
      ]);
      expect((await readAll(log)).lines.map(({ file }) => file)).toEqual(["2026-11-30.jsonl", "2026-11-30.jsonl"]);
    });

    it("tells where each line begins and the next one does", async () => {
      const log = create();
      await log.append(["a", "배포", "c"].map((input) => observation("2026-11-30", { input })));
      const { lines } = await readAll(log);
      expect(lines[0]!.start).toBe(0);
      expect(lines.slice(1).map(({ start }) => start)).toEqual(lines.slice(0, -1).map(({ next }) => next));
      const bytes = Buffer.byteLength(`${JSON.stringify(lines[1]!.value)}\n`);
      expect(lines[1]!.next - lines[1]!.start).toBe(bytes);
      for (const [at, { file, start }] of lines.entries()) {
        expect((await readAll(log, { [file]: start })).inputs).toEqual(["a", "배포", "c"].slice(at));
      }
    });

    it("[S13] goes on where a reader stopped, also in a day that was read already", async () => {
      const log = create();
      await log.append([observation("2026-11-30", { input: "one" })]);
      const first = await readAll(log);
      expect((await readAll(log, first.positions)).inputs).toEqual([]);
      await log.append([observation("2026-11-02", { input: "an older day" })]);
      await log.append([observation("2026-11-30", { input: "two" })]);
      const second = await readAll(log, first.positions);
      expect(second.inputs).toEqual(["an older day", "two"]);
      expect((await readAll(log, second.positions)).inputs).toEqual([]);
      expect((await readAll(log)).inputs).toEqual(["an older day", "one", "two"]);
    });

    it("starts a file over that is shorter than its position, or has no line end there, and says so", async () => {
      const log = create();
      await log.append([observation("2026-11-30", { input: "one" })]);
      for (const offset of [3, 100_000]) {
        const { inputs, problems } = await readAll(log, { "2026-11-30.jsonl": offset });
        expect(inputs).toEqual(["one"]);
        expect(problems).toEqual([
          {
            path: expect.stringContaining("2026-11-30.jsonl"),
            line: 1,
            problem: expect.stringContaining("read again from its start"),
          },
        ]);
      }
    });

    it("minds no position of a file that is gone", async () => {
      const log = create();
      await log.append([observation("2026-11-30", { input: "one" })]);
      expect((await readAll(log, { "2026-01-01.jsonl": 500, toString: 3 } as LogPositions)).inputs).toEqual(["one"]);
    });

    it("refuses an observation without a time", async () => {
      await expect(create().append([{ ...observation("2026-11-30"), at: "yesterday" }])).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    });

    it("does not mix what is appended at the same time", async () => {
      const log = create();
      const all = Array.from({ length: 40 }, (_, n) => `${n} ${"x".repeat(n * 500)}`);
      await Promise.all(
        all.map((input) => log.append([observation("2026-11-30", { input }), observation("2026-11-30", { input })])),
      );
      const { inputs, problems } = await readAll(log);
      expect(problems).toEqual([]);
      expect([...inputs].sort()).toEqual([...all, ...all].sort());
      for (let at = 0; at < inputs.length; at += 2) expect(inputs[at]).toBe(inputs[at + 1]);
    });
  });
}
