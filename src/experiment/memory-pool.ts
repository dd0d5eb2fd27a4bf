import type { Insight } from "../memory/lenses/reflect-run.ts";
import type { Memory } from "../memory.ts";
import { textHash } from "../text/hash.ts";
import type { RecallVariant } from "./arms.ts";
import type { Pool } from "./pool.ts";
import type { PoolKind } from "./tables.ts";

/** Enough for a dozen cards: how many are handed over is what the experiment decides, not how long they are. */
const MAX_TOKENS = 6_000;

/** A memory of habitus under the experiment: its own calls, with the slots of the paper. */
export function poolOf(memory: Memory, kind: PoolKind): Pool {
  return {
    learn: async (trajectories, addition) => {
      const { lenses } = await memory.acquire(trajectories, { granularity: kind.granularity, addition, successAt: 1 });
      if (lenses?.failed !== undefined) throw new Error(`nothing could be learned: ${lenses.failed}`);
      return lenses?.used.tokens ?? 0;
    },
    recall: async (task, variant, record) => {
      const { attempt, text, cards } = await memory.recall(task, { ...requestOf(variant), record });
      return { attempt, text, shown: cards.map(({ id }) => id), tokens: 0 };
    },
    record: async ({ attempt }, outcome) => void (await memory.record(attempt, outcome)),
    reflect: async (failed, variant, retry, most) => {
      const again = async ({ text, without }: Insight) => {
        // Only looked at: one task counts once, and what it was handed first is on record.
        const advice = await memory.recall(failed.taskQuery, {
          ...requestOf(variant),
          exclude: without,
          record: false,
        });
        return retry(
          `${text}\n\n${advice.text}`,
          advice.cards.map(({ id }) => id),
        );
      };
      await memory.reflect(failed, again, { maxRetries: most, successAt: 1 });
    },
    fingerprint: async () => {
      const { cards } = await memory.list();
      const texts = await Promise.all(cards.map(async ({ id }) => `${id}\n${await memory.text(id)}`));
      return textHash(texts.join("\n"));
    },
    size: async () => (await memory.list("active")).cards.length,
    close: () => memory.close(),
  };
}

function requestOf({ limit, rerank, rewrite, key }: RecallVariant) {
  return { limit, unproven: limit, maxTokens: MAX_TOKENS, rerank, rewrite, key };
}
