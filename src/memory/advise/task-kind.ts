import type { Experience } from "../../model/experience.ts";
import type { IndexedCard, Ports } from "../../ports.ts";
import { isForSomeKinds, notForThis } from "../../recall/kinds.ts";
import { cleanText } from "../recall-run.ts";

/** Begins a mark of a session's notes that says of which kind its task is: `kind 2 trading`. No card's id holds a space. */
const MARK = /^kind (\d+) (.*)$/;

/**
 * Notes of which kind the task is that a session was given, for what is said at its calls. A prompt that only goes on with the work before it
 * changes nothing; another task of which nobody can tell the kind takes the old one away.
 * @param key   names the session in its notes
 * @param told  its marks so far
 * @param task  the prompt, without advice in it
 */
export async function noteTaskKind(
  { notes }: Pick<Ports, "notes">,
  key: string,
  told: ReadonlySet<string>,
  task: string,
): Promise<void> {
  const { isFollowUp } = await import("../../observe/follow-up.ts");
  if (isFollowUp({ user: task })) return;
  const { familyOf } = await import("../../learn/family.ts");
  // By the words as they are put on record, like recall and the ledger.
  const kind = familyOf(cleanText(task), []);
  const last = lastKind(told);
  if (kind !== last.kind) await notes.add(key, [`kind ${last.number + 1} ${kind}`]);
}

/**
 * The cards among those found that may speak up at a call or an error of this session's task.
 * @param told  marks of the session, or of the subagent
 */
export async function speakersIn(
  ports: Pick<Ports, "notes">,
  found: readonly IndexedCard[],
  told: ReadonlySet<string>,
  session: string,
): Promise<IndexedCard[]> {
  if (!found.some(({ experience }) => isForSomeKinds(experience))) return [...found];
  const kind = await taskKindOf(ports, told, session);
  return found.filter(({ experience }) => maySpeakIn(kind, experience));
}

/**
 * The kind of the task that a session is at.
 * @param told     marks of the session, or of the subagent
 * @param session  whose task it is, where a subagent was told of none of its own
 * @returns "" when nobody knows
 */
export async function taskKindOf(
  { notes }: Pick<Ports, "notes">,
  told: ReadonlySet<string>,
  session: string,
): Promise<string> {
  const own = lastKind(told);
  return own.number > 0 ? own.kind : lastKind(await notes.read(session)).kind;
}

/**
 * Whether a card may speak up at a call or an error in a task of this kind, by the judgement of recall.
 *
 * Where nobody knows the kind, a card that is for some kinds only keeps silent: nobody asked for it, and a call alone does not show that the
 * task is one of those. Recall, which is asked and has the task's words, hands it over. A card that is kept out of some kinds speaks: it
 * helps with all the others.
 * @param kind  "" when nobody knows
 */
export function maySpeakIn(kind: string, card: Pick<Experience, "notFor" | "onlyFor">): boolean {
  return kind === "" ? card.onlyFor === undefined : notForThis(card, kind) === undefined;
}

/**
 * Forgets what a session was told, for its context is gone; the task it is at goes on, so its kind stays.
 */
export async function forgetTold({ notes }: Pick<Ports, "notes">, key: string): Promise<void> {
  const { kind } = lastKind(await notes.read(key));
  await notes.clear(key);
  if (kind !== "") await notes.add(key, [`kind 1 ${kind}`]);
}

function lastKind(marks: ReadonlySet<string>): { number: number; kind: string } {
  let last = { number: 0, kind: "" };
  for (const mark of marks) {
    const [, number, kind = ""] = MARK.exec(mark) ?? [];
    if (number !== undefined && Number(number) > last.number) last = { number: Number(number), kind };
  }
  return last;
}
