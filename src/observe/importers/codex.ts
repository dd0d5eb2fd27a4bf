import type { Json } from "../../model/json.ts";
import { contentText, readArguments } from "../chat.ts";
import { HostSession } from "../host-session.ts";
import type { Importer, ImportItem } from "../importer.ts";
import { asArray, asName, asObject, asText, parseJson } from "../json-text.ts";
import { readRecords } from "../records.ts";
import { readFailure, readResult } from "../result.ts";
import type { BuiltResult } from "../turn-builder.ts";

const SOURCE = "codex";

/**
 * Rollouts of Codex (`~/.codex/sessions/<yyyy>/<mm>/<dd>/rollout-*.jsonl`) and the output of `codex exec --json`.
 *
 * A call is named as the model named it, MCP tools as `mcp__server__tool`. Exit codes come from the client's own items, else from
 * the head of the output text. Calls between which no result stands are one batch. The user's words are those the client marks as
 * such; instructions and context that it puts in the user's place are not.
 */
export const codexImporter: Importer = {
  name: SOURCE,
  fits: ({ values }) => values.some((value) => isRollout(asObject(value)) || isStream(asObject(value))),
  async *read(chunks, context) {
    let reader: Reader | undefined;
    let imported = 0;
    const count = (item: ImportItem) => {
      imported += 1;
      return item;
    };
    for await (const record of readRecords(chunks)) {
      if ("problem" in record) {
        yield { problem: { path: context.path, line: record.line, problem: record.problem } };
        continue;
      }
      const line = asObject(record.value);
      const name = sessionName(line);
      if (!reader || (name !== undefined && line.type === "thread.started" && name !== reader.session.name)) {
        for (const item of reader?.session.takePiece() ?? []) yield count(item);
        reader = {
          session: new HostSession(SOURCE, name ?? fileSession(context.path)),
          group: 0,
          agent: undefined,
          marked: false,
        };
      }
      for (const item of reader.session.grow(record.chars, beginsTurn(line))) yield count(item);
      take(reader, line);
    }
    for (const item of reader?.session.takePiece() ?? []) yield count(item);
    if (imported === 0) yield { passed: "nothing to import: no messages" };
  },
};

interface Reader {
  session: HostSession;
  /** Counts results: calls with the same number were asked for before any of them returned. */
  group: number;
  /** Set when the whole rollout is a subagent's. */
  agent: string | undefined;
  /** The client marks the user's words, so nothing needs to be guessed from messages. */
  marked: boolean;
}

const ROLLOUT_TYPES = new Set(["session_meta", "response_item", "event_msg", "turn_context", "compacted"]);

function isRollout(line: Record<string, unknown>): boolean {
  return ROLLOUT_TYPES.has(String(line.type)) && typeof line.payload === "object";
}

function isStream(line: Record<string, unknown>): boolean {
  return (
    line.type === "thread.started" ||
    (/^item\.(?:started|updated|completed)$/.test(String(line.type)) && "item" in line)
  );
}

function sessionName(line: Record<string, unknown>): string | undefined {
  if (line.type === "thread.started") return asText(line.thread_id);
  const meta = line.type === "session_meta" ? asObject(line.payload) : {};
  return asText(meta.session_id) ?? asText(meta.id);
}

function fileSession(path: string): string {
  const file = (path.split(/[\\/]/).at(-1) ?? "").replace(/\.jsonl$/, "");
  return /[0-9a-f]{8}-[0-9a-f-]{27}$/i.exec(file)?.[0] ?? file;
}

function beginsTurn(line: Record<string, unknown>): boolean {
  const payload = asObject(line.payload);
  return line.type === "turn.started" || payload.type === "task_started" || payload.type === "user_message";
}

function take(reader: Reader, line: Record<string, unknown>): void {
  const { session } = reader;
  const payload = asObject(line.payload);
  session.sawTime(line.timestamp);
  if (line.type === "session_meta") takeMeta(reader, payload);
  else if (line.type === "turn_context") {
    session.model = asText(payload.model) ?? session.model;
    session.sawPlace(payload.cwd, undefined);
  } else if (line.type === "response_item") takeResponseItem(reader, payload);
  else if (line.type === "event_msg") takeEvent(reader, payload);
  else if (line.type === "item.started" || line.type === "item.completed")
    takeStreamItem(reader, asObject(line.item), line.type);
}

