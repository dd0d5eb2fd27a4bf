// The cards that golden traces, agent runs or airline dialogues become: `cards [golden|runs|tau] [en|ko|ja|zh] [filter]`.
import { toCandidate } from "../../src/distill/candidate.ts";
import { gate } from "../../src/distill/gate.ts";
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import { countWords } from "../../src/distill/shape.ts";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { agentRuns, goldenTraces, tauAirline } from "./load.ts";

const [set = "golden", language, filter = ""] = process.argv.slice(2);
const trajectories =
  set === "runs"
    ? await agentRuns()
    : set === "tau"
      ? await tauAirline()
      : await goldenTraces({ tasks: true, only: "_base_" });
const state = emptyMineState();
for (const trajectory of trajectories) mine(state, trajectory);
const cards = [];
for (const finding of findings(state, { falseDiscoveryRate: 0.05 })) {
  if (!finding.accepted || !finding.key.includes(filter)) continue;
  const wanted = LANGUAGES.find((name) => name === language);
  const card = toCandidate(finding, { now: "2026-11-30T00:00:00Z", language: wanted as Language | undefined });
  const verdict = gate(card, cards);
  console.log(
    `\n=== ${card.id} · confidence ${card.confidence} · ${countWords(card.body)} words · ${verdict.verdict}: ${verdict.reason}`,
  );
  console.log(
    `when_to_use: ${card.whenToUse}\nkeywords: ${card.keywords.join(", ")}\ntools: ${card.tools.join(", ")}\nrule: ${finding.key}\n`,
  );
  console.log(card.body);
  cards.push(card);
}
