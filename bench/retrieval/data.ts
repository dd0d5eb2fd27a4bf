import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Experience } from "../../src/model/experience.ts";
import { toolsNamedIn } from "./relevance.ts";

export interface Query {
  /** Scenario: variants of one task share the number. */
  scenario: number;
  text: string;
  needed: Set<string>;
}

export interface LabelledCard {
  experience: Experience;
  about: Set<string>;
  /** The scenario it was made from; undefined when that is outside of the data at hand or unknown. */
  scenario: number | undefined;
}

export type PoolName = "golden" | "paper" | "older";

export interface Data {
  queries: Query[];
  pools: Record<PoolName, LabelledCard[]>;
  /** Cards left out because they name no function. */
  unlabelled: Record<PoolName, number>;
  /** What each function does, in its own documentation's words. */
  descriptions: Map<string, string>;
}

/** Reads everything once. `shared` is the folder that holds `data/`. */
export function readData(shared: string): Data {
  const data = join(shared, "data");
  const descriptions = readDescriptions(join(data, "bfcl", "func-docs"));
  const functions = new Set(descriptions.keys());
  const turns = readTurns(join(data, "bfcl"));
  const scenarioOfText = new Map(turns.map((turn) => [plain(turn.text), turn.scenario]));
  const pools = {
    golden: goldenCards(turns, descriptions),
    paper: ["bfcl_qwen3_8b", "bfcl_qwen3_14b"].flatMap((name) =>
      paperCards(join(data, "reme-cards"), name, functions, scenarioOfText),
    ),
    older: olderCards(join(data, "reme-cards"), functions),
  };
  const labelled = (cards: LabelledCard[]): LabelledCard[] => cards.filter((card) => card.about.size > 0);
  return {
    queries: distinctQueries(turns),
    pools: { golden: labelled(pools.golden), paper: labelled(pools.paper), older: labelled(pools.older) },
    unlabelled: {
      golden: pools.golden.length - labelled(pools.golden).length,
      paper: pools.paper.length - labelled(pools.paper).length,
      older: pools.older.length - labelled(pools.older).length,
    },
    descriptions,
  };
}

interface BfclTurn {
  category: string;
  scenario: number;
  turn: number;
  text: string;
  calls: string[];
}

/** Turns with a user's words, from the three categories whose words differ; `long_context` repeats those of `base`. */
function readTurns(bfcl: string): BfclTurn[] {
  return ["base", "miss_func", "miss_param"].flatMap((category) => {
    const truths = new Map(
      readLines<{ id: string; ground_truth: string[][] }>(
        join(bfcl, "ground-truth", `multi_turn_${category}.jsonl`),
      ).map((line) => [line.id, line.ground_truth]),
    );
    return readLines<{ id: string; question: Array<Array<{ role: string; content: string }>> }>(
      join(bfcl, "tasks", `multi_turn_${category}.jsonl`),
    ).flatMap(({ id, question }) =>
      question.map((messages, turn) => ({
        category,
        scenario: Number(id.slice(id.lastIndexOf("_") + 1)),
        turn,
        text: messages.map((message) => message.content).join("\n"),
        calls: truths.get(id)?.[turn] ?? [],
      })),
    );
  });
}

/** Turns that need a call, each wording once per scenario. A wording that needs different calls in two variants keeps the union. */
function distinctQueries(turns: readonly BfclTurn[]): Query[] {
  const queries = new Map<string, Query>();
  for (const { scenario, text, calls } of turns) {
    if (text.trim() === "" || calls.length === 0) continue;
    const key = `${scenario} ${plain(text)}`;
    const query = queries.get(key) ?? { scenario, text, needed: new Set<string>() };
    for (const call of calls) query.needed.add(call.slice(0, call.indexOf("(")));
    queries.set(key, query);
  }
  return [...queries.values()];
}

