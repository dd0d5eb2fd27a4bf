import { once } from "node:events";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DATA, type Sandbox, sandbox } from "./habitus.ts";

/** Printed in the test's name: a run that fails can be repeated. */
const SEEDS = [1, 2, 3];
const KILLS = 6;

/** @source mulberry32, public domain */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Starts a command and ends it with SIGKILL somewhere within `maxMs`, unless it is done before. */
async function kill({ start }: Sandbox, maxMs: number, next: () => number, ...args: string[]): Promise<void> {
  const child = start(...args);
  const ended = once(child, "exit");
  await Promise.race([wait(next() * maxMs), ended]);
  child.kill("SIGKILL");
  await ended;
}

const cardsOf = ({ ok }: Sandbox) =>
  ok("list", "--json")
    .json()
    // biome-ignore lint/suspicious/noExplicitAny: only these fields are compared
    .cards.map(({ id, title, confidence, rule }: any) => ({ id, title, confidence, rule }));

describe("kill -9", () => {
  const calm = () => {
    const box = sandbox();
    box.ok("import", DATA);
    box.ok("learn");
    return cardsOf(box);
  };

  it.each(SEEDS)(
    "[S16] at random points of import and learn loses nothing and leaves no lock, seed %i",
    async (seed) => {
      const expected = calm();
      const box = sandbox();
      const next = random(seed);
      for (let i = 0; i < KILLS; i += 1) await kill(box, 700, next, "import", DATA);
      box.ok("import", DATA);
      for (let i = 0; i < KILLS; i += 1) await kill(box, 900, next, "learn");
      const last = box.ok("learn", "--json").json();
      expect(last.problems).toEqual([]);
      expect(cardsOf(box)).toEqual(expected);
      expect(box.ok("status", "--json").json()).toMatchObject({ waiting: 0, cards: { broken: [] } });
      expect(box.run("doctor").status).toBe(0);
    },
  );

  it.each(SEEDS)(
    "[S16] during reinforce and outcome moves a card once or not at all, and never tears it, seed %i",
    async (seed) => {
      const box = sandbox();
      const next = random(seed);
      box.ok("create", "x.y", "--trigger", "a situation", "--confidence", "0.1");
      for (let i = 0; i < KILLS; i += 1) await kill(box, 250, next, "reinforce", "x.y");
      const rows = box.ok("log", "x.y", "--json").json();
      const moves = rows.filter((row: { type: string }) => row.type === "reinforced").length;
      box.ok("learn");
      expect(box.ok("show", "x.y", "--json").json().confidence).toBeCloseTo(0.1 + 0.1 * moves, 9);
    },
  );
});

describe("a hand edit", () => {
  it("[S3] survives a learn that runs at the same moment", async () => {
    const box = sandbox();
    const lines = readFileSync(join(DATA, "bfcl", "golden.jsonl"), "utf8")
      .trim()
      .split("\n");
    const half = join(box.cwd, "half.jsonl");
    writeFileSync(half, lines.slice(0, 40).join("\n"));
    box.ok("import", half);
    box.ok("learn");
    box.ok("import", join(DATA, "bfcl", "golden.jsonl"));
    const folder = join(box.ok("status", "--json").json().home, "experiences");
    const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
    expect(files.length).toBeGreaterThan(0);
    const learning = box.start("learn");
    const ended = once(learning, "exit");
    let over = false;
    void ended.then(() => {
      over = true;
    });
    // One note after another for as long as the run lasts, each as an editor that writes in place would do it.
    for (const [i, name] of files.entries()) {
      appendFileSync(join(folder, name), `\nNote ${i} of a person.\n`);
      await wait(over ? 0 : 20);
    }
    await ended;
    for (const [i, name] of files.entries())
      expect(readFileSync(join(folder, name), "utf8")).toContain(`Note ${i} of a person.`);
    expect(box.run("doctor").status).toBe(0);
  });
});
