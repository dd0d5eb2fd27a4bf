import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createNodeObservationLog } from "../../src/adapters/node-observation-log.ts";
import { createProjectStore } from "../../src/adapters/project-store.ts";
import { identifyProject } from "../../src/adapters/projects.ts";
import { createSessionPlaces } from "../../src/adapters/session-places.ts";
import { listProjects, mergeProjects, splitProject } from "../../src/memory/project-run.ts";
import { openMemory } from "../../src/open-memory.ts";

const AT = "2026-11-30T10:00:00.000Z";
const NOW = Date.parse(AT);

let base: string;
let home: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-merge-")));
  home = join(base, "home");
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@example.com", ...args], { cwd, stdio: "pipe" });
const folder = (...parts: string[]) => {
  const path = join(base, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
};
const repository = (...parts: string[]) => {
  const path = folder(...parts);
  git(path, "init", "-q");
  git(path, "commit", "-q", "--allow-empty", "-m", "first");
  return path;
};
const idOf = async (cwd: string) => (await identifyProject(home, cwd)).id;
const store = () => createProjectStore(home, base);

/** A session that ran in this folder, as a hook would have written it. */
async function session(name: string, cwd: string): Promise<void> {
  const project = await idOf(cwd);
  await createSessionPlaces(home).remember(name, project);
  const same = { v: 1 as const, at: AT, session: name, project, host: "claude-code" };
  await createNodeObservationLog(join(home, "projects", project, "observations")).append([
    { ...same, event: "session_start", input: { source: "claude-code", cwd } },
    { ...same, event: "prompt", turn: 0, input: `work in ${name}` },
  ]);
}

async function observed(id: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { value } of createNodeObservationLog(join(home, "projects", id, "observations")).read({})) {
    expect(value.project).toBe(id);
    found.push(`${value.session} ${value.event}`);
  }
  return found.sort();
}

async function card(cwd: string, id: string, body: string): Promise<void> {
  const memory = await openMemory({ home, cwd });
  await memory.create({ id, whenToUse: `${id} in ${cwd}`, body });
  const text = await memory.text(id);
  await memory.edit(id, `${text}\n2. More ${body}\n`, text);
  await memory.reinforce(id);
  await memory.close();
}

