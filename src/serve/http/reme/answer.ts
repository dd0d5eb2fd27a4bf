import type { PoolRecord } from "../../../memory/pool/pool.ts";

/** The shape of every answer of ReMe. */
export interface RemeAnswer {
  answer: string;
  success: boolean;
  metadata: Record<string, unknown>;
}

export function remeAnswer(answer: string, metadata: Record<string, unknown> = {}): RemeAnswer {
  return { answer, success: true, metadata };
}

/** A record as its workspace's clients know it. */
export function inWorkspace(workspace: string, record: PoolRecord): { workspace_id: string } & PoolRecord {
  return { workspace_id: workspace, ...record };
}

/** The text that an agent gets. Clients look for "Memory 1" and so on, and put their own word there. */
export function guidance(records: readonly PoolRecord[]): string {
  return records
    .map(({ when_to_use, content }, i) => `Memory ${i + 1} :\n When to use: ${when_to_use}\n Content: ${content}\n`)
    .join("\n");
}

/** Characters of each of the latest three messages that are asked with, where a client sends no query. */
const MOST_CHARACTERS = 200;
const LATEST = 3;

/** What is asked for: the query, else what was said last. */
export function queryOf(query: string | undefined, messages: readonly unknown[] = []): string {
  if (query !== undefined && query.trim() !== "") return query;
  return messages
    .slice(-LATEST)
    .map((message) => {
      const { content } = (typeof message === "object" && message !== null ? message : {}) as { content?: unknown };
      return [...(typeof content === "string" ? content : "")].slice(0, MOST_CHARACTERS).join("");
    })
    .filter((text) => text.trim() !== "")
    .join("\n");
}
