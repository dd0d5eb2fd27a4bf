import type { SessionInfo } from "../../model/observation.ts";
import type { Step, Turn } from "../../model/trajectory.ts";
import { shortHash } from "../../text/hash.ts";
import { turnsOfChat } from "../chat.ts";
import { importedSession, trajectoryId } from "../identity.ts";
import type { Importer, ImportItem } from "../importer.ts";
import { asObject, asText } from "../json-text.ts";
import { readRecords } from "../records.ts";
import { Threads } from "../threads.ts";
import { taskQueryOf } from "../turn-builder.ts";
import { messagesOf } from "./otel/messages.ts";
import { readSpan, SPAN_LISTS, type Span } from "./otel/span.ts";
import { type ToolRun, toolRunOf } from "./otel/tool-span.ts";

const SOURCE = "otel";

/** Conversations held while their spans come in, in any order. A guess: more than agents that write one file at a time. */
const MAX_OPEN = 256;

/** Characters of records held for all of them together. */
const MAX_HELD_CHARS = 64 * 1024 * 1024;

/**
 * OpenTelemetry's GenAI spans and events as OTLP JSON: one request a line, one file, or single spans; the current names of the
 * conventions and the older ones, OpenInference and OpenLLMetry included.
 *
 * A trajectory is a conversation where spans name one (`gen_ai.conversation.id`, `session.id`), else a trace. Messages give turns
 * and calls; spans of tools add time, failure and result, and stand alone where content was not recorded.
 */
export const otelImporter: Importer = {
  name: SOURCE,
  fits: ({ values }) =>
    values.some(
      (value) => SPAN_LISTS.some((list) => (list.split(".")[0] as string) in asObject(value)) || isSpan(value),
    ),
  async *read(chunks, context) {
    const open = new Map<string, Conversation>();
    const conversationOf = new Map<string, string>();
    let held = 0;
    let imported = 0;
    for await (const record of readRecords(chunks, { lists: SPAN_LISTS })) {
      if ("problem" in record) {
        yield { problem: { path: context.path, line: record.line, problem: record.problem } };
        continue;
      }
      const span = readSpan(record.value);
      if (!span || !isGenAi(span)) continue;
      const conversation = place(open, conversationOf, span);
      held += record.chars;
      conversation.chars += record.chars;
      take(conversation, span);
      for (const [key, oldest] of open) {
        if (open.size <= MAX_OPEN && (held <= MAX_HELD_CHARS || open.size === 1)) break;
        open.delete(key);
        for (const trace of oldest.traces) conversationOf.delete(trace);
        held -= oldest.chars;
        yield* count(key, oldest);
      }
    }
    for (const [key, conversation] of open) yield* count(key, conversation);
    if (imported === 0) yield { passed: "nothing to import: no spans of models or tools" };

    function* count(key: string, conversation: Conversation): Iterable<ImportItem> {
      for (const item of toItems(key, conversation)) {
        imported += 1;
        yield item;
      }
    }
  },
};

interface Conversation {
  traces: Set<string>;
  /** By the agent that spoke, with the time it first did; "" when the spans do not say. */
  agents: Map<string, { threads: Threads<undefined>; firstMs: number }>;
  /** Messages that came as log records of their own, by the span they belong to. */
  logged: Map<string, { agent: string; messages: unknown[]; atMs: number }>;
  tools: ToolRun[];
  model: string | undefined;
  startMs: number;
  endMs: number;
  chars: number;
}

function isSpan(value: unknown): boolean {
  const span = readSpan(value);
  return span !== undefined && isGenAi(span);
}

function isGenAi({ name, attributes, events }: Span): boolean {
  const isOurs = (key: string) =>
    /^(?:gen_ai\.|llm\.|openinference\.|traceloop\.|ai\.(?:prompt|toolCall|response)|mcp\.)/.test(key);
  return isOurs(name) || Object.keys(attributes).some(isOurs) || events.some((event) => isOurs(event.name));
}

/** The conversation of a span, now the one that was touched last. A trace belongs to the conversation that any of its spans names. */
function place(open: Map<string, Conversation>, conversationOf: Map<string, string>, span: Span): Conversation {
  const named = asText(span.attributes["gen_ai.conversation.id"]) ?? asText(span.attributes["session.id"]);
  const key = named ?? conversationOf.get(span.trace) ?? span.trace;
  let conversation = open.get(key);
  const unnamed = key === span.trace ? undefined : open.get(span.trace);
  if (unnamed) {
    open.delete(span.trace);
    conversation = conversation ? joined(conversation, unnamed) : unnamed;
  }
  conversation ??= {
    traces: new Set(),
    agents: new Map(),
    logged: new Map(),
    tools: [],
    model: undefined,
    startMs: Number.POSITIVE_INFINITY,
    endMs: Number.NEGATIVE_INFINITY,
    chars: 0,
  };
  conversation.traces.add(span.trace);
  if (!conversationOf.has(span.trace)) conversationOf.set(span.trace, key);
  open.delete(key);
  open.set(key, conversation);
  return conversation;
}

function joined(into: Conversation, from: Conversation): Conversation {
  for (const trace of from.traces) into.traces.add(trace);
  for (const [agent, { threads, firstMs }] of from.agents) {
    for (const { messages } of threads.rest()) hear(into, agent, messages, firstMs);
  }
  for (const [span, logged] of from.logged) into.logged.set(span, logged);
  into.tools.push(...from.tools);
  into.startMs = Math.min(into.startMs, from.startMs);
  into.endMs = Math.max(into.endMs, from.endMs);
  into.chars += from.chars;
  into.model ??= from.model;
  return into;
}

