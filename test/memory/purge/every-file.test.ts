import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createExchangeFolder } from "../../../src/adapters/exchange-folder.ts";
import { storedFilesOf } from "../../../src/adapters/home-files.ts";
import { takeHookEvent } from "../../../src/adapters/hook-intake.ts";
import { writeBackup } from "../../../src/adapters/install/backups.ts";
import { saveInstalls } from "../../../src/adapters/install/records.ts";
import { createModelUse } from "../../../src/adapters/models/model-use.ts";
import { createNoticeLog } from "../../../src/adapters/notice-log.ts";
import { createProjectStore } from "../../../src/adapters/project-store.ts";
import { serveToken, TOKEN_FILE } from "../../../src/adapters/serve-token.ts";
import { createTranscripts } from "../../../src/adapters/transcripts.ts";
import { purgeRun } from "../../../src/memory/purge-run.ts";
import { openMemory } from "../../../src/open-memory.ts";
import { scratchFolder } from "../../conformance/scratch.ts";

const WORD = "Zanzibar Corp";
/** As it reads, as JSON may spell it, and as ids and folders do. */
const SPELLINGS = [WORD, "Zanzibar\\u0020Corp", "zanzibar-corp"];
const SESSION = "0b1d6c1e-0000-4000-8000-000000000001";
const IMPORTED = "0b1d6c1e-0000-4000-8000-000000000002";
const NOW = Date.UTC(2026, 10, 30, 10);

/** What `purge` may not change, and therefore names. The plugin is a copy of our own program. */
const LEFT = ["config.yaml", "installs.json", "projects.json"];

/** Every kind of file below the home, from its own writer, with the word wherever it can get to. */
async function everyFile() {
  const base = scratchFolder();
  const [home, cwd] = [join(base, "home"), join(base, "zanzibar-corp")];
  for (const folder of ["app", "zanzibar-corp", ".claude", "logs"]) mkdirSync(join(base, folder));
  const env = { HOME: base, PATH: "" };
  const memory = await openMemory({ home, cwd: join(base, "app"), env });
  const { id } = memory.project;
  const folder = join(home, "projects", id);
  await memory.create({ id: "zanzibar-corp.deploy", whenToUse: `a deploy for ${WORD}`, title: `Ask ${WORD} first` });
  await memory.create({ id: "shared", whenToUse: `billing for ${WORD}`, title: `Call ${WORD} first`, confidence: 0.9 });
  await memory.edit("shared", `${await memory.text("shared")}2. Wait.\n`, await memory.text("shared"));
  await memory.promote(["shared"], { to: "global" });
  // observations, sessions, transcripts, told; another project whose name is the word
  const hook = (at: string, session: string, event: string, more: object = {}) =>
    takeHookEvent(
      home,
      JSON.stringify({ session_id: session, cwd: at, hook_event_name: event, ...more }),
      { env: {} },
      NOW,
    );
  const transcript = join(base, "logs", `-home-zanzibar-corp-${SESSION}.jsonl`);
  writeFileSync(transcript, "");
  await hook(cwd, SESSION, "UserPromptSubmit", { prompt: `hello ${WORD}`, transcript_path: transcript });
  await hook(join(base, "app"), "plain", "UserPromptSubmit", { prompt: `deploy for ${WORD}` });
  await takeHookEvent(home, JSON.stringify({ session_id: "nowhere", hook_event_name: "Stop" }), { env: {} }, NOW);
  const told = await memory.advise({ level: "prompt", session: "plain", text: `the deploy for ${WORD}` });
  expect(told?.cards.map((card) => card.id)).toEqual(["zanzibar-corp.deploy"]);
  await memory.record(told!.attempt, { score: 1, by: "user", reasons: [WORD] });
  await memory.learn({ includeOpen: true });
  await memory.close();
  const unassigned = join(home, "projects", "unassigned", "observations", "2026-11-30.jsonl");
  mkdirSync(dirname(unassigned), { recursive: true });
  writeFileSync(unassigned, `${JSON.stringify({ v: 1, event: "prompt", input: WORD })}\n`);
  // a dream that died, a dream's cards in the journal
  const change = { id: "zanzibar-corp.deploy", before: "x", after: "y", text: `# ${WORD}\n` };
  writeFileSync(
    join(folder, "dream.json"),
    JSON.stringify({ v: 1, run: "r", units: [{ changes: [change], rows: [] }], closing: [] }),
  );
  for (const name of ["vectors.json", "notes.json"]) writeFileSync(join(folder, name), JSON.stringify({ [WORD]: 1 }));
  // a project that was merged into this one
  const merged = await openMemory({ home, project: "old", env });
  await merged.create({ whenToUse: `an audit at ${WORD}` });
  await merged.close();
  const aside = await createProjectStore(home, base).putAside(merged.project.id, NOW);
  expect(readdirSync(aside.path)).toContain("experiences");
  // everything that belongs to no project
  await createNoticeLog(home).add({ at: new Date(NOW).toISOString(), kind: "failed", reason: `no room for ${WORD}` });
  await createModelUse(join(home, "models"), { now: () => NOW }).reserve(
    { calls: 1, tokens: 9 },
    { calls: 9, tokens: 99 },
  );
  await serveToken(join(home, TOKEN_FILE));
  mkdirSync(join(home, "handovers", "2026"), { recursive: true });
  writeFileSync(join(home, "handovers", "2026", "CLAUDE.md"), `- Ask ${WORD}.\n`);
  await writeBackup(home, join(cwd, "settings.json"), Buffer.from(JSON.stringify({ env: { CUSTOMER: WORD } })));
  const exchange = createExchangeFolder(join(home, "exchange"));
  for (const name of [WORD, "zanzibar-corp", "plain"]) {
    const row = { workspace_id: WORD, type: WORD, when_to_use: `for ${WORD}`, metadata: { [WORD]: WORD } };
    await exchange.write("pools", name, [JSON.stringify(row), JSON.stringify({ ...row, keep: "é" })]);
  }
  await saveInstalls(home, {
    hosts: [{ host: "claude", at: "2099-01-01T00:00:00.000Z", version: "0.1.0", files: [fileAt(cwd)] }],
  });
  writeFileSync(join(home, "config.yaml"), `# settings of ${WORD}\n`);
  mkdirSync(join(home, "plugin"));
  writeFileSync(join(home, "plugin", "cli.js"), "// our own program\n");
  mkdirSync(join(home, "lock"), { recursive: true });
  return { base, home, id, folder, transcript };
}

