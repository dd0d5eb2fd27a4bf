import { screenCard } from "../distill/gate.ts";
import { MemoryError } from "../errors.ts";
import { type CardEntry, type CardFiles, GLOBAL_PREFIX, type IndexedCard, type Ports, type Stamp } from "../ports.ts";
import { tokensOf } from "../recall/fields.ts";
import { parseCard } from "../store/card.ts";
import { GLOBAL_NOTE } from "./refresh-index.ts";

/**
 * Brings the global cards in the project's index in step with their files: active ones are searched along with the project's own,
 * in one ranking. A file that is no card, or that alarms the screen, is not searched; who works on `global/` itself hears of it.
 * @param stamp  of the folder, taken before; undefined: nothing can be concluded from it
 */
export async function syncGlobal(
  { index }: Pick<Ports, "index">,
  cards: CardFiles,
  stamp: Stamp | undefined,
): Promise<void> {
  const files = await cards.list(["experiences"]);
  const known = new Map((await index.all("global")).map((card) => [card.experience.id, card]));
  const changed = files.filter((file) => known.get(`${GLOBAL_PREFIX}${file.id}`)?.stamp !== file.stamp);
  const read = await Promise.all(changed.map((entry) => readGlobal(cards, entry)));
  const present = new Set(files.map(({ id }) => `${GLOBAL_PREFIX}${id}`));
  const gone = [...known.keys()].filter((id) => !present.has(id));
  const unfit = changed.flatMap(({ id }, i) => (read[i] ? [] : [`${GLOBAL_PREFIX}${id}`]));
  await index.put(read.flatMap((card) => card ?? []));
  await index.remove([...gone, ...unfit].filter((id) => known.has(id)));
  if (stamp !== undefined && (await index.note(GLOBAL_NOTE)) !== stamp) await index.setNote(GLOBAL_NOTE, stamp);
}

async function readGlobal(cards: CardFiles, { id, stamp }: CardEntry): Promise<IndexedCard | undefined> {
  try {
    const file = await cards.read(id);
    if (file?.place !== "experiences") return undefined;
    const card = parseCard(file.text, file.path);
    if (card.id !== id || card.status !== "active") return undefined;
    if (file.hash !== (await cards.lastWritten(id)) && screenCard(card).length > 0) return undefined;
    const experience = { ...card, id: `${GLOBAL_PREFIX}${id}`, scope: "global" as const };
    return { experience, place: "global", stamp, hash: file.hash, tokens: tokensOf(experience) };
  } catch (error) {
    if (error instanceof MemoryError) return undefined; // not a card; `habitus list` names it when it is asked for global ones
    throw error;
  }
}
