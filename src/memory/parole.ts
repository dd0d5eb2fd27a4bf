import { foldLedger } from "../learn/record.ts";
import type { IndexedCard, Ports } from "../ports.ts";
import { ATTRIBUTION } from "./attribution-run.ts";

/** Cards that the attribution rule retired and nobody has placed otherwise since. */
export async function retiredByPolicy(ports: Pick<Ports, "index" | "ledger">): Promise<IndexedCard[]> {
  const { cards } = await foldLedger(ports.ledger.read());
  return (await ports.index.all("retired")).filter(({ experience }) => {
    const placed = cards.get(experience.id)?.placed;
    return placed?.type === "retired" && placed.by === ATTRIBUTION;
  });
}
