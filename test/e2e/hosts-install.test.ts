import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runClaude } from "./hosts/claude.ts";
import { type ClientName, installClient } from "./hosts/clients.ts";
import { configureCodex, runCodex } from "./hosts/codex.ts";
import { habitus, makePlace, observed, type Place } from "./hosts/place.ts";
import type { Script } from "./hosts/scripted-model.ts";

/** What `init` writes, in the real clients: they load it, run it, and are rid of it after `uninstall`. */

const FILES = { "notes.txt": "hello\n" };
const readsNotes: Script = ({ turn }) =>
  turn === 1
    ? { calls: [{ name: "Bash", input: { command: "cat notes.txt", description: "look" } }] }
    : { say: "Done." };
const readsNotesInCodex: Script = ({ turn }) =>
  turn === 1 ? { calls: [{ name: "exec_command", input: { cmd: "cat notes.txt" } }] } : { say: "Done." };

function place(client: string): Place {
  const made = makePlace(FILES);
  onTestFinished(() => made.remove());
  // The client on the PATH, as a person has it.
  made.env.PATH = `${join(client, "..")}:${made.env.PATH}`;
  return made;
}

const calls = (where: Place) => observed(where).filter(({ event }) => event === "tool_end");

describe.each(["claude 2.1.197", "claude 2.1.332"] as const satisfies ClientName[])("%s", (name) => {
  const client = installClient(name);
  it.skipIf("missing" in client)("[I11] loads what init wrote, and runs nothing of it after uninstall", async () => {
    const { path } = client as { path: string };
    const where = place(path);
    const settings = join(where.home, ".claude", "settings.json");
    mkdirSync(join(settings, ".."), { recursive: true });
    const before = '{\r\n\t"model": "claude-sonnet-4-5"\r\n}\r\n';
    writeFileSync(settings, before);
    habitus(where, ["init", "claude", "--yes", "--no-import"]);
    const written = readFileSync(settings, "utf8");
    const session = () =>
      runClaude(where, { client: path, prompt: "Look at the notes", script: readsNotes, plugin: false });
    // The older one installs the plugin while its first session goes on, and loads it in the next.
    if (name === "claude 2.1.197") await session();
    expect((await session()).code).toBe(0);
    expect(readFileSync(settings, "utf8")).toBe(written);
    expect(calls(where).map(({ tool, outcome }) => [tool, outcome])).toEqual([["Bash", "ok"]]);
    expect(findings(where, "Claude Code: its last event arrived")).toMatchObject([{ level: "ok" }]);
    expect(findings(where, "Claude Code: the hook line records")).toMatchObject([{ level: "ok" }]);

    habitus(where, ["uninstall"]);
    expect(readFileSync(settings, "utf8")).toBe(before);
    const after = await session();
    expect(after.code).toBe(0);
    expect(after.stdout + after.stderr).not.toMatch(/habitus(?!-host)/);
    expect(calls(where)).toHaveLength(1);
  });
});

describe("codex 0.171.0", () => {
  const client = installClient("codex 0.171.0");
  it.skipIf("missing" in client)(
    "[I6] runs what init wrote once it is trusted, and nothing of it after uninstall",
    async () => {
      const { path } = client as { path: string };
      const where = place(path);
      configureCodex(where);
      const config = join(where.home, ".codex", "config.toml");
      writeFileSync(config, readFileSync(config, "utf8").replaceAll("\n", "\r\n"));
      const before = readFileSync(config, "utf8");
      const session = () => runCodex(where, { client: path, prompt: "Look at the notes", script: readsNotesInCodex });

      habitus(where, ["init", "codex", "--yes", "--no-import"]);
      expect((await session()).code).toBe(0);
      expect(calls(where)).toEqual([]);
      expect(findings(where, "Codex skips 7 of 7 hooks")).toMatchObject([
        { level: "error", fix: expect.stringContaining("--trust-codex") },
      ]);

      const trusted = JSON.parse(habitus(where, ["init", "codex", "--yes", "--no-import", "--trust-codex", "--json"]));
      expect(trusted.trust).toEqual({ trusted: 7, untrusted: 0 });
      expect(readFileSync(config, "utf8").startsWith(before)).toBe(true);
      expect((await session()).code).toBe(0);
      expect(calls(where).length).toBe(1);
      expect(findings(where, "Codex trusts all 7 hooks")).toHaveLength(1);
      expect(findings(where, "Codex: its last event arrived")).toMatchObject([{ level: "ok" }]);
      // An update leaves the hook lines as they are, so that trust need not be given again.
      const hooks = readFileSync(join(where.home, ".codex", "hooks.json"), "utf8");
      writeFileSync(join(where.memory, "plugin", "bin", "cli.js"), "// an older version\n");
      habitus(where, ["init", "codex", "--yes", "--no-import"]);
      expect(readFileSync(join(where.home, ".codex", "hooks.json"), "utf8")).toBe(hooks);
      expect(findings(where, "Codex trusts all 7 hooks")).toHaveLength(1);

      habitus(where, ["uninstall"]);
      expect(readFileSync(config, "utf8")).toBe(before);
      expect(existsSync(join(where.home, ".codex", "hooks.json"))).toBe(false);
      const after = await session();
      expect([after.code, calls(where).length]).toEqual([0, 1]);
      expect(after.stdout + after.stderr).not.toMatch(/habitus(?!-host)/);
    },
  );
});

function findings(where: Place, text: string): Array<{ level: string; what: string; fix?: string }> {
  let printed: string;
  try {
    printed = habitus(where, ["doctor", "--json"]);
  } catch (error) {
    // A finding that is an error makes doctor end with 3; it has said which all the same.
    printed = (error as { stdout: string }).stdout;
  }
  return JSON.parse(printed).filter(({ what }: { what: string }) => what.includes(text));
}
