import { shortHash } from "../../text/hash.ts";
import { turnsOfChat } from "../chat.ts";
import { importedSession, trajectoryId } from "../identity.ts";
import type { Importer, ImportItem } from "../importer.ts";
import { asName, asObject, asText } from "../json-text.ts";
import { readRecords } from "../records.ts";
import { taskQueryOf } from "../turn-builder.ts";
import { asScore } from "./reme.ts";

/**
 * Dialogues of tau-bench: `{task_id, trial, reward, info, traj}` in one array or one a line. Task numbers start at 0 in every
 * domain, so the task is named after its number and the hash of its instruction; the instruction itself is not kept, because
 * neither agent nor user said it.
 */
export const tauBenchImporter: Importer = {
  name: "tau-bench",
  fits: ({ values }) => values.some((value) => "traj" in asObject(value) && "task_id" in asObject(value)),
  async *read(chunks, context) {
    for await (const record of readRecords(chunks)) {
      if ("problem" in record) yield { problem: { path: context.path, line: record.line, problem: record.problem } };
      else yield readDialogue(record.value, context.path, record.line);
    }
  },
};

function readDialogue(value: unknown, path: string, line: number): ImportItem {
  const record = asObject(value);
  if (!Array.isArray(record.traj)) return { problem: { path, line, problem: 'no "traj" list' } };
  const turns = turnsOfChat(record.traj);
  const instruction = asText(asObject(asObject(record.info).task).instruction);
  const task = `tau-bench:${[asName(record.task_id) ?? "?", ...(instruction ? [shortHash(instruction, 8)] : [])].join("-")}`;
  const trial = asName(record.trial);
  const session = importedSession(task, trial, JSON.stringify(record));
  const score = asScore(record.reward);
  return {
    trajectory: {
      id: trajectoryId("tau-bench", session),
      source: "tau-bench",
      task,
      taskQuery: taskQueryOf(turns),
      session,
      recalled: [],
      ...(score !== undefined && { outcome: { score, by: "benchmark", reasons: [] } }),
      turns,
    },
    session: { source: "tau-bench", task, ...(trial !== undefined && { trial }), whole: true },
  };
}
