import { meterModels } from "../../ask/meter.ts";
import { toCandidate } from "../../distill/candidate.ts";
import { describeHits, gate, screenText } from "../../distill/gate.ts";
import { isToolName } from "../../distill/identifiers.ts";
import { toolFindingsIn } from "../../distill/mine.ts";
import type { Finding } from "../../distill/miner.ts";
import { estimatedTokens } from "../../distill/tools/calls.ts";
import { evaluateCall } from "../../distill/tools/evaluate.ts";
import type { ToolGuide } from "../../distill/tools/guide.ts";
import { phraseGuideline } from "../../distill/tools/phrase.ts";
import { TOOL_PROMPTS_VERSION } from "../../distill/tools/prompts.ts";
import { foldLedger } from "../../learn/record.ts";
import type { Experience } from "../../model/experience.ts";
import { ruleKey } from "../../model/rule.ts";
import { GIVEN_CALLS, type RecordedCall, type ToolCall, type ToolCallEvaluation } from "../../model/tool-call.ts";
import { toObservations } from "../../observe/record.ts";
import { createScrubber } from "../../observe/scrub/scrub.ts";
import type { MemoryOptions } from "../../options.ts";
import type { LanguageModel, Ports } from "../../ports.ts";
import { textHash } from "../../text/hash.ts";
import { slug } from "../../text/slug.ts";
import { cardsByRule } from "../learn-run.ts";
import { loadLearnState } from "../learn-state.ts";
import { putCard, readCard } from "../place-card.ts";
import type { Project } from "../types.ts";
import { asTrajectory, createGivenCalls, type GivenCalls, hashOf } from "./given-calls.ts";

/** What is known of one tool. */
export interface ToolMemory {
  tool: string;
  /** Of its card; where it has none yet, the one that a card of it would get. */
  id: string;
  card?: Experience;
  /** The guideline, Markdown without a title; "" when there is nothing that may be handed over. */
  content: string;
  /** In words, why there is no content although there are calls. */
  held?: string;
  /** The figures, over all calls that were learned from, also those of sessions. */
  guide?: ToolGuide;
  /** The latest 100 that were reported by themselves, oldest first; and how many of the latest are not in the figures yet. */
  calls: RecordedCall[];
  unread: number;
}

export interface ToolCallsAdded {
  added: number;
  /** On record already, or twice in the batch. */
  known: number;
  /** Not taken, by their place in the batch. */
  dropped: Array<{ at: number; reason: string }>;
  /** On record without an evaluation, because nobody gave one that could be read. */
  unevaluated: Array<{ at: number; reason: string }>;
  /** Tools of the batch, with all that is known of them; `isNew`: nothing was before. */
  tools: Array<ToolMemory & { isNew: boolean }>;
}

export interface ToolSummary {
  /** Those of the names that calls are known of, in the order asked for. */
  tools: Array<ToolMemory & { changed: boolean }>;
  /** In words, what a model could not do. */
  notes: string[];
}

/** Memory of tools: single calls with what came of them, and one guideline for each tool. */
export interface ToolCalls {
  /** Puts calls on record, each one once. Nothing is learned yet. Contract: one call that is wrong, or whose evaluation fails, spoils no other. */
  add(calls: readonly ToolCall[]): Promise<ToolCallsAdded>;
  /** Learns from what is on record; a model, where there is one, then words the guidelines of these tools. */
  summarise(names: readonly string[]): Promise<ToolSummary>;
  /** @param names  exact; default: every tool that a guideline or a reported call is known of. Unknown ones are left out */
  guidelines(names?: readonly string[]): Promise<ToolMemory[]>;
}

/** Evaluations at one time. */
const AT_ONCE = 8;

