import { reactionTo } from "./reaction.ts";
import { bySignals, isGood, type Note, reopen, type Standing } from "./standing.ts";

/** Takes in what the user said. Before anything was done it is the task, and says nothing about the work. */
export function heedPrompt(standing: Standing, text: string, note: Note): void {
  if (!standing.hasWorked) return;
  switch (reactionTo(text)) {
    case "approves":
      heedApproval(standing, note);
      return;
    case "complains":
      note("complaint", "bad", "the user said the work is wrong");
      standing.verdict = bySignals(0, "complaint", "the user said the work is wrong");
      return;
    case "gives-up":
      note("gave-up", "bad", "the user took the work away");
      standing.verdict = bySignals(0, "gave-up", "the user took the work away");
      return;
    case "corrects":
      note("correction", "note", "the user wanted another way");
      reopen(standing);
      return;
    case "doubts":
      note("doubt", "note", "the user spoke of trouble");
      reopen(standing);
      return;
    case "moves-on":
      reopen(standing);
      return;
    case "thanks":
    case "acknowledges":
      return;
  }
}

/** A test that fails outweighs a kind word: then nobody can say. */
function heedApproval(standing: Standing, note: Note): void {
  const { verdict } = standing;
  if (verdict?.by === "test" && !isGood(verdict)) {
    note("approval", "note", "the user approved while a test was failing");
    standing.verdict = undefined;
    return;
  }
  note("approval", "good", "the user approved the work");
  standing.verdict = bySignals(1, "approval", "the user approved the work");
}
