// `node bench/run.mjs signals [--seeds 1,2,3,4,5] [--sessions N] [--json FILE] [--md FILE] [--svg FILE]`
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { wilsonInterval } from "../../src/distill/statistics.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { outcomeFromSignals } from "../../src/observe/signals/outcome-from-signals.ts";
import { reactionTo } from "../../src/observe/signals/reaction.ts";
import { generateSessions } from "../generate/sessions.ts";
import { STORIES } from "../generate/stories/all.ts";
import { barPlot } from "../plot.ts";
import { confusionOf, figuresPerSignal, type Judged, judge, SIMPLE_RULES } from "./measure.ts";
import { airlineDialogues, hostTranscripts, scoredRuns } from "./real-logs.ts";
import { type LogFigures, type Report, render } from "./report.ts";
import { type Meaning, SAYINGS } from "./sayings.ts";

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
const perSeed = Number(values.sessions ?? STORIES.length * 3);

const labelled = seeds.flatMap((seed) =>
  generateSessions({ seed, sessions: perSeed, habits: [], endings: "stories", host: "mixed", stack: "mixed" }),
);
const judged = labelled.map(judge);

const report: Report = {
  seeds,
  sessions: judged.length,
  stories: STORIES.length,
  confusion: confusionOf(judged),
  tricky: confusionOf(judged.filter((each) => each.isTricky)),
  signals: figuresPerSignal(judged),
  by: countBy(judged),
  wrong: judged.filter((each) => each.said !== "unknown" && each.said !== each.truth),
  missed: judged.filter((each) => each.said === "unknown" && each.truth !== "unknown"),
  simple: Object.entries(SIMPLE_RULES).map(([rule, say]) => ({
    rule,
    confusion: confusionOf(
      labelled.map(({ trajectory, truth }) => ({ truth: truth.outcome ?? "unknown", said: say(trajectory) })),
    ),
  })),
  sayings: sayingFigures(),
  logs: [
    await logFigures("transcripts of coding agents", hostTranscripts),
    await logFigures("airline dialogues", airlineDialogues),
    await logFigures("scored function-calling runs", scoredRuns),
  ],
};

const markdown = render(report);
console.log(markdown);
if (values.md !== undefined) writeFileSync(values.md, markdown);
if (values.svg !== undefined) {
  const bars = report.signals
    .filter(({ decided }) => decided > 0)
    .map(({ signal, decided, right }) => {
      const { lower, upper } = wilsonInterval(right, decided);
      return { label: `${signal} (${decided})`, value: right / decided, low: lower, high: upper };
    });
  writeFileSync(values.svg, barPlot("Right among the sessions that each signal decided, 95 % Wilson", bars, 1));
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
const wrongGoods = report.wrong.filter((each) => each.said === "good").length;
if (wrongGoods > 0) {
  console.error(`${wrongGoods} wrong "good"`);
  process.exitCode = 1;
}

function countBy(all: readonly Judged[]): Record<string, { said: number; right: number }> {
  const counts: Record<string, { said: number; right: number }> = {};
  for (const { by, said, truth } of all) {
    if (by === "") continue;
    const count = counts[`${by}, ${said}`] ?? { said: 0, right: 0 };
    counts[`${by}, ${said}`] = { said: count.said + 1, right: count.right + (said === truth ? 1 : 0) };
  }
  return counts;
}

function sayingFigures(): Report["sayings"] {
  const heardAs = (text: string): Meaning => {
    const reaction = reactionTo(text);
    if (reaction === "approves") return "praise";
    return reaction === "complains" || reaction === "gives-up" ? "blame" : "other";
  };
  return (["en", "ko", "ja", "zh"] as const).map((language) => {
    const own = SAYINGS.filter((saying) => saying.language === language);
    const heard = (meaning: Meaning) =>
      own.filter((saying) => saying.meaning === meaning && heardAs(saying.text) === meaning).length;
    const total = (meaning: Meaning) => own.filter((saying) => saying.meaning === meaning).length;
    return {
      language,
      praise: [heard("praise"), total("praise")],
      blame: [heard("blame"), total("blame")],
      falsePraise: own.filter((saying) => saying.meaning !== "praise" && heardAs(saying.text) === "praise").length,
      falseBlame: own.filter((saying) => saying.meaning !== "blame" && heardAs(saying.text) === "blame").length,
    };
  });
}

async function logFigures(name: string, load: () => Promise<Trajectory[] | undefined>): Promise<LogFigures> {
  const trajectories = await load();
  if (trajectories === undefined) return { name, missing: true, sessions: [] };
  return {
    name,
    missing: false,
    sessions: trajectories.map((trajectory) => {
      const { outcome, signals } = outcomeFromSignals(trajectory);
      return {
        session: trajectory.session,
        source: trajectory.source,
        told: trajectory.outcome?.score,
        said: outcome?.score,
        reasons: outcome?.reasons ?? [],
        signals: signals.map((signal) => `${signal.name}: ${signal.reason}`),
      };
    }),
  };
}
