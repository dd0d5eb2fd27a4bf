import { CARD_FORMAT, type Experience } from "../model/experience.ts";
import type { Rule } from "../model/rule.ts";
import type { Language } from "../text/language.ts";
import { slug } from "../text/slug.ts";
import { hasWriter, writerOf } from "./card-writer.ts";
import { errorHints } from "./error-hints.ts";
import { evidenceLines } from "./evidence-lines.ts";
import { wordsOfName } from "./identifiers.ts";
import { looksUp } from "./looks-up.ts";
import type { Finding } from "./miner.ts";
import { PHRASES, type RulePhrases } from "./phrases/phrases.ts";
import { lastNamedPart } from "./provenance/names.ts";

export interface CandidateContext {
  /** RFC 3339; when the card is born. */
  now: string;
  /** Default: the language of the requests in evidence. */
  language?: Language | undefined;
}

/**
 * The card that an accepted finding becomes: a draft with its first confidence, never handed over yet. Its id is not made unique.
 *
 * Every sentence comes from a template; what varies in it are names of tools, arguments and fields, and counts. An error message
 * stands quoted under Evidence and nowhere else.
 */
export function toCandidate(finding: Finding, context: CandidateContext): Experience {
  const { rule } = finding;
  const language = context.language ?? finding.language;
  const phrases = phrasesOf(finding, language);
  return {
    format: CARD_FORMAT,
    id: slug(nameOf(rule)),
    whenToUse: phrases.whenToUse,
    kind: hasWriter(rule) ? writerOf(rule).kind : "habit",
    status: "active",
    tier: "provisional",
    scope: "project",
    confidence: birthConfidence(finding),
    freq: 0,
    utility: 0,
    keywords: keywordsOf(finding),
    tools: toolsOf(rule),
    rule,
    created: context.now,
    provenance: {
      origin: "mined",
      sessions: finding.sessions,
      trajectories: finding.trajectories,
      author: finding.miner,
      derivedFrom: [],
    },
    title: phrases.title,
    body: bodyOf(phrases, evidenceLines(finding, language)),
  };
}

/**
 * How established a pattern is when its card is born: 0.3 for what two tasks show, 0.4 and 0.5 with more tasks behind it. What rests
 * only on attempts that failed, or whose end nobody knows, stays at 0.3: then only the step is known to be right.
 */
export function birthConfidence(
  finding: Pick<Finding, "support" | "bound" | "tier" | "outcomes"> & { rule?: Rule },
): number {
  const { rule } = finding;
  const most = rule && hasWriter(rule) ? writerOf(rule).mostAtBirth : undefined;
  return Math.min(byEvidence(finding), most ?? 1);
}

function byEvidence({ support, bound, tier, outcomes }: Parameters<typeof birthConfidence>[0]): number {
  if (outcomes.well === 0) return 0.3;
  if (tier === "evidence" && support >= 5 && bound >= 0.55) return 0.5;
  return support >= 4 ? 0.4 : 0.3;
}

function nameOf(rule: Rule): string {
  if (hasWriter(rule)) return writerOf(rule).nameOf(rule);
  switch (rule.type) {
    case "provenance":
      return `${rule.tool}.${lastNamedPart(rule.param)}-from-${rule.from.tool}`;
    case "fix-call":
      return `${rule.tool}.failed-then-${rule.fix[0]}`;
    case "fix-argument":
      return rule.change === "clean-name" ? "tools.bare-name" : `${rule.tool}.failed-then-${rule.change}-${rule.param}`;
  }
}

function toolsOf(rule: Rule): string[] {
  if (hasWriter(rule)) return writerOf(rule).toolsOf(rule);
  switch (rule.type) {
    case "provenance":
      return [...new Set([rule.from.tool, rule.tool])];
    case "fix-call":
      return [...new Set([rule.tool, ...rule.fix])];
    case "fix-argument":
      return rule.tool === "*" ? [] : [rule.tool];
  }
}

/** Words that may bring the card to mind: of the requests, of the argument, and of the tools' names. */
function keywordsOf(finding: Finding): string[] {
  const { rule } = finding;
  const topic = topicOf(finding);
  const names = [...toolsOf(rule), ...otherNamesOf(rule)].map((name) => wordsOfName(name).join(" "));
  return [...new Set([...topic, ...names, ...hintsOf(rule)])].filter((word) => word !== "").slice(0, 16);
}

function otherNamesOf(rule: Rule): string[] {
  if (hasWriter(rule)) return writerOf(rule).namesOf(rule);
  return rule.type === "fix-call" ? [] : [lastNamedPart(rule.param).replaceAll("*", "")];
}

/** What happens to any tool is about no kind of task. */
function topicOf({ rule, words }: Finding): string[] {
  return "tool" in rule && rule.tool === "*" ? [] : words;
}

function hintsOf(rule: Rule): string[] {
  if (hasWriter(rule) || rule.type === "provenance" || rule.tool === "*") return [];
  return errorHints(rule.error, rule.tool);
}

function phrasesOf(finding: Finding, language: Language): RulePhrases {
  const { rule } = finding;
  if (hasWriter(rule)) return writerOf(rule).phrases(rule, language, topicOf(finding), finding);
  const phrases = PHRASES[language];
  const param = rule.type === "fix-call" ? "" : rule.param;
  const naming = {
    words: wordsOfName(lastNamedPart(param)).join(" "),
    looksUp: rule.type === "provenance" && looksUp(rule.from.tool),
    oneOfSeveral: rule.type === "provenance" && /\[\]|\*/.test(rule.from.field),
    topic: topicOf(finding),
    hints: hintsOf(rule),
  };
  switch (rule.type) {
    case "provenance":
      return phrases.provenance({ ...naming, rule });
    case "fix-call":
      return phrases.fixCall({ ...naming, rule });
    case "fix-argument":
      return phrases.fixArgument({ ...naming, rule });
  }
}

/** The headings are the format's and stay as they are in every language. */
function bodyOf({ title, steps, preconditions, failureModes }: RulePhrases, evidence: readonly string[]): string {
  const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");
  const blocks = [
    `# ${title}`,
    steps.map((step, i) => `${i + 1}. ${step}`).join("\n"),
    `## Preconditions\n${list(preconditions)}`,
    `## Failure modes\n${list(failureModes)}`,
    `## Evidence\n${list(evidence)}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}
