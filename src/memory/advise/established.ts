import { standingOf } from "../../learn/policy/prior.ts";
import type { Experience } from "../../model/experience.ts";
import type { Ports } from "../../ports.ts";
import { isForSomeKinds } from "../../recall/kinds.ts";

const NOTE = "established";
/** Confidence that a habit needs at the start of a session (DESIGN §4). */
const MIN_CONFIDENCE = 0.4;
/** From so many cards on, reading all of them at every start takes longer than a start should. */
const MANY = 500;
/** Written down: more than are shown, so that some may be retired or muted meanwhile. */
const NOTED = 50;

/**
 * Writes down which cards are best established, where there are so many that a session's start cannot read them all. Derived, like
 * the index that holds it: what changes by hand in a large store shows at the start of sessions after the next run.
 */
export async function noteEstablished(ports: Pick<Ports, "index">, cards: readonly Experience[]): Promise<void> {
  const best = cards.length < MANY ? [] : bestOf(cards).slice(0, NOTED);
  const text = JSON.stringify(best.map(({ id }) => id));
  if (((await ports.index.note(NOTE)) ?? "[]") !== text) await ports.index.setNote(NOTE, text);
}

/**
 * Active cards of confidence 0.4 or more, global ones that the project does not say itself among them, the best established first; of
 * equals the more helpful one, then by id. Guidelines of single tools are left out, and so are cards that are not for every kind of task:
 * what is said at a start holds for all that follows.
 */
export async function establishedCards(ports: Pick<Ports, "index">): Promise<Experience[]> {
  const noted = await ports.index.note(NOTE);
  const ids = noted === undefined ? [] : (JSON.parse(noted) as string[]);
  const own =
    ids.length === 0
      ? await ports.index.all("experiences")
      : (await Promise.all(ids.map((id) => ports.index.get(id)))).flatMap((card) => card ?? []);
  const titles = new Set(own.map(({ experience }) => experience.title));
  const shared = (await ports.index.all("global")).filter(({ experience }) => !titles.has(experience.title));
  return bestOf([...own, ...shared].map(({ experience }) => experience));
}

function bestOf(cards: readonly Experience[]): Experience[] {
  return cards
    .filter(
      (card) =>
        card.status === "active" &&
        card.confidence >= MIN_CONFIDENCE &&
        card.rule?.type !== "tool" &&
        !isForSomeKinds(card),
    )
    .sort((a, b) => b.confidence - a.confidence || standingOf(b).mean - standingOf(a).mean || (a.id < b.id ? -1 : 1));
}
