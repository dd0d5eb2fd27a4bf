import type { Json } from "../../model/json.ts";
import { readArguments } from "../chat.ts";
import { HostSession } from "../host-session.ts";
import type { Importer, ImportItem } from "../importer.ts";
import { asArray, asName, asObject, asText } from "../json-text.ts";
import { readRecords } from "../records.ts";
import { parseStructured, readFailure, readResult } from "../result.ts";
import type { BuiltResult } from "../turn-builder.ts";

const SOURCE = "opencode";

/** What `opencode export SESSION` prints: `{info, messages: [{info, parts}]}`. The prompts of a subagent's session are no person's words. */
export const opencodeImporter: Importer = {
  name: SOURCE,
  fits: ({ values }) => values.some((value) => isExport(asObject(value))),
  async *read(chunks, context) {
    let session: HostSession | undefined;
    let agent: string | undefined;
    let imported = 0;
    for await (const record of readRecords(chunks, { lists: ["messages"], fields: ["info"] })) {
      if ("problem" in record) {
        yield { problem: { path: context.path, line: record.line, problem: record.problem } };
        continue;
      }
      const value = asObject(record.value);
      if (record.field === "info") {
        for (const item of session?.takePiece() ?? []) yield count(item);
        session = new HostSession(SOURCE, asText(value.id) ?? "unknown");
        session.sawPlace(value.directory, undefined);
        agent = asText(value.parentID) === undefined ? undefined : (asText(value.agent) ?? "subagent");
        continue;
      }
      const info = asObject(value.info);
      session ??= new HostSession(SOURCE, asText(info.sessionID) ?? "unknown");
      for (const item of session.grow(record.chars, info.role === "user")) yield count(item);
      take(session, info, asArray(value.parts).map(asObject), agent);
    }
    for (const item of session?.takePiece() ?? []) yield count(item);
    if (imported === 0) yield { passed: "nothing to import: no messages" };

    function count(item: ImportItem): ImportItem {
      imported += 1;
      return item;
    }
  },
};

function isExport(value: Record<string, unknown>): boolean {
  const first = asObject(asArray(value.messages)[0]);
  return (
    typeof asObject(value.info).id === "string" &&
    (Array.isArray(first.parts) || "info" in first || asArray(value.messages).length === 0)
  );
}

function take(
  session: HostSession,
  info: Record<string, unknown>,
  parts: readonly Record<string, unknown>[],
  agent: string | undefined,
): void {
  const time = asObject(info.time);
  session.sawTime(time.created);
  session.sawTime(time.completed);
  if (info.role === "user") {
    const said = parts.filter((part) => part.type === "text" && part.synthetic !== true && part.ignored !== true);
    const text = said.map((part) => asText(part.text) ?? "").join("\n");
    if (agent === undefined && text.trim() !== "") session.turns.prompt(text);
    return;
  }
  session.sawPlace(asObject(info.path).cwd, undefined);
  session.model = asText(info.modelID) ?? session.model;
  for (const part of parts) {
    if (part.type !== "tool") continue;
    const state = asObject(part.state);
    session.turns.call({
      id: asName(part.callID) ?? asName(part.id),
      tool: asText(part.tool) ?? "",
      input: readArguments(state.input),
      together: String(info.id),
      ...(agent !== undefined && { agent }),
    });
    session.turns.result(asName(part.callID) ?? asName(part.id), undefined, resultOf(state));
  }
}

function resultOf(state: Record<string, unknown>): BuiltResult {
  const time = asObject(state.time);
  const took = Number(time.end) - Number(time.start);
  return { ...stateResult(state), ...(took >= 0 && { ms: took }) };
}

function stateResult(state: Record<string, unknown>): BuiltResult {
  if (state.status === "error") {
    const error = asText(state.error) ?? "failed";
    if (/rejected permission|user dismissed|permission (?:was )?denied by/i.test(error))
      return { outcome: "denied", error };
    return /\baborted\b/i.test(error) ? { outcome: "interrupted", error } : readFailure(error);
  }
  if (state.status !== "completed") return { outcome: "unknown" };
  const { exit, output: printed } = asObject(state.metadata);
  // What the command printed, before plugins added to what the model sees.
  const output = asText(printed) ?? asText(state.output) ?? "";
  if (typeof exit !== "number") return readResult((state.output ?? "") as Json);
  const result = { output: parseStructured(output), exit_code: exit };
  return exit === 0
    ? { result, outcome: "ok" }
    : { result, outcome: "error", error: output.trim() || `exit code ${exit}` };
}