const fileAt = (folder: string) => ({ path: join(folder, "settings.json"), after: "x", created: false, fragments: [] });

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => statSync(join(folder, path)).isFile());
}

/** Files that hold the word in their bytes or in their own name. */
function holding(home: string, spellings = SPELLINGS): string[] {
  return filesBelow(home).filter((path) => {
    const bytes = readFileSync(join(home, path));
    return spellings.some((word) => path.split("/").at(-1)!.includes(word) || bytes.includes(word));
  });
}

/** Names at the top of the home, as the page about formats lists them. */
function documented(): string[] {
  const page = readFileSync(fileURLToPath(new URL("../../../docs/FORMAT.md", import.meta.url)), "utf8");
  const [, tree = ""] = /```\n(\$HABITUS_HOME\/[\s\S]*?)```/.exec(page) ?? [];
  return [...new Set([...tree.matchAll(/^ {2}([\w.-]+)/gm)].map(([, name]) => name!))].sort();
}

describe("[S31] purging a word", () => {
  it("leaves it in no kind of file below the home, and names those that it may not change", async () => {
    const { home, id, folder } = await everyFile();
    rmSync(join(home, "lock"), { recursive: true, force: true });
    const kinds = new Set(["lock", ...readdirSync(home)]);
    expect(
      documented().filter((name) => !kinds.has(name)),
      "kinds of file that this test does not know",
    ).toEqual([]);
    const before = [...new Set(holding(home).map((path) => path.replace(/(^projects\/[^/]+\/)?([^/]+).*/, "$2")))];
    expect(before.sort()).toEqual([
      "backups",
      "config.yaml",
      "dream.json",
      "exchange",
      "experiences",
      "global",
      "handovers",
      "history",
      "index.sqlite",
      "installs.json",
      "ledger",
      "merged",
      "notes.json",
      "notices",
      "observations",
      "projects.json",
      "sessions",
      "told",
      "transcripts",
      "vectors.json",
    ]);

    const dry = await purgeRun(await storedFilesOf(home, [id]), WORD, { dryRun: true });
    const report = await purgeRun(await storedFilesOf(home, [id]), WORD);
    expect(JSON.stringify([dry, report])).not.toMatch(/zanzibar/i);
    expect(report.files).toEqual(dry.files);
    const other = /^projects\/zanzibar-corp/;
    expect(holding(home).filter((path) => !other.test(path))).toEqual(LEFT);
    expect(report.left.map(({ path }) => path).sort()).toEqual(LEFT);

    const everything = await purgeRun(
      await storedFilesOf(
        home,
        readdirSync(join(home, "projects")).filter((name) => name !== "unassigned"),
      ),
      WORD,
    );
    expect(everything.left.map(({ path }) => path).sort()).toEqual(LEFT);
    // The id of a project is in each of its lines, and stays like its folder.
    expect(holding(home, SPELLINGS.slice(0, 2))).toEqual(["config.yaml"]);
    expect(existsSync(join(folder, "experiences", "purged.deploy.md"))).toBe(true);
  });

  it("keeps what is left of use: pools are pools, the memory works, and its sessions stay apart", async () => {
    const { base, home, id } = await everyFile();
    await purgeRun(await storedFilesOf(home, [id]), WORD);
    const pools = readdirSync(join(home, "exchange", "pools"));
    expect(pools).toHaveLength(3);
    for (const name of pools) {
      const lines = readFileSync(join(home, "exchange", "pools", name), "utf8")
        .trim()
        .split("\n");
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { type: "[purged]", when_to_use: "for [purged]", metadata: { "[purged]": "[purged]" } },
        { keep: "é" },
      ]);
    }
    const memory = await openMemory({ home, cwd: join(base, "app"), env: { HOME: base, PATH: "" } });
    const { cards, problems } = await memory.list();
    expect(problems).toEqual([]);
    expect(cards.map((card) => card.id)).toContain("purged.deploy");
    // What the session was told is known by the new id.
    const again = await memory.advise({ level: "prompt", session: "plain", text: "the deploy for [purged]" });
    expect(again?.cards.map((card) => card.id) ?? []).not.toContain("purged.deploy");
    await memory.close();
  });

  it("keeps a transcript that lies where the word says from being found and compared again", async () => {
    const { base, home, id, transcript } = await everyFile();
    const other = readdirSync(join(home, "projects")).find((name) => name.startsWith("zanzibar"))!;
    const pending = async () => {
      const changed = await createTranscripts(home, other, () => Date.now() + 3_600_000).changed(0);
      return changed.map(({ session }) => session);
    };
    writeFileSync(transcript, `${JSON.stringify({ type: "user", cwd: join(base, "zanzibar-corp") })}\n`);
    expect(await pending()).toEqual([SESSION]);
    await purgeRun(await storedFilesOf(home, [id]), WORD);
    expect(await pending()).toEqual([]);
  });
});

