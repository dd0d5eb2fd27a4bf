import type { Trajectory } from "../../model/trajectory.ts";
import { checksIn } from "./check.ts";
import { heedChanges } from "./heed-changes.ts";
import { heedCheck } from "./heed-check.ts";
import { heedPrompt } from "./heed-prompt.ts";
import type { SignalReading } from "./signal.ts";
import { isGood, type Note, newStanding, reopen, type Standing } from "./standing.ts";
import { type ActionHappening, timeline } from "./timeline.ts";

/**
 * Reads how an attempt ended from what happened in it: the last test, build, lint or type check after the last change, what the user
 * said about the work, interrupts, refusals, work taken back. Deterministic; every signal comes with its reason.
 *
 * Good needs positive evidence that nothing later took away: tests that passed after the last change and speak of it, or the user's
 * plain approval. Without it the outcome is unknown. Bad needs a check that failed and was not made to pass, a complaint that was not
 * answered, or work given up or taken back.
 *
 * By: `test` when a test run decided for certain: it passed by its own exit code and says that tests passed, or it failed by its own
 * exit code or count. `signals` for everything else, the user's words included, because reading them is a guess.
 */
export function outcomeFromSignals(trajectory: Trajectory): SignalReading {
  const standing = newStanding();
  for (const happening of timeline(trajectory)) {
    const at = { turn: happening.turn, ...(happening.what === "action" && { step: happening.step }) };
    const note: Note = (name, says, reason) => standing.signals.push({ name, says, reason, ...at });
    if (happening.what === "prompt") heedPrompt(standing, happening.text, note);
    else heedAction(standing, happening, note);
  }
  return settle(standing);
}

function heedAction(standing: Standing, happening: ActionHappening, note: Note): void {
  const { outcome } = happening.action;
  standing.hasWorked = true;
  if (outcome === "interrupted" || outcome === "denied") {
    if (outcome === "interrupted") note("interrupt", "note", "the user stopped the agent");
    else note("denial", "note", "the user refused a call");
    reopen(standing);
    return;
  }
  heedChanges(standing, happening, note);
  for (const check of checksIn(happening)) heedCheck(standing, check, note);
}

/** What was left failing at the end takes back what was good before. */
function settle({ verdict, unresolved, signals }: Standing): SignalReading {
  if (verdict === undefined) return { signals };
  if (isGood(verdict) && verdict.from !== "approval" && unresolved.size > 0) {
    const reason = "something that failed was never made to succeed";
    return { signals: [...signals, { name: "open-error", says: "note", reason, turn: signals.at(-1)?.turn ?? 0 }] };
  }
  const { score, by, reasons } = verdict;
  return { outcome: { score, by, reasons }, signals };
}
