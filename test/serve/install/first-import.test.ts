import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { toClaudeTranscript } from "../../../bench/generate/claude-transcript.ts";
import { generateSessions } from "../../../bench/generate/sessions.ts";
import { hostOf } from "../../../src/adapters/install/hosts.ts";
import type { Memory } from "../../../src/memory.ts";
import { openMemory } from "../../../src/open-memory.ts";
import type { CliContext } from "../../../src/serve/cli/context.ts";
import {
  type FirstImport,
  type FirstImportLimits,
  firstImport,
  lookAtPast,
  showFirstImport,
  showPast,
} from "../../../src/serve/cli/install/first-import.ts";
import { en as messages } from "../../../src/serve/cli/messages/en.ts";
import { en } from "../../../src/serve/cli/messages/install/en.ts";
import { createOutput } from "../../../src/serve/cli/output.ts";

let base: string;
let printed: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-first-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  printed = "";
});

function context(): CliContext {
  const env = { HOME: base, HABITUS_HOME: join(base, "home") };
  const sink = { write: (text: string) => (printed += text) };
  const opened = new Map<string, Promise<Memory>>();
  const open = (cwd: string) => {
    const memory = opened.get(cwd) ?? openMemory({ cwd, env });
    opened.set(cwd, memory);
    return memory;
  };
  onTestFinished(async () => {
    for (const memory of opened.values()) await (await memory).close();
  });
  return {
    host: { env, cwd: () => base, stdout: sink, stderr: { write: () => undefined } },
    out: createOutput({ json: false, env, stdout: sink, stderr: { write: () => undefined }, nowMs: () => 0 }),
    t: messages,
    lang: "en",
    home: undefined,
    project: undefined,
    memory: () => open(base),
    memoryOf: (folder) => open(folder),
  } as CliContext;
}

