import type { Experience } from "../model/experience.ts";
import { correctionsIn } from "../text/corrections.ts";
import { type Assertion, areOpposite, assertionOf, compareTexts, jaccard } from "../text/similarity.ts";
import { tokenize } from "../text/tokens.ts";

/** A file that a host reads by itself into every session. */
export interface HostText {
  path: string;
  text: string;
}

/** One statement of such a file. */
export interface HostLine {
  path: string;
  /** Counted from 1. */
  line: number;
  text: string;
  tokens: ReadonlySet<string>;
  says: Assertion;
}

/** What a host's own memory says about a card. */
export interface HostRelation {
  /** `said`: it says the same; `opposed`: it says the opposite. */
  how: "said" | "opposed";
  path: string;
  line: number;
  text: string;
}

/** Statements read of one file, and their length in UTF-16 units: what is longer is prose, and prose always denies something. Guesses. */
const MOST_LINES = 400;
const LONGEST = 300;
const SHORTEST = 6;
/** Share of words in common below which two statements need no closer look. 0..1; below every threshold of the closer look. */
const WORTH_A_LOOK = 0.35;

/** The statements of memory files: lines and list items, without headings, code and comments. */
export function hostLines(files: readonly HostText[]): HostLine[] {
  return files.flatMap(({ path, text }) => {
    const lines: HostLine[] = [];
    let fence = false;
    let comment = false;
    for (const [at, raw] of text.split(/\r?\n/).entries()) {
      if (/^\s*(?:```|~~~)/.test(raw)) fence = !fence;
      else if (/^\s*<!--/.test(raw)) comment = !raw.includes("-->");
      else if (comment) comment = !raw.includes("-->");
      else if (!fence && lines.length < MOST_LINES) {
        const statement = raw
          .replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/, "")
          .replaceAll(/\*\*|__/g, "")
          .trim();
        if (/^#{1,6}\s|^@|^\|/.test(statement) || statement.length < SHORTEST || statement.length > LONGEST) continue;
        lines.push({
          path,
          line: at + 1,
          text: statement,
          tokens: new Set(tokenize(statement)),
          says: assertionOf(statement),
        });
      }
    }
    return lines;
  });
}

/**
 * What the host's own memory says about a card: the opposite outweighs the same.
 * @returns undefined when it says neither
 */
export function relationToHost(
  card: Pick<Experience, "title" | "whenToUse" | "rule">,
  lines: readonly HostLine[],
): HostRelation | undefined {
  const statements = [card.title, `${card.title} ${card.whenToUse}`].map((text) => ({
    text,
    tokens: new Set(tokenize(text)),
    says: assertionOf(text),
  }));
  let said: HostRelation | undefined;
  for (const line of lines) {
    const { path, text } = line;
    const how = byRule(card.rule, text) ?? byWords(statements, line);
    if (how === "opposed") return { how, path, line: line.line, text };
    if (how === "said") said ??= { how, path, line: line.line, text };
  }
  return said;
}

type Statement = { text: string; tokens: ReadonlySet<string>; says: Assertion };

function byWords(statements: readonly Statement[], line: HostLine): HostRelation["how"] | undefined {
  for (const statement of statements) {
    if (
      jaccard(statement.tokens, line.tokens) < WORTH_A_LOOK &&
      jaccard(statement.says.topic, line.says.topic) < WORTH_A_LOOK
    )
      continue;
    if (areOpposite(statement.says, line.says)) return "opposed";
    if (compareTexts(statement.text, line.text).same) return "said";
  }
  return undefined;
}

/** Two names of which one is wanted: the same pair in a line says the same, turned round the opposite. */
function byRule(rule: Experience["rule"], line: string): HostRelation["how"] | undefined {
  if (rule?.type !== "user-correction") return undefined;
  const [unwanted, wanted] = [rule.unwanted.toLowerCase(), rule.wanted.toLowerCase()];
  for (const pair of correctionsIn(line)) {
    const [no, yes] = [pair.unwanted.toLowerCase(), pair.wanted.toLowerCase()];
    if (no === unwanted && yes === wanted) return "said";
    if (no === wanted && yes === unwanted) return "opposed";
  }
  return undefined;
}

/** Something that belongs into a host's memory file rather than into a card. */
export interface Offer {
  text: string;
  kind: "constraint" | "fact" | "preference";
  /** Sessions in which it was said; `[]` for what comes from a card. */
  sessions: string[];
  /** Id of the card that says it, where there is one. */
  card?: string;
  /** The file says the opposite: nothing is written until a person has decided. */
  against?: HostRelation;
}

/**
 * Offers that the files do not hold yet, each thing once, however often it was said. What the files say already is left out; what
 * they contradict is kept, with the line.
 */
export function freshOffers(offers: readonly Offer[], lines: readonly HostLine[]): Offer[] {
  const fresh: Offer[] = [];
  for (const offer of offers) {
    const twin = fresh.find((other) => other.text === offer.text || compareTexts(other.text, offer.text).same);
    if (twin) {
      twin.sessions = [...new Set([...twin.sessions, ...offer.sessions])];
      continue;
    }
    const relation = relationToHost({ title: offer.text, whenToUse: "" }, lines);
    if (relation?.how === "said") continue;
    fresh.push({ ...offer, ...(relation && { against: relation }) });
  }
  return fresh;
}

/** Where habitus's lines stand in a memory file, so that they are told from a person's. */
const BEGIN = "<!-- habitus: begin -->";
const END = "<!-- habitus: end -->";

/** The file's text with these lines in habitus's own section, which is made at its end where there is none; nothing else changes. */
export function withLines(text: string, lines: readonly string[]): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const added = lines.map((line) => `- ${line.replaceAll(/\s+/g, " ").trim()}${eol}`).join("");
  const end = text.indexOf(END);
  if (end >= 0 && text.includes(BEGIN)) return text.slice(0, end) + added + text.slice(end);
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
  return `${text}${gap}${BEGIN}${eol}${added}${END}${eol}`;
}
