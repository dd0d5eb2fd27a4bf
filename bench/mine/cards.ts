// The cards that habits in generated sessions become, in one language. `mine/cards [en|ko|ja|zh]`
import { toCandidate } from "../../src/distill/candidate.ts";
import { gate } from "../../src/distill/gate.ts";
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import { countWords } from "../../src/distill/shape.ts";
import type { Experience } from "../../src/model/experience.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { generateSessions } from "../generate/sessions.ts";

const language = LANGUAGES.find((name) => name === process.argv[2]);
const state = emptyMineState();
for (const { trajectory } of generateSessions({ seed: 1, sessions: 60 })) mine(state, trajectory);
const cards: Experience[] = [];
for (const finding of findings(state, { falseDiscoveryRate: 0.05 }).filter(({ accepted }) => accepted)) {
  const card = toCandidate(finding, { now: "2026-11-30T00:00:00Z", language });
  console.log(
    `=== ${card.id} · confidence ${card.confidence} · ${countWords(card.body)} words · ${gate(card, cards).verdict}`,
  );
  console.log(
    `when_to_use: ${card.whenToUse}\nkeywords: ${card.keywords.join(", ")}\ntools: ${card.tools.join(", ")}\nrule: ${JSON.stringify(card.rule)}\n\n${card.body}`,
  );
  cards.push(card);
}
