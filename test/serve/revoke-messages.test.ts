import { describe, expect, it } from "vitest";
import type { RevokeReport } from "../../src/memory/revoke-run.ts";
import { LANGUAGES } from "../../src/serve/cli/language.ts";
import { linesOf } from "../../src/serve/cli/messages/revoke/lines.ts";
import { loadRevokeMessages } from "../../src/serve/cli/messages/revoke/load.ts";

const NOTHING: RevokeReport = {
  session: "s_1",
  dryRun: false,
  undo: false,
  attempts: 0,
  sightings: 0,
  retired: [],
  changed: [],
  restored: [],
  unchanged: 7,
};
const MUCH: RevokeReport = {
  ...NOTHING,
  attempts: 1,
  retired: [
    { id: "a.one", reason: "it rested on session s_1, which was revoked" },
    { id: "a.two", reason: "it was made from a.one, which rested on a revoked session" },
  ],
  changed: [
    { id: "a.three", before: 0.5, after: 0.4, sources: { before: 5, after: 4 } },
    {
      id: "a.four",
      before: 0.5,
      after: 0.5,
      freq: { before: 3, after: 2 },
      tier: { before: "validated", after: "provisional" },
      created: { before: "2026-11-02T09:14:03Z", after: "2026-11-03T10:00:00Z" },
    },
  ],
  restored: ["a.five"],
};

const said = async (report: RevokeReport, language: string) => linesOf(report, await loadRevokeMessages(language));

describe("what a revocation did", () => {
  it("is said plainly, with what changed and how much stays", async () => {
    expect(await said(MUCH, "en")).toEqual([
      "Session s_1 is revoked: nothing that it showed counts any more.",
      "  no longer counted: 1 attempt",
      "  retired: a.one, because it rested on this session",
      "  retired: a.two, because it was made from a.one",
      "  back in use: a.five",
      "  changed: a.three: confidence 0.5 → 0.4, source sessions 5 → 4",
      "  changed: a.four: handed over 3 → 2, validated → provisional, known since 2026-11-02 09:14 → 2026-11-03 10:00",
      "  7 other cards keep their place, confidence and counts.",
      "`habitus revoke s_1 --undo` takes this back.",
    ]);
    expect(await said({ ...MUCH, dryRun: true, retired: [], restored: [], changed: [], unchanged: 1 }, "en")).toEqual([
      "Session s_1 would be revoked: nothing that it showed would count any more.",
      "  would no longer be counted: 1 attempt",
      "  1 other card keeps its place, confidence and counts.",
    ]);
  });

  it("is said when it is nothing", async () => {
    expect(await said(NOTHING, "en")).toEqual([
      "Session s_1 is revoked: nothing that it showed counts any more.",
      "  Nothing rested on it: no number and no card changed.",
      "`habitus revoke s_1 --undo` takes this back.",
    ]);
    expect(await said({ ...NOTHING, undo: true }, "en")).toEqual([
      "Session s_1 counts again.",
      "  Nothing rested on it: no number and no card changed.",
    ]);
  });

  it.each(LANGUAGES)("counts nothing as nothing and prints no figure that stays, in %s", async (language) => {
    const [none, much] = [await said(NOTHING, language), await said(MUCH, language)];
    expect(none.join("\n").replaceAll("s_1", "")).not.toMatch(/\d/);
    expect(much).toHaveLength(9);
    const text = much.join("\n");
    for (const figure of ["0.5 → 0.4", "5 → 4", "3 → 2", "09:14 → 2026-11-03 10:00"]) expect(text).toContain(figure);
    expect(text).not.toContain("0.5 → 0.5");
    expect(text).not.toMatch(/\b0\b(?!\.)/);
  });

  it.each(LANGUAGES.filter((language) => language !== "en"))("leaves no English in %s", async (language) => {
    for (const report of [MUCH, NOTHING, { ...MUCH, dryRun: true }, { ...MUCH, undo: true }]) {
      const text = (await said(report, language)).join("\n").replace(/`[^`]*`/g, "");
      expect(text.replace(/\ba\.\w+|s_1/g, "")).not.toMatch(/[A-Za-z]/);
    }
  });
});
