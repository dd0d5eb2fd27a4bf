import { CHOOSE_DEFAULTS } from "../learn/policy/choose.ts";
import type { Experience } from "../model/experience.ts";
import type { MemoryOptions } from "../options.ts";
import type { IndexedCard, Ports } from "../ports.ts";
import { FIELD_WEIGHTS } from "../recall/fields.ts";
import { renderHabits } from "../recall/habits.ts";
import { queryOf } from "../recall/query.ts";
import { buildAdvice } from "../recall/render.ts";
import { stripAdvice } from "../text/fence.ts";
import type { CallReader } from "./advise/about-call.ts";
import { establishedCards } from "./advise/established.ts";
import type { AdviceMoment } from "./advise/moment.ts";
import { mutedIds } from "./advise/muted.ts";
import { forgetTold, noteTaskKind, speakersIn } from "./advise/task-kind.ts";
import { cleanText, recallRun } from "./recall-run.ts";
import { refreshIndex, stampNow } from "./refresh-index.ts";
import { standingUnder } from "./slots.ts";
import { heldAsStale } from "./stale-note.ts";
import type { Advice } from "./types.ts";

/** UTF-16 units of one piece of advice: hosts move longer ones to a file (10,000 characters in Claude Code, 2,500 tokens in Codex). */
export const MAX_ADVICE_CHARS = 9_000;
/** Tokens of one piece of advice, whatever the options say, for the same reason. */
const MAX_ADVICE_TOKENS = 1_800;
/** Cards for one prompt: a host shows them to an agent that did not ask (DESIGN §4). */
const PROMPT_CARDS = 1;
/** Habits at the start of a session (DESIGN §4). */
const SESSION_CARDS = 5;
/** Cards that are asked whether they are about a call. */
const ASKED = 60;
/** Aptness from which a card is plainly about what a call printed: its error class, or most of its words. A guess. */
const PLAIN = 0.5;
/** Pieces of advice in one session before it is left alone. A guess: who was told so much does not read it. */
const MAX_TOLD = 200;

/**
 * Advice for one moment of a session that nobody asked for: little, and never the same card twice while the context lasts.
 *
 * Locks nothing, learns nothing, changes no card; one ledger row says what was handed over.
 * @returns undefined when nothing fits, which is the usual case
 */
export async function adviseRun(
  ports: Ports,
  options: MemoryOptions,
  moment: AdviceMoment,
): Promise<Advice | undefined> {
  const key = moment.agent === undefined ? moment.session : `${moment.session}/agent-${moment.agent}`;
  if (moment.level === "session" && moment.fresh) await forgetTold(ports, key);
  if (!options.advise || moment.silent) return undefined;
  if (moment.level === "session") return atSession(ports, options, moment);
  const answered = moment.level === "failure" && moment.call !== undefined ? `failed ${moment.call}` : undefined;
  const readTold = async () => {
    const told = await ports.notes.read(key);
    return told.size >= MAX_TOLD || (answered !== undefined && told.has(answered)) ? undefined : told;
  };
  const advice =
    moment.level === "prompt"
      ? await atPrompt(ports, options, moment, key, readTold)
      : await atCall(ports, options, moment, readTold);
  if (advice === undefined || advice.cards.length === 0) return undefined;
  await ports.notes.add(key, [...advice.cards.map(({ id }) => id), ...(answered === undefined ? [] : [answered])]);
  return advice;
}

/** Ids of what was told in the session; undefined when that is enough. */
type ToldReader = () => Promise<ReadonlySet<string> | undefined>;

/** A few one-line habits, the best established ones; the same text as long as the cards are the same. */
async function atSession(ports: Ports, options: MemoryOptions, { session }: AdviceMoment): Promise<Advice | undefined> {
  await refreshIndex(ports, "quick");
  const silent = await silentIds(ports);
  const cards = (await establishedCards(ports))
    .filter((card) => !isWorthless(card, options) && !silent.has(card.id))
    .slice(0, SESSION_CARDS);
  if (cards.length === 0) return undefined;
  const { text, shown } = renderHabits(cards, tokensOf(options));
  if (shown.length === 0) return undefined;
  return recorded(ports, { level: "session", task: "", session, cards: shown, text, shortlist: [] });
}

async function atPrompt(
  ports: Ports,
  options: MemoryOptions,
  { session, text, toolsAtHand }: AdviceMoment,
  key: string,
  readTold: ToldReader,
): Promise<Advice | undefined> {
  const task = stripAdvice(text ?? "").trim();
  const told = task === "" ? undefined : await readTold();
  if (told === undefined) return undefined;
  await noteTaskKind(ports, key, told, task);
  return recallRun(ports, options, task, {
    level: "prompt",
    session,
    limit: PROMPT_CARDS,
    maxTokens: tokensOf(options),
    exclude: [...told, ...(await mutedIds(ports))],
    ...(toolsAtHand && { toolsAtHand }),
  });
}

