import { MemoryError } from "../errors.ts";
import type { Experience } from "../model/experience.ts";
import type { CardText, IndexedCard, Ports } from "../ports.ts";
import { statusAt } from "../ports.ts";
import { tokensOf } from "../recall/fields.ts";
import { parseCard, spliceCard } from "../store/card.ts";
import { spliceNumbers } from "../store/card-numbers.ts";

/**
 * Cards that are written at once, each waiting for the disk: more of them wait no shorter, and whoever wants to append a line meanwhile
 * stands behind them all.
 */
const AT_ONCE = 8;

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
  const waiting = changes.values();
  const writer = async () => {
    for (const change of waiting)
      if (!(await unlessBusy(writeCard(ports, change)))) left.push(change.card.experience.id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
  return left;
}

/** The file first: a crash in between leaves an entry whose stamp is stale, which the next sync repairs. */
async function writeCard(ports: Pick<Ports, "cards" | "index">, change: NumberChange): Promise<boolean> {
  const written = await writeFile(ports, change);
  if (written) await ports.index.put([written]);
  return written !== undefined;
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
