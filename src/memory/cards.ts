import { MemoryError } from "../errors.ts";
import { mayPrune } from "../learn/idle.ts";
import { isMuted } from "../learn/mute.ts";
import { type CardRecord, foldLedger } from "../learn/record.ts";
import { CARD_FORMAT, type CardStatus, type Experience } from "../model/experience.ts";
import type { LedgerRow } from "../model/ledger.ts";
import { votingSession } from "../model/trajectory.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import type { MemoryOptions } from "../options.ts";
import type { Ports } from "../ports.ts";
import { parseCard, spliceCard } from "../store/card.ts";
import { changeBetween } from "../store/versions.ts";
import { slug, uniqueSlug } from "../text/slug.ts";
import { holdIfAlarming } from "./hold-card.ts";
import { putCard, putText, readCard } from "./place-card.ts";
import { cleanText } from "./recall-run.ts";
import { settle } from "./settle.ts";
import { checkStale } from "./stale-run.ts";
import type { CardView, NewCard } from "./types.ts";

const scrubber = createScrubber();

/** What a person does to single cards. Each function runs while the lock is held. */

export async function showCard(ports: Ports, id: string): Promise<CardView> {
  const { experience, file } = await readCard(ports, id);
  const record = (await foldLedger(ports.ledger.read())).cards.get(id);
  const stale = (await checkStale(ports)).get(id);
  return {
    experience,
    path: file.path,
    text: file.text,
    versions: (await ports.cards.history(id)).length,
    followed: { checked: record?.checked ?? 0, times: record?.followed ?? 0, muted: !!record && isMuted(record) },
    ...(stale !== undefined && { stale }),
  };
}

/** @throws MemoryError `INVALID_INPUT` when there is no situation to recall it by, or the id is taken */
export async function createCard(ports: Ports, card: NewCard): Promise<Experience> {
  const clean = (text: string) => scrubber.scrubText(text).trim();
  const whenToUse = clean(card.whenToUse);
  if (whenToUse === "") {
    throw new MemoryError(
      "INVALID_INPUT",
      "a card needs a situation that brings it to mind",
      'Say when to use it: --trigger "…".',
    );
  }
  const confidence = card.confidence ?? 0.5;
  if (!(confidence >= 0 && confidence <= 1)) {
    throw new MemoryError("INVALID_INPUT", `confidence must be a number from 0 to 1, got ${card.confidence}`);
  }
  const now = new Date(ports.clock.now()).toISOString();
  const title = clean(card.title ?? "") || whenToUse;
  const kinds = (list: readonly string[] = []) => list.map(clean).filter((kind) => kind !== "");
  const [notFor, onlyFor] = [kinds(card.notFor), kinds(card.onlyFor)];
  const experience: Experience = {
    format: CARD_FORMAT,
    id: await freeId(ports, card.id, title),
    whenToUse,
    kind: "habit",
    status: "active",
    tier: "reviewed",
    scope: "project",
    confidence,
    freq: 0,
    utility: 0,
    keywords: (card.keywords ?? []).map(clean),
    tools: (card.tools ?? []).map(clean),
    ...(notFor.length > 0 && { notFor }),
    ...(onlyFor.length > 0 && { onlyFor }),
    created: now,
    provenance: { origin: "person", sessions: [], trajectories: [], author: "person", derivedFrom: [] },
    title,
    body: `# ${title}\n\n${clean(card.body ?? "") || `1. ${title}`}\n`,
  };
  const twin = (await ports.index.all()).find((other) => saysTheSame(other.experience, experience));
  if (twin) {
    const { id, status } = twin.experience;
    throw new MemoryError(
      "INVALID_INPUT",
      `the card "${id}" (${status}) says the same`,
      `\`habitus show ${id}\` prints it.`,
    );
  }
  await ports.ledger.append([{ type: "born", card: experience.id, confidence, sessions: [], by: "person" }]);
  await putCard(ports, experience);
  return (await holdIfAlarming(ports, experience.id)) ?? experience;
}

/** The same words about the same situation, whatever else differs. */
export function saysTheSame(a: Experience, b: Experience): boolean {
  return a.whenToUse === b.whenToUse && a.body.trim() === b.body.trim();
}

