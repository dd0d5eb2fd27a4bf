import { createReadStream, existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Guidelines, recount } from "../../../bench/tool-memory/recount.ts";
import { toCandidate } from "../../../src/distill/candidate.ts";
import { emptyMineState, mine, toolFindingsIn } from "../../../src/distill/mine.ts";
import { groupsIn } from "../../../src/distill/scenarios.ts";
import { shortHash } from "../../../src/distill/sketch.ts";
import { importFiles } from "../../../src/observe/import-files.ts";
import { sharedData } from "../build.ts";

const paths = ["base", "miss_func", "miss_param"].map((name) => sharedData("agent-runs", `multi_turn_${name}.jsonl`));

// These runs bear no licence and are not shipped.
describe.skipIf(!paths.every((path) => existsSync(path)))("guidelines from 750 runs of agents", () => {
  let lines: string[];
  let said: Guidelines;
  beforeAll(async () => {
    lines = paths.flatMap((path) => readFileSync(path, "utf8").split("\n")).filter((line) => line !== "");
    const state = emptyMineState();
    const files = paths.map((path) => ({ path, open: () => createReadStream(path, { encoding: "utf8" }) }));
    for await (const { item } of importFiles(files)) if ("trajectory" in item) mine(state, item.trajectory);
    const groupOf = groupsIn(state.scenarios);
    const tasks = lines.map((line) => String(JSON.parse(line).task_id));
    said = {
      guidelines: toolFindingsIn(state, { falseDiscoveryRate: 0.05 })
        .filter(({ accepted }) => accepted)
        .map((finding) => ({
          tool: finding.key.slice("tool ".length),
          content: toCandidate(finding, { now: "2026-11-30T00:00:00Z" }).body,
        })),
      variants: Object.fromEntries(tasks.map((id) => [id, groupOf(shortHash(`reme:${id}`))])),
    };
  });

  it("[K1] print no figure that another count of the logs does not give", () => {
    expect(said.guidelines.length).toBeGreaterThanOrEqual(10);
    const { figures, wrong } = recount(said, lines);
    expect(wrong).toEqual([]);
    expect(figures).toBeGreaterThan(200);
  });

  it("would be found out by a single wrong figure", () => {
    let changed = 0;
    for (const [i, { tool, content }] of said.guidelines.entries()) {
      const evidence = content.slice(content.indexOf("## Evidence"), content.indexOf("- seen in"));
      // One figure of each kind of line is moved by one.
      for (const line of evidence.split("\n").filter((each) => /\d/.test(each))) {
        const moved = line.replace(/(?<=^- (?:failed )?)\d+|(?<=: )\d+(?= of)/, (digits) => String(Number(digits) + 1));
        if (moved === line) continue;
        const guidelines = said.guidelines.with(i, { tool, content: content.replace(line, moved) });
        expect([line, recount({ ...said, guidelines }, lines).wrong.length > 0]).toEqual([line, true]);
        changed += 1;
        break;
      }
    }
    expect(changed).toBeGreaterThanOrEqual(10);
  });
});
