import type { LanguageModelMiddleware } from "ai";
import type { OutcomeReport } from "../memory/types.ts";
import type { Memory } from "../memory.ts";
import type { Outcome } from "../model/outcome.ts";
import { shortHash } from "../text/hash.ts";
import { createTurns, type Turn } from "./turns.ts";
import type { MiddlewareOptions, TurnNames } from "./types.ts";

export type { MiddlewareOptions, TurnNames } from "./types.ts";

type Params = Parameters<NonNullable<LanguageModelMiddleware["transformParams"]>>[0]["params"];
type Message = Params["prompt"][number];
type Wrap = NonNullable<LanguageModelMiddleware["wrapGenerate"]>;
type WrapStream = NonNullable<LanguageModelMiddleware["wrapStream"]>;
type Generated = Awaited<ReturnType<Wrap>>;
type StreamPart = Awaited<ReturnType<WrapStream>>["stream"] extends ReadableStream<infer Part> ? Part : never;
type Metadata = Generated["providerMetadata"];

/** What `generateText`, `streamText` or an agent gave back; only these parts are read. */
export interface AiSdkResult {
  providerMetadata?: unknown;
  response?: unknown;
}

/** The middleware, for `wrapLanguageModel`, and what a program tells it besides. */
export type HabitusMiddleware = LanguageModelMiddleware & {
  /**
   * How a turn ended. Never rejects.
   * @param result  what the AI SDK gave back for it, or the name of its attempt, `result.providerMetadata.habitus.attempt`
   * @returns undefined when it could not be put on record; `onProblem` hears why
   */
  outcome(result: AiSdkResult | string, outcome: Outcome): Promise<OutcomeReport | undefined>;
  /** Puts every turn on record that waits for its outcome, and waits for learning to end. Before the program ends. Never rejects. */
  flush(): Promise<void>;
};

/** Turns that can be found again by their attempt, or by a call that waits for its result. */
const MOST_KNOWN = 10_000;
/** A call that is made again this soon after it failed is the same turn tried again. Milliseconds; the AI SDK waits 2, 4 … seconds. */
const AGAIN_MS = 60_000;

/**
 * Middleware for language models of the Vercel AI SDK 6.
 *
 * Each message of a user begins a turn: the cards that fit it are put behind the user's words, the same at each step of the turn, and the
 * caller's own messages stay as they are. What the agent did is captured when it has answered. Works for `generateText`, `streamText` and
 * agents, for turns side by side, and without tools.
 *
 * Names of a turn come by `providerOptions: { habitus: { conversation, task, family } }`; `{ habitus: { off: true } }` leaves one call alone.
 * The last step's `providerMetadata.habitus` says which attempt it was and which cards were shown.
 *
 * A turn that the caller stops between a call and its answer (`stopWhen`) has not been seen to its end: `outcome(result, …)` adds what is missing.
 */
