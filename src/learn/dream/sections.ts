/** Headings of the format; the same in every language. */
export type Section = "Preconditions" | "Failure modes" | "Evidence" | "Rebuttal";

const ORDER: readonly Section[] = ["Preconditions", "Failure modes", "Evidence", "Rebuttal"];

/** The items of a section, without their marks. */
export function linesOf(body: string, section: Section): string[] {
  return (spanOf(body, section)?.lines ?? []).map((line) => line.replace(/^\s*[-*]\s+/, "").trim()).filter(Boolean);
}

/** The body with these items at the end of a section, which is made where it is missing. */
export function addToSection(body: string, section: Section, items: readonly string[]): string {
  if (items.length === 0) return body;
  const added = items.map((item) => `- ${item}`);
  const span = spanOf(body, section);
  const lines = body.trimEnd().split("\n");
  if (span) {
    lines.splice(span.end, 0, ...added);
    return `${lines.join("\n")}\n`;
  }
  const next = ORDER.slice(ORDER.indexOf(section) + 1)
    .map((later) => spanOf(body, later)?.start)
    .find((start) => start !== undefined);
  const block = [`## ${section}`, ...added];
  if (next === undefined) return `${[...lines, "", ...block].join("\n")}\n`;
  lines.splice(next, 0, ...block, "");
  return `${lines.join("\n")}\n`;
}

function spanOf(body: string, section: Section): { start: number; end: number; lines: string[] } | undefined {
  const lines = body.trimEnd().split("\n");
  const start = lines.findIndex((line) => line.trim() === `## ${section}`);
  if (start < 0) return undefined;
  const after = lines.findIndex((line, at) => at > start && /^#{1,2}\s/.test(line));
  let end = after < 0 ? lines.length : after;
  while (end > start + 1 && lines[end - 1]!.trim() === "") end -= 1;
  return { start, end, lines: lines.slice(start + 1, end) };
}

/** How a line of ours begins: what outcomes say about a card, in the language of the card. */
export const OUTCOME_MARKS = { en: "By outcomes: ", ko: "결과로 보면: ", ja: "結果から: ", zh: "据结果：" } as const;

const IS_OURS = new RegExp(`^\\s*- (?:${Object.values(OUTCOME_MARKS).join("|")})`);

/** The lines that a dream wrote from outcomes, each with its section. */
export function outcomeLines(body: string): Array<{ section: Section; line: string }> {
  return (["Preconditions", "Failure modes"] as const).flatMap((section) =>
    linesOf(body, section)
      .filter((line) => IS_OURS.test(`- ${line}`))
      .map((line) => ({ section, line })),
  );
}

/** The body as it was before a dream added what outcomes say, so that its miner knows it for its own. */
export function withoutOutcomeLines(body: string): string {
  if (outcomeLines(body).length === 0) return body;
  const kept = body.split("\n").filter((line) => !IS_OURS.test(line));
  return `${kept
    .filter((line, at) => !isEmptied(kept, line, at))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimEnd()}\n`;
}

/** A section that held nothing but lines of ours was made by us. */
function isEmptied(lines: readonly string[], line: string, at: number): boolean {
  if (!/^## (?:Preconditions|Failure modes)\s*$/.test(line)) return false;
  const next = lines.slice(at + 1).find((later) => later.trim() !== "");
  return next === undefined || next.startsWith("#");
}

/** The body with these lines of ours in place of those that it has. */
export function withOutcomeLines(body: string, lines: ReadonlyArray<{ section: Section; line: string }>): string {
  return lines.reduce((text, { section, line }) => addToSection(text, section, [line]), withoutOutcomeLines(body));
}
