import { MemoryError } from "../errors.ts";
import type { CardPlace } from "../ports.ts";

/**
 * The places in order of care. When a card's file lies in two places, because a move was cut short or a person copied it,
 * the first of them counts, so that a doubtful card is rather kept back than handed out. It also makes a move one step for
 * readers: towards the front the new file is what counts at once, towards the back it counts when the old one goes.
 */
export const PLACES: readonly CardPlace[] = ["quarantine", "retired", "experiences"];

/** The file is not the one that was to be replaced. */
export function changedMeanwhile(id: string): MemoryError {
  return new MemoryError("STORE_BUSY", `card ${id} was changed meanwhile`, "Read it again and repeat the change.");
}

export function existsAlready(id: string): MemoryError {
  return new MemoryError("STORE_BUSY", `card ${id} exists already`, "Read it first, or choose another id.");
}

/**
 * The texts of a card that are kept, oldest first, after one text replaced another. The last one is what was written last; it
 * is kept as well, so that a hand edit can be told, shown and undone.
 *
 * @param kept      the texts so far
 * @param replaced  what lay in the file; undefined when there was none
 * @param text      what lies there now; undefined when the file was removed
 * @param version   false: `replaced` differs from `text` in numbers alone and is not worth keeping
 */
export function keepTexts(
  kept: readonly string[],
  replaced: string | undefined,
  text: string | undefined,
  version: boolean,
): string[] {
  const isOurs = replaced === kept.at(-1);
  const before = version
    ? isOurs || replaced === undefined
      ? kept
      : [...kept, replaced]
    : isOurs
      ? kept.slice(0, -1)
      : kept;
  return text === undefined || before.at(-1) === text ? [...before] : [...before, text];
}
