// What is mined from tau-bench's airline dialogues, and held-out agreement, one task left out at a time.
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import { leaveOneTaskOut } from "./held-out.ts";
import { tauAirline } from "./load.ts";
import { describeFinding } from "./report.ts";

const options = { falseDiscoveryRate: 0.05 };
const trajectories = await tauAirline();
const state = emptyMineState();
for (const trajectory of trajectories) mine(state, trajectory);
const found = findings(state, options);
for (const type of ["provenance", "fix-call", "fix-argument"]) {
  const ofType = found.filter((finding) => finding.rule.type === type);
  const accepted = ofType.filter((finding) => finding.accepted);
  console.log(
    `\n# ${type}: ${accepted.length} of ${ofType.length} candidates accepted${accepted.length === 0 ? " — this miner finds nothing here" : ""}`,
  );
  for (const finding of ofType)
    if (finding.accepted || process.argv.includes("--all")) console.log(describeFinding(finding));
}
leaveOneTaskOut(trajectories, options);
