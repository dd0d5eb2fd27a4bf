import { MemoryError } from "../errors.ts";
import { type Demotion, demotionOf } from "../learn/demotion.ts";
import { type CardRecord, foldLedger, type LedgerFold } from "../learn/record.ts";
import type { NewLedgerRow } from "../model/ledger.ts";
import type { MemoryOptions } from "../options.ts";
import { GLOBAL_PREFIX, type Ports } from "../ports.ts";
import { closestIds } from "./closest-ids.ts";
import { foldersOf, setStatus } from "./promote-run.ts";

export interface DemotionReport {
  /** Name of the skill, or id of the card in `global/`. */
  name: string;
  /** Cards that speak for themselves again. */
  cards: string[];
  /** Cards that left recall, because they were the reason. */
  retired: string[];
  removed: string[];
  /** Paths of skill files that stayed: a person had changed them, so they are theirs. */
  left: string[];
  reason: string;
}

type Promoted = [id: string, record: CardRecord & { promotion: NonNullable<CardRecord["promotion"]> }];

/**
 * Takes a promotion back: the skill's files go, unless a person changed them, and its cards come back into recall.
 * Runs while the lock is held; one that died is finished by running it again.
 * @param key  name of a skill, or id of a card that is promoted
 * @throws MemoryError `NOT_FOUND` when nothing of that name is promoted
 */
export async function undoPromotion(
  ports: Ports,
  key: string,
  { by = "person", reason = "taken back" }: { by?: string; reason?: string } = {},
): Promise<DemotionReport> {
  const fold = await foldLedger(ports.ledger.read());
  const promoted = promotedIn(fold);
  const found = promoted.find(
    ([id, { promotion }]) =>
      id === key ||
      promotion.skill?.name === key ||
      (promotion.global !== undefined && `${GLOBAL_PREFIX}${promotion.global}` === key),
  );
  if (!found) {
    const names = promoted.flatMap(([id, { promotion }]) => [id, ...(promotion.skill ? [promotion.skill.name] : [])]);
    const near = closestIds(key, [...new Set(names)]);
    throw new MemoryError(
      "NOT_FOUND",
      `nothing called "${key}" is promoted`,
      near.length > 0 ? `Promoted: ${near.join(", ")}.` : "`habitus list --status promoted` shows what is.",
    );
  }
  return takeDown(ports, fold, found, { by, reason });
}

/** Promoted cards in the order in which they were promoted. */
export function promotedIn(fold: LedgerFold): Promoted[] {
  return [...fold.cards]
    .filter((entry): entry is Promoted => entry[1].promotion !== undefined)
    .sort(([, a], [, b]) => (a.promotion.at < b.promotion.at ? -1 : 1));
}

/**
 * Looks at every promoted card: one that went bad loses its skill, and one whose promotion was cut short by a crash gets it finished.
 * Runs while the lock is held, after the numbers of the cards were settled.
 */
export async function demoteBad(ports: Ports, options: MemoryOptions): Promise<DemotionReport[]> {
  const fold = await foldLedger(ports.ledger.read());
  await finishWhatDied(ports, fold);
  const reports: DemotionReport[] = [];
  for (const [id, record] of promotedIn(fold)) {
    const card = (await ports.index.get(id))?.experience;
    const demotion =
      card && ((await goneFromGlobal(ports, record.promotion.global)) ?? demotionOf(card, record, options));
    if (!demotion || reports.some(({ cards, retired }) => cards.includes(id) || retired.includes(id))) continue;
    const { reason, byOutcomes } = demotion;
    const retiredBy = byOutcomes ? `policy/${options.policy}` : "learn";
    reports.push(await takeDown(ports, fold, [id, record], { by: "learn", reason, demotion, retiredBy }));
  }
  return reports;
}

/** The rule of a promoted card fell: its skill goes, and the card is retired, until evidence brings it back. */
export async function withdrawPromoted(ports: Ports, id: string, reason: string): Promise<void> {
  const fold = await foldLedger(ports.ledger.read());
  const found = promotedIn(fold).find(([other]) => other === id);
  const demotion = { reason, retire: true };
  if (found) await takeDown(ports, fold, found, { by: "miner", reason, demotion });
  else await setStatus(ports, id, "retired");
}

/** A global card that left recall speaks for nobody any more. */
async function goneFromGlobal(ports: Ports, global: string | undefined): Promise<Demotion | undefined> {
  if (global === undefined || (await ports.index.get(`${GLOBAL_PREFIX}${global}`))) return undefined;
  return { reason: `its card in global/, "${global}", is not recalled any more`, retire: false };
}

/** The ledger hears of a promotion, and of its end, before the card does. */
async function finishWhatDied(ports: Ports, fold: LedgerFold): Promise<void> {
  for (const [id, { promotion, placed }] of fold.cards) {
    if (!promotion && placed?.type !== "demoted") continue;
    const status = (await ports.index.get(id))?.experience.status;
    if (promotion && status === "active") await setStatus(ports, id, "promoted");
    if (!promotion && status === "promoted") await setStatus(ports, id, "active");
  }
}

async function takeDown(
  ports: Ports,
  fold: LedgerFold,
  [id, { promotion }]: Promoted,
  { by, reason, demotion, retiredBy = by }: { by: string; reason: string; demotion?: Demotion; retiredBy?: string },
): Promise<DemotionReport> {
  const { skill, global } = promotion;
  const together = skill ? promotedIn(fold).filter(([, other]) => other.promotion.skill?.name === skill.name) : [];
  const ids = skill ? together.map(([other]) => other) : [id];
  const report: DemotionReport = {
    name: skill?.name ?? global ?? id,
    cards: ids.filter((other) => other !== id || !demotion?.retire),
    retired: demotion?.retire ? [id] : [],
    removed: [],
    left: [],
    reason,
  };
  if (global !== undefined) {
    const became = await (await import("./promote-global.ts")).removeSource(ports, global, id);
    const path = `global/experiences/${global}.md`;
    if (became === "removed") report.removed.push(path);
    if (became === "changed") report.left.push(path);
  }
  if (skill) {
    const folders = await foldersOf(ports);
    const made = await foldersEverMade(ports);
    for (const { path, hash } of skill.files) {
      const became = await folders.remove(path, hash, made);
      if (became === "removed") report.removed.push(path);
      if (became === "changed") report.left.push(path);
    }
  }
  const rows: NewLedgerRow[] = ids.map((card) => ({
    type: "demoted",
    card,
    by,
    reason,
    ...(report.left.length > 0 && { left: report.left }),
  }));
  for (const card of report.retired) rows.push({ type: "retired", card, by: retiredBy, reason });
  // The ledger comes first: what a run that dies leaves undone in the cards, the next one does.
  await ports.ledger.append(rows);
  for (const card of report.cards) await setStatus(ports, card, "active");
  for (const card of report.retired) await setStatus(ports, card, "retired");
  return report;
}

/** Folders that any promotion had to make: the last skill that leaves takes them along. */
async function foldersEverMade(ports: Pick<Ports, "ledger">): Promise<string[]> {
  const made = new Set<string>();
  for await (const row of ports.ledger.read()) {
    if (row.type === "promoted")
      for (const file of row.skill?.files ?? []) for (const at of file.made ?? []) made.add(at);
  }
  return [...made];
}
