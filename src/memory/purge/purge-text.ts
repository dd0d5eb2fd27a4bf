import type { StoredFiles } from "../../ports.ts";
import { type Purger, purgeValue } from "../../store/purge.ts";
import { purgeCard } from "../../store/purge-card.ts";

const CARD = /^(?:experiences|quarantine|retired)\/([^/]+)\.md$/;
const VERSION = /^history\/([^/]+)\/[^/]+$/;
const TOLD = /^told\//;
/** What a dream has decided names cards in many places. */
const JOURNAL = "dream.json";

/** Logs are rewritten line by line, while others append to them. What another system wrote is no log of ours, whatever its name. */
export function isLog({ isForeign }: StoredFiles, path: string): boolean {
  return !isForeign && path.endsWith(".jsonl");
}

export function isCard(path: string): boolean {
  return CARD.test(path);
}

/** Id of the card that a file is, or is a version of. */
export function idOf(path: string): string | undefined {
  return (CARD.exec(path) ?? VERSION.exec(path))?.[1]?.normalize("NFC");
}

/** Places in the text of a file that is no log. A file that points somewhere, or names folders, holds it also where a path or an id spells it. */
export function placesInText({ afterPurge, isOwned }: StoredFiles, text: string, purger: Purger): number {
  const places = purger.count(text);
  return places === 0 && (afterPurge || isOwned) && purger.name(text) !== text ? 1 : places;
}

/**
 * What a file that is no log holds afterwards.
 * @param ids  cards that get another id
 * @returns undefined: it goes
 */
export function textAfter(
  store: StoredFiles,
  path: string,
  text: string,
  purger: Purger,
  ids: ReadonlyMap<string, string>,
): string | undefined {
  const id = idOf(path);
  if (store.afterPurge) return placesInText(store, text, purger) > 0 ? store.afterPurge(text) : text;
  if (TOLD.test(path)) return marksAfter(text, purger, ids);
  if (store.isForeign) return linesAfter(text, purger);
  if (id !== undefined && (purger.count(text) > 0 || ids.has(id)))
    return purgeCard(text, purger, ids.get(id) ?? id, ids);
  return path === JOURNAL ? jsonAfter(text, purger, ids) : purger.text(text);
}

/** A mark that cannot be told from the match goes: some advice may be given once more. */
function marksAfter(text: string, purger: Purger, ids: ReadonlyMap<string, string>): string {
  return text
    .split("\n")
    .flatMap((mark) => ids.get(mark) ?? (purger.name(mark) === mark ? mark : []))
    .join("\n");
}

function linesAfter(text: string, purger: Purger): string {
  return text
    .split("\n")
    .map((line) => jsonAfter(line, purger, new Map()))
    .join("\n");
}

/** In its strings as they read, so that it stays JSON; what is none is text. */
function jsonAfter(text: string, purger: Purger, ids: ReadonlyMap<string, string>): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return purger.text(text); // half a file of a crash, or somebody else's
  }
  const after = purgeValue(value, { text: (each) => ids.get(each) ?? purger.text(each) });
  if (JSON.stringify(after) === JSON.stringify(value)) return text;
  return `${JSON.stringify(after)}${text.endsWith("\n") ? "\n" : ""}`;
}
