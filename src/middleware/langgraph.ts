import type { BaseMessage } from "@langchain/core/messages";
import type { OutcomeReport } from "../memory/types.ts";
import type { Memory } from "../memory.ts";
import type { Outcome } from "../model/outcome.ts";
import { shortHash } from "../text/hash.ts";
import { createTurns, type Turn } from "./turns.ts";
import type { MiddlewareOptions, TurnNames } from "./types.ts";

export type { MiddlewareOptions, TurnNames } from "./types.ts";

export interface LangGraphOptions extends MiddlewareOptions {
  /** Names of the tools that the agent has; absent: unknown, no card is left out for a tool. */
  tools?: readonly string[];
}

/** State of a graph that keeps its conversation in `messages`. */
export interface MessagesState {
  messages: BaseMessage[];
}

/** The parts of LangGraph's config that are read. */
export interface GraphConfig {
  configurable?: Record<string, unknown>;
}

/** What can answer a list of messages: a chat model, with or without bound tools. */
export interface Answering<Config> {
  invoke(messages: BaseMessage[], config?: Config): Promise<BaseMessage>;
}

/** What a graph takes, and what a program tells it besides. None of these calls rejects, but for the model's own errors. */
export interface HabitusNodes {
  /** For `createReactAgent`: the model sees the conversation with advice behind the user's words, the state stays as it is. */
  preModelHook(state: MessagesState, config?: GraphConfig): Promise<{ llmInputMessages: BaseMessage[] }>;
  /** For `createReactAgent`: notices that the agent has answered. */
  postModelHook(state: MessagesState, config?: GraphConfig): Promise<Record<string, never>>;
  /** For graphs of your own: a node that calls the model with the conversation, advice included, and adds its answer to `messages`. */
  callModel<Config extends GraphConfig>(
    model: Answering<Config>,
  ): (state: MessagesState, config: Config) => Promise<{ messages: BaseMessage[] }>;
  /**
   * How a turn ended.
   * @param state  what the graph gave back, or the attempt that `attemptOf` says
   * @returns undefined when it could not be put on record; `onProblem` hears why
   */
  outcome(state: MessagesState | string, outcome: Outcome): Promise<OutcomeReport | undefined>;
  /** Name of the attempt that the last turn of a state was, and the cards that it was shown. */
  attemptOf(state: MessagesState): Promise<{ attempt: string; cards: readonly string[] } | undefined>;
  /** Puts every turn on record that waits for its outcome, and waits for learning to end. Before the program ends. */
  flush(): Promise<void>;
}

/** Turns that can be found again by their message. */
const MOST_KNOWN = 10_000;

/**
 * Hooks and a node for graphs of LangGraph JS 1.
 *
 * Each message of a user begins a turn: the cards that fit it are put behind the user's words for the model's eyes only, so no checkpoint
 * holds them. What the agent did is captured when it has answered. Turns side by side are told apart by the ids that LangGraph gives
 * messages, so streaming, `thread_id`s and parallel runs need nothing more.
 *
 * A `thread_id` is a conversation. `configurable: { habitus: { task, family } }` names more, `{ habitus: { off: true } }` leaves a run alone.
 */
