import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../model/json.ts";
import { createSessionPlaces } from "../session-places.ts";

/** How much of the end of each log is looked at. */
const TAIL_BYTES = 256 * 1024;

/**
 * When the last event of each host arrived by a hook; what was imported, or filled in from a transcript later, does not count.
 * @returns RFC 3339, by the name that observations give the host
 */
export async function lastArrivals(home: string): Promise<Map<string, string>> {
  const places = createSessionPlaces(home);
  const isLive = new Map<string, boolean>();
  const latest = new Map<string, string>();
  for (const project of await namesIn(join(home, "projects"))) {
    const folder = join(home, "projects", project, "observations");
    // The newest day may hold imports only; the one before is looked at, too.
    for (const day of (await namesIn(folder)).sort().slice(-2)) {
      for (const line of await tailOf(join(folder, day))) {
        const { host, session, at } = line;
        if (typeof host !== "string" || typeof session !== "string" || typeof at !== "string" || line.filled) continue;
        if (at <= (latest.get(host) ?? "")) continue;
        const live = isLive.get(session) ?? (await places.projectOf(session)) !== undefined;
        isLive.set(session, live);
        if (live) latest.set(host, at);
      }
    }
  }
  return latest;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []); // nothing is there yet
}

async function tailOf(path: string): Promise<Record<string, unknown>[]> {
  const file = await open(path, "r").catch(() => undefined); // a log that cannot be read is named by the other checks
  if (!file) return [];
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const lines = buffer.subarray(0, bytesRead).toString("utf8").split("\n");
    return lines.slice(from > 0 ? 1 : 0).flatMap((line): Record<string, unknown>[] => {
      const value = parsed(line);
      return value ? [value] : [];
    });
  } finally {
    await file.close();
  }
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // named by the other checks
  }
}
