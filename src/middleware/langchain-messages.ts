import type { BaseMessage } from "@langchain/core/messages";
import { shortHash } from "../text/hash.ts";
import type { TurnNames } from "./types.ts";

// Messages of LangChain, as the adapters for its frameworks read them. Everything here works on the shape of a message, for a program may
// hold another copy of `@langchain/core` than ours.

/** State of a graph that keeps its conversation in `messages`. */
export interface MessagesState {
  messages: BaseMessage[];
}

interface Call {
  id?: string;
  name: string;
  args: unknown;
}

/** Older messages know their type by a method only. */
export function typeOf(message: BaseMessage): string {
  return message.type ?? message.getType();
}

export function textOf({ content }: BaseMessage): string {
  if (typeof content === "string") return content;
  return content
    .flatMap((part) => (part.type === "text" && typeof part.text === "string" ? [part.text] : []))
    .join("\n");
}

export function callsOf(message: BaseMessage): readonly Call[] {
  const { tool_calls } = message as BaseMessage & { tool_calls?: readonly Call[] };
  return tool_calls ?? [];
}

/** Index of the latest words of the user; -1 when there are none. */
export function lastHuman(messages: readonly BaseMessage[]): number {
  return messages.findLastIndex((message) => typeOf(message) === "human" && !isSummary(message));
}

/** LangChain's summary of what was said before stands there as if the user had said it. */
export function isSummary({ additional_kwargs }: BaseMessage): boolean {
  return additional_kwargs?.lc_source === "summarization";
}

const unnamed = new WeakMap<BaseMessage, string>();

/** LangGraph gives each message of its state an id; in a state of another making the object itself tells. */
export function keyOf(message: BaseMessage): string {
  if (message.id !== undefined) return `${message.id}:${shortHash(textOf(message), 16)}`;
  const name = unnamed.get(message) ?? crypto.randomUUID();
  unnamed.set(message, name);
  return name;
}

/** As OpenAI's chat has it, which `turnsOfChat` reads. */
export function toChat(message: BaseMessage): object {
  const { tool_call_id, status } = message as BaseMessage & { tool_call_id?: string; status?: string };
  switch (typeOf(message)) {
    case "human":
      return { role: "user", content: textOf(message) };
    case "ai":
      // Some providers repeat the calls as blocks of the content.
      return {
        role: "assistant",
        tool_calls: callsOf(message).map(({ id, name, args }) => ({ id, name, arguments: args })),
      };
    case "tool":
      return {
        role: "tool",
        tool_call_id,
        name: message.name,
        content: message.content,
        is_error: status === "error",
      };
    default:
      return { role: "system" };
  }
}

/** Another message with the same id: the one in the state, and in whatever checkpoint holds it, stays as it is. */
export function withAdvice(message: BaseMessage, advice: string): BaseMessage {
  if (advice === "") return message;
  const { content } = message;
  const part = { type: "text", text: `\n\n${advice}` };
  const copy: BaseMessage = Object.assign(Object.create(Object.getPrototypeOf(message)), message);
  copy.content = typeof content === "string" ? `${content}${part.text}` : [...content, part];
  return copy;
}

/** Names that a run was given. @param given  what stands under `habitus` in the run's settings */
export function namesOf(thread: unknown, given: unknown): TurnNames & { off: boolean } {
  const own = (typeof given === "object" && given !== null ? given : {}) as Record<string, unknown>;
  const name = (key: keyof TurnNames, value: unknown) => (typeof value === "string" ? { [key]: value } : {});
  return {
    ...name("conversation", thread),
    ...name("task", own.task),
    ...name("family", own.family),
    off: own.off === true,
  };
}
