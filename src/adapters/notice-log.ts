import { join } from "node:path";
import { isObject } from "../model/json.ts";
import { createLogFiles } from "./log-files.ts";
import { readLog } from "./log-lines.ts";

/** Something that was not recorded, and why. */
export interface Notice {
  /** RFC 3339. */
  at: string;
  /** `skipped`: it must not be recorded; `dropped`: it could not be used; `failed`: recording it went wrong. */
  kind: "skipped" | "dropped" | "failed";
  reason: string;
}

export interface NoticeLog {
  add(notice: Notice): Promise<void>;
  /** How often each reason occurred, as `kind: reason`, the most frequent first. */
  counts(): Promise<Array<{ kind: Notice["kind"]; reason: string; times: number }>>;
}

export function createNoticeLog(home: string): NoticeLog {
  const files = createLogFiles(join(home, "notices"));
  return {
    add: (notice) => files.append(`${notice.at.slice(0, 7)}.jsonl`, [JSON.stringify({ v: 1, ...notice })]),
    counts: async () => {
      const counts = new Map<string, { kind: Notice["kind"]; reason: string; times: number }>();
      for await (const { value } of readLog<Notice>(files, {}, parseNotice, () => undefined)) {
        const { kind, reason } = value;
        const entry = counts.get(`${kind}: ${reason}`) ?? { kind, reason, times: 0 };
        entry.times += 1;
        counts.set(`${kind}: ${reason}`, entry);
      }
      return [...counts.values()].sort((a, b) => b.times - a.times || (a.reason < b.reason ? -1 : 1));
    },
  };
}

function parseNotice(line: string): Notice | { problem: string } {
  try {
    const value: unknown = JSON.parse(line);
    if (isObject(value) && typeof value.kind === "string" && typeof value.reason === "string")
      return value as unknown as Notice;
    return { problem: "not a notice" };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
