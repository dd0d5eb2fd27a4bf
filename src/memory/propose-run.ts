import { gate } from "../distill/gate.ts";
import { CARD_FORMAT, type Experience } from "../model/experience.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import { INDEX_FIELDS, type Ports } from "../ports.ts";
import { FIELD_WEIGHTS, tokensOf } from "../recall/fields.ts";
import { slug, uniqueSlug } from "../text/slug.ts";
import { putCard } from "./place-card.ts";

/** A card that an agent wrote, as it was sent. */
export interface Proposal {
  /** One line: the situation that should bring it to mind. */
  whenToUse: string;
  title: string;
  /** Markdown below the title: steps, preconditions, failure modes. */
  body: string;
  keywords?: readonly string[];
  tools?: readonly string[];
  /** The request that it was learned from. */
  taskQuery?: string;
  session?: string;
  /** The program that the agent runs in. */
  host?: string;
}

export interface ProposalReport {
  verdict: "waits" | "merged" | "refused";
  /** In words. */
  reason: string;
  /** The new card, or the one that already says it. Absent when refused. */
  card?: string;
}

/** How established a card is that nobody has seen a second time (DESIGN §4). */
const PROPOSED_CONFIDENCE = 0.3;
const NEAR = 20;
const UNREVIEWED = "an agent proposed it and nobody has reviewed it";

/**
 * Puts an agent's card through the same gate as a mined one. What passes waits for a person all the same: the words may come from
 * what a tool returned, and no such text becomes advice unreviewed. Runs while the lock is held.
 */
export async function proposeCard(ports: Ports, proposal: Proposal): Promise<ProposalReport> {
  const candidate = toCandidate(proposal, new Date(ports.clock.now()).toISOString());
  const verdict = gate(candidate, await nearCards(ports, candidate));
  if (verdict.verdict === "reject") return { verdict: "refused", reason: verdict.reason };
  if (verdict.verdict === "merge") return { verdict: "merged", reason: verdict.reason, card: verdict.into };
  const waiting = (await ports.index.all("quarantine")).find(({ experience }) => saysSame(experience, candidate));
  if (waiting) return { verdict: "merged", reason: "a waiting card says the same", card: waiting.experience.id };
  const taken = new Set((await ports.cards.list()).map(({ id }) => id.toLowerCase()));
  const card = { ...candidate, id: uniqueSlug(candidate.id, (id) => taken.has(id.toLowerCase())) };
  const screened = verdict.verdict === "quarantine";
  const reason = screened ? verdict.reason : UNREVIEWED;
  const by = card.provenance.author;
  await ports.ledger.append([
    { type: "born", card: card.id, confidence: PROPOSED_CONFIDENCE, sessions: card.provenance.sessions, by },
    { type: "quarantined", card: card.id, by: screened ? "screen" : "host", reason },
  ]);
  await putCard(ports, card);
  return { verdict: "waits", reason, card: card.id };
}

function toCandidate(proposal: Proposal, now: string): Experience {
  const scrubber = createScrubber();
  const clean = (text: string) => scrubber.scrubText(text).trim();
  const line = (text: string) => clean(text).replaceAll(/\s+/g, " ");
  const title = line(proposal.title);
  const steps = clean(proposal.body).replace(/^#\s+.*(?:\r?\n|$)/, "");
  return {
    format: CARD_FORMAT,
    id: slug(title),
    whenToUse: line(proposal.whenToUse),
    kind: "success",
    status: "quarantined",
    tier: "provisional",
    scope: "project",
    confidence: PROPOSED_CONFIDENCE,
    freq: 0,
    utility: 0,
    keywords: (proposal.keywords ?? []).map(line).filter((word) => word !== ""),
    tools: (proposal.tools ?? []).map(line).filter((tool) => tool !== ""),
    ...(proposal.taskQuery && { taskQuery: line(proposal.taskQuery) }),
    created: now,
    provenance: {
      origin: "host",
      sessions: proposal.session === undefined ? [] : [proposal.session],
      trajectories: [],
      author: `host/${proposal.host ?? "agent"}`,
      derivedFrom: [],
    },
    title,
    body: `# ${title}\n\n${steps.trim()}\n`,
  };
}

function saysSame(a: Experience, b: Experience): boolean {
  return a.whenToUse === b.whenToUse && a.body.trim() === b.body.trim();
}

async function nearCards(ports: Ports, candidate: Experience): Promise<Experience[]> {
  const tokens = tokensOf(candidate);
  const terms = [...new Set(INDEX_FIELDS.filter((field) => field !== "body").flatMap((field) => tokens[field]))];
  return (await ports.index.search(terms, FIELD_WEIGHTS, NEAR)).map(({ card }) => card.experience);
}
