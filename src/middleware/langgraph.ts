import type { BaseMessage } from "@langchain/core/messages";
import type { OutcomeReport } from "../memory/types.ts";
import type { Memory } from "../memory.ts";
import type { Outcome } from "../model/outcome.ts";
import { type MessagesState, namesOf } from "./langchain-messages.ts";
import { createMessageTurns } from "./message-turns.ts";
import type { MiddlewareOptions } from "./types.ts";

export type { MessagesState } from "./langchain-messages.ts";
export type { MiddlewareOptions, TurnNames } from "./types.ts";

export interface LangGraphOptions extends MiddlewareOptions {
  /** Names of the tools that the agent has; absent: unknown, no card is left out for a tool. */
  tools?: readonly string[];
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
  const turns = createMessageTurns(memory, "langgraph", options);
  const names = (config: GraphConfig | undefined) =>
    namesOf(config?.configurable?.thread_id, config?.configurable?.habitus);
  const advised = ({ messages }: MessagesState, config: GraphConfig | undefined) =>
    turns.advised({ messages, names: names(config), ...(options.tools && { tools: options.tools }) });
  return {
    preModelHook: async (state, config) => ({ llmInputMessages: await advised(state, config) }),
    postModelHook: async (state, config) => {
      await turns.answered(state.messages, names(config));
      return {};
    },
    callModel: (model) => async (state, config) => {
      const reply = await model.invoke(await advised(state, config), config);
      await turns.answered([...state.messages, reply], names(config));
      return { messages: [reply] };
    },
    outcome: turns.outcome,
    attemptOf: turns.attemptOf,
    flush: turns.flush,
  };
}
