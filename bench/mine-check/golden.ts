// What is mined from BFCL's executed ground truth: every candidate with its reason, what must be found, held-out agreement,
// and the control with shuffled results.
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import type { Finding } from "../../src/distill/miner.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { leaveOneTaskOut } from "./held-out.ts";
import { goldenTraces } from "./load.ts";
import { describeFinding, seeded } from "./report.ts";
import { shuffleResults } from "./shuffle.ts";

const MUST = [
  "provenance place_order.price <- get_stock_info.price",
  "provenance cancel_booking.booking_id <- book_flight.booking_id",
  "provenance retrieve_invoice.booking_id <- book_flight.booking_id",
  "provenance set_budget_limit.budget_limit <- compute_exchange_rate.exchanged_value",
];
const options = { falseDiscoveryRate: 0.05 };

function mined(trajectories: readonly Trajectory[]): Finding[] {
  const state = emptyMineState();
  for (const trajectory of trajectories) mine(state, trajectory);
  return findings(state, options);
}

for (const [title, tasks, only] of [
  ["50 base tasks, with the user's words", true, "_base_"],
  ["50 base tasks, golden.jsonl alone", false, "_base_"],
  ["all 200 tasks, with the user's words", true, undefined],
] as const) {
  const trajectories = await goldenTraces({ tasks, ...(only && { only }) });
  const found = mined(trajectories);
  console.log(
    `\n# ${title}: ${trajectories.length} trajectories, ${found.filter((f) => f.accepted).length} of ${found.length} candidates accepted`,
  );
  for (const finding of found)
    if (finding.accepted || process.argv.includes("--all")) console.log(describeFinding(finding));
  for (const key of MUST)
    console.log(`${found.some((f) => f.accepted && f.key === key) ? "found  " : "MISSING"} ${key}`);
  leaveOneTaskOut(trajectories, options);
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    // Only what rests on results can lose its ground when results are dealt out at random: an order of calls keeps it.
    const control = mined(shuffleResults(trajectories, seeded(seed))).filter(
      (f) => f.accepted && f.rule.type === "provenance",
    );
    const beyond = control.filter((f) => f.tier !== "name-agreement");
    console.log(
      `shuffled, seed ${seed}: ${control.length} accepted, beyond name agreement ${beyond.length}${beyond.map((f) => `\n    ${describeFinding(f)}`).join("")}`,
    );
  }
}
