import type { CardEntry, CardFiles, CardPlace, CardText, CardVersion } from "../ports.ts";
import { assertPortableId, readableId } from "./card-id.ts";
import { changedMeanwhile, existsAlready, keepTexts, PLACES } from "./card-places.ts";
import { contentHash } from "./content-hash.ts";
import { sortById } from "./id-order.ts";

/** Card files in plain memory, with a person's hands for tests: what an editor does to a file, `edit` does here. */
export interface MemoryCardFiles extends CardFiles {
  /** Sets or removes a file past `write`, as a person would. `undefined` removes it. */
  edit(id: string, place: CardPlace, text: string | undefined): void;
}

export function createMemoryCardFiles(): MemoryCardFiles {
  const folders: Record<CardPlace, Map<string, CardText>> = {
    experiences: new Map(),
    quarantine: new Map(),
    retired: new Map(),
  };
  const changes: Record<CardPlace, number> = { experiences: 0, quarantine: 0, retired: 0 };
  const kept = new Map<string, string[]>();
  let writes = 0;

  const find = (id: string) => PLACES.map((place) => folders[place].get(id)).find((card) => card !== undefined);

  function put(id: string, place: CardPlace, text: string): CardText {
    writes += 1;
    const card = { id, place, text, hash: contentHash(text), stamp: String(writes), path: `${place}/${id}.md` };
    folders[place].set(id, card);
    changes[place] += 1;
    return card;
  }

  function take(id: string, place: CardPlace): void {
    if (folders[place].delete(id)) changes[place] += 1;
  }

  function demand(id: string, expected: string): CardText {
    const card = find(id);
    if (card?.hash !== expected) throw changedMeanwhile(id);
    return card;
  }

  function keep(id: string, replaced: string | undefined, text: string | undefined, version = true): void {
    kept.set(id, keepTexts(kept.get(id) ?? [], replaced, text, version));
  }

  /** Copies that would count instead of a card that moves past them go, and are kept as versions. */
  function takeHidden(current: CardText, places: readonly CardPlace[]): void {
    for (const place of [...places].reverse()) {
      const hidden = folders[place].get(current.id);
      if (hidden === undefined || place === current.place) continue;
      const texts = kept.get(current.id) ?? [];
      if (!texts.includes(hidden.text)) kept.set(current.id, [...texts, hidden.text]);
      take(current.id, place);
    }
  }

  return {
    list: async (places = PLACES) =>
      sortById(
        PLACES.flatMap((place): CardEntry[] =>
          [...folders[place].values()].map(({ id, stamp }) => ({ id, place, stamp })),
        ).filter(({ id, place }) => places.includes(place) && find(id)?.place === place),
      ),
    stamp: async (given, place) => folders[place].get(readableId(given))?.stamp,
    folderStamp: async (place) => String(changes[place]),
    read: async (given) => {
      const id = readableId(given);
      return find(id);
    },
    write: async (given, place, text, expected, { version = true } = {}) => {
      const id = readableId(given);
      if (expected === null) {
        assertPortableId(id);
        if (find(id)) throw existsAlready(id);
        keep(id, undefined, text);
        return put(id, place, text);
      }
      const current = demand(id, expected);
      if (current.place !== place) throw changedMeanwhile(id);
      if (current.text === text) return current;
      keep(id, current.text, text, version);
      return put(id, place, text);
    },
    move: async (given, to, text, expected) => {
      const id = readableId(given);
      const current = demand(id, expected);
      takeHidden(current, PLACES.slice(0, PLACES.indexOf(to)));
      keep(id, current.text, text);
      const moved = put(id, to, text);
      if (current.place !== to) take(id, current.place);
      return moved;
    },
    remove: async (given, expected) => {
      const id = readableId(given);
      const current = demand(id, expected);
      takeHidden(current, PLACES);
      keep(id, current.text, undefined);
      for (const place of PLACES) take(id, place);
    },
    history: async (given) => {
      const id = readableId(given);
      const current = find(id)?.text;
      const texts = kept.get(id) ?? [];
      const earlier = texts.at(-1) === current ? texts.slice(0, -1) : texts;
      return earlier.map((text, index): CardVersion => ({ n: index + 1, text }));
    },
    lastWritten: async (given) => {
      const id = readableId(given);
      const text = kept.get(id)?.at(-1);
      return text === undefined ? undefined : contentHash(text);
    },
    edit: (id, place, text) => {
      if (text === undefined) take(id, place);
      else put(id, place, text);
    },
  };
}
