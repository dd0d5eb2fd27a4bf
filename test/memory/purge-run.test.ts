import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { storedFilesOf } from "../../src/adapters/home-files.ts";
import { createNodeObservationLog } from "../../src/adapters/node-observation-log.ts";
import { createNoticeLog } from "../../src/adapters/notice-log.ts";
import { projectsWithFiles } from "../../src/adapters/stored-files.ts";
import { purgeRun } from "../../src/memory/purge-run.ts";
import { openMemory } from "../../src/open-memory.ts";
import { scratchFolder } from "../conformance/scratch.ts";

const SECRET = 'Müller "Söhne" 열쇠';
const AT = "2026-11-30T10:00:00.000Z";

/** Every way in which bytes on a disk can spell the text. */
const SPELLINGS = [SECRET, SECRET.normalize("NFC"), SECRET.normalize("NFD")].flatMap((text) => {
  const escaped = [...text].map((c) =>
    c.charCodeAt(0) > 126 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}` : c,
  );
  const forms = [text, escaped.join("")];
  return [
    ...forms,
    ...forms.map((form) => form.replaceAll('"', '\\"')),
    JSON.stringify(JSON.stringify(text)).slice(3, -3),
  ];
});

function filesHolding(folder: string, spellings: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => {
    if (spellings.some((text) => path.includes(text))) return true;
    let bytes: Buffer;
    try {
      bytes = readFileSync(join(folder, path));
    } catch {
      return false; // a folder
    }
    return spellings.some((text) => bytes.includes(text) || bytes.toString("latin1").toLowerCase().includes(text));
  });
}

/** A home that holds the text wherever one can get it to. */
async function stained() {
  const home = scratchFolder();
  const memory = await openMemory({ home, project: "shop" });
  const folder = join(home, "projects", memory.project.id);
  const session = { host: "import", session: `run ${SECRET}` };
  const log = createNodeObservationLog(join(folder, "observations"));
  await log.append([
    { v: 1, at: AT, event: "session_start", ...session, input: { source: "x", task: SECRET, whole: true } },
    { v: 1, at: AT, event: "prompt", ...session, turn: 0, input: `for ${SECRET}` },
    {
      v: 1,
      at: AT,
      event: "tool_end",
      ...session,
      turn: 0,
      call: "1",
      tool: "mail",
      input: { [SECRET]: [JSON.stringify({ to: SECRET, again: JSON.stringify({ to: SECRET }) })] },
      result: SECRET.normalize("NFD"),
      outcome: "ok",
    },
    { v: 1, at: AT, event: "session_end", ...session },
  ]);
  appendFileSync(join(folder, "observations", "2026-11-30.jsonl"), `{"torn":"${SECRET}\n`);
  const body = `1. Write to ${SECRET}.`;
  const card = await memory.create({
    whenToUse: `a letter for ${SECRET}`,
    title: `${SECRET} first`,
    body,
    keywords: [SECRET],
  });
  const text = await memory.text(card.id);
  await memory.edit(card.id, `${text}\n2. And again ${SECRET}.\n`, text);
  await memory.create({ id: "plain", whenToUse: "something else", body: `see ${SECRET}` });
  await memory.retire("plain", `because of ${SECRET}`);
  const advice = await memory.recall(`letter for ${SECRET}`);
  expect(advice.cards.map(({ id }) => id)).toEqual([card.id]);
  await memory.record(advice, { score: 1, by: "user", reasons: [`thanks, ${SECRET}`] });
  await memory.learn({ includeOpen: true });
  await memory.close();
  await createNodeObservationLog(join(home, "projects", "unassigned", "observations")).append([
    { v: 1, at: AT, event: "prompt", session: "nobody", input: SECRET },
  ]);
  await createNoticeLog(home).add({ at: AT, kind: "failed", reason: `could not read ${SECRET}` });
  writeFileSync(join(folder, "experiences", `${card.id}.md~`), `backup ${SECRET}`);
  return { home, folder, id: memory.project.id, card: card.id };
}

describe("purging", () => {
  it("[S31] leaves the text in no byte below the home, however it is spelled, and every card a card", async () => {
    const { home, id, card, folder } = await stained();
    expect(card).toContain("muller");
    expect(filesHolding(home, SPELLINGS).length).toBeGreaterThan(7);
    const report = await purgeRun(await storedFilesOf(home, [id]), SECRET);
    expect(filesHolding(home, [...SPELLINGS, "muller-sohne"])).toEqual([]);
    expect(report.left).toEqual([]);
    expect(report.places).toBeGreaterThan(15);
    expect(existsSync(join(folder, "learn.json"))).toBe(false);

    const memory = await openMemory({ home, project: "shop" });
    const { cards, problems } = await memory.list();
    expect(problems).toEqual([]);
    expect(cards.map(({ id: each }) => each).sort()).toEqual(["plain", "purged-first"]);
    const renamed = cards.find(({ id: each }) => each === "purged-first")!;
    expect(renamed).toMatchObject({ whenToUse: "a letter for [purged]", freq: 1, utility: 1 });
    expect(await memory.diff("purged-first")).toContain("+2. And again [purged].");
    const rows = await memory.log("purged-first");
    expect(rows.map(({ type }) => type)).toEqual(["born", "edited", "recalled", "outcome"]);
    await memory.learn({ includeOpen: true });
    expect((await memory.show("purged-first")).experience).toMatchObject({ freq: 1, utility: 1 });
    await memory.close();
  });

  it("[S31] only lists on a dry run, and does not say what it looked for", async () => {
    const { home, id, folder } = await stained();
    const before = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => [
      path,
      bytesOf(join(folder, path)),
    ]);
    const report = await purgeRun(await storedFilesOf(home, [id]), SECRET, { dryRun: true });
    const after = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => [
      path,
      bytesOf(join(folder, path)),
    ]);
    expect(after).toEqual(before);
    expect(report.files.length).toBeGreaterThan(7);
    expect(JSON.stringify(report)).not.toMatch(/muller|열쇠|Müller/);
    expect(report.dropped.some((path) => path.endsWith("index.sqlite"))).toBe(true);
  });

  it("reaches the other projects only when it is told to", async () => {
    const { home, id } = await stained();
    const other = join(home, "projects", "other-12345678", "observations");
    mkdirSync(other, { recursive: true });
    writeFileSync(
      join(other, "2026-11-30.jsonl"),
      `${JSON.stringify({ v: 1, at: AT, event: "prompt", input: SECRET })}\n`,
    );
    await purgeRun(await storedFilesOf(home, [id]), SECRET);
    expect(filesHolding(join(home, "projects", "other-12345678"), SPELLINGS)).toHaveLength(1);
    await purgeRun(await storedFilesOf(home, await projectsWithFiles(home)), SECRET);
    expect(filesHolding(home, SPELLINGS)).toEqual([]);
  });

  it("says where the match is part of the format and stays", async () => {
    const { home, id } = await stained();
    const report = await purgeRun(await storedFilesOf(home, [id]), "2026-11-30T");
    expect(report.left.map(({ path }) => path)).toContain(`projects/${id}/observations/2026-11-30.jsonl`);
    const memory = await openMemory({ home, project: "shop" });
    expect((await memory.list()).problems).toEqual([]);
    await memory.close();
  });

  it("says where a folder or a setting is named so, and keeps the project known", async () => {
    const { home, id } = await stained();
    const before = readFileSync(join(home, "projects.json"), "utf8");
    for (const dryRun of [true, false]) {
      const report = await purgeRun(await storedFilesOf(home, [id]), "name:shop", { dryRun });
      expect(report.left).toEqual([{ path: "projects.json", places: 1 }]);
    }
    expect(readFileSync(join(home, "projects.json"), "utf8")).toBe(before);
  });

  it("[S32] ends as if it had never been stopped when it is run again after half of it", async () => {
    const { home, id, folder } = await stained();
    const stores = await storedFilesOf(home, [id]);
    const dying = stores.map((store) => ({
      ...store,
      rename: async () => {
        throw new Error("power cut");
      },
    }));
    await expect(purgeRun(dying, SECRET)).rejects.toThrow("power cut");
    await purgeRun(stores, SECRET);
    expect(filesHolding(home, [...SPELLINGS, "muller-sohne"])).toEqual([]);
    expect(readdirSync(join(folder, "experiences")).sort()).toEqual(["purged-first.md", "purged-first.md~"]);
    const memory = await openMemory({ home, project: "shop" });
    expect((await memory.list()).problems).toEqual([]);
    expect((await memory.log("purged-first")).map(({ type }) => type)).toEqual([
      "born",
      "edited",
      "recalled",
      "outcome",
    ]);
    await memory.close();
  });
});

function bytesOf(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined; // a folder
  }
}
