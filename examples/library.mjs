// From agent runs to a recalled card, without a model, a key or a network.
//
//   node examples/library.mjs [FOLDER WITH RUNS]
import { fileURLToPath } from "node:url";
import { openMemory, runFiles } from "habitus";

const [folder = fileURLToPath(new URL("../data/bfcl", import.meta.url))] = process.argv.slice(2);
const memory = await openMemory({ project: "example-library" });
await memory.import(await runFiles([folder]));
const { decisions } = await memory.learn();
console.log(`new cards: ${decisions.filter(({ verdict }) => verdict === "created").length}`);
const advice = await memory.recall("Buy 100 shares of AAPL at the current market price");
console.log(advice.text);
// Here the agent works, with this text before it.
await memory.record(advice, { score: 1, by: "test", reasons: ["the order stands"] });
await memory.close();
