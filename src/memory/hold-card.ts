import { describeHits, screenCard } from "../distill/gate.ts";
import type { Experience } from "../model/experience.ts";
import type { Ports } from "../ports.ts";
import { putCard, readCard } from "./place-card.ts";

export function alarms(card: Experience): boolean {
  return screenCard(card).length > 0;
}

/**
 * Puts an active card into quarantine when the screen finds something in it. A screen that looks only when a card is born is not enough:
 * files are edited by hand, by agents, and come by git.
 * @returns the card as it is now; undefined when nothing alarms
 */
export async function holdIfAlarming(
  ports: Pick<Ports, "cards" | "index" | "ledger">,
  id: string,
): Promise<Experience | undefined> {
  const { experience, file } = await readCard(ports, id);
  if (experience.status !== "active") return undefined;
  const hits = screenCard(experience);
  if (hits.length === 0) return undefined;
  const held: Experience = { ...experience, status: "quarantined" };
  await putCard(ports, held, file);
  await ports.ledger.append([{ type: "quarantined", card: id, by: "screen", reason: describeHits(hits) }]);
  return held;
}
