/**
 * The guidelines that single calls lead to, as the cards of a memory of its own say them: files are imported, learned from, and asked
 * for, as a person would. Usage: `npm run bench -- tool-memory/print [runs|golden|tau] [--json]`.
 */
import { createReadStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { groupsIn } from "../../src/distill/scenarios.ts";
import { shortHash } from "../../src/distill/sketch.ts";
import { openMemory } from "../../src/open-memory.ts";
import { needs, sharedData } from "../mine-check/load.ts";

const CATEGORIES = ["base", "miss_func", "miss_param"];
const FILES = {
  runs: () => CATEGORIES.map((name) => sharedData("agent-runs", `multi_turn_${name}.jsonl`)),
  golden: () => [
    ...CATEGORIES.map((name) => sharedData("bfcl", "tasks", `multi_turn_${name}.jsonl`)),
    sharedData("bfcl", "golden.jsonl"),
  ],
  tau: () => [sharedData("tau-airline", "gpt-4o-airline.json")],
};

const asJson = process.argv.includes("--json");
const what = (process.argv.slice(2).find((word) => word in FILES) ?? "runs") as keyof typeof FILES;
const home = mkdtempSync(join(tmpdir(), "habitus-tools-"));
const memory = await openMemory({ home, project: "tools", env: {} });
/** Which tasks counted as one, because they are variants of one another: by the name of the task, a name of its group. */
function variants(): Record<string, string> {
  const { state } = JSON.parse(readFileSync(join(home, "projects", memory.project.id, "learn.json"), "utf8"));
  const groupOf = groupsIn(state.mine.scenarios);
  const ids = FILES.runs().flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^\{"task_id": ?"([^"]+)"/gm)].map(([, id]) => id!),
  );
  return Object.fromEntries(ids.map((id) => [id, groupOf(shortHash(`reme:${id}`))]));
}

try {
  const paths = FILES[what]().map(needs);
  const { trajectories } = await memory.import(
    paths.map((path) => ({ path, open: () => createReadStream(path, { encoding: "utf8" }) })),
  );
  await memory.learn();
  const found = (await (await memory.toolCalls()).guidelines()).filter(({ card }) => card?.status === "active");
  if (asJson) {
    console.log(
      JSON.stringify({ guidelines: found.map(({ tool, content }) => ({ tool, content })), variants: variants() }),
    );
  } else {
    for (const { tool, card, content } of found)
      console.log(
        `=== ${tool} · ${card!.id} · confidence ${card!.confidence}\nwhen: ${card!.whenToUse}\n\n${content}\n`,
      );
    console.log(`${found.length} guidelines, from ${trajectories} runs`);
  }
} finally {
  await memory.close();
  rmSync(home, { recursive: true, force: true });
}
