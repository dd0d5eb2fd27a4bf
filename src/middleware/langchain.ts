import type { BaseMessage } from "@langchain/core/messages";
import type { AgentMiddleware } from "langchain";
import type { OutcomeReport } from "../memory/types.ts";
import type { Memory } from "../memory.ts";
import type { Outcome } from "../model/outcome.ts";
import { callsOf, type MessagesState, namesOf, typeOf } from "./langchain-messages.ts";
import { createMessageTurns } from "./message-turns.ts";
import type { MiddlewareOptions } from "./types.ts";

export type { MessagesState } from "./langchain-messages.ts";
export type { MiddlewareOptions, TurnNames } from "./types.ts";

/** The middleware, for `createAgent`, and what a program tells it besides. */
export type HabitusMiddleware = AgentMiddleware<undefined, undefined, unknown, readonly [], readonly []> & {
  /**
   * How a turn ended. Never rejects.
   * @param state  what the agent gave back; where it gave nothing back because it failed, the messages that it was given, as objects of
   *   LangChain; or the attempt that `attemptOf` says
   * @returns undefined when it could not be put on record; `onProblem` hears why
   */
  outcome(state: MessagesState | string, outcome: Outcome): Promise<OutcomeReport | undefined>;
  /** Name of the attempt that the last turn of a state was, and the cards that it was shown. Never rejects. */
  attemptOf(state: MessagesState): Promise<{ attempt: string; cards: readonly string[] } | undefined>;
  /** Puts every turn on record that waits for its outcome, and waits for learning to end. Before the program ends. Never rejects. */
  flush(): Promise<void>;
};

/** By this sign LangChain tells a middleware from a function that merely has a name. */
const BRAND = Symbol.for("AgentMiddleware");
/** LangChain asks for an answer in a given form by a call of a tool that nobody has. */
const FORM = /^extract-/;

type Wrap = NonNullable<HabitusMiddleware["wrapModelCall"]>;

/**
 * Middleware for agents of LangChain 1 (`createAgent`).
 *
 * Each message of a user begins a turn: the cards that fit it, and whose tools the agent has, are put behind the user's words for the
 * model's eyes only, so no checkpoint holds them. What the agent did is captured when it has answered.
 *
 * It wraps the call of the model and nothing else: a node of its own would count against `recursionLimit`, and an agent with a middleware
 * around its tools ends with their errors instead of showing them to the model.
 *
 * A `thread_id` is a conversation. `configurable: { habitus: { task, family } }`, or the same under `context`, names more; `{ habitus: {
 * off: true } }` leaves a run alone.
 */
export function habitusMiddleware(memory: Memory, options: MiddlewareOptions = {}): HabitusMiddleware {
  const turns = createMessageTurns(memory, "langchain", options);
  const tools = new Set<string>();
  const wrapModelCall: Wrap = async (request, handler) => {
    const { configurable, context } = request.runtime;
    const names = namesOf(configurable?.thread_id, configurable?.habitus ?? (context as Context)?.habitus);
    const atHand = request.tools.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
    for (const name of atHand) tools.add(name);
    const own = withoutForms(request.state.messages, tools);
    const messages = await turns.advised({ messages: own, shown: request.messages, names, tools: atHand });
    const reply = await handler({ ...request, messages });
    await turns.answered([...own, ...withoutForms(repliesOf(reply), tools)], names, isForm(reply));
    return reply;
  };
  return {
    [BRAND]: true,
    name: "habitus",
    wrapModelCall,
    outcome: (state, outcome) =>
      turns.outcome(typeof state === "string" ? state : { messages: withoutForms(state.messages, tools) }, outcome),
    attemptOf: (state) => turns.attemptOf(state),
    flush: () => turns.flush(),
  } as HabitusMiddleware;
}

type Context = { habitus?: unknown } | undefined;

/** An answer in a given form comes with the messages that it took. */
function isForm(reply: unknown): reply is { structuredResponse: unknown; messages: BaseMessage[] } {
  return typeof reply === "object" && reply !== null && "structuredResponse" in reply;
}

function repliesOf(reply: unknown): BaseMessage[] {
  if (isForm(reply)) return reply.messages;
  // Another middleware may reply with a command, of which nothing shows here.
  return typeof reply === "object" && reply !== null && ("type" in reply || "getType" in reply)
    ? [reply as BaseMessage]
    : [];
}

/** Without calls that only give the answer its form: they are no work. */
function withoutForms(messages: readonly BaseMessage[], tools: ReadonlySet<string>): BaseMessage[] {
  const forms = new Set(
    messages.flatMap((message) =>
      callsOf(message).flatMap(({ id, name }) => (FORM.test(name) && !tools.has(name) ? [id ?? ""] : [])),
    ),
  );
  if (forms.size === 0) return [...messages];
  return messages.filter((message) => {
    if (typeOf(message) === "tool") return !forms.has((message as { tool_call_id?: string }).tool_call_id ?? "");
    return callsOf(message).length === 0 || callsOf(message).some(({ id }) => !forms.has(id ?? ""));
  });
}
