import { z } from "@hono/zod-openapi";
import type { ToolCalls, ToolMemory } from "../../../memory/tool-calls/tool-calls.ts";
import type { Memory } from "../../../memory.ts";
import type { Json } from "../../../model/json.ts";
import type { RecordedCall, ToolCall } from "../../../model/tool-call.ts";
import type { RemeAnswer } from "./answer.ts";

/** What these handlers need of a call; see `RemeCall`. */
interface Call {
  workspace: string;
  memory<T>(work: (memory: Memory) => Promise<T>): Promise<T>;
}

const workspace = z.string().min(1).max(128).default("default").describe("A namespace, never a path.");
const text = z.string().max(1_000_000);

/** A call as ReMe's clients report it. What is wrong with one is found one by one: it must not spoil the batch. */
const reported = z.looseObject({
  tool_name: text.default(""),
  input: z.union([z.record(z.string(), z.unknown()), text]).default(""),
  output: text.default(""),
  token_cost: z.number().default(-1).describe("Below 0: estimated from input and output."),
  success: z.boolean().optional().describe("Absent: read from the output."),
  time_cost: z.number().default(0).describe("Seconds."),
  create_time: text.default(""),
  summary: text.default(""),
  evaluation: text.default(""),
  score: z.number().optional(),
  call_hash: z.string().max(128).default(""),
});

const MOST_REPORTED = 1_000;
const names = z.union([text, z.array(z.string().max(250)).max(1_000)]);

export const addToolCallsInput = z
  .object({ workspace_id: workspace, tool_call_results: z.array(z.unknown()).max(MOST_REPORTED).default([]) })
  .openapi("RemeAddToolCallResult");

export const toolNamesInput = z
  .object({ workspace_id: workspace, tool_names: names.default("").describe('Exact names: a list, or "a,b".') })
  .openapi("RemeToolNames");

/** Calls of which the figures at the end of a text are counted; ReMe's server is set to as many. */
const RECENT = 20;