async function freeId(ports: Ports, wanted: string | undefined, title: string): Promise<string> {
  const taken = new Set((await ports.cards.list()).map((entry) => entry.id.toLowerCase()));
  if (wanted === undefined) return uniqueSlug(slug(title), (id) => taken.has(id.toLowerCase()));
  if (slug(wanted) !== wanted) {
    throw new MemoryError("INVALID_INPUT", `"${wanted}" cannot be an id`, `Try "${slug(wanted)}".`);
  }
  if (taken.has(wanted.toLowerCase())) {
    throw new MemoryError("INVALID_INPUT", `a card "${wanted}" exists`, `\`habitus edit ${wanted}\` changes it.`);
  }
  return wanted;
}

/**
 * Replaces a card's text by what a person made of it.
 * @param base  the text that they started from; if the file is another one by now, theirs is refused and nothing is lost
 */
export async function editCard(ports: Ports, id: string, text: string, base: string): Promise<Experience> {
  const { experience: before, file } = await readRepairable(ports, id);
  if (file.text !== base) {
    throw new MemoryError(
      "STORE_BUSY",
      `"${id}" was changed meanwhile`,
      "Run `habitus edit` again and repeat your change.",
    );
  }
  const after = await putText(ports, scrubber.scrubText(text), file);
  await ports.ledger.append([editedRow(id, before, after)]);
  return (await holdIfAlarming(ports, id)) ?? after;
}

function editedRow(id: string, before: Experience | undefined, after: Experience) {
  const moved = before?.confidence !== after.confidence;
  return { type: "edited" as const, card: id, by: "person", ...(moved && { confidence: after.confidence }) };
}

/** A broken card can be edited too: that is how it is mended. */
async function readRepairable(ports: Ports, id: string) {
  const file = await ports.cards.read(id);
  if (!file) return readCard(ports, id);
  try {
    return { experience: parseCard(file.text, file.path), file };
  } catch (error) {
    if (error instanceof MemoryError && error.code === "CARD_FORMAT") return { experience: undefined, file };
    throw error;
  }
}

/**
 * The change from an earlier version to the current text, as a unified diff; "" when they are equal.
 * @param n  which version, counted from 1; default: the one before the current text
 */
export async function diffCard(ports: Ports, id: string, n?: number): Promise<string> {
  const { file } = await readRepairable(ports, id);
  const history = await ports.cards.history(id);
  const version = n === undefined ? history.at(-1) : history.find((candidate) => candidate.n === n);
  if (!version && n !== undefined) {
    throw new MemoryError(
      "NOT_FOUND",
      `"${id}" has no version ${n}`,
      `It has ${history.length === 0 ? "none" : `1 to ${history.at(-1)!.n}`}.`,
    );
  }
  return version
    ? changeBetween(version.text, file.text, { from: `${id}, version ${version.n}`, to: `${id}, now` })
    : "";
}

/**
 * Puts the version before the current one back. The current text becomes a version too, so undoing twice is redoing.
 * @throws MemoryError `NOT_FOUND` when the card was never changed
 */
export async function undoCard(ports: Ports, id: string): Promise<{ experience: Experience; diff: string }> {
  const { experience: before, file } = await readRepairable(ports, id);
  if (before?.status === "promoted") return undoPromotionOf(ports, id, file.text);
  const previous = (await ports.cards.history(id)).at(-1);
  if (!previous) throw new MemoryError("NOT_FOUND", `"${id}" has no earlier version`, "There is nothing to undo.");
  const diff = changeBetween(file.text, previous.text, { from: `${id}, now`, to: `${id}, version ${previous.n}` });
  const text = before ? withNumbersOf(before, previous.text, file) : previous.text;
  const experience = await putVersion(ports, parseCard(text, file.path), text, file);
  await ports.ledger.append([
    { type: "undone", card: id, by: "person", reason: `back to version ${previous.n}` },
    editedRow(id, before, experience),
  ]);
  return { experience, diff };
}

/** The last thing that happened to a promoted card is that it was promoted. */
async function undoPromotionOf(ports: Ports, id: string, text: string) {
  const { undoPromotion } = await import("./demote-run.ts");
  await undoPromotion(ports, id);
  const { experience, file } = await readCard(ports, id);
  return { experience, diff: changeBetween(text, file.text, { from: `${id}, promoted`, to: `${id}, now` }) };
}

/**
 * The earlier text with the numbers of today: what was seen and said since is not undone with the words. Only where numbers are all
 * that differs, they are what the person wants back.
 */
function withNumbersOf(now: Experience, earlier: string, file: { text: string; path: string }): string {
  const then = parseCard(earlier, file.path);
  const { confidence, freq, utility, tier } = now;
  const kept = spliceCard(earlier, { ...then, confidence, freq, utility, tier });
  return kept === file.text ? earlier : kept;
}

