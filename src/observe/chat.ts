import type { Json } from "../model/json.ts";
import type { Step, Turn } from "../model/trajectory.ts";
import { asArray, asName, asObject, asText, parseJson } from "./json-text.ts";
import { readResult } from "./result.ts";

/**
 * Reads the messages of an OpenAI chat into turns: each user message begins one, each assistant message with calls is one batch,
 * and each tool message is joined to its call.
 *
 * Broken names stay as they are, arguments that are not JSON stay text, and a call that nobody answered has no result and an
 * unknown outcome. Messages that cannot be understood are left out.
 */
export function turnsOfChat(messages: readonly unknown[]): Turn[] {
  const turns: Turn[] = [];
  const calls = new OpenCalls();
  let batch = 0;
  for (const given of messages) {
    const message = asObject(given);
    if (message.role === "user") {
      turns.push({ user: contentText(message.content), steps: [] });
      batch = 0;
    } else if (message.role === "assistant") {
      const steps = callsOf(message).map(({ id, tool, input }) =>
        calls.open(id, { tool, input, outcome: "unknown", batch }),
      );
      if (steps.length > 0) {
        if (turns.length === 0) turns.push({ user: "", steps: [] });
        turns.at(-1)?.steps.push(...steps);
        batch += 1;
      }
    } else if (message.role === "tool" || message.role === "function") {
      calls.answer(asName(message.tool_call_id), asText(message.name), contentOf(message.content));
    }
  }
  return turns;
}

/** The task in the user's words: the first prompt that says something. */
export function taskQueryOf(turns: readonly Turn[]): string {
  return turns.find((turn) => turn.user !== "")?.user ?? "";
}

/** Text of a message's content, which is text, a list of parts, or nothing. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  const texts = asArray(content).map((part) => (typeof part === "string" ? part : (asText(asObject(part).text) ?? "")));
  return texts.filter((text) => text !== "").join("\n");
}

/** A tool's answer: parts of text become their text, anything else stays what it is. */
function contentOf(content: unknown): unknown {
  const parts = asArray(content);
  const onlyText = parts.length > 0 && parts.every((part) => typeof asObject(part).text === "string");
  return onlyText ? contentText(content) : content;
}

interface ChatCall {
  id: string | undefined;
  tool: string;
  input: Json;
}

/** `tool_calls`, or the single `function_call` of older logs. */
function callsOf(message: Record<string, unknown>): ChatCall[] {
  const given = [...asArray(message.tool_calls)];
  if (given.length === 0 && message.function_call) given.push({ function: message.function_call });
  return given.map((one) => {
    const call = asObject(one);
    const named = asObject(call.function ?? call.custom ?? call);
    return {
      id: asName(call.id),
      tool: asText(named.name) ?? "",
      input: readArguments(named.arguments ?? named.input),
    };
  });
}

/** Arguments as an object; as the text they were when they are not JSON. */
export function readArguments(given: unknown): Json {
  if (given === undefined || given === null || given === "") return {};
  if (typeof given !== "string") return given as Json;
  const parsed = parseJson(given);
  return "value" in parsed && typeof parsed.value === "object" && parsed.value !== null
    ? (parsed.value as Json)
    : given;
}

/** Calls that wait for their answer. An id is kept on the step only when no earlier call of the run had it. */
export class OpenCalls {
  private readonly seen = new Set<string>();
  private waiting: Array<{ id: string | undefined; step: Step }> = [];

  open(id: string | undefined, step: Step): Step {
    const call = id !== undefined && !this.seen.has(id) ? { call: id } : {};
    if (id !== undefined) this.seen.add(id);
    const opened = { ...call, ...step };
    this.waiting.push({ id, step: opened });
    return opened;
  }

  /** Joins an answer to its call: by id, else to the oldest waiting call without id that has this name. Answers to nobody are dropped. */
  answer(id: string | undefined, tool: string | undefined, answer: unknown): Step | undefined {
    const at = this.waiting.findIndex((call) =>
      id === undefined ? call.id === undefined && (tool === undefined || call.step.tool === tool) : call.id === id,
    );
    if (at < 0) return undefined;
    const [found] = this.waiting.splice(at, 1);
    if (!found) return undefined;
    return Object.assign(found.step, readResult(answer));
  }
}
