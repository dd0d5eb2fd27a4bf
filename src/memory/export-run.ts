import { CardFormatError, MemoryError } from "../errors.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import type { CardPlace, Ports } from "../ports.ts";

/** One card as `habitus export` writes it, one a line: the file as it is, secrets aside, so that importing it again loses nothing. */
export interface ExportedCard {
  habitus_card: 1;
  id: string;
  place: CardPlace;
  text: string;
}

/** @throws MemoryError `NOT_FOUND` for an id that is not there, before anything is exported */
export async function exportCards(ports: Pick<Ports, "cards">, ids?: readonly string[]): Promise<ExportedCard[]> {
  const entries = await ports.cards.list();
  const missing = ids?.find((id) => !entries.some((entry) => entry.id === id));
  if (missing !== undefined)
    throw new MemoryError("NOT_FOUND", `no card is called "${missing}"`, "`habitus list --status all` shows the ids.");
  // A person may have written a secret into a file by hand; it stays there and goes no further.
  const scrubber = createScrubber();
  const exported: ExportedCard[] = [];
  for (const { id } of entries) {
    if (ids && !ids.includes(id)) continue;
    const file = await ports.cards.read(id).catch((error: unknown) => {
      // One file that is no text hides no other; `doctor` names it.
      if (ids || !(error instanceof CardFormatError)) throw error;
      return undefined;
    });
    if (file) exported.push({ habitus_card: 1, id, place: file.place, text: scrubber.scrubText(file.text) });
  }
  return exported;
}
