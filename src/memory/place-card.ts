import { MemoryError } from "../errors.ts";
import type { Experience } from "../model/experience.ts";
import type { CardText, Ports } from "../ports.ts";
import { placeOf, statusAt } from "../ports.ts";
import { tokensOf } from "../recall/fields.ts";
import { parseCard, renderCard, spliceCard } from "../store/card.ts";
import { closestIds } from "./closest-ids.ts";

type CardPorts = Pick<Ports, "cards" | "index">;

/**
 * Writes a card and its index entry, file first: a crash between the two leaves an entry whose stamp is stale, which the next
 * sync repairs.
 * @param options.version  false: only numbers change, so no version is kept for undo
 * @throws MemoryError `STORE_BUSY` when somebody changed the file since `current` was read
 */
export async function putCard(
  ports: CardPorts,
  next: Experience,
  current?: CardText,
  options: { version?: boolean } = {},
): Promise<CardText> {
  const place = placeOf(next.status);
  const text = current ? spliceCard(current.text, next) : renderCard(next);
  const written = !current
    ? await ports.cards.write(next.id, place, text, null)
    : current.place === place
      ? await ports.cards.write(next.id, place, text, current.hash, options)
      : await ports.cards.move(next.id, place, text, current.hash);
  await indexCard(ports, next, written);
  return written;
}

/** Puts the whole text of an earlier version, or of an editor, in place of the current one. */
export async function putText(ports: CardPorts, text: string, current: CardText): Promise<Experience> {
  const experience = parseCard(text, current.path);
  if (experience.id !== current.id) {
    throw new MemoryError(
      "INVALID_INPUT",
      `the card's id would become "${experience.id}", but its file is "${current.id}.md"`,
      "Keep the id, or create a second card with `habitus create`.",
    );
  }
  await indexCard(ports, experience, await ports.cards.write(current.id, current.place, text, current.hash));
  return experience;
}

export async function indexCard(ports: CardPorts, experience: Experience, file: CardText): Promise<void> {
  const { place, stamp, hash } = file;
  await ports.index.put([{ experience, place, stamp, hash, tokens: tokensOf(experience) }]);
}

/** The card as its file has it now, with the text that a later write must replace. */
export async function readCard(ports: CardPorts, id: string): Promise<{ experience: Experience; file: CardText }> {
  const file = await ports.cards.read(id);
  if (!file) throw await noSuchCard(ports, id);
  const experience = parseCard(file.text, file.path);
  return { experience: { ...experience, status: statusAt(file.place, experience.status) }, file };
}

async function noSuchCard(ports: CardPorts, id: string): Promise<MemoryError> {
  const ids = (await ports.cards.list()).map((entry) => entry.id);
  const near = closestIds(id, ids);
  const hint = near.length > 0 ? `Closest ids: ${near.join(", ")}.` : "`habitus list` shows the ids.";
  return new MemoryError("NOT_FOUND", `no card is called "${id}"`, hint);
}
