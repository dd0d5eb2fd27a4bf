import { isObject } from "../model/json.ts";
import type { CardIndex, StateFile } from "../ports.ts";

/** Notes about what the index itself holds, which goes with it; the others were concluded by `learn` and are worth keeping. */
const OF_CONTENT = new Set(["sync", "global"]);

/**
 * An index that is made anew by every process, with notes that stay: without them nobody would know between two runs which cards mute
 * themselves, or speak of things that are gone.
 */
export function withLastingNotes(index: CardIndex, file: StateFile): CardIndex {
  // Notes that a disk did not take last as long as this process: they are derived, and whoever reads must not fail for one.
  const unsaved = new Map<string, string>();
  let saving: Promise<void> = Promise.resolve();
  // Looked up each time: another process may have noted something since.
  const load = async () => {
    const state = await file.load();
    const entries = isObject(state) ? Object.entries(state) : [];
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  };
  const save = async (key: string, value: string) => {
    unsaved.set(key, value);
    try {
      await file.save(Object.fromEntries([...(await load()), ...unsaved]));
      unsaved.clear();
    } catch {
      // it stays in `unsaved`
    }
  };
  return {
    ...index,
    note: async (key) => {
      if (OF_CONTENT.has(key)) return index.note(key);
      await saving;
      return unsaved.get(key) ?? (await load()).get(key);
    },
    setNote: (key, value) => {
      if (OF_CONTENT.has(key)) return index.setNote(key, value);
      // One after the other, or the second would write what the first has not noted yet.
      saving = saving.then(() => save(key, value));
      return saving;
    },
  };
}
