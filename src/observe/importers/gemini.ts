import { contentText, readArguments } from "../chat.ts";
import { HostSession } from "../host-session.ts";
import { unwrap, withoutBlocks } from "../host-text.ts";
import type { Importer, ImportItem } from "../importer.ts";
import { asArray, asName, asObject, asText } from "../json-text.ts";
import { readRecords } from "../records.ts";
import { readFailure, readResult } from "../result.ts";
import type { BuiltResult } from "../turn-builder.ts";

const SOURCE = "gemini-cli";

/**
 * Chats of Gemini CLI: `session-*.jsonl` with a header and messages that are written again as they grow, and the older
 * `session-*.json` with one `messages` list. A message that is written again is the same message; the calls it adds are new.
 */
export const geminiImporter: Importer = {
  name: SOURCE,
  fits: ({ values }) => values.some((value) => isHeader(asObject(value))),
  async *read(chunks, context) {
    let session: HostSession | undefined;
    let imported = 0;
    const seen = new Set<string>();
    for await (const record of readRecords(chunks, { lists: ["messages"], fields: ["sessionId"] })) {
      if ("problem" in record) {
        yield { problem: { path: context.path, line: record.line, problem: record.problem } };
        continue;
      }
      const line = asObject(record.value);
      if (record.field === "sessionId" || isHeader(line)) {
        const name = asText(record.field === "sessionId" ? record.value : line.sessionId);
        if (session === undefined && name !== undefined) session = new HostSession(SOURCE, name);
        session?.sawTime(line.startTime);
        continue;
      }
      session ??= new HostSession(SOURCE, fileSession(context.path));
      const isNewPrompt = line.type === "user" && !seen.has(String(line.id)) && typedIn(line) !== "";
      for (const item of session.grow(record.chars, isNewPrompt)) yield count(item);
      if (isNewPrompt) session.turns.prompt(typedIn(line));
      // Only the user's messages would count twice; ids of calls tell calls apart.
      if (line.type === "user") seen.add(String(line.id));
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

function isHeader(line: Record<string, unknown>): boolean {
  return typeof line.sessionId === "string" && "projectHash" in line;
}

function fileSession(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").replace(/\.jsonl?$/, "");
}

function typedIn(message: Record<string, unknown>): string {
  return withoutBlocks(contentText(message.content), "hook_context").trim();
}

function take(session: HostSession, message: Record<string, unknown>): void {
  session.sawTime(message.timestamp);
  if (message.type !== "gemini") return;
  session.model = asText(message.model) ?? session.model;
  for (const call of asArray(message.toolCalls).map(asObject)) {
    const id = asName(call.id);
    const input = readArguments(call.args);
    session.turns.call({ id, tool: asText(call.name) ?? "", input, together: String(message.id) });
    session.sawTime(call.timestamp);
    if (call.status !== undefined) session.turns.result(id, undefined, resultOf(call));
  }
}

function resultOf(call: Record<string, unknown>): BuiltResult {
  const responses = asArray(call.result).map((part) => asObject(asObject(asObject(part).functionResponse).response));
  const { output, error } = responses[0] ?? {};
  if (call.status === "cancelled") {
    const text = asText(error) ?? asText(output);
    const outcome = /did not allow/i.test(text ?? "") ? "denied" : "interrupted";
    return { outcome, ...(text !== undefined && { error: text }) };
  }
  if (call.status === "error" || error !== undefined) return readFailure(error ?? output);
  if (call.status !== "success") return { outcome: "unknown" };
  if (typeof output !== "string") return readResult(output);
  const text = unwrap(output, "untrusted_context");
  // The client counts a command that ran as a success, whatever it returned.
  const code = /^Exit Code: (-?\d+)$/m.exec(text)?.[1];
  if (call.name !== "run_shell_command" || code === undefined) return readResult(text);
  const result = { output: text, exit_code: Number(code) };
  return Number(code) === 0 ? { result, outcome: "ok" } : { result, outcome: "error", error: shellError(text) };
}

/** What the command itself said, without the client's lines about the run. */
function shellError(text: string): string {
  const said = text
    .split("\n")
    .filter((line) => !/^(?:Exit Code|Process Group PGID|Command|Directory|Background PIDs|Signal): /.test(line))
    .map((line) => line.replace(/^(?:Output|Stdout|Stderr|Error): /, ""));
  return said.join("\n").trim() || text;
}
