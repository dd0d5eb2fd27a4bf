import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/serve/cli/language.ts";
import { reasonsIn } from "../../src/serve/cli/messages/reasons.ts";

/** Reasons as the layers below give them; what they speak of must come through. */
const REASONS: ReadonlyArray<readonly [string, string[]]> = [
  ["the index is kept in memory only: cannot open /x", ["/x"]],
  ["the payload is not JSON", ["JSON"]],
  ["no session_id", ["session_id"]],
  ["our own model call", []],
  ["its folder /f is read-only", ["/f"]],
  ["`hooks.Stop` is not an object", ["`hooks.Stop`"]],
  [
    "the plugin habitus@habitus is installed by Codex itself, which is enough (`codex plugin remove habitus@habitus` first, to change that)",
    ["habitus@habitus", "`codex plugin remove habitus@habitus`"],
  ],
  ["src/app.ts is gone", ["src/app.ts"]],
  ["stale: Edit was not used on 30 days of use", ["Edit", "30"]],
  ["it is about next 12, the project has 14", ["next 12", "14"]],
  ["tools not at hand", []],
  ["opposes a.b", ["a.b"]],
  ["unproven slot", []],
  ["confidence below 0.7: a.b 0.4", ["0.7", "a.b 0.4"]],
  ["nothing to import: 50 task descriptions, used for the runs beside them", ["50"]],
  ["claude is not on PATH", ["claude", "PATH"]],
];

describe.each(LANGUAGES.filter((language) => language !== "en"))("reasons in %s", (language) => {
  it.each(REASONS)("says %j in that language, with all that it names", (reason, named) => {
    const said = reasonsIn(language)(reason);
    expect(said).toMatch(/[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u);
    expect(said).not.toMatch(/\$\d/);
    for (const name of named) expect(said).toContain(name);
  });

  it("leaves alone what it does not know, such as a parser's own words", () => {
    for (const reason of ["comma expected", "entrypoint=sdk-cli", ""]) expect(reasonsIn(language)(reason)).toBe(reason);
  });
});

it("are English as they are", () => {
  for (const [reason] of REASONS) expect(reasonsIn("en")(reason)).toBe(reason);
});
