import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLogFiles } from "../../src/adapters/log-files.ts";
import { createNodeCardFiles } from "../../src/adapters/node-card-files.ts";
import { createNodeLock } from "../../src/adapters/node-lock.ts";
import { createNodeObservationLog } from "../../src/adapters/node-observation-log.ts";
import { createNodeStateFile } from "../../src/adapters/node-state-file.ts";
import { observation, readAll } from "../conformance/observation-log.ts";
import { canMountDisks, mountSmallDisk, type SmallDisk, scratchFolder } from "../conformance/scratch.ts";
import { isWhole } from "./children/whole-text.ts";

// Real processes, ended without warning. What happens when is chance; what must hold afterwards is not.

const bundles = scratchFolder();
const running = new Set<ChildProcess>();

beforeAll(async () => {
  const { bundle } = (await import(join(import.meta.dirname, "../../scripts/bundle.mjs"))) as {
    bundle(entry: string, folder: string): Promise<string>;
  };
  for (const name of ["append-lines", "tear-lines", "write-cards", "hold-lock"]) {
    await bundle(join(import.meta.dirname, "children", `${name}.ts`), bundles);
  }
});

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

interface Program {
  child: ChildProcess;
  /** Whole lines of its output so far. */
  said(): string[];
  ended: Promise<number | null>;
}

/** Starts a program; it waits for {@link go}. */
function start(name: string, ...args: string[]): Program {
  const environment = { ...process.env };
  delete environment.NODE_EXTRA_CA_CERTS;
  const child = spawn(process.execPath, [join(bundles, `${name}.mjs`), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: environment,
  });
  running.add(child);
  let output = "";
  child.stdout!.on("data", (chunk: Buffer) => {
    output += chunk.toString("latin1");
  });
  child.stdin!.on("error", () => undefined); // it was killed before it read
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, said: () => output.split("\n").slice(0, -1), ended };
}

