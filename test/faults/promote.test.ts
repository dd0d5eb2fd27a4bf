import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { findProgram } from "../../src/adapters/find-program.ts";
import { LONGEST_NAME } from "../../src/learn/promote.ts";
import type { Memory } from "../../src/memory.ts";
import { openMemory } from "../../src/open-memory.ts";

/** Where real clients may be: the folder that the benches are told of, what the tests of hosts have installed, `PATH`. */
const INSTALLED = process.env.HABITUS_TEST_CLIENTS ?? join(tmpdir(), "habitus-test-clients");
const CLIENTS = [
  ...(process.env.BENCH_CLIENTS ?? "").split(delimiter),
  ...(existsSync(INSTALLED) ? readdirSync(INSTALLED).map((name) => join(INSTALLED, name)) : []),
  ...(process.env.PATH ?? "").split(delimiter),
]
  .filter((folder) => folder !== "")
  .flatMap((folder) => [join(folder, "node_modules", ".bin"), folder])
  .filter((folder) => existsSync(folder))
  .join(delimiter);

const CARDS = [
  {
    whenToUse: "배포하기 전에",
    title: "배포 전에 테스트를 실행한다",
    body: "1. 테스트를 돌린다.\n2. 통과하면 배포한다.",
  },
  { whenToUse: "데이터베이스를 옮기기 전에", title: "이전 전에 백업을 만든다", body: "1. 백업을 만든다.\n2. 옮긴다." },
  { whenToUse: "설정 파일을 고칠 때", title: "고친 뒤에 서비스를 다시 띄운다", body: "1. 고친다.\n2. 다시 띄운다." },
  { whenToUse: "before a release", title: "Read the changelog before a release", body: "1. Read it.\n2. Release." },
];

let base: string;
const skillsOf = (host: ".claude" | ".codex") => join(base, host, "skills");
const tree = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-a20-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const name of [".claude", ".codex", "app"]) mkdirSync(join(base, name));
});

async function open(path: string): Promise<Memory> {
  const memory = await openMemory({
    home: join(base, "home"),
    cwd: join(base, "app"),
    env: { HOME: base, PATH: path },
  });
  onTestFinished(() => memory.close());
  return memory;
}

async function promoteAll(memory: Memory) {
  const reports = [];
  for (const card of CARDS) {
    const { id } = await memory.create({ ...card, confidence: 0.8 });
    reports.push(await memory.promote([id]));
  }
  return reports;
}

describe("[L50] A20: promoted skills that no host ever lists", () => {
  it("gives three cards with Korean triggers and an English one four folders, four names and valid front matter, and undo leaves no trace", async () => {
    const memory = await open("");
    const before = [tree(join(base, ".claude")), tree(join(base, ".codex"))];
    const reports = await promoteAll(memory);
    const names = reports.map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    for (const host of [".claude", ".codex"] as const) {
      expect(
        readdirSync(skillsOf(host))
          .map((name) => name.normalize("NFC"))
          .sort(),
      ).toEqual([...names].sort());
      for (const name of names) {
        const text = readFileSync(join(skillsOf(host), name, "SKILL.md"), "utf8");
        const front = parse(/^---\n([\s\S]*?)\n---\n/.exec(text)![1]!);
        expect(Object.keys(front)).toEqual(["name", "description"]);
        expect(front.name).toBe(name);
        expect(name).toMatch(/^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u);
        expect([...name].length).toBeLessThanOrEqual(LONGEST_NAME);
        expect(front.description.length).toBeGreaterThan(0);
        expect(front.description.length).toBeLessThanOrEqual(1024);
      }
    }
    // Readable in its own script, for a person who looks at the list.
    expect(names.filter((name) => /\p{Script=Hangul}/u.test(name))).toHaveLength(3);
    for (const name of names) await memory.demote(name);
    expect([tree(join(base, ".claude")), tree(join(base, ".codex"))]).toEqual(before);
    expect((await memory.list("active")).cards).toHaveLength(4);
  });

  for (const [program, host, name] of [
    ["claude", "claude-code", "Claude Code"],
    ["codex", "codex", "Codex"],
  ] as const) {
    it(`has all four in the list of the real ${name}`, async (context) => {
      if (process.platform === "win32" || !findProgram(program, { PATH: CLIENTS }))
        return context.skip(`${name} is not installed: put it on PATH, or set BENCH_CLIENTS to its folder`);
      rmSync(join(base, program === "claude" ? ".codex" : ".claude"), { recursive: true });
      // Only this client: Node for those that are scripts, and nothing of the other.
      const bin = join(base, "bin");
      mkdirSync(bin);
      symlinkSync(findProgram(program, { PATH: CLIENTS })!, join(bin, program));
      symlinkSync(process.execPath, join(bin, "node"));
      const memory = await open(bin);
      for (const { files } of await promoteAll(memory)) {
        const [file] = files;
        expect({ host: file?.host, by: file?.listing?.by, missing: file?.listing?.missing }).toEqual({
          host,
          by: "client",
          missing: [],
        });
        expect(file?.listing?.client).toMatch(new RegExp(`^${name} \\d`));
      }
    });
  }

  it("says that the host was not asked where it is not at hand", async () => {
    const memory = await open("");
    const [first] = await promoteAll(memory);
    expect(first?.files.map(({ listing }) => listing)).toEqual([
      { by: "file", missing: [], note: "claude is not on PATH" },
      { by: "file", missing: [], note: "codex is not on PATH" },
    ]);
  });
});
