import { DEFAULT_SHOWN, mostSimilar } from "./baselines.ts";
import type { Policy, PolicyChange } from "./policy.ts";

/** Source of all defaults: the settings noted in the paper's published code (arXiv 2505.16067). */
export interface XiongOptions {
  /** Retrievals before a card's history speaks. Whole number ≥ 1, default 3. */
  minRetrievals: number;
  /** A mean quality below this deletes the card. 0..1, default 0.5. */
  minQuality: number;
  /** A card never retrieved for this many tasks is cleaned up. ≥ 1, default 500. */
  idleTasks: number;
}

export const XIONG_DEFAULTS: Readonly<XiongOptions> = Object.freeze({
  minRetrievals: 3,
  minQuality: 0.5,
  idleTasks: 500,
});

/** History deletion: after each task the one card whose retrievals ended worst is deleted; cards nobody retrieves are cleaned up. */
export function xiongPolicy(options: XiongOptions = XIONG_DEFAULTS, limit = DEFAULT_SHOWN): Policy {
  const history = new Map<string, { retrievals: number; quality: number; last: number }>();
  let task = 0;
  return {
    name: "xiong",
    learnsFrom: "successes",
    dedups: true,
    admit: (card) => void history.set(card.id, { retrievals: 0, quality: 0, last: task }),
    choose: (offer) => mostSimilar(offer, limit),
    hear({ shown, score }) {
      task += 1;
      for (const id of shown) {
        const record = history.get(id)!;
        record.last = task;
        if (score === undefined) continue;
        record.retrievals += 1;
        record.quality += score;
      }
      const changes: PolicyChange[] = [];
      const remove = (id: string, reason: string) => {
        history.delete(id);
        changes.push({ type: "retired", id, reason });
      };
      const worst = [...history]
        .filter(([, record]) => record.retrievals >= options.minRetrievals)
        .map(([id, record]) => ({ id, mean: record.quality / record.retrievals }))
        .filter(({ mean }) => mean < options.minQuality)
        .sort((a, b) => a.mean - b.mean || (a.id < b.id ? -1 : 1))[0];
      if (worst) remove(worst.id, `mean quality ${worst.mean.toFixed(2)}`);
      for (const [id, record] of history) {
        if (task - record.last >= options.idleTasks) remove(id, `not retrieved for ${options.idleTasks} tasks`);
      }
      return changes;
    },
    offers: (id) => history.has(id),
    valueOf(id) {
      const record = history.get(id);
      return record && record.retrievals > 0 ? record.quality / record.retrievals : undefined;
    },
  };
}
