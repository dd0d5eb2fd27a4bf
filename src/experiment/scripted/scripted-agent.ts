import { MemoryError } from "../../errors.ts";
import { estimateTokens } from "../../text/estimate-tokens.ts";
import type { Agent } from "../agent.ts";
import { changePort, newNote, removeFolder, replaceRelease } from "./file-store.ts";
import { createHand, GivesUp, type Hand, SCRIPTED_SKILL, type Skill } from "./hand.ts";
import { cancel, trade } from "./order-desk.ts";
import { assign, close, closeWithParts, reply } from "./ticket-desk.ts";

/** How each kind of task is gone about by somebody who may lack single points of know-how. By environment and kind. */
const PLANS: Readonly<Record<string, (hand: Hand) => void>> = {
  "order-desk/buy": trade({ side: "buy" }),
  "order-desk/buy-large": trade({ side: "buy", large: true }),
  "order-desk/buy-after-hours": trade({ side: "buy", late: true }),
  "order-desk/sell-all": trade({ side: "sell" }),
  "order-desk/cancel": cancel,
  "file-store/change-port": changePort,
  "file-store/remove-folder": removeFolder,
  "file-store/replace-release": replaceRelease,
  "file-store/new-note": newNote,
  "ticket-desk/assign": assign,
  "ticket-desk/close": close,
  "ticket-desk/close-with-parts": closeWithParts,
  "ticket-desk/reply": reply,
};

/**
 * An agent for the built-in environments that needs no model. It goes about each kind of task in the same way, and may lack points of
 * know-how: each it knows by itself, or does because the advice names the tool or value, or finds out from an error, or not,
 * each with a fixed chance. It sees the query, the tools, their answers and the advice's words; never the verdict.
 */
export function createScriptedAgent(skill: Skill = SCRIPTED_SKILL): Agent {
  return {
    name: "scripted",
    attempt: async (episode, { advice, luck }) => {
      const kind = episode.task.id.slice(0, episode.task.id.lastIndexOf("/"));
      const plan = PLANS[kind];
      if (!plan) throw new MemoryError("INVALID_INPUT", `the scripted agent has no plan for ${episode.task.id}`);
      const hand = createHand(episode, { advice, luck, skill });
      let said = "Done.";
      try {
        plan(hand);
      } catch (error) {
        if (!(error instanceof GivesUp)) throw error;
        said = `I could not do it: ${error.message}`;
      }
      const read = [episode.task.query, advice, JSON.stringify(hand.steps)].map(estimateTokens);
      return { steps: hand.steps, said, tokens: read.reduce((sum, tokens) => sum + tokens, 0) };
    },
  };
}
