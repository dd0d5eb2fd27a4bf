import { isObject } from "../model/json.ts";
import type { CardIndex, StateFile } from "../ports.ts";

/** Notes about what the index itself holds, which goes with it; the others were concluded by `learn` and are worth keeping. */
const OF_CONTENT = new Set(["sync", "global"]);

/**
 * An index that is made anew by every process, with notes that stay: without them nobody would know between two runs which cards mute
 * themselves, or speak of things that are gone.
 */
export function withLastingNotes(index: CardIndex, file: StateFile): CardIndex {
  let kept: Promise<Map<string, string>> | undefined;
  const load = async () => {
    const state = await file.load();
    const entries = isObject(state) ? Object.entries(state) : [];
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  };
  return {
    ...index,
    note: async (key) => {
      if (OF_CONTENT.has(key)) return index.note(key);
      kept ??= load();
      return (await kept).get(key);
    },
    setNote: async (key, value) => {
      if (OF_CONTENT.has(key)) return index.setNote(key, value);
      // Another process may have noted something since.
      const now = (await load()).set(key, value);
      kept = Promise.resolve(now);
      try {
        await file.save(Object.fromEntries(now));
      } catch {
        // On a disk that takes nothing the note lasts as long as this process: notes are derived, and whoever reads must not fail for one.
      }
    },
  };
}