/** `/add_tool_call_result` */
export async function addToolCalls(
  { tool_call_results: given }: z.output<typeof addToolCallsInput>,
  call: Call,
): Promise<RemeAnswer> {
  if (given.length === 0) return refused("No valid tool_call_results");
  const parsed = given.map((value) => reported.safeParse(value));
  const valid = parsed.flatMap(({ data }, at) => (data ? [{ at, call: toCall(data) }] : []));
  const malformed = parsed.flatMap(({ error }, at) =>
    error ? [{ at, reason: error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ") }] : [],
  );
  const report = await withTools(call, (tools) => tools.add(valid.map((each) => each.call)));
  const at = (place: number) => valid[place]!.at;
  const dropped = [...malformed, ...report.dropped.map((each) => ({ ...each, at: at(each.at) }))];
  const taken = given.length - dropped.length;
  if (taken === 0) return refused(`All ${given.length} tool_call_results were invalid and filtered out`, { dropped });
  const known = report.tools.filter(({ isNew }) => !isNew);
  return {
    answer: [
      `Processed ${report.tools.length} tool(s): ${known.length} updated, ${report.tools.length - known.length} newly created`,
      ...report.tools.map(({ tool, calls, isNew }) => `[${isNew ? "New" : "Updated"}] ${tool}: ${calls.length} calls`),
      `${report.added} added, ${report.known} known already, ${dropped.length} invalid`,
    ].join("\n"),
    success: true,
    metadata: {
      memory_list: report.tools.map((tool) => toRecord(tool, call.workspace)),
      // Nothing is deleted to be updated: the ids stay, and old clients see which of them were there before.
      deleted_memory_ids: known.map(({ id }) => id),
      validation_stats: { total_input: given.length, valid: taken, filtered: dropped.length },
      deduplication_stats: { total_new: taken, deduplicated: report.known, added: report.added },
      dropped,
      unevaluated: report.unevaluated.map((each) => ({ ...each, at: at(each.at) })),
    },
  };
}

/** `/summary_tool_memory` */
export async function summariseTools({ tool_names }: z.output<typeof toolNamesInput>, call: Call): Promise<RemeAnswer> {
  const wanted = namesOf(tool_names);
  if (wanted.length === 0) return refused("tool_names is required");
  const { tools, notes } = await withTools(call, (each) => each.summarise(wanted));
  if (tools.length === 0) return refused("No matching tool memories found");
  const changed = tools.filter((tool) => tool.changed).length;
  return {
    answer: `Processed ${tools.length} tool(s): ${changed} summarized, ${tools.length - changed} skipped\n\n${texts(tools)}`,
    success: true,
    metadata: {
      memory_list: tools.map((tool) => toRecord(tool, call.workspace)),
      deleted_memory_ids: tools.map(({ id }) => id),
      notes,
    },
  };
}

/** `/retrieve_tool_memory` */
export async function retrieveTools({ tool_names }: z.output<typeof toolNamesInput>, call: Call): Promise<RemeAnswer> {
  const wanted = namesOf(tool_names);
  if (wanted.length === 0) return refused("tool_names is required");
  const tools = await withTools(call, (each) => each.guidelines(wanted));
  if (tools.length === 0) return refused("No matching tool memories found");
  return {
    answer: `Retrieved ${tools.length} tool memory(ies):\n\n${texts(tools)}`,
    success: true,
    metadata: { memory_list: tools.map((tool) => toRecord(tool, call.workspace)) },
  };
}

function withTools<T>({ memory }: Call, work: (tools: ToolCalls) => Promise<T>): Promise<T> {
  return memory(async (each) => work(await each.toolCalls()));
}

/** ReMe answers what it cannot do with success false, and its clients look there. */
function refused(answer: string, metadata: Record<string, unknown> = {}): RemeAnswer {
  return { answer, success: false, metadata };
}

function namesOf(given: string | readonly string[]): string[] {
  const list = typeof given === "string" ? given.split(",") : given;
  return [...new Set(list.map((name) => name.trim()).filter((name) => name !== ""))];
}

function toCall(given: z.output<typeof reported>): ToolCall {
  const { tool_name, input, output, token_cost, success, time_cost, create_time, call_hash } = given;
  const { summary, evaluation, score } = given;
  const at = timeOf(create_time);
  const hasScore = score !== undefined && score >= 0 && score <= 1 && (evaluation !== "" || summary !== "");
  return {
    tool: tool_name.trim(),
    input: input as Json,
    output,
    ...(success !== undefined && { success }),
    ...(Number.isFinite(time_cost) && time_cost > 0 && { seconds: time_cost }),
    ...(token_cost >= 0 && { tokens: Math.round(token_cost) }),
    ...(hasScore && { evaluation: { score: score >= 0.5 ? 1 : 0, summary, reason: evaluation } }),
    ...(at !== undefined && { at }),
    ...(call_hash !== "" && { hash: call_hash }),
  };
}

/** `2026-11-30 12:00:00` says no zone; it is read as UTC. What is no time counts as none. */
function timeOf(given: string): string | undefined {
  const plain = given.trim().replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)$/, "$1T$2Z");
  const ms = Date.parse(plain);
  return plain === "" || Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function texts(tools: readonly ToolMemory[]): string {
  return tools.map((tool) => `Tool: ${tool.tool}\n${contentOf(tool)}`).join("\n\n---\n\n");
}

function contentOf(tool: ToolMemory): string {
  const { calls, content, held } = tool;
  const parts = [content, ...(held === undefined ? [] : [`(no guideline: ${held})`])].filter((part) => part !== "");
  return calls.length === 0 ? parts.join("\n\n") : [...parts, `## Statistics\n${statistics(calls)}`].join("\n\n");
}

/** Over the latest {@link RECENT} reported calls, as ReMe prints it. */
function statistics(calls: readonly RecordedCall[]): string {
  const recent = calls.slice(-RECENT);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const scores = recent.flatMap(({ evaluation }) => (evaluation ? [evaluation.score] : []));
  return [
    `- **Success Rate**: ${(100 * mean(recent.map(({ success }) => Number(success === true)))).toFixed(2)}%`,
    ...(scores.length > 0 ? [`- **Average Score**: ${mean(scores).toFixed(3)}`] : []),
    `- **Average Time Cost**: ${mean(recent.map(({ seconds }) => seconds)).toFixed(3)}s`,
    `- **Average Token Cost**: ${mean(recent.map(({ tokens }) => tokens)).toFixed(1)}`,
  ].join("\n");
}

function toRecord(tool: ToolMemory, workspaceId: string) {
  const { calls, unread, card, guide } = tool;
  const first = calls[0]?.at ?? card?.created;
  const latest = calls.at(-1)?.at ?? card?.created;
  return {
    workspace_id: workspaceId,
    memory_id: tool.id,
    memory_type: "tool",
    when_to_use: tool.tool,
    content: tool.content === "" && !tool.held && unread === calls.length ? "" : contentOf(tool),
    score: guide?.meanScore ?? 0,
    time_created: first === undefined ? "" : plainTime(first),
    time_modified: latest === undefined ? "" : plainTime(latest),
    author: card?.provenance.author ?? "",
    tool_call_results: calls.map((each, i) => toResult(each, i < calls.length - unread)),
    metadata: {
      ...(card && { card: card.id, status: card.status, confidence: card.confidence }),
      ...(guide && { calls: guide.calls, succeeded: guide.ok, tasks: guide.tasks }),
    },
  };
}

function toResult(call: RecordedCall, isSummarized: boolean) {
  const { evaluation } = call;
  return {
    create_time: plainTime(call.at),
    tool_name: call.tool,
    input: call.input,
    output: call.output,
    token_cost: call.tokens,
    success: call.success === true,
    time_cost: call.seconds,
    summary: evaluation?.summary ?? "",
    evaluation: evaluation?.reason ?? "",
    score: evaluation?.score ?? 0,
    is_summarized: isSummarized,
    call_hash: call.hash,
    metadata: {},
  };
}

function plainTime(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}
