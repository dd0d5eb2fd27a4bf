import { MemoryError } from "../errors.ts";
import { sameness } from "../learn/promote-global.ts";
import { foldLedger } from "../learn/record.ts";
import type { Experience } from "../model/experience.ts";
import type { NewLedgerRow } from "../model/ledger.ts";
import type { MemoryOptions } from "../options.ts";
import { GLOBAL_PREFIX, type GlobalStore, type Ports } from "../ports.ts";
import { renderCard } from "../store/card.ts";
import { changeBetween } from "../store/versions.ts";
import { uniqueSlug } from "../text/slug.ts";
import { putCard, readCard } from "./place-card.ts";
import { assertPromotable, type PromoteRequest, type PromotionReport, setStatus } from "./promote-run.ts";
import { refreshIndex } from "./refresh-index.ts";

/** Sessions that a birth names at most. */
const MOST_SESSIONS = 200;

/**
 * Copies cards to `global/`, where every project finds them. The project's own cards keep file and record, and are not recalled beside
 * them. Where the same is said in `global/` already, that card gains a source. Runs while the project's lock is held.
 *
 * The copy begins with the confidence and the sessions of the card, and with no use: what it does elsewhere is counted from now on.
 */
export async function promoteGlobal(
  ports: Ports,
  ids: readonly string[],
  request: PromoteRequest,
): Promise<PromotionReport> {
  const store = storeOf(ports);
  const fold = await foldLedger(ports.ledger.read());
  const cards = await Promise.all([...new Set(ids)].map(async (id) => (await readCard(ports, id)).experience));
  for (const card of cards) assertPromotable(card, fold.cards.get(card.id));
  const global = await store.open();
  return global.lock.hold(async () => {
    await refreshIndex(global, "full");
    const report: PromotionReport = { name: "", cards: [], files: [], short: [], dryRun: request.dryRun === true };
    for (const card of cards) {
      const source = `${store.project}/${card.id}`;
      const twin = (await global.index.all("experiences")).find(({ experience }) => sameness(card, experience));
      const { id, file } = twin
        ? await addSource(global, twin.experience.id, source, report.dryRun)
        : await addCopy(global, card, source, [...(fold.cards.get(card.id)?.sessions ?? [])], report.dryRun);
      report.files.push(file);
      report.cards.push(card.id);
      report.name ||= `${GLOBAL_PREFIX}${id}`;
      if (report.dryRun) continue;
      const reason = request.reason ?? "made known to all projects";
      await ports.ledger.append([
        { type: "promoted", card: card.id, by: request.by ?? "person", reason, global: id } satisfies NewLedgerRow,
      ]);
      await setStatus(ports, card.id, "promoted");
    }
    return report;
  });
}

export function storeOf(ports: Pick<Ports, "global">): GlobalStore {
  if (!ports.global) throw new MemoryError("INVALID_INPUT", "this memory knows of no other project");
  return ports.global;
}

async function addCopy(global: Ports, card: Experience, source: string, sessions: string[], dryRun: boolean) {
  const taken = new Set((await global.cards.list()).map(({ id }) => id.toLowerCase()));
  const { value: _, ...rest } = card;
  const copy: Experience = {
    ...rest,
    id: uniqueSlug(card.id, (id) => taken.has(id.toLowerCase())),
    status: "active",
    scope: "global",
    freq: 0,
    utility: 0,
    provenance: { ...card.provenance, derivedFrom: [source] },
  };
  const path = `global/experiences/${copy.id}.md`;
  const diff = changeBetween("", renderCard(copy), { from: "/dev/null", to: path });
  if (!dryRun) {
    await global.ledger.append([
      {
        type: "born",
        card: copy.id,
        confidence: card.confidence,
        sessions: sessions.slice(-MOST_SESSIONS),
        by: "promotion",
      },
    ]);
    await putCard(global, copy);
  }
  return { id: copy.id, file: { host: "global", path, diff } };
}

async function addSource(global: Ports, id: string, source: string, dryRun: boolean) {
  const { experience, file } = await readCard(global, id);
  const derivedFrom = [...new Set([...experience.provenance.derivedFrom, source])];
  const next = { ...experience, provenance: { ...experience.provenance, derivedFrom } };
  const path = `global/experiences/${id}.md`;
  if (dryRun) return { id, file: { host: "global", path, diff: `${id} says the same; it gains a source: ${source}` } };
  const written = await putCard(global, next, file);
  return { id, file: { host: "global", path, diff: changeBetween(file.text, written.text, { from: path, to: path }) } };
}

/**
 * Takes one source of a global card away, and the card with the last one. A copy that a person changed is theirs and stays.
 * @param card  id of the project's card
 * @returns what became of the global one
 */
export async function removeSource(ports: Ports, id: string, card: string): Promise<"removed" | "changed" | "kept"> {
  const store = storeOf(ports);
  const source = `${store.project}/${card}`;
  const global = await store.open();
  return global.lock.hold(async () => {
    await refreshIndex(global, "full");
    if (!(await global.cards.read(id))) return "removed";
    const { experience, file } = await readCard(global, id);
    const derivedFrom = experience.provenance.derivedFrom.filter((other) => other !== source);
    if (derivedFrom.length > 0) {
      await putCard(global, { ...experience, provenance: { ...experience.provenance, derivedFrom } }, file);
      return "kept";
    }
    if ((await global.cards.lastWritten(id)) !== file.hash) return "changed";
    await global.cards.remove(id, file.hash);
    return "removed";
  });
}

/**
 * Brings global cards in step with what the ledgers of all projects say, and takes those promotions back whose global card is gone or
 * left recall. Runs while the project's lock is held, after its own cards were settled. Another process that is at work on `global/` does it.
 */
export async function settleGlobal(ports: Ports, options: MemoryOptions): Promise<void> {
  if (!ports.global || (await ports.global.cards.folderStamp("experiences")) === "none") return;
  const global = await ports.global.open();
  const { settle } = await import("./settle.ts");
  try {
    await global.lock.hold(
      async () => {
        await refreshIndex(global, "full");
        await settle(global, options);
      },
      { waitMs: 0 },
    );
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code !== "STORE_BUSY") throw error;
  }
  await refreshIndex(ports, "quick");
}
