import { describeHits, screenCard } from "../distill/gate.ts";
import { CARD_FORMAT, type Experience } from "../model/experience.ts";
import type { ImportedCard } from "../model/imported-card.ts";
import type { NewLedgerRow } from "../model/ledger.ts";
import { ruleKey } from "../model/rule.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import { type IndexedCard, type Ports, placeOf } from "../ports.ts";
import { parseCard, renderCard, spliceCard } from "../store/card.ts";
import { slug, uniqueSlug } from "../text/slug.ts";
import { saysTheSame } from "./cards.ts";
import { indexCard } from "./place-card.ts";

export interface CardImport {
  added: number;
  /** On record already, from an earlier import or by the same text. */
  known: number;
  /** Of those added, how many the screen found something in. */
  alarming: number;
  problems: Array<{ id: string; problem: string }>;
}

export interface CardTrust {
  /** What cards become that somebody vouches for. Default `reviewed`. */
  tier?: "provisional" | "reviewed";
}

/** How well established a card is that others distilled: as little as a new one of our own. */
const FOREIGN_CONFIDENCE = 0.3;
/** The most that a card from outside may say of itself: as much as the strongest new one. */
const MOST_CONFIDENCE = 0.5;
const UNREVIEWED = "it comes from outside and nobody here has reviewed it";

/**
 * Puts cards from elsewhere into quarantine, where they wait for a person; with `asReviewed` the person who loads them vouches for
 * them, except for those that the screen finds something in. Runs while the lock is held.
 */
export async function importCards(
  ports: Ports,
  cards: readonly ImportedCard[],
  asReviewed: boolean,
  { tier = "reviewed" }: CardTrust = {},
): Promise<CardImport> {
  const report: CardImport = { added: 0, known: 0, alarming: 0, problems: [] };
  const stored = await ports.index.all();
  const sources = new Set(stored.flatMap(({ experience }) => experience.provenance.derivedFrom));
  const taken = new Set((await ports.cards.list()).map(({ id }) => id.toLowerCase()));
  const rows: NewLedgerRow[] = [];
  for (const card of cards) {
    const made = makeCard(card, new Date(ports.clock.now()).toISOString());
    if ("problem" in made) {
      report.problems.push(made);
      continue;
    }
    if (sources.has(card.source) || isStored(stored, made.experience)) {
      report.known += 1;
      continue;
    }
    sources.add(card.source);
    const hits = screenCard(made.experience);
    const status = asReviewed && hits.length === 0 ? "active" : "quarantined";
    const id = uniqueSlug(made.experience.id, (candidate) => taken.has(candidate.toLowerCase()));
    taken.add(id.toLowerCase());
    const placed = {
      ...unbelieved(made.experience),
      id,
      status,
      tier: status === "active" ? tier : "provisional",
    } as const;
    const text = spliceCard(made.text, placed);
    await indexCard(ports, placed, await ports.cards.write(id, placeOf(status), text, null));
    const { sessions } = placed.provenance;
    rows.push({ type: "born", card: id, confidence: placed.confidence, sessions, by: `import/${card.author}` });
    if (status === "quarantined") {
      const reason = hits.length > 0 ? describeHits(hits) : UNREVIEWED;
      rows.push({ type: "quarantined", card: id, by: hits.length > 0 ? "screen" : "import", reason });
    }
    report.added += 1;
    if (hits.length > 0) report.alarming += 1;
  }
  if (rows.length > 0) await ports.ledger.append(rows);
  return report;
}

/** What a card says of its own record is not believed: it begins like a new one. */
function unbelieved({ value: _value, ...card }: Experience): Experience {
  return { ...card, scope: "project", freq: 0, utility: 0, confidence: Math.min(card.confidence, MOST_CONFIDENCE) };
}

/** The same words about the same situation, or the same rule: an export that comes home. */
function isStored(stored: readonly IndexedCard[], card: Experience): boolean {
  const key = card.rule && ruleKey(card.rule);
  return stored.some(
    ({ experience }) =>
      saysTheSame(experience, card) ||
      (key !== undefined && experience.rule !== undefined && ruleKey(experience.rule) === key),
  );
}

function makeCard(
  card: ImportedCard,
  now: string,
): { experience: Experience; text: string } | { id: string; problem: string } {
  try {
    const text = createScrubber().scrubText(card.text ?? render(card, now));
    return { experience: parseCard(text, card.id ?? card.source), text };
  } catch (error) {
    return { id: card.id ?? card.source, problem: (error as Error).message };
  }
}

function render(card: ImportedCard, now: string): string {
  const title = oneLine(card.whenToUse);
  const experience: Experience = {
    format: CARD_FORMAT,
    id: slug(card.whenToUse),
    whenToUse: card.whenToUse,
    kind: card.kind,
    status: "quarantined",
    tier: "provisional",
    scope: "project",
    confidence: FOREIGN_CONFIDENCE,
    freq: 0,
    utility: 0,
    keywords: card.keywords,
    tools: card.tools,
    ...(card.taskQuery !== undefined && { taskQuery: card.taskQuery }),
    ...(card.generalizedQuery !== undefined && { generalizedQuery: card.generalizedQuery }),
    created: now,
    provenance: { origin: "import", sessions: [], trajectories: [], author: card.author, derivedFrom: [card.source] },
    title,
    body: `# ${title}\n\n${withoutHeadings(card.content)}\n`,
  };
  const text = renderCard(experience);
  if (!card.original) return text;
  // JSON is YAML: the record stands on one line, as a key that every rewrite leaves alone.
  const end = text.indexOf("\n---\n") + 1;
  return `${text.slice(0, end)}original: ${JSON.stringify(card.original)}\n${text.slice(end)}`;
}

/** Longest title of a card made from a sentence. */
const TITLE_CHARACTERS = 100;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= TITLE_CHARACTERS
    ? line
    : `${characters
        .slice(0, TITLE_CHARACTERS - 1)
        .join("")
        .trimEnd()}…`;
}

/** A heading in foreign text would end the part that is read as steps. */
export function withoutHeadings(content: string): string {
  return content.replaceAll(/^#{1,6}\s+(.*)$/gm, "**$1**");
}
