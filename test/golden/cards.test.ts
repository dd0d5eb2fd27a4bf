import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toCandidate } from "../../src/distill/candidate.ts";
import { gate } from "../../src/distill/gate.ts";
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import type { Experience } from "../../src/model/experience.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";

const here = import.meta.dirname;
const sets = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** A card as a page: the fields that distilling writes, then the body. */
function page(card: Experience): string {
  const { id, whenToUse, confidence, keywords, tools, rule, provenance, body } = card;
  const fields = { id, when_to_use: whenToUse, confidence, keywords, tools, rule, provenance };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${lines.join("\n")}\n\n${body}`;
}

describe("recorded trajectories and the cards they become", () => {
  it.each(sets.map(({ name }) => name))("%s", async (name) => {
    const folder = join(here, name);
    const lines = readFileSync(join(folder, "trajectories.jsonl"), "utf8").trim().split("\n");
    const state = emptyMineState();
    for (const line of lines) mine(state, JSON.parse(line) as Trajectory);
    const cards: Experience[] = [];
    for (const finding of findings(state, { falseDiscoveryRate: 0.05 })) {
      if (!finding.accepted) continue;
      const card = toCandidate(finding, { now: "2026-11-01T00:00:00Z" });
      expect(gate(card, cards)).toMatchObject({ verdict: "accept" });
      cards.push(card);
    }
    await expect(cards.map(page).join("\n---\n\n")).toMatchFileSnapshot(join(folder, "cards.md"));
  });
});
