import { MemoryError } from "../errors.ts";
import { logit, sigmoid } from "../learn/policy/gaussian.ts";
import { REME_DEFAULTS } from "../learn/policy/reme.ts";
import { POLICY_NAMES, type PolicyName } from "./policies.ts";
import { type OutcomeModel, WORLDS, type World } from "./world.ts";

/** What a simulation does. Complete options come from {@link completeSimulateOptions}. */
export interface SimulateOptions {
  world: World;
  /** In the order in which they are reported. Default: all. */
  policies: readonly PolicyName[];
  /** The policy that the others are compared with, seed by seed. Default `reme`, or the first one. */
  baseline: PolicyName;
  /** Runs per policy. Whole number ≥ 1, default 100. */
  seeds: number;
  /** The first seed; the others follow. Whole number ≥ 0, default 0. */
  firstSeed: number;
  /** Cards shown at once. Absent: what each policy says of itself (5, 3 or 2). */
  shown?: number;
  /** α of ReMe's rule. Whole number ≥ 1, default 5. */
  minFreq: number;
  /** β of ReMe's rule. 0..1, default 0.5. */
  maxUselessRate: number;
  /** Default false. */
  strict: boolean;
}

/** Everything a person can turn. A knob that is not given stays as the named world has it. */
export interface SimulateKnobs {
  /** A name out of {@link WORLDS}. Default `article`. */
  world?: string | undefined;
  policies?: readonly string[] | undefined;
  seeds?: number | undefined;
  firstSeed?: number | undefined;
  /** α */
  minFreq?: number | undefined;
  /** β */
  maxUselessRate?: number | undefined;
  strict?: boolean | undefined;
  /** K, whole number ≥ 1. */
  shown?: number | undefined;
  tasks?: number | undefined;
  /** Number of families, 1..50; their difficulties repeat those of the world. */
  families?: number | undefined;
  /** Added to the log-odds of success of every family; negative is harder. */
  ease?: number | undefined;
  /** Harmful cards per family at the start, 0..3. */
  pollution?: number | undefined;
  /** P(a heard outcome is the wrong way round). */
  noise?: number | undefined;
  /** P(an outcome is never heard). */
  unknown?: number | undefined;
  outcomes?: string | undefined;
  /** P(the gate passes a good card). */
  gateGood?: number | undefined;
  /** P(the gate passes any other card). */
  gateOther?: number | undefined;
  /** The task before which the drift happens; `false`: never. */
  driftAt?: number | false | undefined;
}

const OUTCOME_MODELS: readonly OutcomeModel[] = ["additive", "follow-one"];
const MAX_FAMILIES = 50;
const MAX_TASKS = 100_000;
const MAX_MISCONCEPTIONS = 3;

/**
 * Fills in what is not given and refuses nonsense.
 * @throws MemoryError `INVALID_INPUT` naming the knob and the value it got
 */
export function completeSimulateOptions(knobs: SimulateKnobs = {}): SimulateOptions {
  const policies = knobs.policies && knobs.policies.length > 0 ? knobs.policies.map(policyNamed) : POLICY_NAMES;
  const shown = optional("shown", knobs.shown, whole(1, 100));
  return {
    world: worldOf(knobs),
    policies,
    baseline: policies.includes("reme") ? "reme" : policies[0]!,
    seeds: optional("seeds", knobs.seeds, whole(1, 1_000_000)) ?? 100,
    firstSeed: optional("firstSeed", knobs.firstSeed, whole(0, Number.MAX_SAFE_INTEGER)) ?? 0,
    minFreq: optional("minFreq", knobs.minFreq, whole(1, MAX_TASKS)) ?? REME_DEFAULTS.minFreq,
    maxUselessRate: optional("maxUselessRate", knobs.maxUselessRate, SHARE) ?? REME_DEFAULTS.maxUselessRate,
    strict: knobs.strict ?? REME_DEFAULTS.strict,
    ...(shown === undefined ? {} : { shown }),
  };
}

function worldOf(knobs: SimulateKnobs): World {
  const name = knobs.world ?? "article";
  const world = Object.hasOwn(WORLDS, name) ? WORLDS[name] : undefined;
  if (!world) refuse("world", name, `one of ${Object.keys(WORLDS).join(", ")}`);
  const families = optional("families", knobs.families, whole(1, MAX_FAMILIES)) ?? world.base.length;
  const ease = optional("ease", knobs.ease, { holds: Number.isFinite, expected: "a number" }) ?? 0;
  const base = Array.from({ length: families }, (_, family) => world.base[family % world.base.length]!);
  const unknown = optional("unknown", knobs.unknown, SHARE);
  const outcomes = optional("outcomes", knobs.outcomes, {
    holds: (value) => OUTCOME_MODELS.includes(value as OutcomeModel),
    expected: `one of ${OUTCOME_MODELS.join(", ")}`,
  });
  const { driftAt: plannedDrift, ...rest } = world;
  const driftAt =
    knobs.driftAt === false ? undefined : (optional("driftAt", knobs.driftAt, whole(0, MAX_TASKS)) ?? plannedDrift);
  return {
    ...rest,
    base: ease === 0 ? base : base.map((rate) => sigmoid(logit(rate) + ease)),
    tasks: optional("tasks", knobs.tasks, whole(1, MAX_TASKS)) ?? world.tasks,
    pool: {
      ...world.pool,
      harmful: optional("pollution", knobs.pollution, whole(0, MAX_MISCONCEPTIONS)) ?? world.pool.harmful,
    },
    judgeNoise: optional("noise", knobs.noise, SHARE) ?? world.judgeNoise,
    heard: unknown === undefined ? world.heard : 1 - unknown,
    outcomes: (outcomes as OutcomeModel | undefined) ?? world.outcomes,
    gate: {
      good: optional("gateGood", knobs.gateGood, SHARE) ?? world.gate.good,
      other: optional("gateOther", knobs.gateOther, SHARE) ?? world.gate.other,
    },
    ...(driftAt === undefined ? {} : { driftAt }),
  };
}

function policyNamed(name: string): PolicyName {
  if ((POLICY_NAMES as readonly string[]).includes(name)) return name as PolicyName;
  return refuse("policies", name, `one of ${POLICY_NAMES.join(", ")}`);
}

interface Check<T> {
  holds: (value: T) => boolean;
  expected: string;
}

const SHARE: Check<number> = { holds: (value) => value >= 0 && value <= 1, expected: "a number from 0 to 1" };

function whole(min: number, max: number): Check<number> {
  return {
    holds: (value) => Number.isInteger(value) && value >= min && value <= max,
    expected: `a whole number from ${min} to ${max}`,
  };
}

function optional<T>(name: string, value: T | undefined, { holds, expected }: Check<T>): T | undefined {
  if (value !== undefined && !holds(value)) refuse(name, value, expected);
  return value;
}

function refuse(name: string, value: unknown, expected: string): never {
  throw new MemoryError("INVALID_INPUT", `simulate: "${name}" must be ${expected}, got ${JSON.stringify(value)}`);
}
