import type { Rule } from "../model/rule.ts";
import type { Trajectory } from "../model/trajectory.ts";
import { conventionMiner } from "./conventions/miner.ts";
import { correctionMiner } from "./corrections/miner.ts";
import { divergenceMiner } from "./divergence/miner.ts";
import { fixMiner } from "./fix/miner.ts";
import { habitMiner } from "./habits/miner.ts";
import type { Agreement, Finding, Miner, Sighting } from "./miner.ts";
import { provenanceMiner } from "./provenance/miner.ts";
import { addScenario, groupsIn, mergeScenarios, type Scenarios } from "./scenarios.ts";
import { addPrompt, emptyPrompts, mergePrompts, type PromptSample, tellingWords } from "./telling-words.ts";
import { toolMiner } from "./tools/miner.ts";
import type { ToolsState } from "./tools/state.ts";
import { contextOf } from "./trajectory-context.ts";

/** Every way of finding rules. A new miner is one file and one entry here. */
export const MINERS: readonly Miner<unknown>[] = [
  provenanceMiner,
  fixMiner,
  divergenceMiner,
  conventionMiner,
  correctionMiner,
  habitMiner,
  toolMiner,
] as readonly Miner<unknown>[];

/** Version of the state's own shape; each miner has its version in its name. */
const STATE_VERSION = 1;

/**
 * What has been mined so far: counts, hashes and bounded samples. Plain JSON. It grows with the number of distinct rules and, up to
 * a limit, with the tasks that speak about each; not with the log.
 */
export interface MineState {
  v: number;
  /** Trajectories added. */
  trajectories: number;
  prompts: PromptSample;
  scenarios: Scenarios;
  /** States of {@link MINERS} by name. */
  miners: Record<string, unknown>;
}

export function emptyMineState(): MineState {
  const miners = Object.fromEntries(MINERS.map((miner) => [miner.name, miner.empty()]));
  return { v: STATE_VERSION, trajectories: 0, prompts: emptyPrompts(), scenarios: {}, miners };
}

/** True when this version can go on with the state; otherwise start from {@link emptyMineState} and mine the log again. */
export function isMineState(state: unknown): state is MineState {
  if (typeof state !== "object" || state === null) return false;
  const { v, miners } = state as Partial<MineState>;
  if (v !== STATE_VERSION || typeof miners !== "object" || miners === null) return false;
  return MINERS.every((miner) => miner.name in miners) && Object.keys(miners).length === MINERS.length;
}

/**
 * Adds one trajectory to `state`, in time linear in the trajectory. The state does not depend on the order in which trajectories come.
 *
 * @param advised  keys of rules whose cards were handed to the agent in this attempt: what it then does is no evidence for them
 *   (it may still contradict them)
 * @param watched  rules of the cards that there are: a miner that keeps no counts for each rule has sightings of these alone
 * @returns one sighting for each rule that this trajectory shows, and for each earlier seen rule that it contradicts
 */
export function mine(
  state: MineState,
  trajectory: Trajectory,
  advised?: ReadonlySet<string>,
  watched?: readonly Rule[],
): Sighting[] {
  const context = contextOf(trajectory, advised, watched);
  state.trajectories++;
  addPrompt(state.prompts, context);
  addScenario(state.scenarios, context);
  return MINERS.flatMap((miner) => miner.add(state.miners[miner.name], context));
}

/** A new state equal to one that had all the trajectories of both. Changes neither; they must not share a trajectory. */
export function mergeMineStates(a: MineState, b: MineState): MineState {
  const miners = MINERS.map((miner) => [miner.name, miner.merge(a.miners[miner.name], b.miners[miner.name])]);
  return structuredClone({
    v: STATE_VERSION,
    trajectories: a.trajectories + b.trajectories,
    prompts: mergePrompts(a.prompts, b.prompts),
    scenarios: mergeScenarios(a.scenarios, b.scenarios),
    miners: Object.fromEntries(miners),
  });
}

/**
 * All candidates, accepted and rejected, each with its numbers and its reason in words; for each miner the best first.
 * Pure: the same state gives the same findings.
 */
export function findings(state: MineState, options: { falseDiscoveryRate: number }): Finding[] {
  const groupOf = groupsIn(state.scenarios);
  const telling = tellingWords(state.prompts, groupOf);
  return MINERS.flatMap((miner) => miner.findings(state.miners[miner.name], { ...options, telling, groupOf }));
}

/** The findings about tools alone, as {@link findings} gives them: all figures of their guidelines. */
export function toolFindingsIn(state: MineState, options: { falseDiscoveryRate: number }): Finding[] {
  const groupOf = groupsIn(state.scenarios);
  const telling = tellingWords(state.prompts, groupOf);
  return toolMiner.findings(state.miners[toolMiner.name] as ToolsState, { ...options, telling, groupOf });
}

/** How a rule fares in one trajectory, whichever miner it comes from. */
export function agreementOf(rule: Rule, trajectory: Trajectory): Agreement {
  for (const miner of MINERS) {
    const agreement = miner.agreement(rule, trajectory);
    if (agreement) return agreement;
  }
  return { agrees: 0, disagrees: 0 };
}
