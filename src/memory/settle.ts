import { MemoryError } from "../errors.ts";
import { remeVerdict } from "../learn/policy/reme.ts";
import { type CardRecord, foldLedger, type LedgerFold } from "../learn/record.ts";
import { tierOf } from "../learn/tier.ts";
import type { Experience } from "../model/experience.ts";
import type { MemoryOptions } from "../options.ts";
import type { IndexedCard, LogProblem, Ports } from "../ports.ts";
import { putCard, readCard } from "./place-card.ts";

type SettlePorts = Pick<Ports, "cards" | "index" | "ledger">;

export interface Settled {
  fold: LedgerFold;
  /** Cards that the policy retired, with its reason. */
  retired: Array<{ id: string; reason: string }>;
  /** Ids of cards whose file changed meanwhile or cannot be read; the next run settles them. */
  left: string[];
}

/**
 * Brings the cards in step with the ledger: numbers, tier, and what the policy decides. Call it while holding the lock.
 *
 * Writing the numbers twice changes nothing, so a run that dies is simply run again.
 * @param onProblem  called for each damaged ledger line
 */
export async function settle(
  ports: SettlePorts,
  options: MemoryOptions,
  onProblem?: (problem: LogProblem) => void,
): Promise<Settled> {
  const fold = await foldLedger(ports.ledger.read(onProblem));
  const settled: Settled = { fold, retired: [], left: [] };
  for (const indexed of await ports.index.all()) {
    const record = fold.cards.get(indexed.experience.id);
    if (!record) continue;
    const verdict = verdictOn(indexed, record, options);
    const next = withRecord(indexed.experience, record, verdict);
    if (!differs(indexed.experience, next)) continue;
    if (!(await write(ports, next.id, (current) => withRecord(current, record, verdict)))) {
      settled.left.push(next.id);
    } else if (verdict) {
      await ports.ledger.append([{ type: "retired", card: next.id, by: `policy/${options.policy}`, reason: verdict }]);
      settled.retired.push({ id: next.id, reason: verdict });
    }
  }
  return settled;
}

/** @returns why the policy retires the card; undefined when it stays */
function verdictOn(card: IndexedCard, record: CardRecord, options: MemoryOptions): string | undefined {
  if (card.experience.status !== "active") return undefined;
  const verdict = remeVerdict({ judged: record.judged, well: record.judgedWell }, options);
  return verdict.retire ? verdict.reason : undefined;
}

/** The card with the numbers that the ledger gives it. */
export function withRecord(card: Experience, record: CardRecord, retire?: string): Experience {
  return {
    ...card,
    confidence: record.confidence,
    freq: record.freq,
    utility: record.utility,
    tier: tierOf(card.tier, record),
    ...(retire && { status: "retired" as const }),
  };
}

function differs(a: Experience, b: Experience): boolean {
  return (["confidence", "freq", "utility", "tier", "status"] as const).some((key) => a[key] !== b[key]);
}

/** @returns false when the file is a person's business at the moment: changed meanwhile, or not readable as a card */
async function write(ports: SettlePorts, id: string, change: (card: Experience) => Experience): Promise<boolean> {
  try {
    const { experience, file } = await readCard(ports, id);
    const next = change(experience);
    await putCard(ports, next, file, { version: next.status !== experience.status });
    return true;
  } catch (error) {
    if (
      error instanceof MemoryError &&
      ["STORE_BUSY", "CARD_FORMAT", "NOT_FOUND", "STORE_TOO_NEW"].includes(error.code)
    )
      return false;
    throw error;
  }
}
