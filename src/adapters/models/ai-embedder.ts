import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { embedMany } from "ai";
import type { Access } from "./ai-model.ts";

/** Texts in one request: many servers take no more. */
const MOST_TEXTS = 64;

/** One embedder on one server, over HTTP through the AI SDK. One attempt a call. */
export function createAiEmbedder({
  options,
  key,
}: Access): (texts: readonly string[], signal: AbortSignal) => Promise<{ vectors: number[][]; tokens: number }> {
  const provider = createOpenAICompatible({
    name: "server",
    baseURL: options.baseUrl ?? "",
    ...(key !== undefined && { apiKey: key }),
  });
  const model = provider.embeddingModel(options.model);
  const providerOptions = options.dimensions === undefined ? {} : { server: { dimensions: options.dimensions } };
  return async (texts, signal) => {
    const vectors: number[][] = [];
    let tokens = 0;
    for (let from = 0; from < texts.length; from += MOST_TEXTS) {
      const values = texts.slice(from, from + MOST_TEXTS);
      const reply = await embedMany({ model, values, providerOptions, maxRetries: 0, abortSignal: signal });
      vectors.push(...reply.embeddings);
      tokens += reply.usage.tokens || 0;
    }
    if (vectors.length !== texts.length || vectors.some((vector) => vector.length !== vectors[0]!.length)) {
      throw new Error(
        `${texts.length} texts were sent and ${vectors.length} vectors came back, or of different lengths`,
      );
    }
    return { vectors, tokens };
  };
}
