import { foldLedger } from "../learn/record.ts";
import type { Experience } from "../model/experience.ts";
import type { NewLedgerRow } from "../model/ledger.ts";
import type { Ports } from "../ports.ts";
import { putCard, readCard } from "./place-card.ts";

/** A card that waits for a person, and why. */
export interface Waiting {
  card: Experience;
  reason: string;
  /** `screen`: something in it alarms; `import`: it comes from outside; otherwise who put it there. */
  by: string;
}

/** What lies in quarantine: what the screen alarmed at first, then by id. */
export async function listWaiting(ports: Ports): Promise<Waiting[]> {
  const { cards } = await foldLedger(ports.ledger.read());
  const waiting = (await ports.index.all("quarantine")).map(({ experience }) => {
    const placed = cards.get(experience.id)?.placed;
    return { card: experience, reason: placed?.reason ?? "", by: placed?.by ?? "file" };
  });
  const alarm = ({ by }: Waiting) => (by === "screen" ? 0 : 1);
  return waiting.sort((a, b) => alarm(a) - alarm(b) || (a.card.id < b.card.id ? -1 : 1));
}

/**
 * A person's decision about cards in quarantine: accepted ones are recalled from now on and count as reviewed, refused ones are retired.
 * Runs while the lock is held.
 */
export async function decideWaiting(ports: Ports, ids: readonly string[], accept: boolean): Promise<string[]> {
  const rows: NewLedgerRow[] = [];
  const decided: string[] = [];
  for (const id of ids) {
    const { experience, file } = await readCard(ports, id);
    if (experience.status !== "quarantined") continue;
    const next: Experience = accept
      ? { ...experience, status: "active", tier: "reviewed" }
      : { ...experience, status: "retired" };
    await putCard(ports, next, file);
    rows.push({
      type: accept ? "released" : "retired",
      card: id,
      by: "person",
      reason: accept ? "reviewed" : "refused in review",
    });
    decided.push(id);
  }
  if (rows.length > 0) await ports.ledger.append(rows);
  return decided;
}
