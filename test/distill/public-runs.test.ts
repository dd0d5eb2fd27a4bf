import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../../bench/mine-check/report.ts";
import { shuffleResults } from "../../bench/mine-check/shuffle.ts";
import { toCandidate } from "../../src/distill/candidate.ts";
import { gate } from "../../src/distill/gate.ts";
import { agreementOf, emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import type { Finding } from "../../src/distill/miner.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { importFiles } from "../../src/observe/import-files.ts";
import { sharedData } from "./build.ts";

const shipped = (...parts: string[]) => join(import.meta.dirname, "..", "..", "data", ...parts);

async function load(...paths: string[]): Promise<Trajectory[]> {
  const runs: Trajectory[] = [];
  const files = paths.map((path) => ({ path, open: () => createReadStream(path, { encoding: "utf8" }) }));
  for await (const { item } of importFiles(files)) if ("trajectory" in item) runs.push(item.trajectory);
  return runs;
}

function mined(runs: readonly Trajectory[]): Finding[] {
  const state = emptyMineState();
  for (const run of runs) mine(state, run);
  return findings(state, { falseDiscoveryRate: 0.05 });
}
const acceptedKeys = (found: readonly Finding[]) =>
  found.filter((finding) => finding.accepted).map((finding) => finding.key);

const STOCK = "provenance place_order.price <- get_stock_info.price";
const WANTED = [
  STOCK,
  "provenance cancel_booking.booking_id <- book_flight.booking_id",
  "provenance retrieve_invoice.booking_id <- book_flight.booking_id",
  "provenance set_budget_limit.budget_limit <- compute_exchange_rate.exchanged_value",
];

describe("executed ground truth of 50 tasks", () => {
  let runs: Trajectory[];
  let found: Finding[];
  beforeAll(async () => {
    runs = await load(shipped("bfcl", "tasks", "multi_turn_base.jsonl"), shipped("bfcl", "golden.jsonl"));
    found = mined(runs);
  });

  it("gives the rules that anyone would see in it, and none that is wrong", () => {
    // Read one by one: each argument is the id, price or amount that the named tool returned just before. And a car whose doors are
    // locked is started by way of its brake.
    expect(acceptedKeys(found).sort()).toEqual(
      [
        ...WANTED,
        "provenance cancel_order.order_id <- place_order.order_id",
        "provenance get_order_details.order_id <- place_order.order_id",
        "workflow tool lockDoors > tool pressBrakePedal > tool startEngine",
      ].sort(),
    );
  });

  it("gives the same rules without a word of the user", async () => {
    const ofValues = (all: readonly Finding[]) => all.filter(({ rule }) => rule.type === "provenance");
    const alone = ofValues(mined(await load(shipped("bfcl", "golden.jsonl"))));
    expect(acceptedKeys(alone).sort()).toEqual(acceptedKeys(ofValues(found)).sort());
    expect(
      alone
        .filter((finding) => finding.accepted)
        .every((finding) => finding.reason.includes("without the user's words")),
    ).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "[D27] gives nothing beyond agreement of names when results are dealt out at random, seed %i",
    (seed) => {
      // The order of calls is not touched by the shuffle, so what rests on it stays.
      const control = mined(shuffleResults(runs, seeded(seed))).filter(({ rule }) => rule.type !== "workflow");
      expect(control.filter((finding) => finding.accepted && finding.tier !== "name-agreement")).toEqual([]);
    },
  );

  it("gives a stock card that says what to do, and why to believe it", () => {
    const finding = found.find(({ key }) => key === STOCK)!;
    expect(finding).toMatchObject({
      tier: "evidence",
      support: 6,
      tasks: 6,
      outcomes: { well: 6, badly: 0, unknown: 0 },
    });
    const card = toCandidate(finding, { now: "2026-11-30T00:00:00Z" });
    expect(card.title).toBe("Fetch the price with get_stock_info before place_order");
    expect(card.whenToUse).toContain("market price");
    expect(card.confidence).toBe(0.5);
    expect(gate(card, []).verdict).toBe("accept");
  });
});

describe("airline dialogues of one agent", () => {
  it("agree with rules mined from the other tasks", async () => {
    const runs = await load(shipped("tau-airline", "gpt-4o-airline.json"));
    const tasks = [...new Set(runs.map((run) => run.task))];
    const total = { agrees: 0, disagrees: 0 };
    // Every second task, each left out in turn; the bench leaves out all of them.
    for (const held of tasks.filter((_, i) => i % 2 === 0)) {
      const rules = mined(runs.filter((run) => run.task !== held)).filter((finding) => finding.accepted);
      for (const run of runs.filter((each) => each.task === held)) {
        for (const { rule } of rules) {
          const { agrees, disagrees } = agreementOf(rule, run);
          total.agrees += agrees;
          total.disagrees += disagrees;
        }
      }
    }
    expect(total.agrees).toBeGreaterThan(20);
    expect(total.agrees / (total.agrees + total.disagrees)).toBeGreaterThanOrEqual(0.9);
  });
});

describe("scored runs of other agents", () => {
  const files = ["base", "miss_func", "miss_param"].map((name) => sharedData("agent-runs", `multi_turn_${name}.jsonl`));

  it.skipIf(!files.every(existsSync))("are repaired as rules from the other scenarios say", async () => {
    const runs = await load(...files);
    const scenarioOf = (run: Trajectory) => Number(/(\d+)$/.exec(run.task)![1]);
    const total = { agrees: 0, disagrees: 0 };
    for (const side of [0, 1]) {
      const isHeld = (run: Trajectory) => (scenarioOf(run) / 4) % 2 === side;
      const rules = mined(runs.filter((run) => !isHeld(run))).filter(
        (finding) => finding.accepted && finding.rule.type.startsWith("fix-"),
      );
      expect(rules.length).toBeGreaterThanOrEqual(4);
      for (const run of runs.filter(isHeld)) {
        for (const { rule } of rules) {
          const { agrees, disagrees } = agreementOf(rule, run);
          total.agrees += agrees;
          total.disagrees += disagrees;
        }
      }
    }
    expect(total.agrees).toBeGreaterThan(150);
    expect(total.agrees / (total.agrees + total.disagrees)).toBeGreaterThanOrEqual(0.9);
  });
});
