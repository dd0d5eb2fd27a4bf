import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { LANGUAGES } from "../../src/serve/cli/language.ts";
import { loadMessages } from "../../src/serve/cli/messages/load.ts";
import { runCli } from "../../src/serve/cli/run.ts";

async function run(words: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "habitus-usage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const said = { stdout: "", stderr: "" };
  const code = await runCli(words, {
    env: { HABITUS_HOME: join(folder, "home"), HOME: folder },
    cwd: () => folder,
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
  });
  return { code, ...said };
}

/** Command lines that are wrong, each in its own way, and what the complaint must name. */
const WRONG: ReadonlyArray<readonly [string[], string[]]> = [
  [["recall"], ["task"]],
  [["recall", "x", "--limit"], ["--limit <n>"]],
  [
    ["recall", "x", "--limit", "none"],
    ["--limit <n>", '"none"', "1"],
  ],
  [
    ["create", "--trigger", "x", "--confidence", "high"],
    ["--confidence <n>", '"high"'],
  ],
  [
    ["list", "--stats", "all"],
    ["--stats", "--status"],
  ],
  [["stats"], ['"stats"', "status"]],
  [
    ["show", "a", "b"],
    ["show", "2"],
  ],
];

describe.each(LANGUAGES)("a wrong command line in %s", (language) => {
  it.each(WRONG)("%j ends with 2 and says what is wrong with it", async (words, named) => {
    const { code, stdout, stderr } = await run(["--lang", language, ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    const [complaint = "", more] = stderr.trimEnd().split("\n");
    expect(complaint).toMatch(/^habitus: /);
    for (const name of named) expect(complaint).toContain(name);
    if (language !== "en")
      expect(complaint).toMatch(/[\p{Script=Hangul}\p{Script=Kana}\p{Script=Hiragana}\p{Script=Han}]/u);
    expect(complaint).not.toMatch(/error:|undefined/);
    expect(more).toBe((await loadMessages(language)).help.more);
  });

  it("shows help with titles in that language", async () => {
    const { code, stdout } = await run(["--lang", language, "recall", "--help"]);
    expect(code).toBe(0);
    expect([/^Usage:/m.test(stdout), /^Options:/m.test(stdout)]).toEqual(
      language === "en" ? [true, true] : [false, false],
    );
  });
});

it("says under --json what is wrong as data, and in words beside it", async () => {
  const { code, stdout, stderr } = await run(["--json", "--lang", "ko", "stats"]);
  expect([code, JSON.parse(stdout).error.code]).toEqual([2, "INVALID_INPUT"]);
  expect(stderr).toContain("stats");
});
