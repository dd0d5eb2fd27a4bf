import { MemoryError } from "../errors.ts";
import type { Experience } from "../model/experience.ts";
import type { CardText, IndexedCard, Ports } from "../ports.ts";
import { statusAt } from "../ports.ts";
import { tokensOf } from "../recall/fields.ts";
import { parseCard, spliceCard } from "../store/card.ts";
import { spliceNumbers } from "../store/card-numbers.ts";

/** Card files that are written at once, each of which waits for the disk; the index takes them in one transaction. */
const AT_ONCE = 32;

/** A card as the index has it, and what it is to become. */
export interface NumberChange {
  card: IndexedCard;
  /** The card with other numbers, and otherwise as it was given. */
  change: (card: Experience) => Experience;
}

/**
 * Writes numbers into many cards. No version is kept of a text that differs in numbers alone.
 *
 * A file that is still what the index knows is not read as YAML: nine tenths of the time went there.
 * @returns ids of cards that are a person's business at the moment: changed meanwhile, or not readable
 */
export async function writeNumbers(
  ports: Pick<Ports, "cards" | "index">,
  changes: readonly NumberChange[],
): Promise<string[]> {
  const left: string[] = [];
  for (let i = 0; i < changes.length; i += AT_ONCE) {
    const batch = changes.slice(i, i + AT_ONCE);
    const written = await Promise.all(batch.map((change) => unlessBusy(writeFile(ports, change))));
    // Files first: a crash in between leaves entries whose stamp is stale, which the next sync repairs.
    await ports.index.put(written.flatMap((entry) => entry ?? []));
    left.push(...batch.flatMap(({ card }, at) => (written[at] ? [] : [card.experience.id])));
  }
  return left;
}

async function writeFile(
  { cards }: Pick<Ports, "cards">,
  { card, change }: NumberChange,
): Promise<IndexedCard | undefined> {
  const { id } = card.experience;
  const file = await cards.read(id);
  if (!file) return undefined;
  const isKnown = file.hash === card.hash && file.place === card.place;
  const before = isKnown ? card.experience : parsed(file);
  const next = change(before);
  const text = (isKnown && spliceNumbers(file.text, before, next)) || spliceCard(file.text, next);
  const { place, stamp, hash } = await cards.write(id, file.place, text, file.hash, { version: false });
  return { experience: next, place, stamp, hash, tokens: isKnown ? card.tokens : tokensOf(next) };
}

function parsed(file: CardText): Experience {
  const experience = parseCard(file.text, file.path);
  return { ...experience, status: statusAt(file.place, experience.status) };
}

/** @returns what the work returns; undefined when the file is a person's business at the moment */
export async function unlessBusy<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const isTheirs = ["STORE_BUSY", "CARD_FORMAT", "NOT_FOUND", "STORE_TOO_NEW"];
    if (error instanceof MemoryError && isTheirs.includes(error.code)) return undefined;
    throw error;
  }
}