describe("[S31] a prompt of which a part was purged", () => {
  it("does not come back when its session is compared with a transcript that has grown", async () => {
    const base = scratchFolder();
    const [home, cwd] = [join(base, "home"), join(base, "app")];
    mkdirSync(cwd);
    const env = { HOME: base, PATH: "" };
    const path = join(base, `${IMPORTED}.jsonl`);
    const record = (type: string, message: object) =>
      `${JSON.stringify({ type, uuid: `${Math.random()}`, sessionId: IMPORTED, cwd, timestamp: "2026-11-30T09:00:00.000Z", message })}\n`;
    const said = (content: string) => record("user", { role: "user", content });
    const call = (id: string) =>
      record("assistant", {
        role: "assistant",
        id: `m-${id}`,
        content: [{ type: "tool_use", id, name: "Bash", input: { command: "ls" } }],
      }) + record("user", { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] });
    const read = async () => {
      const memory = await openMemory({ home, cwd, env });
      const { findSources } = await import("../../../src/adapters/import-sources.ts");
      await memory.import(await findSources([path]));
      await memory.close();
      return memory.project.id;
    };
    const begin = `${said(`write to ${WORD} now`)}${call("c1")}${said(`${WORD} is late, write again`)}${call("c2")}`;
    writeFileSync(path, begin);
    const id = await read();
    await purgeRun(await storedFilesOf(home, [id]), WORD);
    expect(holding(home)).toEqual([]);
    writeFileSync(path, `${begin}${call("c3")}${said("and to the bank")}${call("c4")}`);
    await read();
    expect(holding(home)).toEqual([]);
    const lines = filesBelow(join(home, "projects", id, "observations"))
      .flatMap((name) =>
        readFileSync(join(home, "projects", id, "observations", name), "utf8")
          .trim()
          .split("\n"),
      )
      .map((line) => JSON.parse(line));
    expect(lines.flatMap(({ event, input }) => (event === "prompt" ? [input] : []))).toEqual([
      "write to [purged] now",
      "[purged] is late, write again",
      "[purged] is late, write again",
      "and to the bank",
    ]);
    expect(lines.flatMap(({ call: each }) => each ?? [])).toEqual(["c1", "c2", "c3", "c4"]);
  });
});
