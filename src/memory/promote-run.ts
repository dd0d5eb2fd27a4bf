import { describeHits, screenCard } from "../distill/gate.ts";
import { MemoryError } from "../errors.ts";
import { asSkillName, PROMOTE_AT, skillNameOf } from "../learn/promote.ts";
import { type CardRecord, foldLedger } from "../learn/record.ts";
import { renderSkill, skillOf } from "../learn/skill.ts";
import type { Experience } from "../model/experience.ts";
import type { SkillFile } from "../model/ledger.ts";
import type { SkillPart } from "../model/skill.ts";
import type { Ports, SkillFolders, SkillListing, SkillPlace } from "../ports.ts";
import { stepsOf } from "../recall/steps.ts";
import { changeBetween } from "../store/versions.ts";
import { sectionLines } from "../text/card-sections.ts";
import { textHash } from "../text/hash.ts";
import { uniqueSlug } from "../text/slug.ts";
import { putCard, readCard } from "./place-card.ts";

export interface PromoteRequest {
  /** Default: from the cards. */
  name?: string;
  /** Heading of the skill; default: the card's title, or the name where there are several cards. */
  title?: string;
  /** `user` (default): where the hosts on this machine look; `project`: in the project's folder; `global`: to every project; else a folder. */
  to?: string;
  /** Only say what would be written. */
  dryRun?: boolean;
  /** Who decided; default `person`. */
  by?: string;
  reason?: string;
}

export interface PromotionReport {
  name: string;
  cards: string[];
  /** One a host; `diff`: what is written, as a unified diff. */
  files: Array<{ host: string; path: string; diff: string; listing?: SkillListing }>;
  /** In words, what DESIGN's rule for suggestions would have missed: a person may promote all the same. */
  short: string[];
  dryRun: boolean;
}

/**
 * Cards become one skill where hosts look for skills. Runs while the lock is held.
 *
 * Files first, then the ledger, then the cards: a run that dies leaves files that the next run finds as its own, because the same
 * cards give the same text.
 *
 * @throws MemoryError `INVALID_INPUT` for a card that is not active or that the screen alarms at, a name that is taken, and when a
 *   host does not list what was written, which is then taken back
 */
export async function promoteRun(
  ports: Ports,
  ids: readonly string[],
  request: PromoteRequest = {},
): Promise<PromotionReport> {
  const folders = await foldersOf(ports);
  if (ids.length === 0)
    throw new MemoryError("INVALID_INPUT", "no card was named", "`habitus promote` lists suggestions.");
  const fold = await foldLedger(ports.ledger.read());
  const cards = await Promise.all([...new Set(ids)].map(async (id) => (await readCard(ports, id)).experience));
  for (const card of cards) assertPromotable(card, fold.cards.get(card.id));
  const places = await folders.places(request.to ?? "user");
  const render = (name: string) =>
    renderSkill(
      skillOf(
        name,
        cards.map((card) => partOf(card, fold.cards.get(card.id))),
        request.title,
      ),
    );
  const name = await freeName(folders, places, render, request.name ?? skillNameOf(cards), request.name !== undefined);
  const text = render(name);
  const files: PromotionReport["files"] = places.map((place) => {
    const path = folders.pathOf(place, name);
    return { host: place.host, path, diff: changeBetween("", text, { from: "/dev/null", to: path }) };
  });
  const report = { name, cards: cards.map(({ id }) => id), files, short: shortOf(cards, fold.cards), dryRun: true };
  if (request.dryRun) return report;

  const written = await writeAll(folders, places, name, text);
  for (const [i, place] of places.entries()) {
    const listing = await folders.listed(place, [name]);
    files[i]!.listing = listing;
    if (listing.missing.length === 0) continue;
    await takeBack(folders, written);
    const who = listing.client ?? place.host;
    throw new MemoryError("INVALID_INPUT", `${who} does not list "${name}"; it was taken back`, listing.note);
  }
  const by = request.by ?? "person";
  const reason = request.reason ?? "a skill was made of it";
  await ports.ledger.append(
    cards.map(({ id }) => ({ type: "promoted" as const, card: id, by, reason, skill: { name, files: written } })),
  );
  for (const { id } of cards) await setStatus(ports, id, "promoted");
  return { ...report, dryRun: false };
}

/** @throws MemoryError `INVALID_INPUT` where nothing on this system takes skills */
export async function foldersOf(ports: Pick<Ports, "skills">): Promise<SkillFolders> {
  if (!ports.skills) throw new MemoryError("INVALID_INPUT", "this memory has no place for skills");
  return ports.skills();
}

