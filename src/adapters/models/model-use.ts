import { randomUUID } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../model/json.ts";
import type { Clock, ModelCount, ModelUse } from "../../ports.ts";
import { diskProblem } from "../disk-problem.ts";
import { createLogFiles } from "../log-files.ts";

/** Days whose files are kept. */
const KEPT_DAYS = 31;

/**
 * `<folder>/2026-11-30.jsonl`: one line a reservation, one more when it is settled. No lock is needed: a reservation is appended first and
 * then looked for in the file, and it holds when all that stands before it and itself fit in the budget. So of two processes
 * that take the last call at the same moment the one whose line came first has it.
 */
export function createModelUse(folder: string, clock: Clock): ModelUse {
  const files = createLogFiles(folder);
  const dayOf = () => new Date(clock.now()).toISOString().slice(0, 10);
  const fileOf = (day: string) => join(folder, `${day}.jsonl`);

  // As logs are written, so that a line that a dying process leaves torn takes none of ours along.
  const append = (day: string, line: object) => files.append(`${day}.jsonl`, [JSON.stringify(line)]);

  return {
    reserve: async (expected, most) => {
      const day = dayOf();
      const id = randomUUID();
      await append(day, { id, ...expected });
      const entries = await readDay(fileOf(day));
      const sum = { calls: 0, tokens: 0 };
      for (const [each, { calls, tokens }] of entries) {
        sum.calls += calls;
        sum.tokens += tokens;
        if (each === id) break;
      }
      if (entries.size === 1) await removeOld(folder, day);
      if (sum.calls <= most.calls && sum.tokens <= most.tokens) return `${day}/${id}`;
      await append(day, { id, calls: 0, tokens: 0 });
      return undefined;
    },
    settle: async (reservation, used) => {
      const [day, id] = reservation.split("/") as [string, string];
      await append(day, { id, ...used });
    },
    today: async () => {
      const entries = [...(await readDay(fileOf(dayOf()))).values()];
      return {
        calls: entries.reduce((sum, { calls }) => sum + calls, 0),
        tokens: entries.reduce((sum, { tokens }) => sum + tokens, 0),
      };
    },
  };
}

/** By reservation, in the order in which they were made; the last line of each counts. */
async function readDay(path: string): Promise<Map<string, ModelCount>> {
  const entries = new Map<string, ModelCount>();
  let text = "";
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw diskProblem(error, "read", path);
  }
  for (const line of text.split("\n")) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      continue; // torn by a crash: what it reserved or settled is lost, the others stand
    }
    if (!isObject(value) || typeof value.id !== "string") continue;
    entries.set(value.id, { calls: Number(value.calls) || 0, tokens: Number(value.tokens) || 0 });
  }
  return entries;
}

async function removeOld(folder: string, today: string): Promise<void> {
  const oldest = new Date(Date.parse(today) - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
  for (const name of await readdir(folder)) {
    if (/^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name < oldest) await rm(join(folder, name), { force: true });
  }
}
