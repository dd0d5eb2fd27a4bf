import { MemoryError } from "../errors.ts";
import { CHOOSE_DEFAULTS } from "../learn/policy/choose.ts";
import type { Experience } from "../model/experience.ts";
import type { Outcome } from "../model/outcome.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import type { MemoryOptions } from "../options.ts";
import type { Ports } from "../ports.ts";
import { RECALL_KEYS } from "../recall/keys.ts";
import { recall } from "../recall/recall.ts";
import { FENCE_CLOSE } from "../text/fence.ts";
import { cutAtCodePoint } from "../text/scripts.ts";
import { heldByHosts } from "./held-back.ts";
import { refreshIndex, stampNow } from "./refresh-index.ts";
import { slotRule } from "./slots.ts";
import { heldAsStale } from "./stale-note.ts";
import type { Advice, OutcomeReport, RecallRequest } from "./types.ts";

/** How many cards of the shortlist a ledger row remembers: what might have been shown instead. */
const SHORTLIST_KEPT = 10;

const scrubber = createScrubber();

/** Longest text that a ledger row keeps of what somebody said, in UTF-16 units. */
const LONGEST = 2_000;

/** What a person or an agent said, as the ledger may keep it: without secrets, and not too long. */
export function cleanText(text: string): string {
  return cutAtCodePoint(scrubber.scrubText(text), LONGEST);
}

/**
 * Hands the fitting cards over for one task. The cards stay as they are; one ledger row says what was handed over.
 */
export async function recallRun(
  ports: Ports,
  options: MemoryOptions,
  task: string,
  request: RecallRequest,
): Promise<Advice> {
  if (task.trim() === "") {
    throw new MemoryError(
      "INVALID_INPUT",
      "there is no task to recall for",
      'Say what is to be done: habitus recall "…".',
    );
  }
  checkRequest(request);
  const models = needsModels(ports, request)
    ? await (await import("./models/recall-models.ts")).recallModels(ports, options, task, request)
    : undefined;
  const parole = request.record === false ? undefined : await drawParole(ports, options);
  const {
    cards,
    text: plain,
    explain,
  } = await recallCurrent(ports, task, {
    slots: slotRule(options, request.limit ?? options.limit, parole?.draw ?? ports.chance.draw, request.unproven),
    ...(parole && { retired: parole.cards }),
    maxTokens: request.maxTokens ?? options.maxTokens,
    ...(request.toolsAtHand && { toolsAtHand: request.toolsAtHand }),
    ...(request.exclude && { exclude: request.exclude }),
    held: new Map([...(await heldAsStale(ports, request.toolsAtHand)), ...(await heldByHosts(ports))]),
    // By its words alone and as they are put on record, so that it is the kind that the ledger will be read with.
    family: async () => request.family ?? (await import("../learn/family.ts")).familyOf(cleanText(task), []),
    ...(request.key && { key: request.key }),
    ...(request.topK !== undefined && { topK: request.topK }),
    ...models?.options,
  });
  const notes = models?.notes ?? [];
  const rewritten = (await models?.rewrite(cards, plain)) ?? plain;
  const text = request.evidence ? await withEvidence(ports, cards, rewritten, notes) : rewritten;
  const attempt = ports.ids.next();
  const unrecorded = request.record === false ? undefined : await recordRecall();
  return {
    attempt,
    task,
    text,
    cards,
    explain,
    ...(unrecorded !== undefined && { unrecorded }),
    ...(notes.length > 0 && { notes }),
  };

  /** An attempt for which nothing fitted is one as well: its outcome must not be taken for the one before. */
  async function recordRecall(): Promise<string | undefined> {
    try {
      await ports.ledger.append([
        {
          type: "recalled",
          attempt,
          task: cleanText(task),
          level: request.level ?? "prompt",
          ...(request.session !== undefined && { session: request.session }),
          ...(request.family !== undefined && { family: request.family }),
          shown: cards.map((card) => card.id),
          shortlist: explain
            .filter(({ shown }, place) => shown || place < SHORTLIST_KEPT)
            .map(({ id, score, similarity }) => ({ id, score: rounded(score), fit: rounded(similarity) })),
        },
      ]);
      return undefined;
    } catch (error) {
      // Advice is worth more than its record: a disk that is full or read-only must not keep it back.
      return (error as Error).message;
    }
  }
}

/** Models cost time and money, so they are loaded only for who asks; vectors are always fused in where an embedder is set. */
function needsModels({ models }: Ports, { rerank, rewrite }: RecallRequest): boolean {
  return rerank === true || rewrite === true || models?.embed !== undefined;
}

