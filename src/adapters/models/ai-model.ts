import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, type LanguageModel as SdkModel } from "ai";
import type { ModelOptions } from "../../options/models.ts";
import type { ModelReply, ModelRequest } from "../../ports.ts";
import { isRefusedRequest } from "./call-fault.ts";

/** A key, and what it opens. */
export interface Access {
  options: ModelOptions;
  key: string | undefined;
}

// The library's advice to developers would go to stdout, which belongs to JSON answers and to MCP.
(globalThis as { AI_SDK_LOG_WARNINGS?: unknown }).AI_SDK_LOG_WARNINGS = false;

/** One model on one server, spoken to over HTTP through the AI SDK. One attempt a call: who calls it decides about a further one. */
export function createAiModel({
  options,
  key,
}: Access): (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply> {
  const model = sdkModel(options, key);
  /** A server that refused a schema is not bothered with one again. */
  let structured = options.structured ?? "schema";
  return async (request, signal) => {
    try {
      return await generate(model, options, request, structured, signal);
    } catch (error) {
      if (!request.format || structured === "none" || !isRefusedRequest(error)) throw error;
      await request.onRetry?.();
      const reply = await generate(model, options, request, "none", signal);
      structured = "none";
      return reply;
    }
  };
}

function sdkModel(options: ModelOptions, key: string | undefined): SdkModel {
  const { baseUrl, model } = options;
  if (options.provider === "anthropic") {
    return createAnthropic({ ...(baseUrl !== undefined && { baseURL: baseUrl }), apiKey: key ?? "" })(model);
  }
  return createOpenAICompatible({
    name: "server",
    baseURL: baseUrl ?? "",
    ...(key !== undefined && { apiKey: key }),
    supportsStructuredOutputs: (options.structured ?? "schema") === "schema",
  })(model);
}

async function generate(
  model: SdkModel,
  options: ModelOptions,
  { messages, format, temperature = options.temperature }: ModelRequest,
  structured: "schema" | "json" | "none",
  signal: AbortSignal,
): Promise<ModelReply> {
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const rest = messages.flatMap(({ role, content }) => (role === "system" ? [] : [{ role, content }]));
  const result = await generateText({
    model,
    ...(system.length > 0 && { system: system.join("\n\n") }),
    messages: rest,
    maxOutputTokens: options.maxTokens ?? 4_096,
    ...(temperature !== undefined && { temperature }),
    ...(format && structured !== "none" && { output: rawJson(format, structured) }),
    maxRetries: 0,
    abortSignal: signal,
  });
  return {
    text: result.text,
    finish: finishOf(result.finishReason),
    inputTokens: result.usage.inputTokens ?? 0,
    outputTokens: result.usage.outputTokens ?? 0,
  };
}

function finishOf(reason: string): ModelReply["finish"] {
  if (reason === "stop" || reason === "tool-calls") return "stop";
  if (reason === "length") return "length";
  return reason === "content-filter" ? "refusal" : "other";
}

/** Asks the server for the shape and hands its text over as it is: reading and repairing it is the asker's business. */
function rawJson(format: NonNullable<ModelRequest["format"]>, structured: "schema" | "json") {
  return {
    name: "raw",
    responseFormat: Promise.resolve({
      type: "json" as const,
      name: format.name,
      ...(structured === "schema" && { schema: format.schema as object }),
    }),
    parseCompleteOutput: async ({ text }: { text: string }) => text,
    parsePartialOutput: async ({ text }: { text: string }) => ({ partial: text }),
    createElementStreamTransform: () => undefined,
  };
}