function go(programs: Program[]): void {
  for (const { child } of programs) child.stdin!.write("go\n");
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

async function kill(program: Program): Promise<void> {
  program.child.kill("SIGKILL");
  await program.ended;
}

describe("appending", () => {
  it("[S15] from 48 processes at once, lines of 10 to 100 kB: every line is read back whole, once", async () => {
    const folder = scratchFolder();
    const writers = Array.from({ length: 48 }, (_, n) => start("append-lines", folder, `w${n}`, "6"));
    go(writers);
    expect(new Set(await Promise.all(writers.map(({ ended }) => ended)))).toEqual(new Set([0]));
    const { lines, problems } = await readAll(createNodeObservationLog(folder));
    expect(problems).toEqual([]);
    expect(lines.map(({ value }) => value.call).sort()).toEqual(writers.flatMap(({ said }) => said()).sort());
    expect(lines).toHaveLength(48 * 6);
  });

  it("[S15] while writers are killed: every acknowledged line is there", async () => {
    const folder = scratchFolder();
    const writers = Array.from({ length: 16 }, (_, n) => start("append-lines", folder, `w${n}`, "0"));
    go(writers);
    for (const [n, writer] of writers.entries()) {
      await until(() => writer.said().length >= 2 + (n % 5));
      await kill(writer);
    }
    const log = createNodeObservationLog(folder);
    await log.append([observation("2026-11-30", { call: "after" })]);
    const { lines } = await readAll(log);
    const read = new Set(lines.map(({ value }) => value.call));
    expect(writers.flatMap(({ said }) => said()).filter((id) => !read.has(id))).toEqual([]);
    expect(read.has("after")).toBe(true);
  });

  it("[S15] beside a writer that leaves half lines all the time: no acknowledged line is welded to one", async () => {
    const folder = scratchFolder();
    const tearing = start("tear-lines", join(folder, "2026-11-30.jsonl"));
    const writers = Array.from({ length: 4 }, (_, n) => start("append-lines", folder, `w${n}`, "60"));
    go([tearing, ...writers]);
    expect(new Set(await Promise.all(writers.map(({ ended }) => ended)))).toEqual(new Set([0]));
    await kill(tearing);
    const { lines, problems } = await readAll(createNodeObservationLog(folder));
    const read = new Set(lines.map(({ value }) => value.call));
    expect(writers.flatMap(({ said }) => said()).filter((id) => !read.has(id))).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe("writing cards", () => {
  it("[S3] that are killed at any moment: no card, and no version of one, is ever seen torn", async () => {
    const folder = scratchFolder();
    const files = createNodeCardFiles(folder);
    const seen = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const writers = [start("write-cards", folder), start("write-cards", folder)];
      go(writers);
      const stopAfter = seen.size + 5 + round;
      await until(() => existsSync(join(folder, "experiences")));
      for (let looks = 0; seen.size < stopAfter && looks < 300_000; looks += 1) {
        const card = await files.read(`card-${looks % 3}`);
        if (!card) continue;
        expect(isWhole(card.text)).toBe(true);
        seen.add(card.hash);
      }
      expect(writers.map(({ child }) => child.exitCode)).toEqual([null, null]); // no error ended them
      await Promise.all(writers.map(kill));
    }
    expect(seen.size).toBeGreaterThan(10);
    for (const { id, place } of await files.list()) {
      const card = (await files.read(id))!;
      expect(card.place).toBe(place);
      expect(isWhole(card.text)).toBe(true);
      const versions = await files.history(id);
      expect(versions.length).toBeGreaterThan(0);
      expect(versions.filter(({ text }) => !isWhole(text))).toEqual([]);
      const last = await files.write(id, place, "after all", card.hash);
      expect(await files.lastWritten(id)).toBe(last.hash);
      expect((await files.history(id)).at(-1)?.text).toBe(card.text);
    }
  });
});

describe("holding the lock", () => {
  /** Processes inside at the same time, those aside that were killed inside. */
  function overlaps(notes: string, killed: Set<number>): string[] {
    const wrong: string[] = [];
    let inside: string | undefined;
    for (const line of readFileSync(notes, "utf8").trim().split("\n")) {
      const [what, pid = ""] = line.split(" ");
      if (what === "in") {
        if (inside !== undefined && !killed.has(Number(inside)))
          wrong.push(`${pid} came in while ${inside} was inside`);
        inside = pid;
      } else {
        if (inside !== pid) wrong.push(`${pid} went out while ${inside} was inside`);
        inside = undefined;
      }
    }
    return wrong;
  }

  it("[S14] among processes of which some die inside: never two at once, and never stuck", async () => {
    const project = scratchFolder();
    const notes = join(project, "notes");
    const killed = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      const dying = start("hold-lock", project, notes, "1", "stop");
      go([dying]);
      await until(() => dying.said().includes("inside"));
      const waiters = Array.from({ length: 8 }, () => start("hold-lock", project, notes, "5"));
      go(waiters);
      await sleep(50 * round); // heirs that wait already, and heirs that come later: both must share out the inheritance
      killed.add(dying.child.pid!);
      await kill(dying);
      expect(new Set(await Promise.all(waiters.map(({ ended }) => ended)))).toEqual(new Set([0]));
    }
    expect(overlaps(notes, killed)).toEqual([]);
    expect(readFileSync(notes, "utf8").match(/^out/gm)).toHaveLength(4 * 8 * 5);
    expect(await createNodeLock(project).hold(async () => "free", { waitMs: 0 })).toBe("free");
    expect(readdirSync(join(project, "lock"))).toHaveLength(1);
  });
});

describe.skipIf(!canMountDisks())("a full disk (needs the right to mount a small one)", () => {
  let small: SmallDisk;
  let disk: string;
  let filler: string;

  beforeAll(() => {
    small = mountSmallDisk("512k")!;
    disk = small.folder;
    filler = join(disk, "filler");
  });
  afterAll(() => small.unmount());

  function fill(): void {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(4096));
    } catch {
      // full, as intended
    }
  }

  it("[S15] costs the line being written and nothing else", async () => {
    const log = createNodeObservationLog(join(disk, "observations"));
    const full = { code: "STORE_BUSY", hint: expect.stringContaining("disk space") };
    await log.append([observation("2026-11-30", { call: "before" })]);
    fill();
    const long = { input: "x".repeat(300_000) };
    await expect(log.append([observation("2026-11-30", { call: "lost", ...long })])).rejects.toMatchObject(full);
    rmSync(filler);
    await log.append([observation("2026-11-30", { call: "after" })]);
    const { lines } = await readAll(log);
    expect(lines.map(({ value }) => value.call)).toEqual(["before", "after"]);
  });

  it("[S30] leaves a log that was to be rewritten as it was, and open to those who append", async () => {
    const folder = join(disk, "rewritten");
    const log = createLogFiles(folder);
    await log.append(
      "2026-11-30.jsonl",
      Array.from({ length: 300 }, (_, n) => `secret ${n} ${"x".repeat(500)}`),
    );
    const before = readFileSync(join(folder, "2026-11-30.jsonl"));
    fill();
    await expect(log.rewrite("2026-11-30.jsonl", (line) => line.replace("secret", "[purged]"))).rejects.toMatchObject({
      code: "STORE_BUSY",
      hint: expect.stringContaining("disk space"),
    });
    expect(readFileSync(join(folder, "2026-11-30.jsonl"))).toEqual(before);
    expect(readdirSync(folder)).toEqual(["2026-11-30.jsonl"]);
    rmSync(filler);
    await log.append("2026-11-30.jsonl", ["after"]);
    expect(await log.rewrite("2026-11-30.jsonl", (line) => line.replace("secret", "[purged]"))).toBe(true);
    const lines = readFileSync(join(folder, "2026-11-30.jsonl"), "utf8").split("\n").slice(0, -1);
    expect([lines.length, lines.at(-1), lines.some((line) => line.includes("secret"))]).toEqual([301, "after", false]);
    rmSync(folder, { recursive: true });
  });

  it("[S3] leaves cards, state and lock as they were", async () => {
    const files = createNodeCardFiles(disk);
    const state = createNodeStateFile(join(disk, "learn.json"));
    const lock = createNodeLock(disk);
    const { hash } = await files.write("a", "experiences", "before", null);
    await state.save("before");
    fill();
    const full = { code: "STORE_BUSY", hint: expect.stringContaining("disk space") };
    await expect(files.write("a", "experiences", "x".repeat(300_000), hash)).rejects.toMatchObject(full);
    await expect(state.save("x".repeat(300_000))).rejects.toMatchObject(full);
    expect((await files.read("a"))?.text).toBe("before");
    expect(await state.load()).toBe("before");
    expect(readdirSync(join(disk, "experiences"))).toEqual(["a.md"]);
    expect(readdirSync(disk).filter((name) => name.startsWith("."))).toEqual([]);
    rmSync(filler);
    await files.write("a", "experiences", "after", hash);
    expect((await files.history("a")).map(({ text }) => text)).toEqual(["before"]);
    expect(await lock.hold(async () => "free", { waitMs: 0 })).toBe("free");
  });
});
