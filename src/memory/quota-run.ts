import { beyondQuota, quotaReason } from "../learn/quota.ts";
import type { MemoryOptions } from "../options.ts";
import type { Ports } from "../ports.ts";
import { retireCard } from "./cards.ts";

/** Retires what a project has too much of. While holding the lock. @returns what was retired, worth least first */
export async function keepQuota(
  ports: Ports,
  { maxCards }: Pick<MemoryOptions, "maxCards">,
): Promise<Array<{ id: string; reason: string }>> {
  const all = (await ports.index.all("experiences")).map(({ experience }) => experience);
  const active = all.filter(({ status }) => status === "active");
  const retired: Array<{ id: string; reason: string }> = [];
  for (const card of beyondQuota(active, maxCards)) {
    const reason = quotaReason(card, maxCards);
    await retireCard(ports, card.id, reason, "quota");
    retired.push({ id: card.id, reason });
  }
  return retired;
}
