// A graph of LangGraph JS with a memory. It is given the same kind of task twice: what goes wrong the first time is learned from, and the
// second time the card is put before it.
//
//   MODEL_URL=http://127.0.0.1:11434/v1 MODEL=qwen3:8b node examples/langgraph.mjs
import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { openMemory } from "habitus";
import { habitusNodes } from "habitus/langgraph";
import { z } from "zod";
import { ChatModel } from "./chat-model.mjs";
import { openDesk, TASK } from "./desk.mjs";

const { MODEL_URL: baseUrl, MODEL: name = "default" } = process.env;
if (!baseUrl) throw new Error("MODEL_URL must name a server that speaks OpenAI's chat completions");

const memory = await openMemory({
  project: "example-langgraph",
  options: { models: { default: { provider: "openai-compatible", baseUrl, model: name } } },
});
const habitus = habitusNodes(memory, {
  tools: ["get_stock_info", "place_order"],
  // A model writes the card, from a single failure too. Without this, patterns over many runs become cards by counting alone.
  learn: { addition: "full" },
  onProblem: (error, doing) => console.error(`habitus, ${doing}: ${error.message}`),
});

for (const run of [1, 2]) {
  const desk = openDesk();
  const tools = [
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
  ];
  const graph = new StateGraph(MessagesAnnotation)
    // Any chat model of LangChain goes here, such as `new ChatOpenAI({ … }).bindTools(tools)`.
    .addNode("model", habitus.callModel(new ChatModel({ baseUrl, name }).bindTools(tools)))
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "model")
    .addConditionalEdges("model", toolsCondition)
    .addEdge("tools", "model")
    .compile();
  const state = await graph.invoke({ messages: [new HumanMessage(TASK)] }, { recursionLimit: 12 });
  const { cards } = await habitus.attemptOf(state);
  console.log(`run ${run}: score ${desk.outcome().score}, cards shown: ${cards.join(", ") || "none"}`);
  await habitus.outcome(state, desk.outcome());
  // Learning goes on in the background; here the next run is to have it.
  await habitus.flush();
}
await memory.close();
