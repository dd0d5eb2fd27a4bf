import type { Outcome } from "../../model/outcome.ts";
import { shortHash } from "../../text/hash.ts";
import { turnsOfChat } from "../chat.ts";
import { importedSession, trajectoryId } from "../identity.ts";
import type { Importer, ImportItem } from "../importer.ts";
import { asArray, asName, asObject, asText } from "../json-text.ts";
import { readRecords } from "../records.ts";
import { taskQueryOf } from "../turn-builder.ts";

/** Keys that may wrap a list of runs in one object. */
const LISTS = ["trajectories"];

/**
 * Runs as ReMe takes them: `{task_id, messages, score}` with OpenAI chat messages, one a line, in one array, alone in a file, or
 * in a `trajectories` list. `score` is the benchmark's verdict; a run without one has no outcome.
 */
export const remeImporter: Importer = {
  name: "reme",
  fits: ({ values }) =>
    values.some((value) => isRun(value) || LISTS.some((key) => isRun(asArray(asObject(value)[key])[0]))),
  async *read(chunks, context) {
    for await (const record of readRecords(chunks, { lists: LISTS })) {
      if ("problem" in record) yield { problem: { path: context.path, line: record.line, problem: record.problem } };
      else yield readRun(record.value, context.path, record.line);
    }
  },
};

function isRun(value: unknown): boolean {
  const run = asObject(value);
  return Array.isArray(run.messages) && ("task_id" in run || "score" in run);
}

/** One run, wherever it was found. */
export function readRun(value: unknown, path: string, line: number): ImportItem {
  const run = asObject(value);
  if (!Array.isArray(run.messages)) return { problem: { path, line, problem: 'no "messages" list' } };
  const turns = turnsOfChat(run.messages);
  const taskQuery = taskQueryOf(turns);
  const task = `reme:${asName(run.task_id) ?? `~${shortHash(taskQuery, 12)}`}`;
  const trial = asName(run.trial);
  const session = importedSession(task, trial, JSON.stringify(run));
  const outcome = outcomeOf(run);
  const model = asText(run.model);
  return {
    trajectory: {
      id: trajectoryId("reme", session),
      source: "reme",
      task,
      taskQuery,
      session,
      recalled: [],
      ...(outcome && { outcome }),
      turns,
    },
    session: {
      source: "reme",
      task,
      ...(trial !== undefined && { trial }),
      ...(model !== undefined && { model }),
      whole: true,
    },
  };
}

function outcomeOf(run: Record<string, unknown>): Outcome | undefined {
  const score = asScore(run.score);
  if (score === undefined) return undefined;
  const meta = asObject(run.meta);
  const reasons = [meta.error_type, meta.error_message].filter((reason) => typeof reason === "string");
  return { score, by: "benchmark", reasons };
}

/** A score from 0 to 1; anything else is unknown, never clamped. */
export function asScore(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
}
