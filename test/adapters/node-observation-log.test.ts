import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_LINE_BYTES } from "../../src/adapters/log-lines.ts";
import { createNodeObservationLog } from "../../src/adapters/node-observation-log.ts";
import { describeObservationLog, observation, readAll } from "../conformance/observation-log.ts";
import { scratchFolder } from "../conformance/scratch.ts";

const FILE = "2026-11-30.jsonl";

function create() {
  const folder = join(scratchFolder(), "observations");
  return { folder, path: join(folder, FILE), log: createNodeObservationLog(folder) };
}

const line = (input: string) => `${JSON.stringify(observation("2026-11-30", { input }))}\n`;

describeObservationLog("node", () => create().log);

describe("the observation log on disk", () => {
  it("is one JSON object a line", async () => {
    const { log, path } = create();
    await log.append([observation("2026-11-30", { input: "one" }), observation("2026-11-30", { input: "two" })]);
    expect(readFileSync(path, "utf8")).toBe(line("one") + line("two"));
  });

  it("keeps what happened from other users of the machine", async () => {
    const { log, folder } = create();
    await log.append([observation("2026-11-30")]);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it("[S15] closes a line that some crash left unfinished before it appends", async () => {
    const { log, path, folder } = create();
    mkdirSync(folder);
    writeFileSync(path, `${line("one")}${line("torn").slice(0, 40)}`);
    expect((await readAll(log)).inputs).toEqual(["one"]);
    await log.append([observation("2026-11-30", { input: "two" })]);
    const { inputs, problems } = await readAll(log);
    expect(inputs).toEqual(["one", "two"]);
    expect(problems).toEqual([{ path, line: 2, problem: expect.stringContaining("not JSON") }]);
  });

  it("[S13] leaves an unfinished last line for the next read", async () => {
    const { log, path, folder } = create();
    mkdirSync(folder);
    writeFileSync(path, line("one") + line("two").slice(0, -1));
    const first = await readAll(log);
    expect(first.inputs).toEqual(["one"]);
    expect(first.problems).toEqual([]);
    appendFileSync(path, "\n");
    expect((await readAll(log, first.positions)).inputs).toEqual(["two"]);
  });

  it("[S15] names each damaged line and reads all others", async () => {
    const { log, path, folder } = create();
    mkdirSync(folder);
    const bad = ["{", "[]", '{"v":2}', '{"v":1,"at":"x","event":"prompt"}', "\u0000\u0000\u0000"];
    const invalid = Buffer.concat([Buffer.from(line("x").slice(0, -3)), Buffer.from([0xff]), Buffer.from('"}\n')]);
    writeFileSync(
      path,
      Buffer.concat([
        Buffer.from(`\uFEFF${line("one")}\n \r\n${bad.join("\n")}\n${line("two").replace("\n", "\r\n")}`),
        invalid,
        Buffer.from(line("three")),
      ]),
    );
    const { inputs, problems } = await readAll(log);
    expect(inputs).toEqual(["one", "two", "three"]);
    expect(problems.map((problem) => problem.line)).toEqual([4, 5, 6, 7, 8, 10]);
    expect(problems.at(-1)!.problem).toBe("not UTF-8 text");
    expect(new Set(problems.map((problem) => problem.path))).toEqual(new Set([path]));
  });

  it("counts lines from the beginning of the file, wherever reading began", async () => {
    const { log, path, folder } = create();
    mkdirSync(folder);
    writeFileSync(path, `${line("one")}${line("two")}broken\n`);
    const { problems } = await readAll(log, { [FILE]: Buffer.byteLength(line("one")) });
    expect(problems).toMatchObject([{ line: 3 }]);
  });

  it("reads lines that are longer than a piece of the file, and characters that lie across two", async () => {
    const { log } = create();
    const texts = [255, 256, 257, 700].map((kilobytes) => "배".repeat((kilobytes * 1024) / 3) + "😀".repeat(1000));
    await log.append(texts.map((input) => observation("2026-11-30", { input })));
    expect((await readAll(log)).inputs).toEqual(texts);
  });

  it("passes over a line that is too long to be one of ours, without keeping it", async () => {
    const { log, path, folder } = create();
    mkdirSync(folder);
    writeFileSync(path, line("one"));
    for (let written = 0; written <= MAX_LINE_BYTES; written += 4_000_000)
      appendFileSync(path, Buffer.alloc(4_000_000, "x"));
    appendFileSync(path, `\n${line("two")}`);
    const { inputs, problems } = await readAll(log);
    expect(inputs).toEqual(["one", "two"]);
    expect(problems).toEqual([{ path, line: 2, problem: expect.stringContaining("longer than") }]);
  });

  it("ignores what else lies in the folder", async () => {
    const { log, folder } = create();
    await log.append([observation("2026-11-30", { input: "one" })]);
    for (const name of [".hidden.jsonl", "notes.txt", "2026-11-30.jsonl.bak"])
      writeFileSync(join(folder, name), line("no"));
    expect((await readAll(log)).inputs).toEqual(["one"]);
  });

  it("goes on with the next file when one vanishes while it is read", async () => {
    const { log, folder } = create();
    for (const day of ["2026-11-01", "2026-11-02", "2026-11-03"]) await log.append([observation(day, { input: day })]);
    const inputs: unknown[] = [];
    for await (const { value } of log.read({})) {
      inputs.push(value.input);
      rmSync(join(folder, "2026-11-02.jsonl"), { force: true });
    }
    expect(inputs).toEqual(["2026-11-01", "2026-11-03"]);
  });

  it("appends through a symbolic link", async () => {
    const { log, folder, path } = create();
    const elsewhere = scratchFolder();
    mkdirSync(folder);
    writeFileSync(join(elsewhere, "real"), line("one"));
    symlinkSync(join(elsewhere, "real"), path);
    await log.append([observation("2026-11-30", { input: "two" })]);
    expect(readFileSync(join(elsewhere, "real"), "utf8")).toBe(line("one") + line("two"));
  });

  it("says what helps when the folder cannot be written", async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, "observations"), "a file");
    const log = createNodeObservationLog(join(folder, "observations"));
    await expect(log.append([observation("2026-11-30")])).rejects.toMatchObject({
      code: "STORE_BUSY",
      hint: expect.stringContaining("not a folder"),
    });
  });
});
