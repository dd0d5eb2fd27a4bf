import type { StateFile } from "../ports.ts";

/** Keeps the state as JSON, so that what comes back is what a file would give. */
export function createMemoryStateFile(): StateFile {
  let saved: string | undefined;
  return {
    load: async () => (saved === undefined ? undefined : JSON.parse(saved)),
    save: async (state) => {
      saved = JSON.stringify(state);
    },
  };
}
