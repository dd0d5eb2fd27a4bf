import { wordsOfName } from "./identifiers.ts";

const LOOKUP_VERBS = new Set(
  "get list search find read fetch show view look lookup query check compute calculate estimate convert describe retrieve count inspect ls cat grep glob head tail stat display select scan resolve".split(
    " ",
  ),
);

/** True for a tool whose name says that it only looks something up. A guess; unknown names are treated with care, as if they acted. */
export function looksUp(tool: string): boolean {
  const name = tool.split(/__|[.:/]/).at(-1) ?? tool;
  return LOOKUP_VERBS.has(wordsOfName(name)[0] ?? "");
}
