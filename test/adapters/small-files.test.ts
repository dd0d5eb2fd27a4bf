import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHostMemory } from "../../src/adapters/host-memory.ts";
import { createModelUse } from "../../src/adapters/models/model-use.ts";
import { createNodeStateFile } from "../../src/adapters/node-state-file.ts";
import { createFile } from "../../src/adapters/replace-file.ts";
import { serveToken } from "../../src/adapters/serve-token.ts";
import { createSessionPlaces } from "../../src/adapters/session-places.ts";
import { createTranscripts, rememberTranscript } from "../../src/adapters/transcripts.ts";
import { scratchFolder } from "../conformance/scratch.ts";

// Files that several processes may make or change at the same moment, or die over.

describe("[S3] a file that is made once", () => {
  it("is whole from its first moment on, whoever makes it", async () => {
    const path = join(scratchFolder(), "below", "file");
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => createFile(path, `text ${n}`, 0o600)));
    expect(made.filter((each) => each)).toHaveLength(1);
    expect(readFileSync(path, "utf8")).toBe(`text ${made.indexOf(true)}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(path))).toEqual(["file"]);
  });

  it("is one token for all servers that start at once", async () => {
    const path = join(scratchFolder(), "serve-token");
    const tokens = await Promise.all(Array.from({ length: 8 }, () => serveToken(path)));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
    expect(tokens.filter(({ made }) => made)).toHaveLength(1);
  });

  it("is one place for all hooks of a session, also when a power cut left it empty", async () => {
    const home = scratchFolder();
    const places = createSessionPlaces(home);
    const said = await Promise.all(["a", "b", "c", "d"].map((project) => places.remember("s", project)));
    const first = await places.projectOf("s");
    expect(said.map((isFirst, n) => (isFirst ? "abcd"[n] : undefined)).filter(Boolean)).toEqual([first]);
    expect(await places.remember("s", "later")).toBe(false);
    expect(await places.projectOf("s")).toBe(first);
    const [name] = readdirSync(join(home, "sessions"));
    expect(readdirSync(join(home, "sessions"))).toHaveLength(1);
    writeFileSync(join(home, "sessions", name!), "");
    expect(await places.remember("s", "again")).toBe(true);
    expect(await places.projectOf("s")).toBe("again");
  });
});

describe("[S3] a file that is replaced", () => {
  it("takes along what a dead writer left beside it, and nothing of a living one", async () => {
    const folder = scratchFolder();
    mkdirSync(folder, { recursive: true });
    const [dead, living] = [".tmp-1-dead", ".tmp-2-living"].map((name) => join(folder, name)) as [string, string];
    for (const path of [dead, living]) writeFileSync(path, "half");
    const hourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(dead, hourAgo, hourAgo);
    await createNodeStateFile(join(folder, "learn.json")).save(1);
    expect([existsSync(dead), existsSync(living)]).toEqual([false, true]);
  });

  it("keeps what a hook noted while a transcript was compared", async () => {
    const home = scratchFolder();
    await createSessionPlaces(home).remember("s", "p");
    const [first, second] = ["one", "two"].map((name) => join(home, `${name}.jsonl`)) as [string, string];
    for (const path of [first, second]) writeFileSync(path, "{}\n");
    await rememberTranscript(home, { session: "s", path: first });
    const transcripts = createTranscripts(home, "p", () => Date.now() + 60_000);
    const [before] = await transcripts.changed(1);
    await rememberTranscript(home, { session: "s", path: second });
    await before!.compared();
    expect((await transcripts.changed(1)).map(({ sources }) => sources[0]!.path)).toEqual([second]);
  });
});

it("[S3] a handover that died before it changed a file does not stand in the way of taking the last one back", async () => {
  const [home, cwd] = [scratchFolder(), scratchFolder()];
  const memory = createHostMemory({ home, env: { HOME: scratchFolder() }, root: cwd, cwd });
  const path = join(cwd, "CLAUDE.md");
  writeFileSync(path, "before\n");
  await memory.write([{ path, before: "before\n", after: "before\n- ours\n" }], ["ours"]);
  for (const [name, journal] of [
    ["9999-01-01T00-00-00.000Z-1", undefined],
    ["9999-01-01T00-00-00.000Z-2", '[{"pa'],
  ] as const) {
    mkdirSync(join(home, "handovers", name));
    if (journal !== undefined) writeFileSync(join(home, "handovers", name, "journal.json"), journal);
  }
  expect(await memory.undo()).toEqual([{ path, became: "restored" }]);
  expect(readFileSync(path, "utf8")).toBe("before\n");
});

it("[S15] a call of a model that was counted stays counted behind a line that somebody left torn", async () => {
  const folder = scratchFolder();
  const use = createModelUse(folder, { now: () => Date.parse("2026-11-30T10:00:00Z") });
  const most = { calls: 2, tokens: 100 };
  expect(await use.reserve({ calls: 1, tokens: 10 }, most)).toBeDefined();
  appendFileSync(join(folder, "2026-11-30.jsonl"), '{"id":"torn');
  expect(await use.reserve({ calls: 1, tokens: 10 }, most)).toBeDefined();
  expect(await use.today()).toEqual({ calls: 2, tokens: 20 });
  expect(await use.reserve({ calls: 1, tokens: 10 }, most)).toBeUndefined();
});
