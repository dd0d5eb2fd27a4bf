import type { Rule } from "../model/rule.ts";
import type { Trajectory } from "../model/trajectory.ts";
import type { Language } from "../text/language.ts";
import type { Example } from "./evidence.ts";
import type { GroupOf } from "./scenarios.ts";
import type { Telling } from "./telling-words.ts";
import type { ToolGuide } from "./tools/guide.ts";
import type { TrajectoryContext } from "./trajectory-context.ts";

/** What one trajectory says about a rule that earlier ones have shown. */
export interface Sighting {
  /** `ruleKey` of the rule. */
  key: string;
  verdict: "seen" | "contradicted";
}

/**
 * What lets a candidate pass. `evidence`: chance does not explain it (p survives false-discovery control).
 * `name-agreement`: parameter and field plainly speak of the same thing, though the value is too constant for a test.
 */
export type EvidenceTier = "evidence" | "name-agreement";

/** A candidate rule with all that is known about it, accepted or not. */
export interface Finding {
  /** `ruleKey` of the rule. */
  key: string;
  rule: Rule;
  /** `name@version` of the miner. */
  miner: string;
  accepted: boolean;
  /** What it passes or would pass by. */
  tier: EvidenceTier;
  /** In words, why it was accepted or not. */
  reason: string;
  /** True where it holds about as often as it would if it meant nothing: then seeing it is no evidence. */
  anyway?: boolean;
  /** Key of an accepted finding that says the same better, when that is why this one was not. */
  saidBy?: string;
  /** Distinct tasks in which it held; tasks that are variants of one another count once. */
  support: number;
  /** Distinct tasks in which it could have held, counted alike. */
  tasks: number;
  /** Times it held, of the times it could have; within tasks, so several attempts at one task add up here and nowhere else. */
  hits: number;
  chances: number;
  /** Share of tasks in which it held; a task with several calls counts by their share. 0..1. */
  rate: number;
  /** Lower end of the 95 % Wilson interval of `rate`. */
  bound: number;
  /** How often it would hold by chance. 0..1. */
  baseRate: number;
  /** `rate` over `baseRate`. */
  lift: number;
  /** Probability of as much support by chance, and the false-discovery rate at which it would pass. */
  p: number;
  q: number;
  /** Tasks of the support by how an attempt at them ended; one task can count in several. */
  outcomes: { well: number; badly: number; unknown: number };
  /** At most three, attempts that ended well first. */
  examples: Example[];
  /** At most 20. */
  trajectories: string[];
  sessions: string[];
  /** RFC 3339 of the earliest and latest trajectory in evidence, when the log has times. */
  first?: string;
  last?: string;
  /** Words that the requests in evidence have in common and others lack, most telling first. */
  words: string[];
  /** Language of those requests. */
  language: Language;
  /** Counts that only this miner keeps, by name, for the card's evidence. */
  detail: Readonly<Record<string, number>>;
  /** Of a tool's guideline: all its figures. */
  guide?: ToolGuide;
}

export interface FindingOptions {
  /** Share of false findings among accepted ones. 0..1 exclusive. */
  falseDiscoveryRate: number;
  /** Names the group of a task: variants of one task count once. */
  groupOf: GroupOf;
  telling: Telling;
}

/** How a rule fares in one trajectory: times it held and did not. */
export interface Agreement {
  agrees: number;
  disagrees: number;
}

/**
 * One way of finding rules. Each miner is a file that exports one of these and an entry in the table of `mine.ts`.
 *
 * `State` is plain JSON. Contract, held by property tests for each entry of the table: adding trajectories in any order, or merging
 * states that hold some each, gives equal states; adding costs time linear in the trajectory; `merge` changes neither argument.
 */
export interface Miner<State> {
  /** `name@version`; a state of another version is dropped and mined anew. */
  readonly name: string;
  empty(): State;
  /** Adds one trajectory to the state, and says which rules known by then it confirms or contradicts. */
  add(state: State, context: TrajectoryContext): Sighting[];
  merge(a: State, b: State): State;
  /** Every candidate, best first. */
  findings(state: State, options: FindingOptions): Finding[];
  /** Checks one rule of this miner's type against one trajectory; undefined for a rule of another miner. */
  agreement(rule: Rule, trajectory: Trajectory): Agreement | undefined;
}
