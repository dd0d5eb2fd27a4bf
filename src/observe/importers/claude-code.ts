import type { Json } from "../../model/json.ts";
import { isObject } from "../../model/json.ts";
import { contentOf, contentText } from "../chat.ts";
import { HostSession } from "../host-session.ts";
import { insideBlock, unwrap, withoutBlocks } from "../host-text.ts";
import type { ImportContext, Importer, ImportItem } from "../importer.ts";
import { asArray, asObject, asText } from "../json-text.ts";
import { readRecords } from "../records.ts";
import type { BuiltResult } from "../turn-builder.ts";

const SOURCE = "claude-code";

/**
 * Transcripts of Claude Code (`~/.claude/projects/<folder>/<session>.jsonl`, with its subagents beside it) and the output of
 * `claude -p --output-format stream-json`.
 *
 * Only what a person typed is the user's word: not tool results, reminders, hook context, summaries, command output or what one
 * agent tells another. Words typed while the agent works, and those said when refusing a call, begin a turn of their own.
 */
export const claudeCodeImporter: Importer = {
  name: SOURCE,
  fits: ({ values }) => values.some((value) => isRecord(asObject(value))),
  async *read(chunks, context) {
    let session: HostSession | undefined;
    let imported = 0;
    for await (const record of readRecords(chunks)) {
      if ("problem" in record) {
        yield { problem: { path: context.path, line: record.line, problem: record.problem } };
        continue;
      }
      const line = asObject(record.value);
      const name = sessionName(line, context);
      if (name === undefined) continue;
      // Only a stream may hold several sessions; a transcript is one session, whatever old copies in it say.
      if (!session || ("session_id" in line && name !== session.name)) {
        for (const item of session?.takePiece() ?? []) yield count(item);
        session = new HostSession(SOURCE, name);
      }
      for (const item of session.grow(record.chars, typedBy(line) !== undefined)) yield count(item);
      take(session, line);
    }
    for (const item of session?.takePiece() ?? []) yield count(item);
    if (imported === 0) yield { passed: "nothing to import: no messages" };

    function count(item: ImportItem): ImportItem {
      imported += 1;
      return item;
    }
  },
};

function isRecord(line: Record<string, unknown>): boolean {
  if (typeof line.type !== "string") return false;
  if (line.type === "summary") return "leafUuid" in line;
  if (line.type === "file-history-snapshot") return "snapshot" in line;
  if (typeof line.session_id === "string") return line.type === "system" || "parent_tool_use_id" in line;
  return (
    typeof line.sessionId === "string" &&
    ("uuid" in line || line.type === "queue-operation" || line.type === "last-prompt")
  );
}

/**
 * The transcript's own name, which older versions did not write into copied lines; with the agent's for a subagent's file.
 * Lines that belong to no session, such as summaries, have none.
 */
function sessionName(line: Record<string, unknown>, { path }: ImportContext): string | undefined {
  const streamed = asText(line.session_id);
  if (streamed !== undefined) return streamed;
  const inLine = asText(line.sessionId);
  if (inLine === undefined) return undefined;
  const file = (path.split(/[\\/]/).at(-1) ?? "").replace(/\.jsonl$/, "");
  if (line.isSidechain === true) return `${inLine}/agent-${agentOf(line)}`;
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(file) ? file : inLine;
}

function agentOf(line: Record<string, unknown>): string | undefined {
  const isSide = line.isSidechain === true || asText(line.parent_tool_use_id) !== undefined;
  return isSide ? (asText(line.agentId) ?? asText(line.parent_tool_use_id) ?? "sidechain") : undefined;
}

function take(session: HostSession, line: Record<string, unknown>): void {
  session.sawTime(line.timestamp);
  session.sawPlace(line.cwd, line.gitBranch);
  const message = asObject(line.message);
  if (line.type === "assistant") takeCalls(session, line, message);
  else if (line.type === "user") takeUser(session, line, message);
  else if (line.type === "attachment") takeAttachment(session, asObject(line.attachment));
  else if (line.type === "system" && line.subtype === "init") session.model = asText(line.model) ?? session.model;
}

/** One record a content block; the blocks of one answer share its message id. */
function takeCalls(session: HostSession, line: Record<string, unknown>, message: Record<string, unknown>): void {
  const agent = agentOf(line);
  if (agent === undefined && message.model !== "<synthetic>") session.model = asText(message.model) ?? session.model;
  for (const block of asArray(message.content).map(asObject)) {
    if (block.type !== "tool_use") continue;
    session.turns.call({
      id: asText(block.id),
      tool: asText(block.name) ?? "",
      input: (block.input ?? {}) as Json,
      together: asText(message.id) ?? String(line.uuid),
      ...(agent !== undefined && { agent }),
    });
  }
}

