import { isObject } from "../model/json.ts";
import type { Purger } from "./purge.ts";
import { purgeValue } from "./purge.ts";

/** What was renamed or rewritten on the way, so that the ledger follows. */
export interface PurgeChanges {
  /** Card ids, old to new. */
  ids: ReadonlyMap<string, string>;
  /** Hashes of card bodies, old to new. */
  bodies: ReadonlyMap<string, string>;
}

/** Members that hold habitus's own words, times and joins, never a text that somebody else wrote. */
const OWN = ["v", "at", "event", "type", "kind", "level", "outcome", "host", "project"];
/** Members whose numbers may be what was purged; elsewhere a number is a count of ours. */
const FREE = ["input", "result"];

/**
 * One line of a log with every occurrence replaced, in its strings as they read and not as JSON spells them. A line that is no
 * JSON object is taken as text.
 */
export function purgeLine(line: string, purger: Purger, { ids, bodies }: PurgeChanges): string {
  const row = parseRow(line);
  if (!row) return purger.text(line);
  const idOf = (id: unknown): unknown => (typeof id === "string" ? (ids.get(id) ?? purger.text(id)) : id);
  const member = (key: string, value: unknown): unknown => {
    if (OWN.includes(key) || (key === "by" && row.type === "outcome")) return value;
    if (key === "card") return idOf(value);
    if (key === "shown" && Array.isArray(value)) return value.map(idOf);
    if (key === "shortlist" && Array.isArray(value)) {
      return value.map((entry) => (isObject(entry) ? { ...entry, id: idOf(entry.id) } : entry));
    }
    if (key === "body" && typeof value === "string") return bodies.get(value) ?? value;
    if (typeof value === "number" && !FREE.includes(key)) return value;
    return purgeValue(value, purger);
  };
  const after = JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([key, value]) => [purger.text(key), member(key, value)])),
  );
  return after === JSON.stringify(row) ? line : after;
}

/** Ids of cards that a ledger line speaks of. */
export function idsIn(line: string): string[] {
  const row = parseRow(line);
  if (!row) return [];
  const shortlist = Array.isArray(row.shortlist) ? row.shortlist.filter(isObject).map(({ id }) => id) : [];
  return [row.card, ...(Array.isArray(row.shown) ? row.shown : []), ...shortlist].filter(
    (id): id is string => typeof id === "string",
  );
}

function parseRow(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // damaged: what it holds is purged all the same, as text
  }
}