function takeMeta(reader: Reader, meta: Record<string, unknown>): void {
  reader.session.sawPlace(meta.cwd, asObject(meta.git).branch);
  reader.session.sawTime(meta.timestamp);
  if (meta.thread_source === "subagent" || "subagent" in asObject(meta.source))
    reader.agent = asText(meta.agent_nickname) ?? "subagent";
}

function takeResponseItem(reader: Reader, item: Record<string, unknown>): void {
  const { session } = reader;
  const id = asName(item.call_id) ?? asName(item.id);
  switch (item.type) {
    case "message":
      if (item.role === "user" && !reader.marked) prompt(reader, typedIn(item));
      break;
    case "function_call":
      call(reader, id, toolName(item), readArguments(item.arguments));
      break;
    case "custom_tool_call":
      call(reader, id, toolName(item), readArguments(item.input));
      break;
    case "local_shell_call":
      call(reader, id, "local_shell", (item.action ?? {}) as Json);
      break;
    case "web_search_call":
      call(reader, id, "web_search", (item.action ?? {}) as Json);
      session.turns.result(id, undefined, { outcome: item.status === "completed" ? "ok" : "unknown" });
      break;
    case "function_call_output":
    case "custom_tool_call_output":
      reader.group += 1;
      session.turns.result(id, undefined, readOutput(item.output));
      break;
  }
}

function toolName(item: Record<string, unknown>): string {
  const name = asText(item.name) ?? "";
  const space = asText(item.namespace);
  return space === undefined ? name : `${space}__${name}`;
}

function call(reader: Reader, id: string | undefined, tool: string, input: Json): void {
  const agent = reader.agent === undefined ? {} : { agent: reader.agent };
  reader.session.turns.call({ id, tool, input, together: String(reader.group), ...agent });
}

/** Words are told twice, by the message and by the client's item; and a subagent's prompt is no person's. */
function prompt({ session, agent }: Reader, text: string): void {
  const last = session.turns.turns.at(-1);
  if (text === "" || agent !== undefined || (last?.user === text && last.steps.length === 0)) return;
  session.turns.prompt(text);
}

