import { describe, expect, it } from "vitest";
import type { RecalledRow } from "../../src/model/ledger.ts";
import { LANGUAGES } from "../../src/serve/cli/language.ts";
import { loadMessages } from "../../src/serve/cli/messages/load.ts";

const handed = (more: Partial<RecalledRow>): RecalledRow => ({
  v: 1,
  at: "2026-11-30T10:00:00.000Z",
  type: "recalled",
  attempt: "a-1",
  task: "",
  level: "session",
  shown: ["db.backup-first"],
  shortlist: [],
  ...more,
});

describe.each(LANGUAGES)("the log in %s", (language) => {
  it("says that habits were handed over as a session began, which has no task yet", async () => {
    const { logged } = await loadMessages(language);
    const [begun, asked] = [logged(handed({})), logged(handed({ level: "prompt", task: "add a label" }))];
    expect(begun).toContain("db.backup-first");
    expect(begun).not.toMatch(/""|“”|「」/);
    expect(asked).toContain("add a label");
  });
});
