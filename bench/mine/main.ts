/**
 * What `learn` shows of habits planted into generated sessions, and of sessions without any.
 *
 * `node bench/run.mjs mine [--seeds 1,2,3,4,5] [--sessions 80] [--json FILE] [--md FILE] [--svg FILE]`
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { HABIT_IDS } from "../generate/habits.ts";
import { type Measured, measure } from "./measure.ts";
import { figuresOf, plot, type Report, render } from "./report.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    sessions: { type: "string" },
    json: { type: "string" },
    md: { type: "string" },
    svg: { type: "string" },
  },
});
const seeds = (values.seeds ?? "1,2,3,4,5").split(",");
const sessions = Number(values.sessions ?? "80");

const planted: Measured[] = [];
const background: Measured[] = [];
for (const seed of seeds) {
  planted.push(await measure(seed, sessions, HABIT_IDS));
  background.push(await measure(seed, sessions, []));
}
const report: Report = { seeds, sessions, planted, background, figures: figuresOf(planted) };
const markdown = render(report);
console.log(markdown);
if (values.md !== undefined) writeFileSync(values.md, markdown);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
if (values.svg !== undefined) writeFileSync(values.svg, plot(report));
