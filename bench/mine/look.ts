// Every finding of mining generated sessions, accepted first. `mine/look [--seed 1] [--sessions 60] [--habits a,b|none] [--all]`
import { parseArgs } from "node:util";
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import { HABIT_IDS, type HabitId } from "../generate/habits.ts";
import { generateSessions } from "../generate/sessions.ts";
import { describeFinding } from "../mine-check/report.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    sessions: { type: "string", default: "60" },
    habits: { type: "string" },
    host: { type: "string", default: "claude-code" },
    stack: { type: "string", default: "typescript" },
    all: { type: "boolean", default: false },
  },
});
const habits =
  values.habits === "none" ? [] : values.habits === undefined ? HABIT_IDS : (values.habits.split(",") as HabitId[]);
const sessions = generateSessions({
  seed: values.seed,
  sessions: Number(values.sessions),
  habits,
  host: values.host as "mixed",
  stack: values.stack as "mixed",
});
const state = emptyMineState();
let before = performance.now();
for (const { trajectory } of sessions) mine(state, trajectory);
console.log(`mined in ${Math.round(performance.now() - before)} ms`);
before = performance.now();
const found = findings(state, { falseDiscoveryRate: 0.05 });
console.log(`${found.length} candidates in ${Math.round(performance.now() - before)} ms`);
for (const finding of found) if (values.all || finding.accepted) console.log(describeFinding(finding));