describe("merging one project into another", () => {
  async function two() {
    const [old, now] = [repository("old"), repository("now")];
    await session("s-old", old);
    await session("s-now", now);
    await card(old, "deploy", "old way");
    await card(old, "only-old", "unique");
    await card(now, "deploy", "new way");
    return { old, now, from: await idOf(old), into: await idOf(now) };
  }

  it("[P7] moves observations, cards with history, ledger, folder and sessions, and keeps the old files", async () => {
    const { old, now, from, into } = await two();
    const before = readFileSync(join(home, "projects", from, "experiences", "deploy.md"), "utf8");
    const report = await mergeProjects(store(), from, into, NOW);
    expect(report).toMatchObject({ cards: 2, observations: 2, renamed: [{ before: "deploy", after: "deploy-2" }] });

    expect(await idOf(old)).toBe(into);
    expect(await idOf(now)).toBe(into);
    expect((await identifyProject(home, base, from)).id).toBe(into);
    expect(await createSessionPlaces(home).projectOf("s-old")).toBe(into);
    expect(await observed(into)).toEqual([
      "s-now prompt",
      "s-now session_start",
      "s-old prompt",
      "s-old session_start",
    ]);

    const memory = await openMemory({ home, cwd: old });
    const { cards, problems } = await memory.list();
    expect(problems).toEqual([]);
    expect(cards.map(({ id, confidence }) => [id, confidence])).toEqual([
      ["deploy", 0.6],
      ["deploy-2", 0.6],
      ["only-old", 0.6],
    ]);
    expect(await memory.text("deploy-2")).toContain("old way");
    expect(await memory.text("deploy")).toContain("new way");
    expect(await memory.diff("deploy-2")).toContain("+2. More old way");
    expect((await memory.log("deploy-2")).map(({ type }) => type)).toEqual(["born", "edited", "reinforced"]);
    await memory.close();

    expect(existsSync(join(home, "projects", from))).toBe(false);
    expect(readFileSync(join(report.kept, "experiences", "deploy.md"), "utf8")).toBe(before);
  });

  it("[P7] can be repeated after it was cut short, and doubles nothing", async () => {
    const { from, into } = await two();
    const dying = {
      ...store(),
      redirect: async () => {
        throw new Error("power cut");
      },
    };
    await expect(mergeProjects(dying, from, into, NOW)).rejects.toThrow("power cut");
    const { renamed } = await mergeProjects(store(), from, into, NOW);
    expect(renamed).toEqual([{ before: "deploy", after: "deploy-2" }]);
    expect(readdirSync(join(home, "projects", into, "experiences")).sort()).toEqual([
      "deploy-2.md",
      "deploy.md",
      "only-old.md",
    ]);
    expect(await observed(into)).toHaveLength(4);
    const memory = await openMemory({ home, project: into });
    expect((await memory.log("deploy-2")).map(({ type }) => type)).toEqual(["born", "edited", "reinforced"]);
    await memory.close();
  });

  it("[P7] can be repeated when somebody still wrote to the old project, and keeps what the first run brought", async () => {
    const { from, into } = await two();
    await mergeProjects(store(), from, into, NOW);
    const late = { v: 1 as const, at: AT, event: "turn_end" as const, session: "s-old", project: from };
    await createNodeObservationLog(join(home, "projects", from, "observations")).append([late]);
    await mergeProjects(store(), from, into, NOW + 1);
    expect(await observed(into)).toEqual([
      "s-now prompt",
      "s-now session_start",
      "s-old prompt",
      "s-old session_start",
      "s-old turn_end",
    ]);
    const memory = await openMemory({ home, project: into });
    expect((await memory.log("deploy-2")).map(({ type }) => type)).toEqual(["born", "edited", "reinforced"]);
    await memory.close();
  });

  it("[P7] gives the same ids again when it died between logs and cards", async () => {
    const { from, into } = await two();
    const own = store();
    const dying = {
      ...own,
      filesOf: (id: string) => {
        const files = own.filesOf(id);
        const write = async (path: string, text: string) => {
          if (path.endsWith(".md")) throw new Error("power cut");
          await files.write(path, text);
        };
        return { ...files, write };
      },
    };
    await expect(mergeProjects(dying, from, into, NOW)).rejects.toThrow("power cut");
    const { renamed } = await mergeProjects(store(), from, into, NOW);
    expect(renamed).toEqual([{ before: "deploy", after: "deploy-2" }]);
    const memory = await openMemory({ home, project: into });
    expect((await memory.log("deploy-2")).map(({ type }) => type)).toEqual(["born", "edited", "reinforced"]);
    await memory.close();
  });

  it("[P7] refuses a project and itself, and names the closest ids for one that is none", async () => {
    const { from, into } = await two();
    await expect(mergeProjects(store(), from, from, NOW)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(mergeProjects(store(), from, into.slice(0, -1), NOW)).rejects.toMatchObject({
      code: "NOT_FOUND",
      hint: expect.stringContaining(into),
    });
    await expect(mergeProjects(store(), "zzz", into, NOW)).rejects.toMatchObject({
      hint: expect.stringContaining("habitus project"),
    });
    expect(await idOf(join(base, "old"))).toBe(from);
  });

  it("recognises folders below one that is not under git as part of the other project", async () => {
    const [notes, now] = [folder("notes"), repository("now")];
    await session("s-notes", notes);
    await session("s-now", now);
    const into = await idOf(now);
    await mergeProjects(store(), await idOf(notes), into, NOW);
    expect(await idOf(folder("notes", "deep"))).toBe(into);
  });
});

describe("splitting a folder off its project", () => {
  it("[P8] gives a part of a repository its own project, and its sessions go with it", async () => {
    const root = repository("mono");
    const part = folder("mono", "packages", "ui");
    folder("mono", "packages", "ui-kit");
    await session("s-root", root);
    await session("s-ui", folder("mono", "packages", "ui", "src"));
    await session("s-kit", join(root, "packages", "ui-kit"));
    await card(root, "deploy", "way");
    const from = await idOf(root);
    expect(await idOf(part)).toBe(from);
    const report = await splitProject(store(), "mono/packages/ui");
    expect(report).toMatchObject({ from, sessions: 1, observations: 2 });
    expect(report.id).toMatch(/^ui-[0-9a-f]{8}$/);

    expect(await idOf(part)).toBe(report.id);
    expect(await idOf(join(part, "src"))).toBe(report.id);
    expect(await idOf(join(root, "packages", "ui-kit"))).toBe(from);
    expect(await idOf(root)).toBe(from);
    expect(await observed(report.id)).toEqual(["s-ui prompt", "s-ui session_start"]);
    expect(await observed(from)).toEqual([
      "s-kit prompt",
      "s-kit session_start",
      "s-root prompt",
      "s-root session_start",
    ]);
    expect(await createSessionPlaces(home).projectOf("s-ui")).toBe(report.id);
    expect(existsSync(join(home, "projects", from, "experiences", "deploy.md"))).toBe(true);

    renameSync(part, join(root, "packages", "interface"));
    expect(await idOf(join(root, "packages", "interface", "src"))).toBe(report.id);
    expect(await idOf(repository("mono", "packages", "interface", "vendor"))).not.toBe(report.id);
  });

  it("[P8] takes one clone out of a project that its remote had joined, and both stay what they are", async () => {
    const [one, two] = [repository("one"), repository("two")];
    for (const clone of [one, two]) git(clone, "remote", "add", "origin", "https://example.com/team/app.git");
    await session("s-one", one);
    await session("s-two", two);
    const from = await idOf(one);
    expect(await idOf(two)).toBe(from);
    const { id } = await splitProject(store(), two);
    expect(await idOf(two)).toBe(id);
    expect(await idOf(one)).toBe(from);
    expect(await idOf(two)).toBe(id);
    expect(await observed(id)).toEqual(["s-two prompt", "s-two session_start"]);
    expect(await observed(from)).toEqual(["s-one prompt", "s-one session_start"]);
  });

  it("[P8] loses nothing that a hook appends at the same time", async () => {
    const root = repository("mono");
    await session("s-root", root);
    await session("s-ui", folder("mono", "ui"));
    const from = await idOf(root);
    const own = store();
    const racing = {
      ...own,
      place: async (name: string, project: string) => {
        await createNodeObservationLog(join(home, "projects", from, "observations")).append([
          { v: 1, at: AT, event: "turn_end", session: "s-ui", project: from },
        ]);
        await own.place(name, project);
      },
    };
    const { id, observations } = await splitProject(racing, join(root, "ui"));
    expect(observations).toBe(3);
    expect(await observed(id)).toEqual(["s-ui prompt", "s-ui session_start", "s-ui turn_end"]);
    expect(await observed(from)).toEqual(["s-root prompt", "s-root session_start"]);
  });

  it("[P8] takes out of the old project only what lies in the new one, whenever it dies", async () => {
    const root = repository("mono");
    await session("s-root", root);
    await session("s-ui", folder("mono", "ui"));
    const from = await idOf(root);
    const own = store();
    let writes = 0;
    const dying = {
      ...own,
      place: async (name: string, project: string) => {
        await createNodeObservationLog(join(home, "projects", from, "observations")).append([
          { v: 1, at: AT, event: "turn_end", session: "s-ui", project: from },
        ]);
        await own.place(name, project);
      },
      filesOf: (id: string) => {
        const files = own.filesOf(id);
        const write = async (path: string, text: string) => {
          writes += 1;
          if (writes > 1) throw new Error("power cut");
          await files.write(path, text);
        };
        return { ...files, write };
      },
    };
    await expect(splitProject(dying, join(root, "ui"))).rejects.toThrow("power cut");
    const ids = (await store().list()).map(({ id }) => id);
    const events: string[] = [];
    for (const id of ids) {
      const log = createNodeObservationLog(join(home, "projects", id, "observations"));
      for await (const { value } of log.read({})) events.push(`${value.session} ${value.event}`);
    }
    expect(events.sort()).toEqual([
      "s-root prompt",
      "s-root session_start",
      "s-ui prompt",
      "s-ui session_start",
      "s-ui turn_end",
    ]);
  });

  it("[P8] refuses a folder that is the whole project, and one that is not there", async () => {
    const root = repository("app");
    const notes = folder("notes");
    const before = [await idOf(root), await idOf(notes)];
    for (const path of [root, notes]) {
      await expect(splitProject(store(), path)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    }
    await expect(splitProject(store(), join(base, "gone"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect([await idOf(root), await idOf(notes)]).toEqual(before);
    const { id } = await splitProject(store(), folder("notes", "recipes"));
    expect(await idOf(join(notes, "recipes"))).toBe(id);
    await expect(splitProject(store(), join(notes, "recipes"))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

it("lists projects with what they hold, and marks the current one", async () => {
  const [one, two] = [repository("one"), repository("two")];
  await session("s-one", one);
  await card(two, "deploy", "way");
  mkdirSync(join(home, "projects", "stray-12345678", "observations"), { recursive: true });
  expect(await listProjects(store(), await idOf(two))).toEqual([
    { id: await idOf(one), name: "one", root: one, cards: 0, observations: 2, current: false },
    { id: "stray-12345678", name: "stray-12345678", cards: 0, observations: 0, current: false },
    { id: await idOf(two), name: "two", root: two, cards: 1, observations: 0, current: true },
  ]);
});