/** An earlier version may have lain in another place: undoing a retirement brings the card back into recall. */
async function putVersion(ports: Ports, target: Experience, text: string, file: Parameters<typeof putCard>[2] & {}) {
  const status: CardStatus = target.status;
  const current = parseStatus(file);
  if (status === current) return putText(ports, text, file);
  await putCard(ports, target, file);
  const moved = await readCard(ports, target.id);
  return moved.file.text === text ? moved.experience : putText(ports, text, moved.file);
}

function parseStatus(file: { place: string }): CardStatus {
  if (file.place === "quarantine") return "quarantined";
  return file.place === "retired" ? "retired" : "active";
}

/** Moves confidence by exactly 0.1, by hand. */
export async function moveByHand(
  ports: Ports,
  options: MemoryOptions,
  id: string,
  type: "reinforced" | "weakened",
): Promise<Experience> {
  await readCard(ports, id);
  await ports.ledger.append([{ type, card: id, by: "person" }]);
  await settle(ports, options);
  return (await readCard(ports, id)).experience;
}

/** Takes a card out of recall. Its file and record stay. */
export async function retireCard(ports: Ports, id: string, reason: string, by = "person"): Promise<Experience> {
  if ((await readCard(ports, id)).experience.status === "promoted") await undoPromotionOf(ports, id, "");
  const { experience, file } = await readCard(ports, id);
  if (experience.status === "retired") return experience;
  const retired: Experience = { ...experience, status: "retired" };
  await putCard(ports, retired, file);
  await ports.ledger.append([{ type: "retired", card: id, by, reason: cleanText(reason) }]);
  return retired;
}

/** Brings a retired, quarantined or deleted card back into recall: a person vouches for it. */
export async function restoreCard(ports: Ports, id: string, reason: string, by = "person"): Promise<Experience> {
  if (!(await ports.cards.read(id))) await bringBack(ports, id);
  const { experience, file } = await readCard(ports, id);
  if (experience.status === "active") return experience;
  if (experience.status === "promoted") return (await undoPromotionOf(ports, id, file.text)).experience;
  const type = experience.status === "quarantined" ? ("released" as const) : ("restored" as const);
  // The row comes first: without it the next verdict would rest on the old recalls and retire the card again.
  await ports.ledger.append([{ type, card: id, by, reason: cleanText(reason) }]);
  const restored: Experience = { ...experience, status: "active" };
  await putCard(ports, restored, file);
  return restored;
}

/** A file that was deleted by hand is still in its history. */
async function bringBack(ports: Ports, id: string): Promise<void> {
  const last = (await ports.cards.history(id)).at(-1);
  if (!last) return;
  const experience: Experience = { ...parseCard(last.text, `${id}, version ${last.n}`), status: "retired" };
  await putCard(ports, experience);
}

/** Retires what is weak and long unseen. @returns what was, or with `dryRun` would be, retired */
export async function pruneCards(
  ports: Ports,
  options: MemoryOptions,
  dryRun: boolean,
): Promise<Array<{ id: string; reason: string }>> {
  const fold = await foldLedger(ports.ledger.read());
  const pruned: Array<{ id: string; reason: string }> = [];
  for (const { experience } of await ports.index.all("experiences")) {
    const record = fold.cards.get(experience.id);
    if (!record || experience.status !== "active" || !mayPrune(record, ports.clock.now(), options)) continue;
    const reason = pruneReason(record, ports.clock.now());
    if (!dryRun) await retireCard(ports, experience.id, reason, "prune");
    pruned.push({ id: experience.id, reason });
  }
  return pruned;
}

function pruneReason(record: CardRecord, nowMs: number): string {
  const days = Math.floor((nowMs - Date.parse(record.lastSeen)) / 86_400_000);
  return `confidence ${record.confidence} and unseen for ${days} days`;
}

/**
 * Rows about one card, attempt or session, or about everything, oldest first.
 * @param id  absent: everything
 */
export async function ledgerOf(ports: Ports, id?: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  const attempts = new Set<string>();
  for await (const row of ports.ledger.read()) {
    const session = "session" in row && row.session !== undefined ? votingSession(row.session) : undefined;
    if (row.type === "recalled" && (row.shown.includes(id ?? "") || row.attempt === id || session === id))
      attempts.add(row.attempt);
    const about =
      ("card" in row && row.card === id) || ("attempt" in row && attempts.has(row.attempt)) || session === id;
    if (id === undefined || about) rows.push(row);
  }
  return rows;
}
