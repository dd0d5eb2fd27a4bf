// An agent of the Vercel AI SDK with a memory. It is given the same kind of task twice: what goes wrong the first time is learned from,
// and the second time the card is put before it.
//
//   MODEL_URL=http://127.0.0.1:11434/v1 MODEL=qwen3:8b node examples/ai-sdk.mjs
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs, tool, wrapLanguageModel } from "ai";
import { openMemory } from "habitus";
import { habitusMiddleware } from "habitus/ai-sdk";
import { z } from "zod";
import { openDesk, TASK } from "./desk.mjs";

const { MODEL_URL: baseUrl, MODEL: name = "default" } = process.env;
if (!baseUrl) throw new Error("MODEL_URL must name a server that speaks OpenAI's chat completions");

const memory = await openMemory({
  project: "example-ai-sdk",
  options: { models: { default: { provider: "openai-compatible", baseUrl, model: name } } },
});
const habitus = habitusMiddleware(memory, {
  // A model writes the card, from a single failure too. Without this, patterns over many runs become cards by counting alone.
  learn: { addition: "full" },
  onProblem: (error, doing) => console.error(`habitus, ${doing}: ${error.message}`),
});
const model = wrapLanguageModel({
  model: createOpenAICompatible({ name: "local", baseURL: baseUrl }).chatModel(name),
  middleware: habitus,
});

for (const run of [1, 2]) {
  const desk = openDesk();
  const result = await generateText({
    model,
    prompt: TASK,
    stopWhen: stepCountIs(6),
    tools: {
      get_stock_info: tool({
        description: "The price of a share at this moment",
        inputSchema: z.object({ symbol: z.string() }),
        execute: desk.getStockInfo,
      }),
      place_order: tool({
        description: "Buys shares",
        inputSchema: z.object({ symbol: z.string(), amount: z.number(), price: z.number() }),
        execute: desk.placeOrder,
      }),
    },
  });
  const { cards } = result.providerMetadata.habitus;
  console.log(`run ${run}: score ${desk.outcome().score}, cards shown: ${cards.join(", ") || "none"}`);
  await habitus.outcome(result, desk.outcome());
  // Learning goes on in the background; here the next run is to have it.
  await habitus.flush();
}
await memory.close();
