// An agent of LangChain 1 with a memory. It is given the same kind of task twice: what goes wrong the first time is learned from, and the
// second time the card is put before it.
//
//   MODEL_URL=http://127.0.0.1:11434/v1 MODEL=qwen3:8b node examples/langchain.mjs
import { openMemory } from "habitus";
import { habitusMiddleware } from "habitus/langchain";
import { createAgent, tool } from "langchain";
import { z } from "zod";
import { ChatModel } from "./chat-model.mjs";
import { openDesk, TASK } from "./desk.mjs";

const { MODEL_URL: baseUrl, MODEL: name = "default" } = process.env;
if (!baseUrl) throw new Error("MODEL_URL must name a server that speaks OpenAI's chat completions");

const memory = await openMemory({
  project: "example-langchain",
  options: { models: { default: { provider: "openai-compatible", baseUrl, model: name } } },
});
const habitus = habitusMiddleware(memory, {
  // A model writes the card, from a single failure too. Without this, patterns over many runs become cards by counting alone.
  learn: { addition: "full" },
  onProblem: (error, doing) => console.error(`habitus, ${doing}: ${error.message}`),
});

for (const run of [1, 2]) {
  const desk = openDesk();
  const agent = createAgent({
    // Any model of LangChain goes here, such as "openai:gpt-5-mini".
    model: new ChatModel({ baseUrl, name }),
    tools: [
      tool(desk.getStockInfo, {
        name: "get_stock_info",
        description: "The price of a share at this moment",
        schema: z.object({ symbol: z.string() }),
      }),
      tool(desk.placeOrder, {
        name: "place_order",
        description: "Buys shares",
        schema: z.object({ symbol: z.string(), amount: z.number(), price: z.number() }),
      }),
    ],
    middleware: [habitus],
  });
  const state = await agent.invoke({ messages: [{ role: "user", content: TASK }] }, { recursionLimit: 12 });
  const { cards } = await habitus.attemptOf(state);
  console.log(`run ${run}: score ${desk.outcome().score}, cards shown: ${cards.join(", ") || "none"}`);
  await habitus.outcome(state, desk.outcome());
  // Learning goes on in the background; here the next run is to have it.
  await habitus.flush();
}
await memory.close();