export function createToolCalls(
  ports: Ports,
  options: MemoryOptions,
  project: Project,
  exclusive: <T>(work: () => Promise<T>) => Promise<T>,
  learn: () => Promise<unknown>,
): ToolCalls {
  const readCalls = createGivenCalls(ports);
  const scrubber = createScrubber();
  // One batch after the other: two at once would both take a call for new.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  async function add(calls: readonly ToolCall[]): Promise<ToolCallsAdded> {
    const known = await readCalls();
    const before = new Set(known.tools());
    const report: ToolCallsAdded = { added: 0, known: 0, dropped: [], unevaluated: [], tools: [] };
    const fresh = new Map<string, { call: ToolCall; at: number }>();
    const tools = new Set<string>();
    calls.forEach((call, at) => {
      const reason = problemWith(call);
      if (reason !== undefined) {
        report.dropped.push({ at, reason });
        return;
      }
      tools.add(call.tool);
      const key = `${call.tool}\n${hashOf(call)}`;
      if (known.has(call.tool, hashOf(call)) || fresh.has(key)) report.known += 1;
      else fresh.set(key, { call, at });
    });
    const evaluated = await evaluate([...fresh.values()], report);
    const now = new Date(ports.clock.now()).toISOString();
    const lines = evaluated.flatMap((call) => {
      const tokens = call.tokens ?? estimatedTokens({ input: call.input, result: call.output });
      const trajectory = asTrajectory({ ...call, tokens, at: call.at ?? now });
      return toObservations(
        trajectory,
        { source: GIVEN_CALLS, task: trajectory.task, whole: true },
        { scrub: (value, path) => scrubber.scrub(value, path?.split(".")), at: now, project: project.id },
      );
    });
    if (lines.length > 0) await ports.observations.append(lines);
    report.added = evaluated.length;
    report.tools = (await remembered([...tools])).map((each) => ({ ...each, isNew: !before.has(each.tool) }));
    return report;
  }

  async function evaluate(fresh: Array<{ call: ToolCall; at: number }>, report: ToolCallsAdded): Promise<ToolCall[]> {
    const { models } = meterModels(ports.models ?? {}, options.models, ports.modelUse);
    const model = models.judge ?? models.summarise;
    const done: ToolCall[] = [];
    for (let from = 0; from < fresh.length; from += AT_ONCE) {
      const some = fresh.slice(from, from + AT_ONCE);
      done.push(
        ...(await Promise.all(
          some.map(async ({ call, at }) => {
            if (call.evaluation || !model) return call;
            try {
              return { ...call, evaluation: (await evaluateCall(model, shown(call))) satisfies ToolCallEvaluation };
            } catch (error) {
              report.unevaluated.push({ at, reason: (error as Error).message });
              return call;
            }
          }),
        )),
      );
    }
    report.unevaluated.sort((a, b) => a.at - b.at);
    return done;
  }

  /** What a model may see. */
  function shown(call: ToolCall): ToolCall {
    return { ...call, input: scrubber.scrub(call.input), output: scrubber.scrubText(call.output) };
  }

  async function remembered(names?: readonly string[]): Promise<ToolMemory[]> {
    const [given, state, cards] = [await readCalls(), await loadLearnState(ports), await cardsByRule(ports)];
    const found = new Map(
      toolFindingsIn(state.mine, options).flatMap((finding) =>
        finding.rule.type === "tool" ? [[finding.rule.tool, finding] as const] : [],
      ),
    );
    const cardOf = (tool: string) => cards.get(ruleKey({ type: "tool", tool }))?.experience;
    const told = [...found].flatMap(([tool, { accepted }]) => (accepted || cardOf(tool) ? [tool] : []));
    const wanted = names ?? [...new Set([...told, ...given.tools()])].sort();
    return [...new Set(wanted)].flatMap((tool) => {
      const memory = memoryOf(tool, given, found.get(tool), cardOf(tool));
      return memory ? [memory] : [];
    });
  }

  function memoryOf(
    tool: string,
    given: GivenCalls,
    finding: Finding | undefined,
    card: Experience | undefined,
  ): ToolMemory | undefined {
    const calls = given.of(tool);
    if (calls.length === 0 && !finding && !card) return undefined;
    const read = finding?.detail.given ?? 0;
    return {
      tool,
      id: card?.id ?? slug(`tool.${tool}`),
      ...(card && { card }),
      ...contentOf(finding, card),
      ...(finding?.guide && { guide: finding.guide }),
      calls,
      unread: Math.max(0, Math.min(calls.length, given.count(tool) - read)),
    };
  }

  /** A card that is held back or retired is not handed over by another door. */
  function contentOf(finding: Finding | undefined, card: Experience | undefined): Pick<ToolMemory, "content" | "held"> {
    if (card && card.status !== "active" && card.status !== "promoted")
      return { content: "", held: `its card "${card.id}" is ${card.status}` };
    if (card) return { content: withoutTitle(card.body) };
    if (!finding) return { content: "" };
    const candidate = toCandidate(finding, { now: new Date(ports.clock.now()).toISOString() });
    const verdict = gate(candidate, []);
    return verdict.verdict === "accept"
      ? { content: withoutTitle(candidate.body) }
      : { content: "", held: verdict.reason };
  }

  async function summarise(names: readonly string[]): Promise<ToolSummary> {
    const before = new Map((await remembered(names)).map((each) => [each.tool, each.guide?.calls]));
    await learn();
    const notes: string[] = [];
    const changed = new Set<string>();
    const after = await remembered(names);
    for (const { tool, guide } of after) if (guide && guide.calls !== before.get(tool)) changed.add(tool);
    const { models } = meterModels(ports.models ?? {}, options.models, ports.modelUse);
    const model = models.summarise;
    if (model) {
      for (const { tool, card } of after) {
        if (card?.status !== "active") continue;
        try {
          if (await reword(model, card, (note) => notes.push(`${tool}: ${note}`))) changed.add(tool);
        } catch (error) {
          notes.push(`${tool}: its guideline keeps the words of its template: ${(error as Error).message}`);
        }
      }
    }
    return {
      tools: (await remembered(names)).map((each) => ({ ...each, changed: changed.has(each.tool) })),
      notes,
    };
  }

  /** Only a body that the template wrote is put into other words: a person's stays, and a model's is not worded twice. */
  async function reword(model: LanguageModel, card: Experience, note: (text: string) => void): Promise<boolean> {
    const { writtenBody, writtenBy } = await writerOf(card);
    if (writtenBody !== textHash(card.body) || writtenBy !== card.provenance.author) return false;
    const phrased = await phraseGuideline(model, card);
    if ("kept" in phrased) {
      note(`its guideline keeps the words of its template: the model's cannot be used, because ${phrased.kept}`);
      return false;
    }
    const hits = screenText("body", phrased.body);
    if (hits.length > 0) {
      note(`its guideline keeps the words of its template: ${describeHits(hits)}`);
      return false;
    }
    return exclusive(async () => {
      const { experience, file } = await readCard(ports, card.id);
      if (experience.body !== card.body || experience.status !== "active") return false;
      await putCard(ports, { ...experience, body: phrased.body }, file);
      const by = `tool/${model.name}@${TOOL_PROMPTS_VERSION}`;
      await ports.ledger.append([{ type: "written", card: card.id, by, body: textHash(phrased.body) }]);
      return true;
    });
  }

  async function writerOf({ id }: Experience): Promise<{ writtenBody?: string; writtenBy?: string }> {
    const { writtenBody } = (await foldLedger(ports.ledger.read())).cards.get(id) ?? {};
    let writtenBy: string | undefined;
    for await (const row of ports.ledger.read()) if (row.type === "written" && row.card === id) writtenBy = row.by;
    return { ...(writtenBody !== undefined && { writtenBody }), ...(writtenBy !== undefined && { writtenBy }) };
  }

  return { add: (calls) => inTurn(() => add(calls)), summarise, guidelines: remembered };
}

function withoutTitle(body: string): string {
  return body.replace(/^\s*#\s.*\n+/, "").trim();
}

function problemWith({ tool, input, output }: ToolCall): string | undefined {
  if (tool.trim() === "") return "it names no tool";
  if (!isToolName(tool)) return `${JSON.stringify(tool.slice(0, 60))} is not the name of a tool`;
  const isEmpty =
    input === null || (typeof input === "string" ? input.trim() === "" : Object.keys(Object(input)).length === 0);
  if (isEmpty) return "it has no input";
  return output.trim() === "" ? "it has no output" : undefined;
}
