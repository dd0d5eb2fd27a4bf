import { foldLedger } from "../learn/record.ts";
import type { IndexedCard, Ports } from "../ports.ts";
import { ATTRIBUTION } from "./attribution-run.ts";

/** Cards that the attribution rule retired and nobody has placed otherwise since. */
export async function retiredByPolicy(ports: Pick<Ports, "index" | "ledger">): Promise<IndexedCard[]> {
  const retired = await ports.index.all("retired");
  // Reading a long ledger takes longer than a recall.
  if (retired.length === 0) return [];
  const { cards } = await foldLedger(ports.ledger.read());
  return retired.filter(({ experience }) => {
    const placed = cards.get(experience.id)?.placed;
    return placed?.type === "retired" && placed.by === ATTRIBUTION;
  });
}
