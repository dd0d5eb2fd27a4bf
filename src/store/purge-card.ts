import type { Experience } from "../model/experience.ts";
import { PURGED } from "../text/purged.ts";
import { slug, uniqueSlug } from "../text/slug.ts";
import { parseCard, spliceCard } from "./card.ts";
import { PURGED_NAME, type Purger, purgeValue } from "./purge.ts";

/**
 * New ids for those that hold the match, none of them that of another card.
 *
 * The same ids give the same names, also when a run that died had given them already: what the ledger or history call so is no obstacle.
 * @param cards     ids of cards that are there
 * @param mentioned ids that are spoken of
 */
export function safeIds(cards: Iterable<string>, mentioned: Iterable<string>, purger: Purger): Map<string, string> {
  const present = [...cards];
  const all = [...new Set([...present, ...mentioned])].sort();
  const taken = new Set(present.filter((id) => purger.name(id) === id).map((id) => id.toLowerCase()));
  const renamed = new Map<string, string>();
  for (const id of all) {
    const name = purger.name(id);
    if (name === id) continue;
    const next = uniqueSlug(slug(name), (other) => taken.has(other.toLowerCase()));
    taken.add(next);
    renamed.set(id, next);
  }
  return renamed;
}

/**
 * A card's text with every occurrence replaced, in its values as they read and in all else that a person wrote into the file.
 *
 * Keys and values that make it a card stay, even where they are what is to be purged: then the text still holds the match.
 * @param id  the id that it will have
 */
export function purgeCard(text: string, purger: Purger, id: string, ids: ReadonlyMap<string, string>): string {
  const before = readable(text);
  if (!before) return purger.text(text);
  const spliced = splice(text, purgeExperience(before, purger, id, ids));
  if (spliced === undefined) return purger.text(text, PURGED_NAME);
  for (const by of [PURGED, PURGED_NAME]) {
    const whole = purger.text(spliced, by);
    if (whole === spliced || readable(whole)?.id === id) return whole;
  }
  return spliced;
}

/** The body of a card as it is read; undefined when the text is no card. */
export function bodyOf(text: string): string | undefined {
  return readable(text)?.body;
}

function purgeExperience(card: Experience, purger: Purger, id: string, ids: ReadonlyMap<string, string>): Experience {
  const clean = (text: string) => purger.text(text);
  const { provenance, rule } = card;
  return {
    ...card,
    id,
    whenToUse: clean(card.whenToUse),
    keywords: card.keywords.map(clean),
    tools: card.tools.map(clean),
    ...(card.notFor && { notFor: card.notFor.map(clean) }),
    ...(card.onlyFor && { onlyFor: card.onlyFor.map(clean) }),
    ...(rule && { rule: { ...(purgeValue(rule, purger) as typeof rule), type: rule.type } as typeof rule }),
    ...(card.taskQuery !== undefined && { taskQuery: clean(card.taskQuery) }),
    ...(card.generalizedQuery !== undefined && { generalizedQuery: clean(card.generalizedQuery) }),
    provenance: {
      ...provenance,
      sessions: provenance.sessions.map(clean),
      trajectories: provenance.trajectories.map(clean),
      author: clean(provenance.author),
      derivedFrom: provenance.derivedFrom.map((each) => ids.get(each) ?? clean(each)),
    },
    title: clean(card.title),
    body: clean(card.body),
  };
}

/** A rule that can be read no more with the match replaced goes: it was about what is purged. */
function splice(text: string, next: Experience): string | undefined {
  const { rule: _, ...without } = next;
  for (const card of [next, without]) {
    try {
      const after = spliceCard(text, card);
      if (readable(after)) return after;
    } catch {
      // this form of it is no card; the next one is tried
    }
  }
  return undefined;
}

function readable(text: string): Experience | undefined {
  try {
    return parseCard(text, "card");
  } catch {
    return undefined; // a broken or newer card is purged as plain text
  }
}