/** One card for each turn of the base tasks, by a fixed template: the turn's own words, its calls, and what their tools are for. */
function goldenCards(turns: readonly BfclTurn[], descriptions: ReadonlyMap<string, string>): LabelledCard[] {
  return turns
    .filter((turn) => turn.category === "base" && turn.calls.length > 0 && turn.text.trim() !== "")
    .map((turn) => {
      const called = turn.calls.map((call) => ({ name: call.slice(0, call.indexOf("(")), args: argumentNames(call) }));
      const tools = [...new Set(called.map((call) => call.name))];
      const steps = called.map(
        (call, i) => `${i + 1}. Call \`${call.name}\`${call.args.length ? ` with ${call.args.join(", ")}` : ""}.`,
      );
      const title = `Use ${tools.join(", then ")}`;
      return {
        about: new Set(tools),
        scenario: turn.scenario,
        experience: card({
          id: `golden.${turn.scenario}-${turn.turn}`,
          whenToUse: `When the task is to ${tools.map((tool) => lowerFirst(descriptions.get(tool) ?? tool)).join("; ")}`,
          title,
          body: `# ${title}\n\n${steps.join("\n")}\n`,
          keywords: [...new Set(called.flatMap((call) => call.args))],
          tools,
          taskQuery: turn.text,
        }),
      };
    });
}

function argumentNames(call: string): string[] {
  return [...call.matchAll(/[(,]\s*([a-z_0-9]+)\s*=/g)].map((match) => match[1]!);
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

interface ReMeLine {
  memory_id: string;
  when_to_use: string;
  content: string;
  metadata: {
    task_query?: string;
    extra_info: { tags?: string[]; generalized_query?: string; tools_used?: string[] };
  };
}

/** Cards that a model wrote, with the query they came from: those of the query's own scenario can be told apart. */
function paperCards(
  folder: string,
  name: string,
  functions: ReadonlySet<string>,
  scenarioOfText: ReadonlyMap<string, number>,
): LabelledCard[] {
  return readLines<ReMeLine>(join(folder, `${name}.jsonl`)).map((line) => {
    const { task_query, extra_info } = line.metadata;
    const about = toolsNamedIn(
      `${line.when_to_use}\n${line.content}\n${extra_info.tags?.map((tag) => `\`${tag}\``).join(" ")}`,
      functions,
    );
    return {
      about,
      scenario: scenarioOfText.get(plain(task_query ?? "")),
      experience: card({
        id: `${name}.${line.memory_id}`,
        whenToUse: line.when_to_use,
        title: "",
        body: line.content,
        keywords: extra_info.tags ?? [],
        tools: [...about],
        ...(task_query ? { taskQuery: task_query } : {}),
        ...(extra_info.generalized_query ? { generalizedQuery: extra_info.generalized_query } : {}),
      }),
    };
  });
}

/** Cards whose author listed the tools. Where they came from is not recorded, so a query's own scenario may be among them. */
function olderCards(folder: string, functions: ReadonlySet<string>): LabelledCard[] {
  return readLines<ReMeLine>(join(folder, "bfcl_v3.jsonl")).map((line) => {
    const about = new Set((line.metadata.extra_info.tools_used ?? []).filter((tool) => functions.has(tool)));
    return {
      about,
      scenario: undefined,
      experience: card({
        id: `bfcl_v3.${line.memory_id}`,
        whenToUse: line.when_to_use,
        title: "",
        body: line.content,
        keywords: line.metadata.extra_info.tags ?? [],
        tools: [...about],
      }),
    };
  });
}

type CardText = Pick<Experience, "id" | "whenToUse" | "title" | "body" | "keywords" | "tools"> &
  Partial<Pick<Experience, "taskQuery" | "generalizedQuery">>;

export function card(text: CardText): Experience {
  return {
    format: 1,
    kind: "success",
    status: "active",
    tier: "reviewed",
    scope: "project",
    confidence: 0.5,
    freq: 0,
    utility: 0,
    created: "2026-01-01T00:00:00Z",
    provenance: { origin: "import", sessions: [], trajectories: [], author: "bench", derivedFrom: [] },
    ...text,
  };
}

/** Description of every function; "This tool belongs to …" and "Tool description:" are the same in all and left out. */
function readDescriptions(folder: string): Map<string, string> {
  const docs = readdirSync(folder).flatMap((file) =>
    readLines<{ name: string; description: string }>(join(folder, file)),
  );
  return new Map(docs.map((doc) => [doc.name, doc.description.replace(/^.*Tool description: */s, "").trim()]));
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").toLowerCase();
}