/** Text that the client puts in the user's place begins like this. */
const NOT_TYPED =
  /^\s*(?:<(?:environment_context|user_instructions|INSTRUCTIONS|turn_aborted|skill|user_shell_command|subagent_notification|permissions|collaboration_mode|model_switch|hook_context)\b|# AGENTS\.md instructions|<[^>]*_instructions>)/;

function typedIn(message: Record<string, unknown>): string {
  const kinds = asArray(asObject(message.internal_chat_message_metadata_passthrough).content_item_kinds);
  const parts = asArray(message.content).filter(
    (_, at) => kinds[at] === undefined || String(kinds[at]).startsWith("user."),
  );
  return parts
    .map((part) => contentText([part]))
    .filter((text) => text !== "" && !NOT_TYPED.test(text))
    .join("\n");
}

function takeEvent(reader: Reader, event: Record<string, unknown>): void {
  const { session } = reader;
  if (event.type === "user_message") {
    reader.marked = true;
    prompt(reader, asText(event.message) ?? "");
  } else if (event.type === "item_completed") takeItem(reader, asObject(event.item), event);
  else if (event.type === "exec_command_end")
    session.turns.result(asName(event.call_id), undefined, commandResult(event));
  else if (event.type === "turn_aborted") session.turns.interrupt();
}

/** What the client itself recorded of a call; it comes before the output that the model sees, and knows more. */
function takeItem(reader: Reader, item: Record<string, unknown>, event: Record<string, unknown>): void {
  const { turns } = reader.session;
  const id = asName(item.id);
  if (item.type === "UserMessage") {
    reader.marked = true;
    prompt(reader, contentText(item.content));
  } else if (item.type === "CommandExecution")
    turns.result(id, undefined, { ...commandResult(item), ...tookMs(item, event) });
  else if (item.type === "FileChange") turns.result(id, undefined, { ...patchResult(item), ...tookMs(item, event) });
  else if (item.type === "McpToolCall") turns.result(id, undefined, { ...mcpResult(item), ...tookMs(item, event) });
}

function tookMs(item: Record<string, unknown>, event: Record<string, unknown>): { ms?: number } {
  const { secs, nanos } = asObject(item.duration);
  if (typeof secs === "number" && typeof nanos === "number") return { ms: Math.round(secs * 1000 + nanos / 1e6) };
  const ms = Number(event.completed_at_ms) - Number(event.started_at_ms);
  return ms >= 0 ? { ms } : {};
}

function commandResult(item: Record<string, unknown>): BuiltResult {
  const output =
    asText(item.aggregated_output) ?? [asText(item.stdout), asText(item.stderr)].filter(Boolean).join("\n");
  if (item.status === "declined") return { outcome: "denied", error: output || "declined" };
  return exited(output, item.exit_code);
}

/** Absent code: the command is still running, or nobody said. */
function exited(output: string, code: unknown): BuiltResult {
  if (typeof code !== "number") return { result: output, outcome: "unknown" };
  const result = { output, exit_code: code };
  return code === 0
    ? { result, outcome: "ok" }
    : { result, outcome: "error", error: output.trim() || `exit code ${code}` };
}

function patchResult(item: Record<string, unknown>): BuiltResult {
  const text = asText(item.stdout) ?? "";
  if (item.status === "declined") return { outcome: "denied" };
  if (item.status === "failed") return readFailure(asText(item.stderr) ?? text);
  return { ...(text !== "" && { result: text }), outcome: "ok" };
}

function mcpResult(item: Record<string, unknown>): BuiltResult {
  const result = asObject(item.result);
  const error = asText(asObject(item.error).message) ?? asText(item.error);
  const text = asArray(result.content).length > 0 ? contentText(result.content) : error;
  if (item.status === "failed" || result.isError === true) return readFailure(text ?? "failed");
  return readResult(text ?? (item.result as Json));
}

/** The output as the model sees it: text with a head, parts of text, or older versions' JSON with `metadata.exit_code`. */
function readOutput(output: unknown): BuiltResult {
  const text = withoutHead(typeof output === "string" ? output : contentText(asObject(output).content ?? output));
  const refused =
    /^(?:exec command )?rejected by user|^patch rejected by user|^Command blocked by PreToolUse hook/i.test(text);
  if (refused) return { result: text, outcome: "denied", error: text };
  if (/^(?:command )?aborted by user/i.test(text)) return { result: text, outcome: "interrupted", error: text };
  if (
    /^(?:apply_patch verification failed|unsupported call|failed to parse function arguments|execution error)/i.test(
      text,
    )
  )
    return readFailure(text);
  const json = text.startsWith("{") ? parseJson(text) : undefined;
  const old = json && "value" in json ? asObject(json.value) : {};
  const code = asObject(old.metadata).exit_code;
  if (typeof old.output === "string" && typeof code === "number") return exited(old.output, code);
  const head = typeof output === "string" ? HEAD.exec(output) : null;
  if (head?.[0].includes("Process running with session ID")) return { result: text, outcome: "unknown" };
  const told = head === null ? undefined : /(?:Exit code:|exited with code) (-?\d+)/.exec(head[0])?.[1];
  return told === undefined ? readResult(text) : exited(text, Number(told));
}

/** Lines about the run that stand before the output itself. */
const HEAD =
  /^(?:(?:Chunk ID|Wall time|Exit code|Process exited with code|Process running with session ID|Original token count|Total output lines)\b.*\n)*Output:\n?/;

function withoutHead(text: string): string {
  return text.replace(HEAD, "");
}

/** `codex exec --json` tells each call as one item, first started and then completed, and not the user's words. */
function takeStreamItem(reader: Reader, item: Record<string, unknown>, phase: string): void {
  const id = asName(item.id);
  if (item.type === "command_execution")
    call(reader, id, "exec_command", { cmd: withoutShell(asText(item.command) ?? "") });
  else if (item.type === "file_change") call(reader, id, "apply_patch", { changes: (item.changes ?? []) as Json });
  else if (item.type === "mcp_tool_call")
    call(reader, id, `mcp__${item.server}__${item.tool}`, readArguments(item.arguments));
  else if (item.type === "web_search") call(reader, id, "web_search", { query: asText(item.query) ?? "" });
  else return;
  if (phase !== "item.completed") return;
  reader.group += 1;
  reader.session.turns.result(id, undefined, streamResult(item));
}

function streamResult(item: Record<string, unknown>): BuiltResult {
  if (item.type === "command_execution") return commandResult(item);
  if (item.type === "file_change") return patchResult(item);
  return item.type === "mcp_tool_call" ? mcpResult(item) : { outcome: "ok" };
}

/** `/bin/bash -lc 'ls src'` is how the client ran `ls src`. */
function withoutShell(command: string): string {
  const quoted = /^\S*sh -l?c '(.*)'$/s.exec(command)?.[1];
  if (quoted !== undefined) return quoted.replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'");
  return /^\S*sh -l?c "([^"\\$`]*)"$/.exec(command)?.[1] ?? /^\S*sh -l?c (\S+)$/.exec(command)?.[1] ?? command;
}
