import type { Json } from "../model/json.ts";
import type { Turn } from "../model/trajectory.ts";
import { asArray, asName, asObject, asText, parseJson } from "./json-text.ts";
import { readFailure, readResult } from "./result.ts";
import { TurnBuilder } from "./turn-builder.ts";

/** What one message of a conversation with a model says, whoever's format it is. */
export type ChatEvent =
  | { type: "user"; text: string }
  | { type: "call"; id: string | undefined; tool: string; input: Json }
  | { type: "result"; id: string | undefined; tool: string | undefined; answer: unknown; failed: boolean };

/**
 * Reads the messages of a conversation into turns: each user message begins one, the calls of one assistant message are one batch,
 * and each result is joined to its call. See {@link eventsOf} for the formats.
 *
 * Broken names stay as they are, arguments that are not JSON stay text, and a call that nobody answered has no result and an
 * unknown outcome. Messages that cannot be understood are left out.
 */
export function turnsOfChat(messages: readonly unknown[]): Turn[] {
  const builder = new TurnBuilder(false);
  let batch = 0;
  let bare = false;
  for (const message of messages) {
    const events = eventsOf(message);
    // Calls that stand alone, one an item, are parallel when nothing stands between them.
    const isBare = asObject(message).type === "function_call";
    if (!(bare && isBare)) batch += 1;
    bare = isBare;
    for (const event of events) {
      if (event.type === "user") builder.prompt(event.text);
      else if (event.type === "call") builder.call({ ...event, together: String(batch) });
      else builder.result(event.id, event.tool, event.failed ? readFailure(event.answer) : readResult(event.answer));
    }
  }
  return builder.turns;
}

/**
 * What one message says. Known forms: OpenAI chat (`tool_calls`, `function_call`, roles `tool` and `function`), OpenAI responses
 * (items of type `message`, `function_call`, `function_call_output`), Anthropic messages (blocks `tool_use`, `tool_result`),
 * OpenTelemetry's messages (`parts` of type `tool_call`, `tool_call_response`), and the AI SDK's parts (`tool-call`, `tool-result`).
 * System messages say nothing here.
 */
export function eventsOf(given: unknown): ChatEvent[] {
  const message = asObject(given);
  const role = message.role ?? message.type;
  if (role === "user" || role === "human") return userEvents(message);
  if (role === "assistant" || role === "model" || role === "ai") return callEvents(message);
  if (role === "tool" || role === "function") return resultEvents(message);
  if (role === "function_call") return [callEvent(message.call_id, message.name, message.arguments)];
  if (role === "function_call_output") return [resultEvent(message.call_id, undefined, message.output, false)];
  return [];
}

function userEvents(message: Record<string, unknown>): ChatEvent[] {
  const content = message.parts ?? message.content;
  const results = asArray(content).flatMap(resultPart);
  const text = contentText(content);
  return text !== "" || results.length === 0 ? [...results, { type: "user", text }] : results;
}

/** `tool_calls`, blocks or parts that are calls, or the single `function_call` of older logs. */
function callEvents(message: Record<string, unknown>): ChatEvent[] {
  const parts = asArray(message.parts ?? message.content).flatMap((part) => [...callPart(part), ...resultPart(part)]);
  const calls = asArray(message.tool_calls).map((given) => {
    const call = asObject(given);
    const named = asObject(call.function ?? call.custom ?? call);
    return callEvent(call.id, named.name, named.arguments ?? named.input);
  });
  const old = asObject(message.function_call);
  const single = calls.length === 0 && message.function_call ? [callEvent(undefined, old.name, old.arguments)] : [];
  return [...parts, ...calls, ...single];
}

function resultEvents(message: Record<string, unknown>): ChatEvent[] {
  const content = message.parts ?? message.content;
  const parts = asArray(content).flatMap(resultPart);
  if (parts.length > 0) return parts;
  return [resultEvent(message.tool_call_id ?? message.id, message.name, content, message.is_error === true)];
}

function callPart(given: unknown): ChatEvent[] {
  const part = asObject(given);
  switch (part.type) {
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return [callEvent(part.id, part.name, part.input)];
    case "tool_call":
      return [callEvent(part.id, part.name, part.arguments)];
    case "tool-call":
      return [callEvent(part.toolCallId, part.toolName, part.input ?? part.args)];
    default:
      return [];
  }
}

function resultPart(given: unknown): ChatEvent[] {
  const part = asObject(given);
  switch (part.type) {
    case "tool_result":
    case "mcp_tool_result":
      return [resultEvent(part.tool_use_id, undefined, part.content, part.is_error === true)];
    case "tool_call_response":
      return [resultEvent(part.id, part.name, part.response ?? part.result, false)];
    case "tool-result": {
      const output = asObject(part.output);
      const failed = part.isError === true || String(output.type).startsWith("error");
      return [
        resultEvent(
          part.toolCallId,
          part.toolName,
          "value" in output ? output.value : (part.output ?? part.result),
          failed,
        ),
      ];
    }
    default:
      return [];
  }
}

function callEvent(id: unknown, tool: unknown, input: unknown): ChatEvent {
  return { type: "call", id: asName(id), tool: asText(tool) ?? "", input: readArguments(input) };
}

function resultEvent(id: unknown, tool: unknown, answer: unknown, failed: boolean): ChatEvent {
  return { type: "result", id: asName(id), tool: asText(tool), answer: contentOf(answer), failed };
}

/** Text of a message's content: text, a list of parts, or nothing. Parts that are not the speaker's words are left out. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  const texts = asArray(content).map((given) => {
    if (typeof given === "string") return given;
    const part = asObject(given);
    if (part.type !== undefined && !TEXT_TYPES.has(String(part.type))) return "";
    return asText(part.text) ?? asText(part.content) ?? "";
  });
  return texts.filter((text) => text !== "").join("\n");
}

const TEXT_TYPES: ReadonlySet<string> = new Set(["text", "input_text", "output_text", "Text"]);

/** A tool's answer: a list of content parts is its text, with pictures only named; anything else stays what it is. */
export function contentOf(content: unknown): unknown {
  if (!Array.isArray(content) || content.length === 0 || !content.every(isContentPart)) return content;
  return content.map((part) => contentText([part]) || `[${asObject(part).type}]`).join("\n");
}

function isContentPart(given: unknown): boolean {
  const part = asObject(given);
  if (part.type === undefined) return typeof part.text === "string" && Object.keys(part).length === 1;
  return TEXT_TYPES.has(String(part.type)) ? typeof part.text === "string" : MEDIA_TYPES.has(String(part.type));
}

const MEDIA_TYPES: ReadonlySet<string> = new Set([
  "image",
  "image_url",
  "input_image",
  "audio",
  "document",
  "resource",
  "resource_link",
]);

/** Arguments as an object; as the text they were when they are not JSON. */
export function readArguments(given: unknown): Json {
  if (given === undefined || given === null || given === "") return {};
  if (typeof given !== "string") return given as Json;
  const parsed = parseJson(given);
  return "value" in parsed && typeof parsed.value === "object" && parsed.value !== null
    ? (parsed.value as Json)
    : given;
}
