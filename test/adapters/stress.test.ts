import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, expect, it } from "vitest";
import { createLogFiles } from "../../src/adapters/log-files.ts";
import { readLog } from "../../src/adapters/log-lines.ts";
import { createNodeCardFiles } from "../../src/adapters/node-card-files.ts";
import { createNodeLock } from "../../src/adapters/node-lock.ts";
import { createNodeStateFile } from "../../src/adapters/node-state-file.ts";
import { scratchFolder } from "../conformance/scratch.ts";

// Real processes on the same files, killed at random moments. Once here; HABITUS_STRESS=100 does it a hundred times.

const ROUNDS = Number(process.env.HABITUS_STRESS ?? 1);
const A_ROUND_MS = 60_000;
const running = new Set<ChildProcess>();
let program: string;

beforeAll(async () => {
  const { bundle } = (await import(join(import.meta.dirname, "../../scripts/bundle.mjs"))) as {
    bundle(entry: string, folder: string): Promise<string>;
  };
  program = await bundle(join(import.meta.dirname, "children", "stress.ts"), scratchFolder());
});

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

class Program {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = "";

  constructor(...args: string[]) {
    const environment = { ...process.env };
    delete environment.NODE_EXTRA_CA_CERTS;
    const child = spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", "inherit"], env: environment });
    running.add(child);
    child.stdout.on("data", (text: Buffer) => {
      this.#output += text.toString("latin1");
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.on("close", resolve));
    child.stdin.write("go\n");
  }

  said(): string[] {
    return this.#output.split("\n").slice(0, -1);
  }

  /** Resolves when it has said more lines than now; what is locked for ever is seen by the test's time limit. */
  async goesOn(lines = 1): Promise<void> {
    const wanted = this.said().length + lines;
    while (this.said().length < wanted) {
      expect([this.#child.exitCode, this.#child.signalCode]).toEqual([null, null]);
      await sleep(3);
    }
  }

  async kill(): Promise<string[]> {
    this.#child.kill("SIGKILL");
    await this.#ended;
    return this.said();
  }
}

const soon = (ms: number) => sleep(Math.random() * ms);

it(
  "[S30] lines are neither lost nor doubled while one process after another rewrites the log and dies",
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = scratchFolder();
      const writers = [0, 1, 2].map((n) => new Program("append", folder, `w${n}`));
      await Promise.all(writers.map((writer) => writer.goesOn(4)));
      for (let deaths = 0; deaths < 4; deaths += 1) {
        const rewriter = new Program("rewrite", folder);
        await rewriter.goesOn();
        await soon(40);
        await rewriter.kill();
      }
      await Promise.all(writers.map((writer) => writer.goesOn(4)));
      const acknowledged = (await Promise.all(writers.map((writer) => writer.kill()))).flat();
      const times = new Map<string, number>();
      const parse = (line: string) => JSON.parse(line) as { id: string };
      const problems: unknown[] = [];
      for await (const { value } of readLog(createLogFiles(folder), {}, parse, (problem) => problems.push(problem))) {
        times.set(value.id, (times.get(value.id) ?? 0) + 1);
      }
      expect(problems).toEqual([]);
      expect(acknowledged.filter((id) => !times.has(id))).toEqual([]);
      expect([...times].filter(([, count]) => count > 1)).toEqual([]);
    }
  },
  A_ROUND_MS * ROUNDS,
);

it(
  "[S3] no change of a card is lost, and no version, while its writers die",
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = scratchFolder();
      const reader = new Program("read", folder);
      const acknowledged: string[] = [];
      for (let wave = 0; wave < 2; wave += 1) {
        const writers = [0, 1, 2].map((n) => new Program("card", folder, `w${wave * 3 + n}`));
        for (const writer of writers) {
          await writer.goesOn(2);
          await soon(60);
          acknowledged.push(...(await writer.kill()));
        }
      }
      await reader.goesOn();
      expect((await reader.kill()).filter((line) => line.startsWith("torn"))).toEqual([]);
      const cards = createNodeCardFiles(folder);
      const last = (await cards.read("card"))!;
      await cards.write("card", last.place, `${last.text}end\n`, last.hash);
      const lines = last.text.split("\n").slice(0, -1);
      expect(acknowledged.filter((id) => !lines.includes(id))).toEqual([]);
      expect(new Set(lines).size).toBe(lines.length);
      const versions = (await cards.history("card")).map(({ text }) => text);
      const expected = lines.map((_, n) =>
        lines
          .slice(0, n + 1)
          .map((line) => `${line}\n`)
          .join(""),
      );
      expect(expected.filter((text) => !versions.includes(text))).toEqual([]);
    }
  },
  A_ROUND_MS * ROUNDS,
);

it(
  "[S14] what is changed while holding the lock is changed one after the other, whoever dies inside",
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = scratchFolder();
      let counted = 0;
      let deaths = 0;
      const programs = [0, 1, 2].map(() => new Program("state", folder));
      for (; deaths < 4; deaths += 1) {
        await programs[0]!.goesOn(2);
        await soon(20);
        counted += (await programs.shift()!.kill()).length;
        programs.push(new Program("state", folder));
      }
      await Promise.all(programs.map((each) => each.goesOn()));
      for (const each of programs) counted += (await each.kill()).length;
      const { count } = (await createNodeStateFile(join(folder, "learn.json")).load()) as { count: number };
      // Whoever died after saving and before telling counts once more.
      expect(count).toBeGreaterThanOrEqual(counted);
      expect(count).toBeLessThanOrEqual(counted + deaths + programs.length);
      expect(await createNodeLock(folder).hold(async () => "free", { waitMs: 0 })).toBe("free");
      const drafts = readdirSync(join(folder, "lock")).filter((name) => name.startsWith("."));
      expect(drafts.length).toBeLessThanOrEqual(deaths + programs.length);
    }
  },
  A_ROUND_MS * ROUNDS,
);
