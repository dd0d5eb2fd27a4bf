import { z } from "zod";
import { CARD_FORMAT, type Experience } from "../../model/experience.ts";
import { slug } from "../../text/slug.ts";
import type { LensAttempt } from "./attempt.ts";
import type { LensJob } from "./choose-jobs.ts";
import { LENS_PROMPTS, type Lens, PROMPT_VERSION } from "./prompts/prompts.ts";

const line = z.string().trim().max(600);
const lines = z.array(line).max(8).default([]);

/** One experience as a model writes it. Nothing is made to fit: what has another shape is sent back. */
export const draftSchema = z.object({
  title: line.min(1),
  when_to_use: line.min(1),
  steps: z.array(line.min(1)).min(1).max(10),
  preconditions: lines,
  failure_modes: lines,
  keywords: z.array(z.string().trim().max(80)).max(20).default([]),
  tools: z.array(z.string().trim().max(120)).max(20).default([]),
  generalized_query: line.default(""),
  confidence: z.number().min(0).max(1).default(0.5),
});
export type Draft = z.infer<typeof draftSchema>;

/** How established an experience is when one reading of one task gave it: as little as the weakest mined card. */
const BIRTH_CONFIDENCE = 0.3;

export interface DraftContext {
  /** RFC 3339. */
  now: string;
  /** The model that wrote the draft. */
  model: string;
}

/** The card that a draft becomes: never handed over, not judged yet, its id not made unique. Only tools that the attempt used are named. */
export function toCard(draft: Draft, job: LensJob, { now, model }: DraftContext): Experience {
  const { attempt, worse, lens } = job;
  const used = new Set([...attempt.tools, ...(worse?.tools ?? [])]);
  const title = oneLine(draft.title);
  const { sessions, trajectories } = sourcesOf(job);
  return {
    format: CARD_FORMAT,
    id: slug(title),
    whenToUse: oneLine(draft.when_to_use),
    kind: lens,
    status: "active",
    tier: "provisional",
    scope: "project",
    confidence: BIRTH_CONFIDENCE,
    freq: 0,
    utility: 0,
    keywords: [...new Set(draft.keywords.map(oneLine))].filter((word) => word !== "").slice(0, 16),
    tools: [...new Set(draft.tools)].filter((tool) => used.has(tool)),
    ...(attempt.taskQuery !== "" && { taskQuery: oneLine(attempt.taskQuery).slice(0, 600) }),
    ...(draft.generalized_query !== "" && { generalizedQuery: oneLine(draft.generalized_query) }),
    created: now,
    provenance: { origin: "lens", sessions, trajectories, author: authorOf(lens, model), derivedFrom: [] },
    title,
    body: bodyOf(title, draft, [evidenceLine(job)]),
  };
}

/** `lens/success@1 qwen3:8b`: the lens with the version of its prompt, and the model. */
export function authorOf(lens: Lens | "reflection", model: string): string {
  return `lens/${lens}@${PROMPT_VERSION} ${model}`;
}

export function sourcesOf({ attempt, worse }: LensJob): { sessions: string[]; trajectories: string[] } {
  const attempts = worse ? [attempt, worse] : [attempt];
  return { sessions: attempts.map(({ session }) => session), trajectories: attempts.map(({ id }) => id) };
}

/** One line under Evidence: when, how it ended and who says so, and where to look. */
export function evidenceLine({ attempt, worse, lens }: LensJob): string {
  const seenIn = [attempt, ...(worse ? [worse] : [])].map(linkTo).join(", ");
  return LENS_PROMPTS[attempt.language].evidence[lens]({
    date: attempt.date,
    score: attempt.outcome.score,
    ...(worse && { worse: worse.outcome.score }),
    by: attempt.outcome.by,
    seenIn,
  });
}

/** A card's body with one more line under Evidence; unchanged when it has no such section or holds the line already. */
export function withEvidence(body: string, evidence: string): string {
  const at = body.indexOf("\n## Evidence\n");
  if (at < 0 || body.includes(`- ${evidence}\n`)) return body;
  const rest = body.slice(at + 1);
  const end = rest.slice(3).search(/^## /m);
  const section = (end < 0 ? rest : rest.slice(0, end + 3)).trimEnd();
  const after = end < 0 ? "" : `\n${rest.slice(end + 3)}`;
  return `${body.slice(0, at + 1)}${section}\n- ${evidence}\n${after}`;
}

function bodyOf(title: string, draft: Draft, evidence: readonly string[]): string {
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join("\n");
  const section = (name: string, items: readonly string[]) => {
    const filled = items.map(tame).filter((item) => item !== "");
    return filled.length > 0 ? [`## ${name}\n${list(filled)}`] : [];
  };
  const blocks = [
    `# ${title}`,
    draft.steps.map((step, i) => `${i + 1}. ${tame(step)}`).join("\n"),
    ...section("Preconditions", draft.preconditions),
    ...section("Failure modes", draft.failure_modes),
    `## Evidence\n${list(evidence)}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** One line that is no heading, no list item of its own and no link to anywhere. */
function tame(text: string): string {
  return oneLine(text)
    .replace(/^(?:#{1,6}\s+|\d{1,3}[.)]\s+|[-*+]\s+)+/, "")
    .trim();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Task names come from outside: one that is more than a name is not shown. */
function linkTo({ task, id }: LensAttempt): string {
  const label = /^[\p{L}\p{N}_.:-]{1,60}$/u.test(task) ? task : id;
  return `[${label}](trajectory:${id})`;
}
