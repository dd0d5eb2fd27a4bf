// `node bench/run.mjs secrets [--seed N] [--count N] [--json FILE] [--md FILE] [--svg FILE]`
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createScrubber } from "../../src/observe/scrub/scrub.ts";
import { barPlot } from "../plot.ts";
import { type CorpusLine, type Finding, readCorpus, scrubThenCut, tryLine, WAYS } from "./corpus.ts";
import { leftOver, wilson } from "./measure.ts";
import { mutateLine } from "./mutate.ts";
import { NEGATIVE_KINDS, negative } from "./negatives.ts";
import { POSITIVE_KINDS, positive } from "./positives.ts";
import { chance } from "./random.ts";
import { measureSpeed, type Speed } from "./speed.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    count: { type: "string" },
    json: { type: "string" },
    md: { type: "string" },
    svg: { type: "string" },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const count = Number(values.count ?? 1000);
const repo = process.env.HABITUS_REPO ?? process.cwd();
const scrubber = createScrubber();

interface KindResult {
  kind: string;
  cases: number;
  /** Nothing of the secret was left. */
  hidden: number;
  low: number;
  high: number;
  /** Text around it was lost. */
  mangled: number;
  /** Hidden under marks that do not name it: how often, by mark. */
  confused: Record<string, number>;
  example?: string;
}

function mutated(kind: string): KindResult {
  const c = chance(seed);
  const result: KindResult = { kind, cases: count, hidden: 0, low: 0, high: 1, mangled: 0, confused: {} };
  for (let i = 0; i < count; i++) {
    const made = positive(kind, c);
    const out = scrubber.scrubText(made.text);
    const isLeft = made.hide.some((secret) => leftOver(out, secret) !== undefined);
    const isMangled = made.keep.some((text) => !out.includes(text));
    if (!isLeft) result.hidden++;
    if (isMangled) result.mangled++;
    if ((isLeft || isMangled) && result.example === undefined) result.example = made.text.slice(0, 160);
    const marks = [...new Set([...out.matchAll(/\[hidden:([a-z0-9-]+)\]/g)].map((match) => match[1] ?? ""))].sort();
    if (!isLeft && !marks.some((mark) => made.marks.includes(mark))) {
      const key = marks.join("+");
      result.confused[key] = (result.confused[key] ?? 0) + 1;
    }
  }
  return { ...result, ...wilson(result.hidden, count) };
}

interface HarmlessResult {
  kind: string;
  cases: number;
  changed: number;
  example?: string;
}

function harmless(kind: string): HarmlessResult {
  const c = chance(seed);
  const result: HarmlessResult = { kind, cases: count, changed: 0 };
  for (let i = 0; i < count; i++) {
    const text = negative(kind, c);
    const plain = scrubber.scrubText(text) !== text;
    const wrapped = JSON.stringify({ value: text });
    if (!plain && scrubber.scrubText(wrapped) === wrapped) continue;
    result.changed++;
    result.example ??= text.slice(0, 160);
  }
  return result;
}

interface CorpusResult {
  lines: number;
  tries: number;
  findings: Finding[];
  byKind: Array<{ kind: string; lines: number; tries: number; hidden: number; low: number; high: number }>;
}

function corpusResult(lines: readonly CorpusLine[]): CorpusResult {
  const findings: Finding[] = [];
  const kinds = new Map<string, { lines: number; tries: number; left: number }>();
  let tries = 0;
  for (const line of lines) {
    const row = kinds.get(line.kind) ?? { lines: 0, tries: 0, left: 0 };
    kinds.set(line.kind, row);
    row.lines++;
    const found = WAYS.flatMap((way) => tryLine(scrubber, line, way));
    tries += WAYS.length;
    row.tries += WAYS.length;
    if (line.cut !== undefined || line.cutFromEnd !== undefined) {
      tries++;
      row.tries++;
      const left = scrubThenCut(scrubber, line)
        .flatMap((half) => line.mustHide.map((secret) => leftOver(half, secret)))
        .find((run) => run !== undefined);
      if (left !== undefined)
        found.push({ id: line.id, kind: line.kind, way: "scrub, then cut", problem: "left", what: left.slice(0, 24) });
    }
    row.left += new Set(found.filter(({ problem }) => problem !== "harmed").map(({ way }) => way)).size;
    findings.push(...found);
  }
  const byKind = [...kinds].map(([kind, row]) => ({
    kind,
    lines: row.lines,
    tries: row.tries,
    hidden: row.tries - row.left,
    ...wilson(row.tries - row.left, row.tries),
  }));
  return { lines: lines.length, tries, findings, byKind };
}

/** The corpus's own texts with other secrets in them, `count` a kind spread over its lines. */
function mutatedCorpus(lines: readonly CorpusLine[]) {
  const c = chance(seed);
  const kinds = new Map<string, CorpusLine[]>();
  for (const line of lines) {
    if (line.mustHide.length > 0 && line.kind !== "cut") kinds.set(line.kind, [...(kinds.get(line.kind) ?? []), line]);
  }
  return [...kinds].map(([kind, group]) => {
    let hidden = 0;
    let mangled = 0;
    for (let i = 0; i < count; i++) {
      const line = mutateLine(group[i % group.length] as CorpusLine, c);
      const out = scrubber.scrubText(line.text);
      if (line.mustHide.every((secret) => leftOver(out, secret) === undefined)) hidden++;
      if (line.mustKeep.some((text) => !out.includes(text))) mangled++;
    }
    return { kind, cases: count, hidden, mangled, ...wilson(hidden, count) };
  });
}

