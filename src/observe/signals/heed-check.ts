import { fileRole } from "../../alphabet/file-role.ts";
import type { Check } from "./check.ts";
import { covers } from "./check-scope.ts";
import type { SignalName } from "./signal.ts";
import { isGood, type Note, type Standing, type Verdict } from "./standing.ts";

const NAMES: Readonly<Record<Check["purpose"], SignalName>> = {
  test: "tests",
  check: "tests",
  build: "build",
  lint: "lint",
  typecheck: "typecheck",
};

/** Takes in what a test, build, lint or type check said. */
export function heedCheck(standing: Standing, check: Check, note: Note): void {
  const name = NAMES[check.purpose];
  if (check.verdict === "unknown") note(name, "note", check.why);
  // While the changes are put away, a run speaks of the state before them.
  else if (standing.shelved !== undefined) note(name, "note", `${check.why}, without the changes`);
  else if (check.verdict === "failed") heedFailure(standing, check, note);
  else if (name === "tests") heedPass(standing, check, note);
  else {
    note(name, "note", check.why);
    if (standing.verdict?.from === check.purpose) standing.verdict = undefined;
  }
}

function heedFailure(standing: Standing, check: Check, note: Note): void {
  note(NAMES[check.purpose], "bad", check.why);
  if (NAMES[check.purpose] === "tests") standing.sinceFailure = { paths: [], effects: false };
  const { verdict } = standing;
  const isUsers = verdict?.from === "complaint" || verdict?.from === "gave-up";
  if (!isUsers) standing.verdict = failed(check);
}

/** A lint that fails says less about the work than a test: it is bad, but not as bad. */
function failed(check: Check): Verdict {
  const isTest = NAMES[check.purpose] === "tests";
  return {
    score: check.purpose === "lint" ? 0.25 : 0,
    by: isTest && check.isSure ? "test" : "signals",
    reasons: [check.why],
    from: check.purpose,
  };
}

function heedPass(standing: Standing, check: Check, note: Note): void {
  const doubt = doubtAbout(standing, check);
  if (doubt !== undefined) {
    note("tests", "note", `${check.why}, ${doubt}`);
    if (standing.verdict?.from === "test" || standing.verdict?.from === "check") standing.verdict = undefined;
    return;
  }
  const why = `${check.why}, after the last change`;
  note("tests", "good", why);
  standing.sinceFailure = undefined;
  const { verdict } = standing;
  const isOpen = verdict === undefined || isGood(verdict) || verdict.from === check.purpose || verdict.from in NAMES;
  if (isOpen)
    standing.verdict = { score: 1, by: check.isSure ? "test" : "signals", reasons: [why], from: check.purpose };
}

/** Why a pass says nothing about the work; undefined when it does. */
function doubtAbout({ changes, sinceFailure }: Standing, check: Check): string | undefined {
  if (!changes.any || changes.paths.length === 0) return "with nothing changed before it";
  if (!covers(check.scope, changes.paths)) return "but not of all that was changed";
  if (sinceFailure === undefined) return undefined;
  const { paths, effects } = sinceFailure;
  if (paths.length === 0) return effects ? undefined : "after it had failed, with nothing changed in between";
  return paths.every((path) => fileRole(path) === "test")
    ? "after only tests were changed since they failed"
    : undefined;
}
