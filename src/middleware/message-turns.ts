import type { BaseMessage } from "@langchain/core/messages";
import type { OutcomeReport } from "../memory/types.ts";
import type { Memory } from "../memory.ts";
import type { Outcome } from "../model/outcome.ts";
import {
  callsOf,
  isSummary,
  keyOf,
  lastHuman,
  type MessagesState,
  textOf,
  toChat,
  typeOf,
  withAdvice,
} from "./langchain-messages.ts";
import { createTurns, type Turn } from "./turns.ts";
import type { MiddlewareOptions, TurnNames } from "./types.ts";

/** How a call of a model is told of: the conversation so far, and what its run was named. */
export interface ModelCall {
  /** The state's messages: what is put on record. */
  messages: readonly BaseMessage[];
  /** What the model is to see, where others have changed that; default: the state's messages. */
  shown?: readonly BaseMessage[];
  names: TurnNames & { off: boolean };
  /** Names of the tools at hand; absent: unknown. */
  tools?: readonly string[];
}

/** Turns of a framework whose state is a list of LangChain's messages. None of these calls rejects. */
export interface MessageTurns {
  /** The conversation as the model is to see it. */
  advised(call: ModelCall): Promise<BaseMessage[]>;
  /**
   * The model has replied.
   * @param messages  the state's, the reply included
   * @param isOver    the agent has nothing more to do, whatever the reply looks like
   */
  answered(messages: readonly BaseMessage[], names?: TurnNames, isOver?: boolean): Promise<void>;
  outcome(state: MessagesState | string, outcome: Outcome): Promise<OutcomeReport | undefined>;
  attemptOf(state: MessagesState): Promise<{ attempt: string; cards: readonly string[] } | undefined>;
  flush(): Promise<void>;
}

/** Turns that can be found again by their message. */
const MOST_KNOWN = 10_000;

export function createMessageTurns(memory: Memory, source: string, options: MiddlewareOptions): MessageTurns {
  const turns = createTurns(memory, source, options);
  // A promise, because two nodes may see a new message at the same moment.
  const ofMessage = createKnown<Promise<Turn>>();
  const ofConversation = createKnown<Promise<Turn>>();
  const ofCall = createKnown<Promise<Turn>>();
  const ofAttempt = createKnown<Turn>();
  const seen = new WeakMap<Turn, readonly object[]>();

  async function begin(messages: readonly BaseMessage[], at: number, { names, tools }: ModelCall): Promise<Turn> {
    const { off: _, ...given } = names;
    const start = { text: textOf(messages[at]!), ...given, ...(tools && { tools }) };
    const turn = finishBefore(messages, at).then(() => turns.begin(start));
    ofMessage.add(keyOf(messages[at]!), turn);
    if (names.conversation !== undefined) ofConversation.add(names.conversation, turn);
    const begun = await turn;
    ofAttempt.add(begun.attempt ?? begun.session, begun);
    return begun;
  }

  /** What a turn did last shows when the next one of its conversation begins: a run that ends with a tool calls no model any more. */
  async function finishBefore(messages: readonly BaseMessage[], at: number): Promise<void> {
    const before = lastHuman(messages.slice(0, at));
    const turn = before < 0 ? undefined : await ofMessage.get(keyOf(messages[before]!));
    if (!turn) return;
    see(turn, messages.slice(before, at), true);
    turns.end(turn);
  }

  /** The turn that a conversation is at, also when the user's words were put into a summary. */
  async function turnAt(messages: readonly BaseMessage[], conversation?: string): Promise<Turn | undefined> {
    const asked = messages[lastHuman(messages)];
    const known = asked && (await ofMessage.get(keyOf(asked)));
    if (known || !messages.some(isSummary)) return known;
    const thread = conversation === undefined ? undefined : await ofConversation.get(conversation);
    if (thread) return thread;
    const ids = messages.flatMap((message) => callsOf(message).flatMap(({ id }) => id ?? []));
    return ofCall.get(ids.at(-1) ?? "");
  }

  /** @param isWhole  the messages begin with the user's words; else some of the turn are gone by now, and what is new is added */
  function see(turn: Turn, messages: readonly BaseMessage[], isWhole: boolean): void {
    const before = seen.get(turn) ?? [];
    const told = messages.map(toChat);
    // A state that somebody kept from an earlier moment of the turn takes nothing back.
    if (isWhole && told.length < before.length) return;
    const known = new Set(before.map(nameOf));
    const now = isWhole ? told : [...before, ...told.filter((each) => nameOf(each) !== "" && !known.has(nameOf(each)))];
    seen.set(turn, now);
    turns.see(turn, now);
  }

  /** What a state says of a turn that is at its end. */
  function seeAll(turn: Turn, messages: readonly BaseMessage[]): void {
    const at = lastHuman(messages);
    see(turn, messages.slice(at + Number(at < 0)), at >= 0);
  }

  return {
    async advised(call) {
      const { messages, shown = messages, names } = call;
      const found = await turns.guardAsync(async () => {
        if (names.off || !turns.isOn()) return undefined;
        const at = lastHuman(messages);
        const turn =
          (await turnAt(messages, names.conversation)) ?? (at < 0 ? undefined : await begin(messages, at, call));
        if (!turn) return undefined;
        seeAll(turn, messages);
        const place = lastHuman(shown) >= 0 ? lastHuman(shown) : shown.findLastIndex(isSummary);
        return shown.map((message, i) => (i === place ? withAdvice(message, turn.advice) : message));
      }, "recall");
      return found ?? [...shown];
    },
    async answered(messages, names = {}, isOver = false) {
      await turns.guardAsync(async () => {
        const turn = await turnAt(messages, names.conversation);
        // A turn that began while the middleware was off stays out.
        if (!turn) return;
        seeAll(turn, messages);
        const last = messages.at(-1);
        for (const { id } of last ? callsOf(last) : []) if (id !== undefined) ofCall.add(id, Promise.resolve(turn));
        if (isOver || (last && typeOf(last) === "ai" && callsOf(last).length === 0)) turns.end(turn);
      }, "capture");
    },
    async outcome(state, outcome) {
      const turn = await turns.guardAsync(async () => {
        if (typeof state === "string") return ofAttempt.get(state);
        const found = await turnAt(state.messages);
        // A run that was stopped between a call and the answer has more to tell than the model was shown.
        if (found) seeAll(found, state.messages);
        return found;
      }, "outcome");
      return turns.outcome(turn, outcome);
    },
    async attemptOf(state) {
      const turn = await turns.guardAsync(() => turnAt(state.messages), "outcome");
      return turn && { attempt: turn.attempt ?? turn.session, cards: turn.cards };
    },
    flush: () => turns.flush(),
  };
}

/** Tells the messages of one turn apart: a call by its id, a result by the call's. "" for those that need not be kept twice. */
function nameOf(message: object): string {
  const { role, tool_calls, tool_call_id } = message as {
    role: string;
    tool_calls?: { id?: string }[];
    tool_call_id?: string;
  };
  if (role === "tool") return `result ${tool_call_id}`;
  return tool_calls && tool_calls.length > 0 ? `call ${tool_calls.map(({ id }) => id).join()}` : "";
}

function createKnown<T>() {
  const known = new Map<string, T>();
  return {
    get: (key: string): T | undefined => known.get(key),
    add(key: string, value: T): void {
      known.delete(key);
      known.set(key, value);
      const [oldest] = known.size > MOST_KNOWN ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}