function hear({ agents }: Conversation, agent: string, messages: readonly unknown[], atMs: number): void {
  const known = agents.get(agent) ?? {
    threads: new Threads<undefined>(() => undefined),
    firstMs: Number.POSITIVE_INFINITY,
  };
  if (atMs < known.firstMs) known.firstMs = atMs;
  known.threads.add(messages, undefined);
  agents.set(agent, known);
}

function take(conversation: Conversation, span: Span): void {
  if (span.startMs < conversation.startMs) conversation.startMs = span.startMs;
  if (span.endMs > conversation.endMs) conversation.endMs = span.endMs;
  const tool = toolRunOf(span);
  if (tool) {
    conversation.tools.push(tool);
    return;
  }
  const { attributes } = span;
  conversation.model =
    asText(attributes["gen_ai.response.model"] ?? attributes["gen_ai.request.model"] ?? attributes["llm.model_name"]) ??
    conversation.model;
  // A span around a whole agent repeats what the spans of its model calls say, without the calls.
  if (attributes["gen_ai.operation.name"] === "invoke_agent" || attributes["openinference.span.kind"] === "AGENT")
    return;
  const messages = messagesOf(span);
  const agent = asText(attributes["gen_ai.agent.name"]) ?? "";
  const isLogRecord = messages.length === 1 && span.name.startsWith("gen_ai.");
  if (!isLogRecord) {
    hear(conversation, agent, messages, span.startMs);
    return;
  }
  const logged = conversation.logged.get(span.span) ?? { agent, messages: [], atMs: span.startMs };
  logged.messages.push(...messages);
  conversation.logged.set(span.span, logged);
}

function* toItems(key: string, conversation: Conversation): Iterable<ImportItem> {
  for (const { agent, messages, atMs } of conversation.logged.values()) hear(conversation, agent, messages, atMs);
  const turns = turnsOf(conversation);
  addToolRuns(turns, conversation.tools);
  if (turns.length === 0) return;
  const taskQuery = taskQueryOf(turns);
  const task = taskQuery === "" ? `${SOURCE}:${key}` : `${SOURCE}:~${shortHash(taskQuery, 12)}`;
  const session = importedSession(`${SOURCE}:${key}`, undefined, JSON.stringify(turns));
  const times = {
    ...(Number.isFinite(conversation.startMs) && { started: new Date(conversation.startMs).toISOString() }),
    ...(Number.isFinite(conversation.endMs) && { ended: new Date(conversation.endMs).toISOString() }),
  };
  const { model } = conversation;
  const info: SessionInfo = { source: SOURCE, task, ...(model !== undefined && { model }), ...times, whole: true };
  yield {
    trajectory: {
      id: trajectoryId(SOURCE, session),
      source: SOURCE,
      task,
      taskQuery,
      session,
      ...times,
      recalled: [],
      turns,
    },
    session: info,
  };
}

/** The first agent that spoke has the user's ear; what is said to the others is an agent's word, and their steps carry their name. */
function turnsOf({ agents }: Conversation): Turn[] {
  const turns: Turn[] = [];
  const inOrder = [...agents].sort(([, a], [, b]) => a.firstMs - b.firstMs);
  for (const [at, [agent, { threads }]] of inOrder.entries()) {
    for (const { messages } of threads.rest()) {
      const told = turnsOfChat(messages);
      const last = turns.at(-1);
      if (at === 0 || last === undefined) turns.push(...told);
      else for (const turn of told) last.steps.push(...asAgent(turn.steps, agent, last.steps));
    }
  }
  return turns;
}

/** The steps of another agent; its batches are none of those that are there. */
function asAgent(steps: readonly Step[], agent: string, beside: readonly Step[]): Step[] {
  const offset = Math.max(-1, ...beside.map((step) => step.batch ?? -1)) + 1;
  return steps.map((step) => ({ ...step, agent, ...(step.batch !== undefined && { batch: step.batch + offset }) }));
}

/** A run joins the call with its id, else the first call of that tool that no other run has; a run without a call is a step of its own. */
function addToolRuns(turns: Turn[], runs: readonly ToolRun[]): void {
  const steps = turns.flatMap((turn) => turn.steps);
  const free = new Set<Step>(steps);
  for (const run of [...runs].sort((a, b) => a.startMs - b.startMs)) {
    const match = steps.find(
      (step) =>
        free.has(step) &&
        (run.id === undefined || step.call === undefined ? step.tool === run.tool : step.call === run.id),
    );
    if (match) {
      free.delete(match);
      improve(match, run);
      continue;
    }
    const { id, tool, input, result, agent } = run;
    if (turns.length === 0) turns.push({ user: "", steps: [] });
    turns.at(-1)?.steps.push({
      ...(id !== undefined && { call: id }),
      tool,
      input,
      ...result,
      ...(agent !== undefined && turns.length > 1 && { agent }),
    });
  }
}

/** A span knows how long a run took and whether it failed; the message knows what the model was told. */
function improve(step: Step, { result, input }: ToolRun): void {
  if (result.ms !== undefined) step.ms = result.ms;
  if (result.result !== undefined && step.result === undefined) step.result = result.result;
  if (result.outcome === "error" || step.outcome === "unknown") step.outcome = result.outcome;
  if (result.error !== undefined) step.error ??= result.error;
  if (typeof step.input === "object" && step.input !== null && Object.keys(step.input).length === 0) step.input = input;
}