/** Only active cards that nothing alarms at may speak without a fence. */
export function assertPromotable(card: Experience, record: CardRecord | undefined): void {
  if (card.status === "promoted") {
    const where = record?.promotion?.skill?.name ?? record?.promotion?.global ?? "something else";
    throw new MemoryError(
      "INVALID_INPUT",
      `"${card.id}" is promoted already: "${where}" speaks for it`,
      `\`habitus promote --undo ${card.id}\` takes that back.`,
    );
  }
  if (card.status !== "active") {
    throw new MemoryError(
      "INVALID_INPUT",
      `"${card.id}" is ${card.status}`,
      card.status === "quarantined"
        ? "`habitus review` decides about it."
        : `\`habitus restore ${card.id}\` comes first.`,
    );
  }
  const hits = screenCard(card);
  if (hits.length > 0)
    throw new MemoryError("INVALID_INPUT", `"${card.id}" alarms the screen: ${describeHits(hits)}`, "Edit it first.");
}

/** Active again or promoted, in the same place; a card that has gone or that cannot be read is nobody's to move. */
export async function setStatus(ports: Ports, id: string, status: "active" | "promoted" | "retired"): Promise<void> {
  if (!(await ports.cards.read(id))) return;
  const { experience, file } = await readCard(ports, id);
  if (experience.status !== status) await putCard(ports, { ...experience, status }, file);
}

/** A name that nobody has taken in any of the places; what a run that died has left there is ours. */
async function freeName(
  folders: SkillFolders,
  places: readonly SkillPlace[],
  render: (name: string) => string,
  wanted: string,
  isGiven: boolean,
): Promise<string> {
  const base = asSkillName(wanted);
  if (isGiven && base !== wanted)
    throw new MemoryError("INVALID_INPUT", `"${wanted}" cannot be the name of a skill`, `Try --name ${base}.`);
  const taken = new Set<string>();
  for (const place of places) {
    for (const name of await folders.names(place)) {
      if ((await folders.read(folders.pathOf(place, name))) !== render(name)) taken.add(name.toLowerCase());
    }
  }
  if (isGiven && taken.has(base))
    throw new MemoryError("INVALID_INPUT", `a skill "${base}" exists already`, "Choose another --name.");
  return uniqueSlug(base, (name) => taken.has(name));
}

async function writeAll(
  folders: SkillFolders,
  places: readonly SkillPlace[],
  name: string,
  text: string,
): Promise<SkillFile[]> {
  const written: SkillFile[] = [];
  try {
    for (const place of places) {
      const path = folders.pathOf(place, name);
      const made = (await folders.read(path)) === text ? [] : await folders.create(path, text);
      written.push({ host: place.host, path, hash: textHash(text), ...(made.length > 0 && { made }) });
    }
    return written;
  } catch (error) {
    await takeBack(folders, written);
    throw error;
  }
}

async function takeBack(folders: SkillFolders, written: readonly SkillFile[]): Promise<void> {
  for (const { path, hash, made = [] } of written) await folders.remove(path, hash, made);
}

function partOf(card: Experience, record: CardRecord | undefined): SkillPart {
  const { id, title, whenToUse, body, confidence } = card;
  return {
    id,
    title,
    whenToUse,
    steps: stepsOf(body),
    preconditions: sectionLines(body, "preconditions"),
    failureModes: sectionLines(body, "failures"),
    // The first line has the counts; the others lead into logs that a reader of the skill does not have.
    evidence: sectionLines(body, "evidence").slice(0, 1),
    confidence,
    sessions: record?.sessions.size ?? 0,
    shown: record?.freq ?? 0,
    endedWell: record?.utility ?? 0,
  };
}

/** What the rule for suggestions asks and these cards do not have: said to the person who promotes them all the same. */
function shortOf(cards: readonly Experience[], records: ReadonlyMap<string, CardRecord>): string[] {
  const unsure = cards
    .filter(({ confidence }) => confidence < PROMOTE_AT)
    .map(({ id, confidence }) => `${id} ${confidence}`);
  const unproven = cards.filter(({ id }) => (records.get(id)?.utility ?? 0) === 0).map(({ id }) => id);
  return [
    ...(unsure.length > 0 ? [`confidence below ${PROMOTE_AT}: ${unsure.join(", ")}`] : []),
    ...(unproven.length > 0 ? [`never handed over to a task that ended well: ${unproven.join(", ")}`] : []),
  ];
}