function takeUser(session: HostSession, line: Record<string, unknown>, message: Record<string, unknown>): void {
  const results = asArray(message.content)
    .map(asObject)
    .filter((block) => block.type === "tool_result");
  for (const block of results) {
    const structured = results.length === 1 ? (line.toolUseResult ?? line.tool_use_result) : undefined;
    const result = readToolResult(block, structured);
    session.turns.result(asText(block.tool_use_id), undefined, result);
    const said =
      result.outcome === "denied" && agentOf(line) === undefined ? wordsOfRefusal(result.error ?? "") : undefined;
    if (said !== undefined) session.turns.prompt(said);
  }
  const text = plainText(message.content);
  if (INTERRUPTED.test(text)) session.turns.interrupt();
  // The output of a command that the host itself answered: nobody asked the agent for anything.
  const last = session.turns.turns.at(-1);
  if (text.startsWith("<local-command-stdout>") && last?.steps.length === 0 && last.user.startsWith("/"))
    session.turns.turns.pop();
  const typed = typedBy(line);
  if (typed !== undefined) session.turns.prompt(typed);
}

const INTERRUPTED = /^\[Request interrupted by user(?: for tool use)?\]/;

/** Text that the host writes in the user's place begins like this. */
const NOT_TYPED =
  /^(?:<(?:local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|task-notification|teammate-message|user-prompt-submit-hook|system-reminder|session-start-hook)\b|Caveat: The messages below were generated|This session is being continued from a previous conversation)/;

/** What a person typed in this record; undefined when no person typed it. */
function typedBy(line: Record<string, unknown>): string | undefined {
  if (line.type === "attachment") return queuedBy(asObject(line.attachment));
  if (line.type !== "user" || agentOf(line) !== undefined) return undefined;
  if (line.isMeta === true || line.isCompactSummary === true || line.isVisibleInTranscriptOnly === true)
    return undefined;
  if (isObject(line.origin) && line.origin.kind !== undefined && line.origin.kind !== "human") return undefined;
  const { content } = asObject(line.message);
  if (asArray(content).some((block) => asObject(block).type === "tool_result")) return undefined;
  const text = plainText(content).replace(INTERRUPTED, "").trim();
  if (text === "" || NOT_TYPED.test(text)) return undefined;
  const command = insideBlock(text, "command-name");
  return command === undefined ? text : `${command} ${insideBlock(text, "command-args") ?? ""}`.trim();
}

/** Words typed while the agent was working reach it as an attachment. */
function queuedBy(attachment: Record<string, unknown>): string | undefined {
  if (attachment.type !== "queued_command" || (attachment.commandMode ?? "prompt") !== "prompt") return undefined;
  if (isObject(attachment.origin) && attachment.origin.kind !== "human") return undefined;
  const text = withoutBlocks(contentText(attachment.prompt), "system-reminder").trim();
  return text === "" || NOT_TYPED.test(text) ? undefined : text;
}

function plainText(content: unknown): string {
  return withoutBlocks(contentText(content), "system-reminder").trim();
}

function takeAttachment(session: HostSession, attachment: Record<string, unknown>): void {
  const queued = queuedBy(attachment);
  if (queued !== undefined) session.turns.prompt(queued);
  const refused =
    (attachment.type === "hook_blocking_error" && attachment.hookEvent === "PreToolUse") ||
    (attachment.type === "hook_permission_decision" && attachment.decision === "deny");
  if (refused) session.turns.result(asText(attachment.toolUseID), undefined, { outcome: "denied" });
}

/** A person's no, and the host's own. */
const REFUSED =
  /^(?:The user doesn't want to proceed with this tool use|User rejected tool use|Permission to use \S+ .*has been denied|Permission to use \S+ has been denied)/s;
const STOPPED = /^(?:The user doesn't want to take this action right now|\[Request interrupted by user)/;

function readToolResult(block: Record<string, unknown>, structured: unknown): BuiltResult {
  const answer = contentOf(block.content);
  const text = typeof answer === "string" ? withoutBlocks(answer, "system-reminder") : "";
  const told = asObject(structured);
  const ms = typeof told.totalDurationMs === "number" ? told.totalDurationMs : told.durationMs;
  const timed = typeof ms === "number" ? { ms } : {};
  if (block.is_error === true) {
    const error = unwrap(text, "tool_use_error") || "failed";
    const outcome = REFUSED.test(error)
      ? "denied"
      : STOPPED.test(error) || told.interrupted === true
        ? "interrupted"
        : "error";
    return { result: error, outcome, error, ...timed };
  }
  const result = typeof structured === "object" && structured !== null ? withoutBulk(structured as Json) : text;
  return { result, outcome: told.interrupted === true ? "interrupted" : "ok", ...timed };
}

/** An edit's result repeats the whole file as it was before; that is not what the edit returned. */
function withoutBulk(result: Json): Json {
  if (!isObject(result) || !("originalFile" in result)) return result;
  const { originalFile: _, ...rest } = result;
  return rest;
}

/** What the user said instead, when refusing a call. */
function wordsOfRefusal(error: string): string | undefined {
  const said = error
    .split(/the user said:\s*\n?/)
    .slice(1)
    .join("\n")
    .split(/\n\s*\nNote: The user's next message/)[0]
    ?.trim();
  return said === "" ? undefined : said;
}
