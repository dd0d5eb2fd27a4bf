import { asArray, asObject, asText, parseJson } from "../../json-text.ts";
import type { Span, SpanEvent } from "./span.ts";

/**
 * What was said to a model and by it in one span, as messages that `chat.ts` reads.
 *
 * Known: `gen_ai.input.messages` and `gen_ai.output.messages` (on the span or on its event), the events of earlier conventions
 * (`gen_ai.user.message` … `gen_ai.choice`, `gen_ai.content.prompt`), flat `gen_ai.prompt.N.*` and `gen_ai.completion.N.*`,
 * OpenInference's `llm.input_messages.N.*`, and the AI SDK's `ai.prompt.messages`.
 */
export function messagesOf(span: Span): unknown[] {
  const { attributes, events } = span;
  const told = [attributes, ...events.map((event) => event.attributes)]
    .map(currentMessages)
    .find((list) => list.length > 0);
  if (told) return told;
  const eventMessages = events.flatMap(eventMessage);
  if (eventMessages.length > 0) return eventMessages;
  const flat = [...indexed(attributes, "gen_ai.prompt"), ...indexed(attributes, "gen_ai.completion")];
  if (flat.length > 0) return flat.map(flatMessage);
  const inference = [...indexed(attributes, "llm.input_messages"), ...indexed(attributes, "llm.output_messages")];
  if (inference.length > 0) return inference.map((entry) => flatMessage(asObject(entry.message)));
  return aiSdkMessages(attributes);
}

function currentMessages(attributes: Record<string, unknown>): unknown[] {
  return [...listOf(attributes["gen_ai.input.messages"]), ...listOf(attributes["gen_ai.output.messages"])];
}

/** A list that may have been written as JSON text. */
function listOf(given: unknown): readonly unknown[] {
  return asArray(parsed(given));
}

function parsed(given: unknown): unknown {
  if (typeof given !== "string") return given;
  const json = parseJson(given);
  return "value" in json ? json.value : given;
}

function eventMessage({ name, attributes }: SpanEvent): unknown[] {
  if (name === "gen_ai.content.prompt") return [...listOf(attributes["gen_ai.prompt"])];
  if (name === "gen_ai.content.completion") return [...listOf(attributes["gen_ai.completion"])];
  if (name === "gen_ai.choice") {
    const message = asObject(parsed(attributes.message));
    const said = Object.keys(message).length > 0 ? message : attributes;
    return [{ role: "assistant", content: parsed(said.content), tool_calls: listOf(said.tool_calls) }];
  }
  const role = /^gen_ai\.(user|assistant|tool)\.message$/.exec(name)?.[1];
  if (role === undefined) return [];
  const { content, tool_calls, id, tool_call_id } = attributes;
  return [
    {
      role,
      content: role === "tool" ? content : parsed(content),
      tool_calls: listOf(tool_calls),
      tool_call_id: tool_call_id ?? id,
    },
  ];
}

/** `prefix.0.a.b`, `prefix.1.a` … as a list of nested objects; lists inside are objects with numbers for keys. */
function indexed(attributes: Record<string, unknown>, prefix: string): Record<string, unknown>[] {
  const root: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const path = key.slice(prefix.length + 1).split(".");
    if (/^\d+$/.test(path[0] as string)) put(root, path, value);
  }
  return byNumber(root);
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first, ...rest] = path as [string, ...string[]];
  if (first === "__proto__") return;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = asObject(target[first]);
  target[first] = inner;
  put(inner, rest, value);
}

function byNumber(given: unknown): Record<string, unknown>[] {
  return Object.entries(asObject(given))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => asObject(value));
}

function flatMessage(flat: Record<string, unknown>): unknown {
  const calls = byNumber(flat.tool_calls).map((entry) => {
    const call = asObject(entry.tool_call ?? entry);
    const named = asObject(call.function ?? call);
    return { id: call.id, function: { name: named.name, arguments: named.arguments } };
  });
  const parts = byNumber(flat.contents).map((entry) => asObject(entry.message_content));
  const content = parts.length > 0 ? parts : flat.content;
  const isBlocks = typeof content === "string" && content.startsWith("[{");
  const message = { role: flat.role, content: isBlocks ? blocksOr(content) : content };
  return { ...message, tool_calls: calls, tool_call_id: flat.tool_call_id, name: flat.name };
}

/** Text that holds content blocks; a tool's answer that merely looks like JSON stays text. */
function blocksOr(text: string): unknown {
  const blocks = listOf(text);
  return blocks.length > 0 && blocks.every((block) => asText(asObject(block).type) !== undefined) ? blocks : text;
}

function aiSdkMessages(attributes: Record<string, unknown>): unknown[] {
  const sent = listOf(attributes["ai.prompt.messages"]);
  if (sent.length === 0) return [];
  const calls = listOf(attributes["ai.response.toolCalls"]).map((call) => ({ type: "tool-call", ...asObject(call) }));
  const calledWith = calls.map((call) => ({
    ...call,
    input: parsed((call as Record<string, unknown>).input ?? (call as Record<string, unknown>).args),
  }));
  const text = asText(attributes["ai.response.text"]);
  const answer = [...(text === undefined ? [] : [{ type: "text", text }]), ...calledWith];
  return answer.length > 0 ? [...sent, { role: "assistant", content: answer }] : [...sent];
}