function checkRequest({ key, topK, unproven }: RecallRequest): void {
  if (unproven !== undefined && !(Number.isInteger(unproven) && unproven >= 0)) {
    throw new MemoryError("INVALID_INPUT", `"unproven" must be a whole number, 0 or more, got ${unproven}`);
  }
  if (key !== undefined && !RECALL_KEYS.includes(key)) {
    throw new MemoryError(
      "INVALID_INPUT",
      `"key" must be one of ${RECALL_KEYS.join(", ")}, got ${JSON.stringify(key)}`,
    );
  }
  if (topK !== undefined && !(Number.isInteger(topK) && topK >= 1)) {
    throw new MemoryError("INVALID_INPUT", `"topK" must be a whole number, 1 or more, got ${topK}`);
  }
}

/** The advice with raw evidence behind it, inside of its fence. */
async function withEvidence(
  ports: Ports,
  cards: readonly Experience[],
  text: string,
  notes: string[],
): Promise<string> {
  const { excerptOf } = await import("./models/excerpt.ts");
  const parts: string[] = [];
  for (const card of cards) {
    const { text: calls, note } = await excerptOf(ports, card);
    if (note !== undefined) notes.push(note);
    if (calls !== "") parts.push(`${card.id}:\n${calls}`);
  }
  const end = text.lastIndexOf(FENCE_CLOSE);
  return parts.length === 0 || end < 0 ? text : `${text.slice(0, end)}\n${parts.join("\n")}\n${FENCE_CLOSE}`;
}

/**
 * Now and then a card that the attribution rule retired is within reach again, to earn its way back. Which cards those are is looked
 * up only when the draw says so, for the ledger has to be read for it.
 * @returns undefined: not this time. Else those cards, and a draw that begins with the one that was made
 */
async function drawParole(ports: Ports, { policy }: MemoryOptions) {
  if (policy !== "attribution") return undefined;
  const drawn = ports.chance.draw();
  if (drawn >= CHOOSE_DEFAULTS.parole) return undefined;
  const { retiredByPolicy } = await import("./parole.ts");
  const cards = await retiredByPolicy(ports);
  const draws = [drawn];
  return { cards, draw: () => draws.shift() ?? ports.chance.draw() };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Recalls from an index that knows its files: a card whose file was written a moment ago is read before it is handed over. */
async function recallCurrent(
  ports: Ports,
  task: string,
  options: Parameters<typeof recall>[2],
): ReturnType<typeof recall> {
  await refreshIndex(ports, "quick");
  const first = await recall(ports.index, task, options);
  for (const { id } of first.cards) {
    const indexed = await ports.index.get(id);
    if (!indexed || (await stampNow(ports, indexed)) === indexed.stamp) continue;
    await refreshIndex(ports, "full");
    return recall(ports.index, task, options);
  }
  return first;
}

/**
 * Appends how an attempt ended. The conclusion is drawn by `settle`.
 * @param attempt  default: the latest one for which something was handed over
 * @param shown  ids of its cards, where the caller knows that it is on record
 * @throws MemoryError `NOT_FOUND` when there is no such attempt
 */
export async function recordOutcome(
  ports: Ports,
  attempt: string | undefined,
  outcome: Outcome,
  shown?: string[],
): Promise<Omit<OutcomeReport, "retired">> {
  if (!(outcome.score >= 0 && outcome.score <= 1)) {
    throw new MemoryError("INVALID_INPUT", `a score must be a number from 0 to 1, got ${outcome.score}`);
  }
  const found = attempt !== undefined && shown ? { attempt, shown } : await findAttempt(ports, attempt);
  await ports.ledger.append([
    {
      type: "outcome",
      attempt: found.attempt,
      score: outcome.score,
      by: outcome.by,
      reasons: outcome.reasons.map(cleanText),
    },
  ]);
  return { attempt: found.attempt, cards: found.shown, outcome };
}

async function findAttempt(ports: Ports, wanted: string | undefined): Promise<{ attempt: string; shown: string[] }> {
  let found: { attempt: string; shown: string[] } | undefined;
  for await (const row of ports.ledger.read()) {
    // What everybody gets at the start of a session belongs to no task.
    if (row.type === "recalled" && (wanted === undefined ? row.level !== "session" : row.attempt === wanted))
      found = { attempt: row.attempt, shown: row.shown };
  }
  if (found) return found;
  throw wanted === undefined
    ? new MemoryError(
        "NOT_FOUND",
        "nothing has been handed over yet",
        'An outcome belongs to a recall: habitus recall "…" comes first.',
      )
    : new MemoryError("NOT_FOUND", `no attempt is called "${wanted}"`, "`habitus log` shows the attempts.");
}
