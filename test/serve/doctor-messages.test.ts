import { describe, expect, it } from "vitest";
import type { InstallAbout } from "../../src/adapters/install/findings.ts";
import type { FilesAbout } from "../../src/memory/findings.ts";
import { type Wording, worded } from "../../src/model/finding.ts";
import { loadDoctorMessages } from "../../src/serve/cli/messages/doctor/load.ts";

const SCRIPT: Record<string, RegExp> = {
  ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
};

type Samples<About extends { kind: string }> = { [Kind in About["kind"]]: Extract<About, { kind: Kind }>[] };

const project = { id: "app-1", name: "app", why: "git directory /w/.git" };

/** At least one of each kind, which the compiler checks, and each form that its words can take. */
const FILES: Samples<FilesAbout> = {
  project: [
    { kind: "project", project: { ...project, chosen: { by: "git", path: "/w/.git" } }, files: "/h" },
    { kind: "project", project: { ...project, why: "folder /w", chosen: { by: "folder", path: "/w" } }, files: "/h" },
    { kind: "project", project: { ...project, why: "below /w", chosen: { by: "below", path: "/w" } }, files: "/h" },
    { kind: "project", project: { ...project, why: "below /w", chosen: { by: "split", path: "/w" } }, files: "/h" },
    { kind: "project", project: { ...project, why: "its name", chosen: { by: "name" } }, files: "/h" },
  ],
  index: [
    { kind: "index", name: "sqlite" },
    {
      kind: "index",
      name: "memory",
      note: "no SQLite here, so the index is kept in memory only and built anew each time; for a lasting one: npm install --global @photostructure/sqlite",
    },
  ],
  broken_card: [{ kind: "broken_card", path: "/c", line: 3, problem: "x" }],
  readable: [{ kind: "readable", observations: 12, rows: 34 }],
  broken_line: [{ kind: "broken_line", path: "/l", line: 5, problem: "x" }],
  empty_results: [{ kind: "empty_results", times: 20 }],
  no_hook: [{ kind: "no_hook", sessions: 4 }],
  filled: [{ kind: "filled", calls: 6, prompts: 7 }],
  left: [
    { kind: "left", left: "skipped", reason: "our own model call", times: 2 },
    { kind: "left", left: "dropped", reason: "the payload is not JSON", times: 2 },
    { kind: "left", left: "failed", reason: "no session_id", times: 2 },
  ],
  cards: [{ kind: "cards", files: 8, indexed: 9 }],
};

const INSTALL: Samples<InstallAbout> = {
  not_whole: [{ kind: "not_whole", problem: "x" }],
  refused: [
    { kind: "refused", title: "Codex", host: "codex", path: "/s", line: 3, problem: "it is read-only" },
    { kind: "refused", title: "Codex", host: "codex", path: "/s", problem: "its folder /f is read-only" },
  ],
  entries_gone: [{ kind: "entries_gone", title: "Codex", host: "codex", at: "2026-11-30T10:00:00Z" }],
  not_installed: [{ kind: "not_installed", title: "Codex", host: "codex" }],
  other_entries: [{ kind: "other_entries", title: "Codex", host: "codex", path: "/s", points: "/p" }],
  strict_json: [{ kind: "strict_json", title: "Claude Code", path: "/s" }],
  installed: [{ kind: "installed", title: "Codex", at: "2026-11-30T10:00:00Z" }],
  trust_unknown: [{ kind: "trust_unknown" }],
  untrusted: [{ kind: "untrusted", skipped: 3, all: 7, states: ["modified"] }],
  trusted: [{ kind: "trusted", all: 7 }],
  no_hooks_seen: [{ kind: "no_hooks_seen" }],
  trust_unsaid: [{ kind: "trust_unsaid", why: "x" }],
  arrived: [{ kind: "arrived", title: "Codex", at: "2026-11-30T10:00:00Z" }],
  not_arrived: [
    { kind: "not_arrived", title: "Codex" },
    { kind: "not_arrived", title: "Codex", last: "2026-11-29T10:00:00Z", installed: "2026-11-30T10:00:00Z" },
  ],
  plugin_not_whole: [{ kind: "plugin_not_whole", folder: "/p" }],
  plugin_old: [{ kind: "plugin_old", runs: "1.2.3", version: "2.3.4" }],
  plugin: [{ kind: "plugin", version: "1.2.3", folder: "/p" }],
  no_node: [{ kind: "no_node", least: "20.19" }],
  old_node: [{ kind: "old_node", version: "v18.20.1", least: "20.19" }],
  node: [{ kind: "node", version: "v22.1.0" }],
  not_on_path: [{ kind: "not_on_path" }],
  line_failed: [
    { kind: "line_failed", title: "Codex", how: "ended", ended: "7", said: "no file", line: "/run" },
    { kind: "line_failed", title: "Codex", how: "not_on_record", said: "", line: "/run" },
    { kind: "line_failed", title: "Codex", how: "no_advice", said: "", line: "/run" },
  ],
  line_works: [
    { kind: "line_works", title: "Codex", detached: true, tries: 1 },
    { kind: "line_works", title: "Codex", detached: false, tries: 2 },
  ],
  server_failed: [
    { kind: "server_failed", title: "Codex", how: "not_on_record" },
    { kind: "server_failed", title: "Codex", how: "no_advice" },
  ],
  server_silent: [{ kind: "server_silent", title: "Codex", said: "no file", line: "/run" }],
  server_works: [{ kind: "server_works", title: "Codex", tries: 3 }],
};

/** Kinds whose sentence is data alone; their way out is in words. */
const DATA = ["broken_card", "broken_line", "not_whole"];
const named = (text: string) =>
  [...text.matchAll(/`[^`]+`|--[a-z-]+|\/[a-z.]+(?:\/[a-z.]+)?\b|habitus init \w+|npm install \S+|\d[\d.:-]*|app-\d/g)]
    .map(([match]) => match.replace(/[:,]$/, ""))
    .sort();

describe.each(Object.keys(SCRIPT))("what doctor says in %s", (language) => {
  const check = <About extends { kind: string }>(own: Wording<About>, english: Wording<About>, abouts: About[]) => {
    for (const about of abouts) {
      const [said, inEnglish] = [worded(own, about), worded(english, about)];
      const parts: Array<readonly [string | undefined, string | undefined]> = [
        [said.what, inEnglish.what],
        [said.fix, inEnglish.fix],
      ];
      parts.forEach(([text, wanted], index) => {
        expect([about, named(text ?? "")]).toEqual([about, named(wanted ?? "")]);
        const isData =
          index === 0 ? DATA.includes(about.kind) : wanted === undefined || /^habitus init\b[^,]*$/.test(wanted);
        if (!isData) expect([about, text, SCRIPT[language]?.test(text as string)]).toEqual([about, text, true]);
      });
    }
  };

  it("is in that language, and names every command, path, version and number that the English names", async () => {
    const [own, english] = [await loadDoctorMessages(language), await loadDoctorMessages("en")];
    check(own.files, english.files, Object.values(FILES).flat());
    check(own.install, english.install, Object.values(INSTALL).flat() as InstallAbout[]);
  });
});
