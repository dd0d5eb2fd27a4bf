import type { SessionInfo } from "../../model/observation.ts";
import { shortHash } from "../../text/hash.ts";
import { turnsOfChat } from "../chat.ts";
import { importedSession, trajectoryId } from "../identity.ts";
import type { Importer, ImportItem } from "../importer.ts";
import { asArray, asName, asObject, asText, parseJson } from "../json-text.ts";
import { readRecords } from "../records.ts";
import { type Thread, Threads } from "../threads.ts";
import { taskQueryOf } from "../turn-builder.ts";

/**
 * Logs of the Anthropic Messages API: requests with or without their responses, one a line or in one array, or the messages of one
 * conversation. A call that goes on with a conversation replaces the one before, so each is imported once, whole.
 */
export const anthropicImporter = chatLogImporter("anthropic-messages", isAnthropic);

/** The same for OpenAI's chat completions and responses, and for whatever writes `{messages: [...]}` without a score. */
export const openaiImporter = chatLogImporter("openai-chat", () => true);

interface Facts {
  model: string | undefined;
  conversation: string | undefined;
  started: string | undefined;
  ended: string | undefined;
}

function chatLogImporter(source: string, belongs: (record: Record<string, unknown>) => boolean): Importer {
  return {
    name: source,
    fits: ({ values }) => {
      const records = values.map(asObject).filter((record) => isMessage(record) || messagesIn(record).length > 0);
      return records.some(belongs);
    },
    async *read(chunks, context) {
      const threads = new Threads<Facts>(joinFacts);
      const loose: unknown[] = [];
      let imported = 0;
      for await (const record of readRecords(chunks)) {
        if ("problem" in record) {
          yield { problem: { path: context.path, line: record.line, problem: record.problem } };
          continue;
        }
        const value = asObject(record.value);
        const messages = messagesIn(value);
        if (messages.length > 0) {
          const given = threads.add(messages, factsOf(value));
          if (given) yield count(toItem(source, given));
        } else if (isMessage(value)) loose.push(value);
        else yield { problem: { path: context.path, line: record.line, problem: "no messages" } };
      }
      threads.add(loose, factsOf({}));
      for (const thread of threads.rest()) yield count(toItem(source, thread));
      if (imported === 0) yield { passed: "nothing to import: no messages" };

      function count(item: ImportItem): ImportItem {
        imported += 1;
        return item;
      }
    },
  };
}

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

function isMessage(value: unknown): boolean {
  const message = asObject(value);
  if (message.type === "function_call" || message.type === "function_call_output") return "call_id" in message;
  return ROLES.has(message.role) && ("content" in message || "parts" in message || "tool_calls" in message);
}

/** The conversation of one record: what was sent, and what came back if the record has that too. */
function messagesIn(record: Record<string, unknown>): unknown[] {
  const request = bodyOf(record.request ?? record.body ?? record);
  const input = typeof request.input === "string" ? [{ role: "user", content: request.input }] : asArray(request.input);
  const sent = [...asArray(request.messages), ...input].filter(isMessage);
  return sent.length === 0
    ? []
    : [...sent, ...answerIn(bodyOf(record.response ?? record.completion ?? record.output ?? {}), record)];
}

/** Callers wrap the body once more, or log it as text. */
function bodyOf(given: unknown): Record<string, unknown> {
  if (typeof given === "string") {
    const parsed = parseJson(given);
    return "value" in parsed ? bodyOf(parsed.value) : {};
  }
  const body = asObject(given);
  return body.body === undefined ? body : bodyOf(body.body);
}

function answerIn(response: Record<string, unknown>, record: Record<string, unknown>): unknown[] {
  const choice = asObject(asArray(response.choices)[0]).message;
  if (choice !== undefined) return [choice];
  if (response.role === "assistant") return [response];
  return asArray(response.output ?? record.output).filter(isMessage);
}

function isAnthropic(record: Record<string, unknown>): boolean {
  const messages = isMessage(record) ? [record] : messagesIn(record);
  const request = bodyOf(record.request ?? record.body ?? record);
  const model = String(request.model ?? record.model ?? "");
  const hasBlocks = messages.some((message) =>
    asArray(asObject(message).content).some((block) =>
      /^(?:tool_use|tool_result|thinking)$/.test(String(asObject(block).type)),
    ),
  );
  return hasBlocks || model.startsWith("claude") || bodyOf(record.response).type === "message";
}

function factsOf(record: Record<string, unknown>): Facts {
  const request = bodyOf(record.request ?? record.body ?? record);
  const response = bodyOf(record.response);
  const metadata = asObject(request.metadata ?? record.metadata);
  const at = timeOf(
    record.timestamp ?? record.created_at ?? record.time ?? record.start_time ?? record.created ?? response.created,
  );
  return {
    model: asText(request.model) ?? asText(response.model) ?? asText(record.model),
    conversation: asName(record.session_id ?? record.conversation_id ?? record.thread_id ?? metadata.session_id),
    started: at,
    ended: at,
  };
}

/** RFC 3339, or seconds or milliseconds since 1970. */
function timeOf(given: unknown): string | undefined {
  const ms = typeof given === "number" ? (given < 1e11 ? given * 1000 : given) : Date.parse(String(given));
  return Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : undefined;
}

function joinFacts(earlier: Facts, later: Facts): Facts {
  return {
    model: later.model ?? earlier.model,
    conversation: earlier.conversation ?? later.conversation,
    started: earlier.started ?? later.started,
    ended: later.ended ?? earlier.ended,
  };
}

/** The task is named after what the user said first, so that attempts at the same task are known as such. */
function toItem(source: string, { messages, facts }: Thread<Facts>): ImportItem {
  const turns = turnsOfChat(messages);
  const taskQuery = taskQueryOf(turns);
  const task = `${source}:~${shortHash(taskQuery, 12)}`;
  const session = importedSession(task, facts.conversation, JSON.stringify(messages));
  const times = { ...(facts.started && { started: facts.started }), ...(facts.ended && { ended: facts.ended }) };
  const info: SessionInfo = {
    source,
    task,
    ...(facts.model !== undefined && { model: facts.model }),
    ...times,
    whole: true,
  };
  return {
    trajectory: { id: trajectoryId(source, session), source, task, taskQuery, session, ...times, recalled: [], turns },
    session: info,
  };
}
