import type { LogFiles } from "./log-files.ts";

/** The files of a log in plain memory, for tests and for a store that is not to be kept. */
export function createLogMemory(name: string): LogFiles {
  const files = new Map<string, Buffer[]>();
  return {
    pathOf: (file) => `${name}/${file}`,
    files: async () => [...files.keys()].sort(),
    append: async (file, lines) => {
      if (lines.length === 0) return;
      const pieces = files.get(file) ?? [];
      pieces.push(Buffer.from(`${lines.join("\n")}\n`));
      files.set(file, pieces);
    },
    rewrite: async (file, change) => {
      const before = Buffer.concat(files.get(file) ?? []).toString("utf8");
      const after = before
        .split("\n")
        .map((line) => (line === "" ? line : change(line)))
        .filter((line) => line !== undefined)
        .join("\n");
      if (after !== before) files.set(file, [Buffer.from(after)]);
      return after !== before;
    },
    chunks: async function* (file, from) {
      let position = 0;
      for (const piece of [...(files.get(file) ?? [])]) {
        if (position + piece.length > from) yield piece.subarray(Math.max(0, from - position));
        position += piece.length;
      }
    },
  };
}