async function atCall(
  ports: Ports,
  options: MemoryOptions,
  moment: AdviceMoment,
  readTold: ToldReader,
): Promise<Advice | undefined> {
  const { level, session, tool, input, error, guessed, asIndexed } = moment;
  if (tool === undefined || (level === "failure" && error === undefined)) return undefined;
  if (!asIndexed) await refreshIndex(ports, "quick");
  const { readCall } = await import("./advise/about-call.ts");
  const call = readCall({ tool, input: input ?? null, ...(level === "failure" && error !== undefined && { error }) });
  const about = (await aptCards(ports, options, call)).filter(({ score }) => !guessed || score >= PLAIN);
  // Nearly every call: nothing is known about it, and nothing else is read.
  const told = about.length === 0 ? undefined : await readTold();
  if (told === undefined) return undefined;
  // A tool that is being called is not gone.
  const silent = await silentIds(ports, [tool]);
  const untold = about.filter(({ card: { experience } }) => !told.has(experience.id) && !silent.has(experience.id));
  const speakers = await speakersIn(
    ports,
    untold.map(({ card }) => card),
    told,
    session,
  );
  const apt = untold.filter(({ card }) => speakers.includes(card));
  // A card that another process is changing at this moment is not kept back for it.
  if (asIndexed && apt.length > 0) return atCall(ports, options, { ...moment, asIndexed: false }, readTold);
  for (const { card } of apt) {
    const advice = buildAdvice(tokensOf(options), { level: level as "tool" | "failure", call: call.name });
    if (!(await isCurrent(ports, card)) || !advice.add(card.experience)) continue;
    return recorded(ports, {
      level,
      session,
      task: cleanText(error === undefined ? call.name : `${call.name}: ${error}`),
      cards: [card.experience],
      text: advice.text(),
      shortlist: apt.map((each) => ({ id: each.card.experience.id, score: each.score })),
    });
  }
  return undefined;
}

/** Cards about this call, the closest first; of equals the more helpful one, then the better established one. */
async function aptCards(
  ports: Ports,
  options: MemoryOptions,
  call: CallReader,
): Promise<Array<{ card: IndexedCard; score: number }>> {
  const hits = await ports.index.search(queryOf(call.query).terms, FIELD_WEIGHTS, ASKED);
  return hits
    .flatMap(({ card }) => {
      if (card.experience.status !== "active" || isWorthless(card.experience, options)) return [];
      const score = call.aptness(card);
      return score === undefined ? [] : [{ card, score }];
    })
    .sort((a, b) => b.score - a.score || compare(a.card, b.card, options));
}

/** Cards that mute themselves, and those that speak of what is gone. */
async function silentIds(ports: Ports, toolsAtHand?: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set([...(await mutedIds(ports)), ...(await heldAsStale(ports, toolsAtHand)).keys()]);
}

function compare({ experience: a }: IndexedCard, { experience: b }: IndexedCard, { policy }: MemoryOptions): number {
  const standing = standingUnder(policy);
  return standing(b).mean - standing(a).mean || b.confidence - a.confidence || (a.id < b.id ? -1 : 1);
}

/** A file that was written a moment ago may say something else by now; the next call finds it in the index. */
async function isCurrent(ports: Ports, card: IndexedCard): Promise<boolean> {
  return (await stampNow(ports, card)) === card.stamp;
}

/** Known to do harm, by the rule and the threshold of recall. */
function isWorthless(card: Experience, { policy }: MemoryOptions): boolean {
  return standingUnder(policy)(card).mean < CHOOSE_DEFAULTS.minValue;
}

function tokensOf({ maxTokens }: MemoryOptions): number {
  return Math.min(maxTokens, MAX_ADVICE_TOKENS);
}

/** The advice with its ledger row. A disk that is full or read-only must not keep advice back. */
async function recorded(
  ports: Ports,
  given: Pick<Advice, "cards" | "text" | "task"> & {
    level: AdviceMoment["level"];
    session: string;
    shortlist: Array<{ id: string; score: number }>;
  },
): Promise<Advice | undefined> {
  const { level, session, shortlist, ...advice } = given;
  if (advice.text.length > MAX_ADVICE_CHARS) return undefined;
  const attempt = ports.ids.next();
  const row = {
    type: "recalled" as const,
    attempt,
    task: advice.task,
    level,
    session,
    shown: advice.cards.map(({ id }) => id),
    shortlist: shortlist.slice(0, 10),
  };
  let unrecorded: string | undefined;
  try {
    await ports.ledger.append([row]);
  } catch (error) {
    unrecorded = (error as Error).message;
  }
  return { attempt, ...advice, explain: [], ...(unrecorded !== undefined && { unrecorded }) };
}