/** One session a file; later ones were written later. */
function writeSessions(app: string, count: number, seed: string): void {
  const folder = join(base, ".claude", "projects", app.replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  mkdirSync(app, { recursive: true });
  generateSessions({ seed, sessions: count, habits: [] }).forEach(({ trajectory }, index) => {
    const path = join(folder, `${trajectory.session}.jsonl`);
    writeFileSync(path, toClaudeTranscript(trajectory, app));
    utimesSync(path, 1_790_000_000 + index, 1_790_000_000 + index);
  });
}

/** A clock that moves on by a second whenever somebody looks. */
const ticking = (limits: Partial<FirstImportLimits> = {}): FirstImportLimits => {
  let now = 0;
  return {
    readMs: 1e9,
    allMs: 1e9,
    nowMs: () => {
      now += 1000;
      return now;
    },
    ...limits,
  };
};

describe("the first import", () => {
  it("[I9] reads the newest first, stops when its time is over, says what is left, and the next one goes on from there", async () => {
    const app = join(base, "app");
    writeSessions(app, 8, "newest");
    const hosts = [hostOf("claude", { HOME: base, PATH: "" })];
    const first = await firstImport(context(), hosts, en, ticking({ readMs: 3000 }));
    expect(first).toMatchObject({ sessions: 3, left: 5, projects: [{ name: "app", sessions: 3, learned: true }] });
    const memory = await openMemory({ cwd: app, env: { HABITUS_HOME: join(base, "home") } });
    const { trajectories, home } = await memory.status();
    await memory.close();
    expect(trajectories).toBe(3);
    const folder = join(home, "observations");
    const lines = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const sessions = [...new Set(lines.join("").match(/newest-000\d/g))].sort();
    expect(sessions).toEqual(["newest-0005", "newest-0006", "newest-0007"]);
    showFirstImport(context(), en, hosts, first);
    expect(printed).toContain(
      `5 more files of past sessions: \`habitus import "${join(base, ".claude", "projects")}"\``,
    );
    const second = await firstImport(context(), hosts, en, ticking());
    expect(second).toMatchObject({ sessions: 5, left: 0 });
    expect(await firstImport(context(), hosts, en, ticking())).toMatchObject({ sessions: 0, left: 0, projects: [] });
  });

  it("[I9] leaves a project that there is no time to learn from to the command that it names", async () => {
    writeSessions(join(base, "app"), 3, "a");
    writeSessions(join(base, "other"), 2, "b");
    const hosts = [hostOf("claude", { HOME: base, PATH: "" })];
    const found = await firstImport(context(), hosts, en, ticking({ allMs: 7000 }));
    expect(found.projects.map(({ name, sessions, learned }) => [name, sessions, learned])).toEqual([
      ["app", 3, true],
      ["other", 2, false],
    ]);
    showFirstImport(context(), en, hosts, found);
    expect(printed).toContain(`habitus --project ${found.projects[1]?.id} learn`);
  });

  it("learns from what an earlier one had read when it was ended", async () => {
    writeSessions(join(base, "app"), 3, "a");
    const hosts = [hostOf("claude", { HOME: base, PATH: "" })];
    const cut = await firstImport(context(), hosts, en, ticking({ allMs: 0 }));
    expect(cut.projects).toMatchObject([{ sessions: 3, learned: false }]);
    const next = await firstImport(context(), hosts, en, ticking());
    expect(next).toMatchObject({ sessions: 0, projects: [{ name: "app", sessions: 0, learned: true }] });
    expect((await firstImport(context(), hosts, en, ticking())).projects).toEqual([]);
  });

  it("says so where there is nothing to read", async () => {
    const hosts = [hostOf("claude", { HOME: base, PATH: "" }), hostOf("codex", { HOME: base, PATH: "" })];
    const found = await firstImport(context(), hosts, en);
    showFirstImport(context(), en, hosts, found);
    expect(printed).toBe(`${en.nothingPast([])}\n`);
  });
});

describe("a look at what the first import would read", () => {
  const claude = () => [hostOf("claude", { HOME: base, PATH: "" })];
  /** What both say of the same reading. */
  const readingOf = ({ from, sessions, calls, left, projects }: Omit<FirstImport, "habits">) => ({
    from,
    sessions,
    calls,
    left,
    projects: projects.map(({ id, name, sessions }) => ({ id, name, sessions })),
  });
  const looked = async (limits = ticking()) => {
    const past = await lookAtPast(context(), claude(), en, limits);
    return readingOf({ ...past, projects: past.projects.map((project) => ({ ...project, learned: false })) });
  };

  it("[I8] says to the session what is read then, also when the time is short, and the second time", async () => {
    writeSessions(join(base, "app"), 5, "a");
    writeSessions(join(base, "other"), 2, "b");
    const short = { readMs: 3000 };
    const [dryShort, dryAll] = [await looked(ticking(short)), await looked()];
    expect(existsSync(join(base, "home"))).toBe(false);
    expect(dryShort).toMatchObject({ sessions: 3, left: 4, from: [join(base, ".claude", "projects")] });
    expect(dryAll).toMatchObject({ sessions: 7, left: 0, projects: [{ sessions: 5 }, { sessions: 2 }] });
    expect(readingOf(await firstImport(context(), claude(), en, ticking(short)))).toEqual(dryShort);
    const dryRest = await looked();
    expect(dryRest).toMatchObject({ sessions: 4, left: 0 });
    expect(dryRest.calls).toBe(dryAll.calls - dryShort.calls);
    expect(readingOf(await firstImport(context(), claude(), en, ticking()))).toEqual(dryRest);
    expect(await looked()).toMatchObject({ sessions: 0, calls: 0, projects: [] });
  });

  it("counts two clones of one remote, which neither of them is known by yet, as the one project that they become", async () => {
    const remote = "https://example.com/team/app.git";
    for (const name of ["one", "two"]) {
      writeSessions(join(base, name), 2, name);
      execFileSync("git", ["init", "-q"], { cwd: join(base, name) });
      execFileSync("git", ["remote", "add", "origin", remote], { cwd: join(base, name) });
    }
    const dry = await looked();
    expect(dry.projects).toMatchObject([{ sessions: 4 }]);
    expect(readingOf(await firstImport(context(), claude(), en, ticking()))).toEqual(dry);
  });

  it("is told with the folders, and what the time does not suffice for", async () => {
    writeSessions(join(base, "app"), 3, "a");
    showPast(context(), en, await lookAtPast(context(), claude(), en, ticking({ readMs: 2000 })));
    expect(printed).toContain(`Would read 2 past sessions`);
    expect(printed).toContain(`, of 1 project, from ${join(base, ".claude", "projects")}`);
    expect(printed).toContain("1 more file");
  });
});
