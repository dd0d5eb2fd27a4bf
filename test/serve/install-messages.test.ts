import { describe, expect, it } from "vitest";
import { en, type InstallMessages } from "../../src/serve/cli/messages/install/en.ts";
import { loadInstallMessages } from "../../src/serve/cli/messages/install/load.ts";

const SCRIPT: Record<string, RegExp> = {
  ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
};

/** Every message with something to speak of, by its name. */
function spoken(t: InstallMessages): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(t).filter((entry): entry is [string, string] => typeof entry[1] === "string")),
    "found without a program": t.found("Claude Code", "/home/dev/.claude", undefined),
    unknownHost: t.unknownHost("emacs"),
    same: t.same("/a"),
    created: t.will("/a", true),
    changed: t.will("/a", false),
    removes: t.removes("/a"),
    note: t.note("Codex", "/a"),
    refused: t.refused("Codex", { path: "/a", line: 3, problem: "x" }),
    claude: t.wayOut.claude("/p"),
    codex: t.wayOut.codex("/p"),
    copies: t.copies("/p", "1.2.3"),
    installed: t.installed("Codex", "/b"),
    already: t.already("Codex"),
    askTrust: t.askTrust(7),
    trusted: t.trusted(7),
    untrusted: t.untrusted(7),
    trustFailed: t.trustFailed("x"),
    importing: t.importing("2 MB"),
    learning: t.learning("app"),
    imported: t.imported(3, 40, 2),
    wouldRead: t.wouldRead(3, 40, 2, ["/a", "/b"]),
    wouldLeave: t.wouldLeave(9),
    "nothing past": t.nothingPast(["/a"]),
    "nothing at all": t.nothingPast([]),
    moreFiles: t.moreFiles(9, '"/a" "/b"'),
    notLearned: t.notLearned(["app-1"]),
    "some habits": t.firstHabits(15, 20),
    "all habits": t.firstHabits(3, 3),
    uninstalled: t.uninstalled("Codex"),
    memoryStays: t.memoryStays("/h"),
    askPurge: t.askPurge("/h"),
    purged: t.purged("/h", ["mine.txt"]),
  };
}

const named = (text: string) =>
  [...text.matchAll(/`[^`]+`|--[a-z-]+|"\/[a-z]"|\/[a-z]\b|\d+|mine\.txt/g)].map(([match]) => match).sort();

describe.each(Object.keys(SCRIPT))("what init and uninstall say in %s", (language) => {
  it("is in that language, and names every command, option, path and number that the English names", async () => {
    const own = spoken(await loadInstallMessages(language));
    for (const [name, english] of Object.entries(spoken(en))) {
      expect([name, SCRIPT[language]?.test(own[name] as string)]).toEqual([name, true]);
      expect([name, named(own[name] as string)]).toEqual([name, named(english)]);
    }
  });
});
