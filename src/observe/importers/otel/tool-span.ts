import type { Json } from "../../../model/json.ts";
import { readArguments } from "../../chat.ts";
import { asName, asObject, asText, parseJson } from "../../json-text.ts";
import { readFailure, readResult } from "../../result.ts";
import type { BuiltResult } from "../../turn-builder.ts";
import type { Span } from "./span.ts";

/** One run of a tool, as its own span tells it. */
export interface ToolRun {
  id: string | undefined;
  tool: string;
  input: Json;
  result: BuiltResult;
  startMs: number;
  agent: string | undefined;
}

/** Reads a span that is the run of a tool. @returns undefined when it is something else */
export function toolRunOf(span: Span): ToolRun | undefined {
  const { attributes } = span;
  const tool = toolName(span);
  if (tool === undefined) return undefined;
  const input =
    attributes["gen_ai.tool.call.arguments"] ??
    attributes["ai.toolCall.args"] ??
    attributes["tool.parameters"] ??
    attributes["input.value"];
  const output =
    attributes["gen_ai.tool.call.result"] ?? attributes["ai.toolCall.result"] ?? attributes["output.value"];
  const result = resultOf(span, output ?? inside(attributes["traceloop.entity.output"], "output"));
  return {
    id: asName(attributes["gen_ai.tool.call.id"] ?? attributes["ai.toolCall.id"]),
    tool,
    input: readArguments(input ?? inside(attributes["traceloop.entity.input"], "inputs")),
    result: span.endMs >= span.startMs ? { ...result, ms: Math.round(span.endMs - span.startMs) } : result,
    startMs: span.startMs,
    agent: asText(attributes["gen_ai.agent.name"]),
  };
}

function toolName({ name, attributes }: Span): string | undefined {
  const isTool =
    attributes["gen_ai.operation.name"] === "execute_tool" ||
    name.startsWith("execute_tool ") ||
    attributes["openinference.span.kind"] === "TOOL" ||
    attributes["traceloop.span.kind"] === "tool" ||
    attributes["ai.toolCall.name"] !== undefined ||
    attributes["mcp.method.name"] === "tools/call";
  if (!isTool) return undefined;
  const told =
    attributes["gen_ai.tool.name"] ??
    attributes["ai.toolCall.name"] ??
    attributes["tool.name"] ??
    attributes["traceloop.entity.name"];
  return asText(told) ?? name.replace(/^execute_tool /, "");
}

function resultOf(span: Span, output: unknown): BuiltResult {
  if (span.failed || span.attributes["error.type"] !== undefined) {
    return readFailure(span.message ?? output ?? span.attributes["error.type"] ?? "failed");
  }
  // Content may have been left out on purpose; that the run ended without an error is known all the same.
  return output === undefined ? { outcome: "ok" } : readResult(output);
}

/** Decorators record what went in and out as JSON text around the value itself. */
function inside(given: unknown, key: string): unknown {
  if (given === undefined) return undefined;
  const parsed = typeof given === "string" ? parseJson(given) : { value: given };
  if ("problem" in parsed) return given;
  const value = asObject(parsed.value);
  return value[key] ?? value.kwargs ?? value.input_str ?? parsed.value;
}
