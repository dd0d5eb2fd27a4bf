import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toClaudeTranscript } from "../../bench/generate/claude-transcript.ts";
import { HABIT_IDS, type HabitId } from "../../bench/generate/habits.ts";
import { generateSessions } from "../../bench/generate/sessions.ts";
import { says } from "../../bench/mine/measure.ts";
import { allSteps } from "../../src/model/trajectory.ts";
import { type Sandbox, sandbox } from "./habitus.ts";

const SETTINGS =
  '{\r\n\t"model": "sonnet",\r\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}\r\n}\r\n';
const CONFIG = '# mine\nmodel = "x"';

/** A person's home with both hosts in it, and no program of theirs on the PATH. */
function withHosts(): Sandbox & { file(name: string): string } {
  const box = sandbox();
  const file = (name: string) => join(box.cwd, name);
  for (const folder of [".claude", ".codex"]) mkdirSync(file(folder));
  writeFileSync(file(".claude/settings.json"), SETTINGS);
  writeFileSync(file(".codex/config.toml"), CONFIG);
  return { ...box, file };
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
const filesOf = ({ file }: ReturnType<typeof withHosts>) =>
  [".claude/settings.json", ".codex/config.toml", ".codex/hooks.json"].map((name) => textOf(file(name)));

describe("habitus init", () => {
  it("[I8] shows in a dry run exactly what the real run writes, and writes nothing itself", () => {
    const box = withHosts();
    const before = filesOf(box);
    const dry = box.ok("init", "--dry-run", "--json").json();
    expect(filesOf(box)).toEqual(before);
    expect(existsSync(box.home)).toBe(false);
    const real = box.ok("init", "--yes", "--no-import", "--json").json();
    expect(real.hosts).toEqual(dry.hosts);
    expect([dry.written, real.written]).toEqual([false, true]);
    const shown = real.hosts.flatMap(({ files }: { files: Array<{ path: string; after: string }> }) => files);
    expect(shown).toHaveLength(3);
    const sha256 = (path: string) =>
      process.getBuiltinModule("node:crypto").createHash("sha256").update(readFileSync(path)).digest("hex");
    for (const { path, after } of shown) expect(sha256(path)).toBe(after);
    const again = box.ok("init", "--dry-run", "--json").json();
    expect(
      again.hosts.flatMap(({ files }: { files: Array<{ changed: boolean }> }) => files.map(({ changed }) => changed)),
    ).toEqual([false, false, false]);
    box.ok("uninstall");
    expect(filesOf(box)).toEqual(before);
  });

  it("[I8] asks first, and where nobody can be asked writes nothing and says how to go on", () => {
    const box = withHosts();
    const before = filesOf(box);
    const refused = box.run("init");
    expect([refused.status, refused.stderr.includes("--yes")]).toEqual([2, true]);
    expect(refused.stdout).toContain('+\t\t"habitus@habitus": true');
    expect(filesOf(box)).toEqual(before);
    expect(box.run("uninstall", "--purge").status).toBe(2);
    expect(box.run("init", "emacs").status).toBe(2);
    rmSync(box.file(".claude"), { recursive: true });
    rmSync(box.file(".codex"), { recursive: true });
    expect(box.run("init", "--yes").stderr).toContain("habitus init claude");
  });

  it.skipIf(process.platform === "win32")(
    "refuses a folder that no command line of a host can name, and says which can",
    () => {
      const box = withHosts();
      const before = filesOf(box);
      const answer = box.run("--home", join(box.cwd, 'a "$x'), "init", "--yes", "--no-import");
      expect(answer.status).toBe(2);
      expect(answer.stderr).toContain("--home DIR");
      expect(filesOf(box)).toEqual(before);
    },
  );

  it("goes on with one host where the other's settings are broken, names the line and the way out, and ends with 3", () => {
    const box = withHosts();
    writeFileSync(box.file(".claude/settings.json"), '{\n  "a": 1\n  "b": 2\n}');
    const done = box.run("init", "--yes", "--no-import");
    expect(done.status).toBe(3);
    expect(done.stderr).toContain("settings.json:3");
    expect(done.stderr).toContain("--plugin-dir");
    expect(textOf(box.file(".claude/settings.json"))).toBe('{\n  "a": 1\n  "b": 2\n}');
    expect(textOf(box.file(".codex/config.toml"))).toContain("[mcp_servers.habitus]");
  });

  it.each(["ko", "ja", "zh"])("speaks %s", (lang) => {
    const box = withHosts();
    const script = { ko: /\p{Script=Hangul}/u, ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, zh: /\p{Script=Han}/u }[
      lang
    ] as RegExp;
    for (const args of [
      ["init", "--dry-run"],
      ["init", "--yes"],
      ["uninstall", "--purge", "--yes"],
    ]) {
      const lines = box.ok(...args, "--lang", lang).stdout.split("\n");
      const own = lines.filter(
        (line) => /^\S/.test(line) && !line.startsWith("Codex:") && !line.startsWith("Claude Code:"),
      );
      expect(own.length).toBeGreaterThan(0);
      for (const line of own) expect(line).toMatch(script);
    }
  });

  it("[I9] shows the habits of past sessions, each session in its own project, and a second time passes over what is known", () => {
    const box = withHosts();
    const habits: HabitId[] = ["read-triad", "docker-no-cache", "ticket-id", "lint-before-commit"];
    const app = box.file("work/app");
    const calls = transcripts(box, app, habits, 70);
    const done = box.ok("init", "claude", "--yes").stdout;
    expect(done).toContain(`with ${calls.toLocaleString("en")} tool calls`);
    const cards = JSON.parse(
      spawnSync(process.execPath, [join(import.meta.dirname, "..", "..", "dist", "cli.js"), "list", "--json"], {
        cwd: app,
        env: box.env,
        encoding: "utf8",
      }).stdout,
    ).cards;
    const shown = cards.filter(({ id }: { id: string }) => done.includes(` ${id}\n`));
    for (const habit of habits) expect([habit, shown.some((card: never) => says(card, habit))]).toEqual([habit, true]);
    const notPlanted = HABIT_IDS.filter((id) => !habits.includes(id) && id !== "test-before-source");
    for (const habit of notPlanted)
      expect([habit, shown.some((card: never) => says(card, habit))]).toEqual([habit, false]);
    const again = box.ok("init", "claude", "--yes", "--json").json();
    expect(again.imported).toMatchObject({ sessions: 0, left: 0, habits: [] });
    // Nothing landed in the project of the folder where init was typed.
    expect(box.ok("list", "--json").json().cards).toEqual([]);
  });
});

describe("habitus uninstall", () => {
  it("keeps the memory, and with --purge removes it and nothing else", () => {
    const box = withHosts();
    const before = filesOf(box);
    box.ok("create", "a.card", "--trigger", "when it rains", "--title", "Take an umbrella");
    box.ok("init", "--yes", "--no-import");
    expect(box.ok("uninstall").stdout).toContain(box.home);
    expect(filesOf(box)).toEqual(before);
    expect(box.ok("list", "--json").json().cards).toHaveLength(1);
    expect(readdirSync(box.home)).not.toContain("plugin");
    box.ok("init", "--yes", "--no-import");
    writeFileSync(join(box.home, "mine.txt"), "not habitus's");
    expect(box.ok("uninstall", "--purge", "--yes").stdout).toContain("mine.txt");
    expect(filesOf(box)).toEqual(before);
    expect(readdirSync(box.home)).toEqual(["mine.txt"]);
    expect(box.ok("uninstall").stdout).toContain("Nothing");
  });

  it("[I7] works from the copy that hosts run, when the package is gone", () => {
    const box = withHosts();
    const before = filesOf(box);
    box.ok("init", "--yes", "--no-import");
    const elsewhere = join(box.cwd, "copy");
    cpSync(join(box.home, "plugin"), elsewhere, { recursive: true });
    const done = spawnSync(process.execPath, [join(elsewhere, "bin", "cli.js"), "uninstall"], {
      cwd: box.cwd,
      env: box.env,
    });
    expect(done.status).toBe(0);
    expect(filesOf(box)).toEqual(before);
  });
});

describe("habitus doctor", () => {
  const levels = (box: Sandbox) =>
    box.run("doctor", "--json").json() as Array<{ level: string; what: string; fix?: string }>;
  const about = (findings: ReturnType<typeof levels>, text: string) =>
    findings.filter(({ what }) => what.includes(text));

  it("[I10] sends an event through the real hook line and a word through the real advice, and leaves no trace of it", () => {
    const box = withHosts();
    box.ok("init", "--yes", "--no-import");
    const found = levels(box);
    for (const host of ["Claude Code", "Codex"]) {
      const lines = found.filter(({ what }) => what.startsWith(`${host}: the `) && what.includes("hook line"));
      expect(lines.length).toBeGreaterThan(0);
      for (const { level, what } of lines) expect([what, level]).toEqual([what, "ok"]);
      expect(about(found, `${host}: the server records an event and gives advice`)).toMatchObject([{ level: "ok" }]);
      expect(about(found, `${host}: no event has arrived yet`)).toMatchObject([
        { level: "warning", fix: expect.stringContaining("new session") },
      ]);
    }
    expect(box.ok("list", "--json").json().cards).toEqual([]);
    expect(existsSync(join(box.home, "sessions"))).toBe(false);
  });

  it("[I10] says when the last event arrived, by the hook and not by an import", () => {
    const box = withHosts();
    box.ok("init", "claude", "--yes", "--no-import");
    const app = box.file("app");
    transcripts(box, app, [], 3);
    box.ok("import", box.file(".claude/projects"));
    expect(about(levels(box), "Claude Code: no event has arrived yet")).toHaveLength(1);
    const payload = { session_id: "s-1", hook_event_name: "UserPromptSubmit", prompt: "go", cwd: app };
    const line = `node "${join(box.home, "plugin", "bin", "cli.js")}" hook`;
    expect(spawnSync(line, { shell: true, env: box.env, cwd: app, input: JSON.stringify(payload) }).status).toBe(0);
    expect(about(levels(box), "Claude Code: its last event arrived")).toMatchObject([{ level: "ok" }]);
  });

  it.each<[string, (box: ReturnType<typeof withHosts>) => void, string, string]>([
    [
      "an entry that was taken out",
      ({ file }) => writeFileSync(file(".claude/settings.json"), SETTINGS),
      "is gone from its settings",
      "habitus init claude",
    ],
    [
      "an entry that points elsewhere",
      ({ file }) => {
        const text = readFileSync(file(".claude/settings.json"), "utf8");
        writeFileSync(file(".claude/settings.json"), text.replace("/home/plugin", "/old/plugin"));
      },
      "/old/plugin",
      "habitus init claude",
    ],
    [
      "a plugin that is not whole",
      ({ home }) => rmSync(join(home, "plugin", "bin", "cli.js")),
      "is not whole",
      "habitus init",
    ],
    [
      "a hook line that fails",
      ({ home }) => writeFileSync(join(home, "plugin", "bin", "cli.js"), "throw new Error('torn')"),
      "torn",
      "habitus init",
    ],
    [
      "another version",
      ({ home }) => {
        const path = join(home, "plugin", ".claude-plugin", "plugin.json");
        writeFileSync(path, readFileSync(path, "utf8").replace(/"version": "[^"]+"/, '"version": "0.0.1"'));
      },
      "hosts run version 0.0.1",
      "habitus init",
    ],
    [
      "settings that do not parse",
      ({ file }) => writeFileSync(file(".claude/settings.json"), "{"),
      "settings.json:1",
      "habitus init claude",
    ],
  ])("[I10] names %s, with its fix", (_, damage, says, fix) => {
    const box = withHosts();
    box.ok("init", "claude", "--yes", "--no-import");
    damage(box);
    const [finding] = about(levels(box), says).filter(({ level }) => level !== "ok");
    expect(finding?.fix).toContain(fix);
    if (!says.includes("settings.json")) {
      box.ok("init", "claude", "--yes", "--no-import");
      expect(about(levels(box), says)).toEqual([]);
    }
  });

  it("[I10] says that there is no Node, or an old one, where hosts look for it", () => {
    const box = withHosts();
    box.ok("init", "claude", "--yes", "--no-import");
    const bin = box.file("bin");
    mkdirSync(bin);
    const cli = join(import.meta.dirname, "..", "..", "dist", "cli.js");
    const doctor = () =>
      spawnSync(process.execPath, [cli, "doctor"], {
        cwd: box.cwd,
        env: { ...box.env, PATH: `${bin}:/bin` },
        encoding: "utf8",
      }).stdout;
    writeFileSync(join(bin, "node"), "#!/bin/sh\necho v18.20.1\n", { mode: 0o755 });
    expect(doctor()).toContain("v18.20.1");
    if (!existsSync("/bin/node")) {
      rmSync(join(bin, "node"));
      expect(doctor()).toContain("there is no `node` on the PATH");
    }
  });
});

/** Sessions of Claude Code in this folder, as it keeps them. @returns how many calls they hold */
function transcripts(box: Sandbox, app: string, habits: readonly HabitId[], sessions: number): number {
  mkdirSync(app, { recursive: true });
  const folder = join(box.cwd, ".claude", "projects", app.replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  let calls = 0;
  for (const { trajectory } of generateSessions({ seed: "install", sessions, habits })) {
    calls += allSteps(trajectory).length;
    writeFileSync(join(folder, `${trajectory.session}.jsonl`), toClaudeTranscript(trajectory, app));
  }
  return calls;
}