export function habitusMiddleware(memory: Memory, options: MiddlewareOptions = {}): HabitusMiddleware {
  const turns = createTurns(memory, "ai-sdk", options);
  const ofParams = new WeakMap<object, Turn>();
  const ofCall = new Map<string, Turn>();
  const ofAttempt = new Map<string, Turn>();
  const seen = new WeakMap<Turn, readonly unknown[]>();
  const starts = new WeakMap<Turn, string>();
  const failed = new Map<string, { turn: Turn; atMs: number }>();

  async function turnFor(params: Params, at: number): Promise<Turn> {
    const message = params.prompt[at] as Message;
    const text = textOf(message);
    const tail = params.prompt.slice(at);
    const known = callIds(tail).map((id) => ofCall.get(callKey(text, id)));
    const names = namesOf(params);
    const start = JSON.stringify([names, params.prompt.length, text]);
    const turn =
      known.findLast((found) => found !== undefined) ??
      takeFailed(start) ??
      (await turns.begin({ text, ...names, ...(params.tools && { tools: params.tools.map(({ name }) => name) }) }));
    starts.set(turn, start);
    seen.set(turn, tail);
    turns.see(turn, tail);
    remember(ofAttempt, turn.attempt ?? turn.session, turn);
    return turn;
  }

  function takeFailed(start: string): Turn | undefined {
    const found = failed.get(start);
    failed.delete(start);
    return found && Date.now() - found.atMs < AGAIN_MS ? found.turn : undefined;
  }

  function noteFailed(turn: Turn): void {
    const start = starts.get(turn);
    if (start !== undefined) remember(failed, start, { turn, atMs: Date.now() });
  }

  /** @param content  what the model said at this step */
  function answered(turn: Turn, content: Generated["content"]): void {
    const messages = [...(seen.get(turn) ?? []), { role: "assistant", content }];
    seen.set(turn, messages);
    turns.see(turn, messages);
    const text = textOf(messages[0] as Message);
    // What the provider itself runs has its result in the same answer: the turn goes on only for calls that the program answers.
    const calls = content.flatMap((part) => (part.type === "tool-call" && !part.providerExecuted ? part : []));
    for (const { toolCallId } of calls) remember(ofCall, callKey(text, toolCallId), turn);
    if (calls.length > 0) return;
    turns.end(turn);
    for (const id of callIds(messages)) ofCall.delete(callKey(text, id));
  }

  return {
    specificationVersion: "v3",
    async transformParams({ params }) {
      const advised = await turns.guardAsync(async () => {
        const at = params.prompt.findLastIndex(({ role }) => role === "user");
        if (at < 0 || params.providerOptions?.habitus?.off === true || !turns.isOn()) return params;
        const turn = await turnFor(params, at);
        const prompt = params.prompt.map((each, i) => (i === at ? withAdvice(each, turn) : each));
        const changed = { ...params, prompt };
        ofParams.set(changed, turn);
        return changed;
      }, "recall");
      return advised ?? params;
    },
    async wrapGenerate({ doGenerate, params }) {
      const turn = ofParams.get(params);
      if (!turn) return doGenerate();
      let result: Generated;
      try {
        result = await doGenerate();
      } catch (error) {
        noteFailed(turn);
        throw error;
      }
      turns.guard(() => answered(turn, result.content), "capture");
      return { ...result, providerMetadata: named(result.providerMetadata, turn) };
    },
    async wrapStream({ doStream, params }) {
      const turn = ofParams.get(params);
      if (!turn) return doStream();
      let result: Awaited<ReturnType<WrapStream>>;
      try {
        result = await doStream();
      } catch (error) {
        noteFailed(turn);
        throw error;
      }
      const content: Generated["content"] = [];
      const watcher = new TransformStream<StreamPart, StreamPart>({
        transform(part, controller) {
          if (part.type === "tool-call" || part.type === "tool-result") content.push(part);
          if (part.type === "error") noteFailed(turn);
          if (part.type !== "finish") return controller.enqueue(part);
          turns.guard(() => answered(turn, content), "capture");
          controller.enqueue({ ...part, providerMetadata: named(part.providerMetadata, turn) });
        },
      });
      return { ...result, stream: result.stream.pipeThrough(watcher) };
    },
    async outcome(result, outcome) {
      const { attempt, messages } = await readResult(result);
      const turn = ofAttempt.get(attempt ?? "");
      if (turn && messages.length > 0) turns.see(turn, [...(seen.get(turn) ?? []).slice(0, 1), ...messages]);
      return turns.outcome(turn, outcome);
    },
    flush: () => turns.flush(),
  };
}

/** Results of `streamText` are promises, which reject when the stream failed: what cannot be read is not there. */
async function readResult(result: AiSdkResult | string): Promise<{ attempt?: string; messages: readonly unknown[] }> {
  if (typeof result === "string") return { attempt: result, messages: [] };
  try {
    const metadata = (await result.providerMetadata) as { habitus?: { attempt?: unknown } } | undefined;
    const response = (await result.response) as { messages?: unknown } | undefined;
    const attempt = metadata?.habitus?.attempt;
    return {
      ...(typeof attempt === "string" && { attempt }),
      messages: Array.isArray(response?.messages) ? response.messages : [],
    };
  } catch {
    // The caller hears of the failed stream by itself.
    return { messages: [] };
  }
}

function namesOf(params: Params): TurnNames {
  const given = params.providerOptions?.habitus ?? {};
  const name = (key: keyof TurnNames) => (typeof given[key] === "string" ? { [key]: given[key] } : {});
  return { ...name("conversation"), ...name("task"), ...name("family") };
}

function textOf(message: Message): string {
  if (message.role !== "user") return "";
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function withAdvice(message: Message, { advice }: Turn): Message {
  if (message.role !== "user" || advice === "") return message;
  return { ...message, content: [...message.content, { type: "text", text: `\n\n${advice}` }] };
}

function callIds(messages: readonly unknown[]): string[] {
  return (messages as Message[]).flatMap(({ role, content }) =>
    role === "assistant" ? content.flatMap((part) => (part.type === "tool-call" ? part.toolCallId : [])) : [],
  );
}

/** Some servers count their calls from zero in each conversation, so an id alone does not name a turn. */
function callKey(text: string, id: string): string {
  return `${shortHash(text, 16)}:${id}`;
}

function named(metadata: Metadata, turn: Turn): NonNullable<Metadata> {
  return { ...metadata, habitus: { attempt: turn.attempt ?? turn.session, cards: [...turn.cards] } };
}

function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.size > MOST_KNOWN ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
}
