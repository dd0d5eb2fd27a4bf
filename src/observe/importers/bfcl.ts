import type { Json, JsonObject } from "../../model/json.ts";
import type { Step, Turn } from "../../model/trajectory.ts";
import { contentText } from "../chat.ts";
import { importedSession, trajectoryId } from "../identity.ts";
import type { ImportContext, Importer, ImportItem, ImportKnowledge } from "../importer.ts";
import { asArray, asName, asObject, asText } from "../json-text.ts";
import { parsePythonCall } from "../python.ts";
import { type ReadRecord, readRecords } from "../records.ts";
import { readResult } from "../result.ts";
import { taskQueryOf } from "../turn-builder.ts";

/**
 * Executed ground truth of BFCL: `{id, turns: [[{call, result}]]}`, calls written as Python. The benchmark's own solutions, so each
 * ended well. The user's words come from the `tasks` file of the same import; without it they are "".
 */
export const bfclGoldenImporter: Importer = {
  name: "bfcl",
  fits: ({ values }) => values.some((value) => isGolden(asObject(value))),
  async *read(chunks, context) {
    for await (const record of readRecords(chunks)) {
      if (!("problem" in record) && isGolden(asObject(record.value)))
        yield readGolden(asObject(record.value), context.known);
      else yield problemOf(record, context, 'no "id" with "turns" of {call, result}');
    }
  },
};

/** The tasks of BFCL, `{id, question}`: they say what the user asked, and hold no run. */
export const bfclTasksImporter: Importer = {
  name: "bfcl-tasks",
  explains: true,
  fits: ({ values }) => values.some((value) => isTask(asObject(value))),
  async *read(chunks, context) {
    let tasks = 0;
    for await (const record of readRecords(chunks)) {
      const task = "value" in record ? asObject(record.value) : {};
      if (!isTask(task)) {
        yield problemOf(record, context, 'no "id" with "question"');
        continue;
      }
      context.known.userTurns.set(String(task.id), asArray(task.question).map(userText));
      tasks += 1;
    }
    yield { passed: `nothing to import: ${tasks} task descriptions, used for the runs beside them` };
  },
};

/** BFCL's descriptions of tools, `{name, parameters: {properties}}`: they name the parameters of calls that do not. */
export const bfclToolsImporter: Importer = {
  name: "bfcl-tools",
  explains: true,
  fits: ({ values }) => values.some((value) => isTool(asObject(value))),
  async *read(chunks, context) {
    let tools = 0;
    for await (const record of readRecords(chunks)) {
      const tool = "value" in record ? asObject(record.value) : {};
      if (!isTool(tool)) {
        yield problemOf(record, context, 'no "name" with "parameters"');
        continue;
      }
      context.known.parameters.set(String(tool.name), Object.keys(asObject(asObject(tool.parameters).properties)));
      tools += 1;
    }
    yield { passed: `nothing to import: ${tools} tool descriptions` };
  },
};

/** BFCL's bare ground truth, `{id, ground_truth}`: calls without results, which teach nothing that the executed file does not. */
export const bfclGroundTruthImporter: Importer = {
  name: "bfcl-ground-truth",
  fits: ({ values }) => values.some((value) => Array.isArray(asObject(value).ground_truth)),
  async *read() {
    yield { passed: "nothing to import: ground truth without results" };
  },
};

function isGolden(record: Record<string, unknown>): boolean {
  return typeof record.id === "string" && asArray(record.turns).some((turn) => "call" in asObject(asArray(turn)[0]));
}

function isTask(record: Record<string, unknown>): boolean {
  return typeof record.id === "string" && Array.isArray(record.question);
}

function isTool(record: Record<string, unknown>): boolean {
  return typeof record.name === "string" && "properties" in asObject(record.parameters);
}

function problemOf(record: ReadRecord, context: ImportContext, otherwise: string): ImportItem {
  return {
    problem: { path: context.path, line: record.line, problem: "problem" in record ? record.problem : otherwise },
  };
}

/** `question[turn]` is a list of messages; only the user's count. */
function userText(messages: unknown): string {
  const users = asArray(messages)
    .map(asObject)
    .filter((message) => message.role === "user");
  return users.map((message) => contentText(message.content)).join("\n");
}

function readGolden(record: Record<string, unknown>, known: ImportKnowledge): ImportItem {
  const id = String(record.id);
  const task = `bfcl:${id}`;
  const session = importedSession(task, undefined, JSON.stringify(record));
  const said = known.userTurns.get(id);
  const turns: Turn[] = asArray(record.turns).map((steps, turn) => ({
    user: said?.[turn] ?? "",
    steps: asArray(steps).map((step) => readStep(asObject(step), known)),
  }));
  return {
    trajectory: {
      id: trajectoryId("bfcl", session),
      source: "bfcl",
      task,
      taskQuery: taskQueryOf(turns),
      session,
      recalled: [],
      outcome: { score: 1, by: "benchmark", reasons: ["ground truth"] },
      turns,
    },
    session: { source: "bfcl", task, whole: true },
  };
}

function readStep(given: Record<string, unknown>, known: ImportKnowledge): Step {
  return { ...readCall(asText(given.call) ?? "", known), ...readResult(given.result) };
}

/** A call that is not a plain Python call keeps its name, and its text as the input. */
function readCall(text: string, known: ImportKnowledge): Pick<Step, "tool" | "input"> {
  const call = parsePythonCall(text);
  if (!call) return { tool: text.split("(")[0]?.trim() ?? "", input: text };
  return { tool: call.name, input: nameArguments(call.args, call.named, known.parameters.get(call.name)) };
}

/** Arguments without a name get the one that the tool's description gives their place, else the number of their place. */
function nameArguments(
  args: readonly Json[],
  named: JsonObject,
  parameters: readonly string[] | undefined,
): JsonObject {
  const placed = args.map((value, place): [string, Json] => [asName(parameters?.[place]) ?? String(place), value]);
  return { ...Object.fromEntries(placed), ...named };
}
