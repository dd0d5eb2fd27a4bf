import { ruleKey } from "../../model/rule.ts";
import { examplesOf, majorityLanguage } from "../evidence.ts";
import type { Finding, FindingOptions } from "../miner.ts";
import type { GroupOf } from "../scenarios.ts";
import { inOrder, type TaskTable } from "../sketch.ts";
import { benjaminiHochberg, wilsonLower } from "../statistics.ts";
import { ENDED } from "../trajectory-context.ts";
import { guidesOf, type ToolGuide } from "./guide.ts";
import type { TaskRow, ToolState, ToolsState } from "./state.ts";

export const TOOL_MINER = "miner/tool@1";

/** Distinct tasks in which a tool must have been called before its calls make a guideline. A guess. */
const MIN_TASKS = 5;
/** Who reports calls one by one asks for a guideline: then two will do. */
const MIN_GIVEN_TASKS = 2;
/** Share of calls that must have failed before it is worth telling of failures that nothing is known to repair. A guess. */
const OFTEN = 0.1;
/** Failures and parameters that a guideline tells of. */
const MOST = 4;

/** One finding a tool: what its calls have shown. The tools with most to say first. */
export function toolFindings(state: ToolsState, options: FindingOptions): Finding[] {
  const all = surelyBetter(guidesOf(state, options.groupOf), options);
  const calls = all.reduce((sum, guide) => sum + guide.calls, 0);
  const usual = all.reduce((sum, guide) => sum + guide.ok, 0) / Math.max(1, calls);
  return all
    .map((guide) => toFinding(guide, state.tools[`.${guide.tool}`]!, usual, options))
    .sort((a, b) => Number(b.accepted) - Number(a.accepted) || b.tasks - a.tasks || (a.key < b.key ? -1 : 1));
}

/** Leaves the parameters that chance does not explain, all of all tools counted as tests, and those that say something by themselves. */
function surelyBetter(guides: readonly ToolGuide[], { falseDiscoveryRate }: FindingOptions): ToolGuide[] {
  const qs = benjaminiHochberg(guides.flatMap(({ parameters }) => parameters.map(({ p }) => p)));
  let at = 0;
  return guides.map((guide) => {
    const sure = guide.parameters.filter(() => qs[at++]! <= falseDiscoveryRate);
    // The first says it best: others of the same argument mostly describe the same calls.
    const parameters = sure.filter(({ param }, i) => sure.findIndex((other) => other.param === param) === i);
    const failures = guide.failures.filter(({ tasks }) => tasks >= 2);
    return { ...guide, parameters: parameters.slice(0, MOST), failures: failures.slice(0, MOST) };
  });
}

function toFinding(guide: ToolGuide, tool: ToolState, baseRate: number, options: FindingOptions): Finding {
  const { accepted, reason } = judge(guide, tool);
  const rate = rateOf(tool.tasks, options.groupOf);
  const examples = examplesOf(tool.evidence);
  const p = Math.min(1, ...guide.parameters.map((each) => each.p));
  const ended = (bit: number) =>
    new Set(inOrder(tool.tasks).flatMap(([task, row]) => ((row[3] & bit) === 0 ? [] : [options.groupOf(task)]))).size;
  return {
    key: ruleKey({ type: "tool", tool: guide.tool }),
    rule: { type: "tool", tool: guide.tool },
    miner: TOOL_MINER,
    accepted,
    tier: "evidence",
    reason,
    // It tells how calls go, whichever way: every task with a call is one that it holds in.
    support: guide.tasks,
    tasks: guide.tasks,
    hits: guide.ok,
    chances: guide.calls,
    rate,
    bound: wilsonLower(rate * guide.tasks, guide.tasks),
    baseRate,
    lift: baseRate === 0 ? 0 : rate / baseRate,
    p,
    q: p,
    outcomes: { well: ended(ENDED.well), badly: ended(ENDED.badly), unknown: ended(ENDED.unknown) },
    examples: examples.slice(0, 3),
    trajectories: [...new Set(examples.map((example) => example.trajectory))],
    sessions: [...new Set(examples.map((example) => example.session))],
    ...(tool.evidence.first !== undefined && { first: tool.evidence.first }),
    ...(tool.evidence.last !== undefined && { last: tool.evidence.last }),
    words: options.telling(tool.evidence.words),
    language: majorityLanguage(tool.evidence.languages),
    detail: { failed: guide.calls - guide.ok, given: tool.given },
    guide,
  };
}

function judge(guide: ToolGuide, { given }: ToolState): { accepted: boolean; reason: string } {
  const counts = `${guide.ok} of ${guide.calls} calls succeeded, in ${guide.tasks} ${guide.tasks === 1 ? "task" : "tasks"}`;
  const least = given > 0 ? MIN_GIVEN_TASKS : MIN_TASKS;
  if (guide.tasks < least) return { accepted: false, reason: `${counts}; a guideline needs ${least} tasks` };
  const helps = guide.parameters.length > 0 || guide.failures.some(({ repair }) => repair !== undefined);
  if (given > 0 || helps) return { accepted: true, reason: counts };
  if (guide.failures.length === 0)
    return { accepted: false, reason: `${counts}; no failure came twice, so there is nothing to tell` };
  if (guide.ok > (1 - OFTEN) * guide.calls)
    return { accepted: false, reason: `${counts}; it seldom fails, and nothing is known to repair that` };
  return { accepted: true, reason: counts };
}

/** Share of calls that succeeded, each task with the same weight. */
function rateOf(tasks: TaskTable<TaskRow>, groupOf: GroupOf): number {
  const groups = new Map<string, [number, number]>();
  for (const [task, [ok, failed]] of inOrder(tasks)) {
    const counts = groups.get(groupOf(task)) ?? [0, 0];
    groups.set(groupOf(task), counts);
    counts[0] += ok;
    counts[1] += ok + failed;
  }
  const shares = [...groups.values()].map(([ok, calls]) => ok / calls);
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
