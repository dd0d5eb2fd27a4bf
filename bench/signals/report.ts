import type { TrueOutcome } from "../generate/stories/story.ts";
import { wilson } from "../secrets/measure.ts";
import { type Confusion, type Judged, OUTCOMES, type SignalFigures } from "./measure.ts";

export interface LogFigures {
  name: string;
  missing: boolean;
  sessions: Array<{
    session: string;
    source: string;
    /** The score that the log itself holds, if any. */
    told: number | undefined;
    said: number | undefined;
    reasons: string[];
    signals: string[];
  }>;
}

export interface Report {
  seeds: string[];
  sessions: number;
  stories: number;
  confusion: Confusion;
  /** Only the stories made to mislead. */
  tricky: Confusion;
  signals: SignalFigures[];
  by: Record<string, { said: number; right: number }>;
  wrong: Judged[];
  missed: Judged[];
  simple: Array<{ rule: string; confusion: Confusion }>;
  sayings: Array<{ language: string; praise: number[]; blame: number[]; falsePraise: number; falseBlame: number }>;
  logs: LogFigures[];
}

export function render(report: Report): string {
  return [
    "# signals",
    "",
    `seeds ${report.seeds.join(", ")}; ${report.sessions} labelled sessions of ${report.stories} stories, four languages, four hosts, six kinds of project; Node ${process.version}`,
    "",
    "## Truth against what was read",
    "",
    ...confusionTable(report.confusion),
    "",
    summary(report.confusion),
    "",
    "Only the stories made to mislead:",
    "",
    ...confusionTable(report.tricky),
    "",
    "## Per signal",
    "",
    "| signal | seen in | decided | right | wrong good | wrong bad |",
    "| --- | --- | --- | --- | --- | --- |",
    ...report.signals.map(
      (row) => `| ${row.signal} | ${row.seen} | ${row.decided} | ${row.right} | ${row.wrongGood} | ${row.wrongBad} |`,
    ),
    "",
    "| by, said | sessions | right |",
    "| --- | --- | --- |",
    ...Object.entries(report.by).map(([by, { said, right }]) => `| ${by} | ${said} | ${right} |`),
    "",
    "## Wrong and missed",
    "",
    ...listed(report.wrong, "said wrongly"),
    ...listed(report.missed, "left unknown"),
    "",
    "## Simpler rules on the same sessions",
    "",
    "| rule | wrong good | wrong bad | right good | right bad |",
    "| --- | --- | --- | --- | --- |",
    ...report.simple.map(
      ({ rule, confusion }) =>
        `| ${rule} | ${wrongOf(confusion, "good")} | ${wrongOf(confusion, "bad")} | ${confusion.good.good} | ${confusion.bad.bad} |`,
    ),
    "",
    "## Sayings",
    "",
    "| language | praise heard | blame heard | taken for praise | taken for blame |",
    "| --- | --- | --- | --- | --- |",
    ...report.sayings.map(
      (row) =>
        `| ${row.language} | ${row.praise.join(" of ")} | ${row.blame.join(" of ")} | ${row.falsePraise} | ${row.falseBlame} |`,
    ),
    "",
    ...report.logs.flatMap(logLines),
  ].join("\n");
}

function confusionTable(confusion: Confusion): string[] {
  return [
    "| truth | said good | said bad | left unknown |",
    "| --- | --- | --- | --- |",
    ...OUTCOMES.map((truth) => `| ${truth} | ${OUTCOMES.map((said) => confusion[truth][said]).join(" | ")} |`),
  ];
}

function wrongOf(confusion: Confusion, said: TrueOutcome): number {
  return OUTCOMES.filter((truth) => truth !== said).reduce((sum, truth) => sum + confusion[truth][said], 0);
}

function summary(confusion: Confusion): string {
  const line = (said: "good" | "bad") => {
    const right = confusion[said][said];
    const all = right + wrongOf(confusion, said);
    const truths = OUTCOMES.reduce((sum, each) => sum + confusion[said][each], 0);
    const [precise, found] = [wilson(right, all), wilson(right, truths)];
    return `said ${said}: ${right} of ${all} right (95 % ${percent(precise.low)}–${percent(precise.high)}); of ${truths} truly ${said} ones ${right} were found (${percent(found.low)}–${percent(found.high)})`;
  };
  return `${line("good")}. ${line("bad")}.`;
}

function listed(judged: readonly Judged[], what: string): string[] {
  if (judged.length === 0) return [`- none ${what}`];
  return judged.map(({ session, story, truth, said, reading }) => {
    const signals = reading.signals.map((signal) => signal.reason).join("; ") || "no signal";
    return `- ${session}, "${story}": truly ${truth}, said ${said}: ${signals}`;
  });
}

function logLines({ name, missing, sessions }: LogFigures): string[] {
  if (missing) return [`## Real logs: ${name}`, "", "not here, skipped", ""];
  const told = sessions.filter((session) => session.told !== undefined);
  const count = (wanted: (session: LogFigures["sessions"][number]) => boolean) => sessions.filter(wanted).length;
  const said = `said good ${count((each) => (each.said ?? 0) >= 0.5)}, bad ${count((each) => each.said !== undefined && each.said < 0.5)}, unknown ${count((each) => each.said === undefined)}`;
  const wrong = told.filter(({ told: truth = 0, said: read }) => read !== undefined && read >= 0.5 !== truth >= 0.5);
  const few = sessions.length <= 12 ? sessions : wrong;
  return [
    `## Real logs: ${name}`,
    "",
    `${sessions.length} sessions, ${told.length} with a score of their own: ${said}; against that score ${wrong.length} wrong`,
    "",
    ...few.map(
      (each) =>
        `- ${each.source} ${each.session}: ${each.said === undefined ? "unknown" : each.said}${each.told === undefined ? "" : `, truly ${each.told}`}; ${[...each.reasons, ...each.signals].slice(0, 4).join("; ") || "no signal"}`,
    ),
    "",
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