export function habitusNodes(memory: Memory, options: LangGraphOptions = {}): HabitusNodes {
  const turns = createTurns(memory, "langgraph", options);
  // A promise, because two nodes may see a new message at the same moment.
  const ofMessage = createKnown<Promise<Turn>>();
  const ofAttempt = createKnown<Turn>();

  function begin(message: BaseMessage, config: GraphConfig | undefined): Promise<Turn> {
    const names = namesOf(config);
    const turn = turns.begin({ text: textOf(message), ...names, ...(options.tools && { tools: options.tools }) });
    ofMessage.add(keyOf(message), turn);
    return turn.then((begun) => {
      ofAttempt.add(begun.attempt ?? begun.session, begun);
      return begun;
    });
  }

  /** The conversation as the model is to see it. */
  const advised = async ({ messages }: MessagesState, config: GraphConfig | undefined): Promise<BaseMessage[]> => {
    const found = await turns.guardAsync(async () => {
      const at = lastHuman(messages);
      const asked = messages[at];
      if (!asked || isOff(config) || !turns.isOn()) return messages;
      const turn = await (ofMessage.get(keyOf(asked)) ?? begin(asked, config));
      turns.see(turn, messages.slice(at).map(toChat));
      return messages.map((message, i) => (i === at ? withAdvice(message, turn.advice) : message));
    }, "recall");
    return found ?? messages;
  };

  /** @param messages  the conversation with the model's latest answer */
  const answered = (messages: readonly BaseMessage[]) =>
    turns.guardAsync(async () => {
      const turn = await turnOf(messages);
      // A turn that began while the middleware was off stays out.
      if (!turn) return;
      turns.see(turn, messages.slice(lastHuman(messages)).map(toChat));
      const last = messages.at(-1);
      if (last && typeOf(last) === "ai" && callsOf(last).length === 0) turns.end(turn);
    }, "capture");

  async function turnOf(messages: readonly BaseMessage[]): Promise<Turn | undefined> {
    const asked = messages[lastHuman(messages)];
    return asked && ofMessage.get(keyOf(asked));
  }

  return {
    preModelHook: async (state, config) => ({ llmInputMessages: await advised(state, config) }),
    postModelHook: async (state) => {
      await answered(state.messages);
      return {};
    },
    callModel: (model) => async (state, config) => {
      const reply = await model.invoke(await advised(state, config), config);
      await answered([...state.messages, reply]);
      return { messages: [reply] };
    },
    async outcome(state, outcome) {
      const turn = await turns.guardAsync(async () => {
        if (typeof state === "string") return ofAttempt.get(state);
        const found = await turnOf(state.messages);
        // A run that was stopped between a call and the answer has more to tell than the model was shown.
        if (found) turns.see(found, state.messages.slice(lastHuman(state.messages)).map(toChat));
        return found;
      }, "outcome");
      return turns.outcome(turn, outcome);
    },
    async attemptOf(state) {
      const turn = await turns.guardAsync(() => turnOf(state.messages), "outcome");
      return turn && { attempt: turn.attempt ?? turn.session, cards: turn.cards };
    },
    flush: () => turns.flush(),
  };
}

function createKnown<T>() {
  const known = new Map<string, T>();
  return {
    get: (key: string): T | undefined => known.get(key),
    add(key: string, value: T): void {
      known.set(key, value);
      const [oldest] = known.size > MOST_KNOWN ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}

const unnamed = new WeakMap<BaseMessage, string>();

/** LangGraph gives each message of its state an id; in a state of another making the object itself tells. */
function keyOf(message: BaseMessage): string {
  if (message.id !== undefined) return `${message.id}:${shortHash(textOf(message), 16)}`;
  const name = unnamed.get(message) ?? crypto.randomUUID();
  unnamed.set(message, name);
  return name;
}

function lastHuman(messages: readonly BaseMessage[]): number {
  return messages.findLastIndex((message) => typeOf(message) === "human");
}

/** Older messages know their type by a method only. */
function typeOf(message: BaseMessage): string {
  return message.type ?? message.getType();
}

function textOf({ content }: BaseMessage): string {
  if (typeof content === "string") return content;
  return content
    .flatMap((part) => (part.type === "text" && typeof part.text === "string" ? [part.text] : []))
    .join("\n");
}

interface Call {
  id?: string;
  name: string;
  args: unknown;
}

function callsOf(message: BaseMessage): readonly Call[] {
  const { tool_calls } = message as BaseMessage & { tool_calls?: readonly Call[] };
  return tool_calls ?? [];
}

/** As OpenAI's chat has it, which `turnsOfChat` reads. */
function toChat(message: BaseMessage): object {
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
function withAdvice(message: BaseMessage, advice: string): BaseMessage {
  if (advice === "") return message;
  const { content } = message;
  const part = { type: "text", text: `\n\n${advice}` };
  const copy: BaseMessage = Object.assign(Object.create(Object.getPrototypeOf(message)), message);
  copy.content = typeof content === "string" ? `${content}${part.text}` : [...content, part];
  return copy;
}

function namesOf(config: GraphConfig | undefined): TurnNames {
  const { thread_id, habitus } = config?.configurable ?? {};
  const given = (typeof habitus === "object" && habitus !== null ? habitus : {}) as Record<string, unknown>;
  const name = (key: keyof TurnNames, value: unknown) => (typeof value === "string" ? { [key]: value } : {});
  return { ...name("conversation", thread_id), ...name("task", given.task), ...name("family", given.family) };
}

function isOff(config: GraphConfig | undefined): boolean {
  return (config?.configurable?.habitus as { off?: unknown } | undefined)?.off === true;
}