const corpus = readCorpus(repo);
const mutatedLines = corpus ? mutatedCorpus(corpus) : [];
const corpusFigures = corpus ? corpusResult(corpus) : undefined;
const positives = POSITIVE_KINDS.map(mutated);
const negatives = NEGATIVE_KINDS.map(harmless);
const speed: Speed[] = measureSpeed(scrubber, [
  {
    name: "source code",
    text: readFileSync(join(repo, "node_modules", "typescript", "lib", "typescript.js"), "utf8").slice(0, 4_000_000),
  },
  { name: "lock file", text: readFileSync(join(repo, "package-lock.json"), "utf8") },
  {
    name: "texts with secrets",
    text: POSITIVE_KINDS.flatMap((kind) =>
      Array.from({ length: 50 }, (_, i) => positive(kind, chance(seed + i)).text),
    ).join("\n"),
  },
  {
    name: "the same as JSON in JSON",
    text: JSON.stringify({
      log: JSON.stringify({
        lines: POSITIVE_KINDS.flatMap((kind) =>
          Array.from({ length: 50 }, (_, i) => positive(kind, chance(seed + i)).text),
        ),
      }),
    }),
  },
  {
    name: "harmless texts",
    text: NEGATIVE_KINDS.flatMap((kind) =>
      Array.from({ length: 300 }, (_, i) => negative(kind, chance(seed + i))),
    ).join("\n"),
  },
]);

const report = {
  bench: "secrets",
  seed,
  count,
  node: process.version,
  corpus: corpusFigures,
  mutatedCorpus: mutatedLines,
  positives,
  negatives,
  speed,
};
const markdown = render();
console.log(markdown);
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
if (values.md) writeFileSync(values.md, markdown);
if (values.svg) {
  const bars = positives.map(({ kind, hidden }) => {
    const { low, high } = wilson(hidden, count);
    return { label: kind, value: hidden / count, low, high };
  });
  writeFileSync(values.svg, barPlot(`Hidden, ${count} made secrets a kind, 95 % Wilson`, bars, 1));
}

function render(): string {
  const lines = [`# secrets`, "", `seed ${seed}, ${count} cases a kind, Node ${process.version}`, ""];
  if (corpusFigures) {
    const left = corpusFigures.findings.filter(({ problem }) => problem !== "harmed");
    const harmed = corpusFigures.findings.filter(({ problem }) => problem === "harmed");
    lines.push(
      `## Corpus: ${corpusFigures.lines} lines, ${WAYS.length} ways each, ${corpusFigures.tries} tries`,
      "",
      `left: ${left.length}, harmed: ${harmed.length}; kinds below 99 %: ${
        corpusFigures.byKind
          .filter((row) => row.hidden / row.tries < 0.99)
          .map((row) => row.kind)
          .join(", ") || "none"
      }`,
      "",
      ...corpusFigures.findings.map(
        (finding) => `- ${finding.id} (${finding.kind}), ${finding.way}: ${finding.problem}`,
      ),
      "",
    );
  } else lines.push("## Corpus: not here, skipped", "");
  if (mutatedLines.length > 0) {
    lines.push(
      "## The corpus with other secrets in its places",
      "",
      "| kind | hidden | 95 % interval | mangled |",
      "| --- | --- | --- | --- |",
    );
    for (const row of mutatedLines)
      lines.push(
        `| ${row.kind} | ${percent(row.hidden / row.cases)} | ${percent(row.low)}–${percent(row.high)} | ${row.mangled} |`,
      );
    lines.push("");
  }
  lines.push(
    "## Made secrets",
    "",
    "| kind | hidden | 95 % interval | mangled | other marks |",
    "| --- | --- | --- | --- | --- |",
  );
  for (const row of positives) {
    const confused = Object.entries(row.confused)
      .map(([marks, times]) => `${marks || "none"} ${times}`)
      .join(", ");
    lines.push(
      `| ${row.kind} | ${percent(row.hidden / row.cases)} | ${percent(row.low)}–${percent(row.high)} | ${row.mangled} | ${confused || "–"} |`,
    );
  }
  const all = positives.reduce((sum, row) => sum + row.hidden, 0);
  lines.push(
    "",
    `all: ${percent(all / (positives.length * count))} hidden, ${positives.reduce((sum, row) => sum + row.mangled, 0)} mangled`,
    "",
  );
  for (const row of positives)
    if (row.example !== undefined)
      lines.push(`- ${row.kind}: ${row.hidden < row.cases ? "left" : "mangled"} at least once`);
  lines.push("", "## Harmless texts", "", "| kind | changed | of |", "| --- | --- | --- |");
  for (const row of negatives) lines.push(`| ${row.kind} | ${row.changed} | ${row.cases} |`);
  for (const row of negatives)
    if (row.example !== undefined) lines.push("", `- ${row.kind}: \`${row.example.replaceAll("`", "'")}\``);
  lines.push("", "## Speed", "", "| text | MB | ms per MB | MB per second |", "| --- | --- | --- | --- |");
  for (const row of speed)
    lines.push(
      `| ${row.name} | ${row.megabytes.toFixed(2)} | ${row.msPerMegabyte.toFixed(1)} | ${(1000 / row.msPerMegabyte).toFixed(1)} |`,
    );
  return `${lines.join("\n")}\n`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0.99 && share < 1 ? 2 : 1)} %`;
}
