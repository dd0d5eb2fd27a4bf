import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createLogFiles } from "../../src/adapters/log-files.ts";
import { readLog } from "../../src/adapters/log-lines.ts";
import { createLogMemory } from "../../src/adapters/log-memory.ts";
import { rewriteLog } from "../../src/adapters/log-rewrite.ts";
import { endSeal } from "../../src/adapters/log-seal.ts";
import { scratchFolder } from "../conformance/scratch.ts";

const FILE = "2026-11-30.jsonl";
const linesOf = (folder: string) => readFileSync(join(folder, FILE), "utf8").split("\n").slice(0, -1);
const hide = (line: string) => line.replaceAll("secret", "[purged]");

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(2);
}

describe("rewriting a log", () => {
  it("[S30] loses and doubles no line of those who append meanwhile, and changes each of theirs", async () => {
    const folder = scratchFolder();
    const expected: string[] = [];
    let rewrites = 0;
    const append = async (n: number) => {
      const files = createLogFiles(folder);
      for (let i = 0; rewrites < 12; i += 1) {
        await files.append(FILE, [`${n}-${i} secret a`, `${n}-${i} secret b`]);
        expected.push(`${n}-${i} [purged] a`, `${n}-${i} [purged] b`);
      }
    };
    const work = Array.from({ length: 8 }, (_, n) => append(n));
    while (rewrites < 12) {
      if (await createLogFiles(folder).rewrite(FILE, hide)) rewrites += 1;
      await breathe();
    }
    await Promise.all(work);
    await createLogFiles(folder).rewrite(FILE, hide);
    expect(linesOf(folder).sort()).toEqual(expected.sort());
    expect(readdirSync(folder)).toEqual([FILE]);
  });

  it("[S30] loses no line of other processes", async () => {
    const folder = scratchFolder();
    const { bundle } = (await import(join(import.meta.dirname, "../../scripts/bundle.mjs"))) as {
      bundle(entry: string, folder: string): Promise<string>;
    };
    const program = await bundle(join(import.meta.dirname, "children", "append-lines.ts"), scratchFolder());
    const children = ["a", "b", "c"].map((name) => {
      const child = spawn(process.execPath, [program, folder, name, "25"], { stdio: ["pipe", "ignore", "inherit"] });
      child.stdin.write("go\n");
      return new Promise((resolve) => child.on("close", resolve));
    });
    let running = true;
    const all = Promise.all(children).then(() => {
      running = false;
    });
    while (running) {
      await createLogFiles(folder).rewrite(FILE, (line) => line.replaceAll("배포", "[purged]"));
      await breathe();
    }
    await all;
    await createLogFiles(folder).rewrite(FILE, (line) => line.replaceAll("배포", "[purged]"));
    const lines = linesOf(folder).filter((line) => line !== "");
    const calls = lines.map((line) => JSON.parse(line).call as string).sort();
    expect(calls).toEqual(
      ["a", "b", "c"].flatMap((name) => Array.from({ length: 25 }, (_, n) => `${name}-${n}`)).sort(),
    );
    expect(lines.some((line) => line.includes("배포"))).toBe(false);
  });

  it("[S30] takes along what is appended until the seal, and what comes behind it is appended again", async () => {
    const folder = scratchFolder();
    const files = createLogFiles(folder);
    await files.append(FILE, ["old secret"]);
    let waiting: Promise<void> | undefined;
    const seen: string[] = [];
    const done = await rewriteLog(join(folder, FILE), hide, {
      append: () => expect.unreachable("nobody took us for dead"),
      at: async (moment) => {
        seen.push(moment);
        if (moment === "copied" || moment === "announced") await files.append(FILE, [`${moment} secret`]);
        if (moment !== "sealed") return;
        appendFileSync(join(folder, FILE), "torn");
        let isOver = false;
        waiting = files.append(FILE, ["behind", "the seal"]).then(() => {
          isOver = true;
        });
        await until(() => readFileSync(join(folder, FILE), "utf8").includes("the seal\n"));
        await sleep(20);
        expect(isOver).toBe(false);
      },
    });
    await waiting;
    expect(done).toBe(true);
    expect(seen).toEqual(["copied", "announced", "sealed", "completed", "replaced"]);
    expect(linesOf(folder)).toEqual(["old [purged]", "copied [purged]", "announced [purged]", "behind", "the seal"]);
    expect(readdirSync(folder)).toEqual([FILE]);
  });

  it.each(["copied", "announced", "sealed", "completed", "replaced"])(
    "[S30] that dies when it has %s loses and doubles no line, and hides none from a reader",
    async (moment) => {
      const folder = scratchFolder();
      const files = createLogFiles(folder);
      await files.append(FILE, ["old secret"]);
      const { bundle } = (await import(join(import.meta.dirname, "../../scripts/bundle.mjs"))) as {
        bundle(entry: string, folder: string): Promise<string>;
      };
      const program = await bundle(join(import.meta.dirname, "children", "rewrite-log.ts"), scratchFolder());
      const child = spawn(process.execPath, [program, folder, FILE, moment], { stdio: ["pipe", "pipe", "inherit"] });
      const ended = new Promise((resolve) => child.on("close", resolve));
      child.stdin.write("go\n");
      await new Promise((resolve) => child.stdout.once("data", resolve));
      const appends = ["one secret", "two secret", "three"].map((line) => files.append(FILE, [line]));
      await until(() => readFileSync(join(folder, FILE), "utf8").includes("three"));
      child.kill("SIGKILL");
      await ended;
      await Promise.all(appends);
      await files.append(FILE, ["four secret"]);
      const read: string[] = [];
      const problems: unknown[] = [];
      const source = readLog(
        files,
        {},
        (line) => ({ line }),
        (problem) => problems.push(problem),
      );
      for await (const { value } of source) read.push(value.line);
      const old = moment === "replaced" ? "old [purged]" : "old secret";
      expect(read.sort()).toEqual([old, "one secret", "two secret", "three", "four secret"].sort());
      expect(problems).toEqual([]);
      expect(await files.rewrite(FILE, hide)).toBe(true);
      const lines = linesOf(folder).filter((line) => line !== "");
      expect(lines.sort()).toEqual(["old [purged]", "one [purged]", "two [purged]", "three", "four [purged]"].sort());
      expect(readdirSync(folder).filter((name) => !name.startsWith(".tmp-"))).toEqual([FILE]);
    },
  );

  it("[S30] begins anew when somebody who waited took it for dead", async () => {
    const folder = scratchFolder();
    const path = join(folder, FILE);
    writeFileSync(path, "old secret\n");
    let times = 0;
    const carried: string[] = [];
    const done = await rewriteLog(path, hide, {
      append: async (_, lines) => void carried.push(...lines),
      at: async (moment) => {
        if (moment !== "completed") return;
        times += 1;
        if (times > 1) return;
        appendFileSync(path, "behind the secret seal\n");
        await endSeal(path, /"id":"([^"]+)"/.exec(readFileSync(join(folder, `.${FILE}.seals`), "utf8"))![1]!);
      },
    });
    expect(done).toBe(true);
    expect(times).toBe(2);
    expect(carried).toEqual([]);
    expect(linesOf(folder).filter((line) => line !== "")).toEqual(["old [purged]", "behind the [purged] seal"]);
    expect(readdirSync(folder)).toEqual([FILE]);
  });

  it("leaves the file alone, to the byte and the inode, when nothing changes", async () => {
    const folder = scratchFolder();
    const bytes = Buffer.concat([Buffer.from("one\r\n\n"), Buffer.from([0xff, 0x0a]), Buffer.from("torn")]);
    writeFileSync(join(folder, FILE), bytes);
    const before = statSync(join(folder, FILE)).ino;
    expect(await createLogFiles(folder).rewrite(FILE, hide)).toBe(false);
    expect(readFileSync(join(folder, FILE)).equals(bytes)).toBe(true);
    expect(statSync(join(folder, FILE)).ino).toBe(before);
  });

  it("changes a torn last line as well, and leaves other damage as it was", async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, FILE), Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from('ok\n{"a":"secret')]));
    expect(await createLogFiles(folder).rewrite(FILE, hide)).toBe(true);
    const after = readFileSync(join(folder, FILE));
    expect(after[0]).toBe(0xff);
    expect(after.subarray(1).toString()).toBe('\nok\n{"a":"[purged]\n');
  });

  it("takes lines out, keeps permissions, and follows a symbolic link", async () => {
    const [folder, elsewhere] = [scratchFolder(), scratchFolder()];
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(elsewhere, "real"), "one\ntwo\nthree\n", { mode: 0o600 });
    symlinkSync(join(elsewhere, "real"), join(folder, FILE));
    expect(await createLogFiles(folder).rewrite(FILE, (line) => (line === "two" ? undefined : line))).toBe(true);
    expect(readFileSync(join(elsewhere, "real"), "utf8")).toBe("one\nthree\n");
    expect(statSync(join(elsewhere, "real")).mode & 0o777).toBe(0o600);
    appendFileSync(join(folder, FILE), "");
  });

  it("is nothing for a file that is not there", async () => {
    expect(await createLogFiles(scratchFolder()).rewrite(FILE, hide)).toBe(false);
  });

  it("does the same in plain memory", async () => {
    const files = createLogMemory("log");
    await files.append(FILE, ["a secret", "two", "three"]);
    expect(await files.rewrite(FILE, (line) => (line === "two" ? undefined : hide(line)))).toBe(true);
    let text = "";
    for await (const chunk of files.chunks(FILE, 0)) text += chunk.toString("utf8");
    expect(text).toBe("a [purged]\nthree\n");
  });
});
