/** The guidelines that single calls lead to, as their cards say them. Usage: `npm run bench -- tool-memory [runs|golden|tau]`. */
import { toCandidate } from "../../src/distill/candidate.ts";
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import { agentRuns, goldenTraces, tauAirline } from "../mine-check/load.ts";

const what = process.argv[2] ?? "runs";
const trajectories =
  what === "golden" ? await goldenTraces({ tasks: true }) : what === "tau" ? await tauAirline() : await agentRuns();
const state = emptyMineState();
for (const trajectory of trajectories) mine(state, trajectory);
const found = findings(state, { falseDiscoveryRate: 0.05 }).filter(({ rule }) => rule.type === "tool");
const accepted = found.filter((finding) => finding.accepted);
for (const finding of accepted) {
  const card = toCandidate(finding, { now: "2026-01-01T00:00:00Z" });
  console.log(`${card.id}  confidence ${card.confidence}\nwhen: ${card.whenToUse}\n\n${card.body}\n`);
}
console.log(`${accepted.length} guidelines of ${found.length} tools, from ${trajectories.length} runs`);
