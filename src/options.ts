import { MemoryError } from "./errors.ts";
import { completeModelsOptions, MODELS_DEFAULTS, type ModelsOptions } from "./options/models.ts";

/** What a person may set in `config.yaml`; every number with its meaning, range and default. */
export interface MemoryOptions {
  /** Most cards in one answer. Whole number ≥ 1, default 3 (ReMe used 5; DESIGN §4). */
  limit: number;
  /** Most tokens of advice in one answer, estimated. Whole number ≥ 50, default 800. */
  maxTokens: number;
  /** Which rule decides what helps: who earned it (`attribution`, the default), or who was in the room (`reme`). */
  policy: "attribution" | "reme";
  /** α of ReMe's rule: judged recalls before a card can be forgotten. Whole number ≥ 1, default 5 (arXiv 2512.10696). */
  minFreq: number;
  /** β of ReMe's rule: utility/freq at or below this retires a card. 0..1, default 0.5 (arXiv 2512.10696). */
  maxUselessRate: number;
  /** True: strictly below β, as ReMe's v0.2 code had it. Default false. */
  strict: boolean;
  /** Share of false findings among accepted ones that mining may have. 0..1 exclusive, default 0.05. */
  falseDiscoveryRate: number;
  /** Cards below this confidence may be pruned. 0..1, default 0.3 (DESIGN §4). */
  pruneBelow: number;
  /** Days without a sighting before such a card is pruned. ≥ 0, default 30 (DESIGN §4). */
  pruneAfterDays: number;
  /** Days of use of the project without a sighting that cost 0.1 confidence. ≥ 1, default 14 (DESIGN §4). */
  idleDays: number;
  /** Most active cards of a project; of more, those that are worth least are retired, reviewed ones last. Whole number ≥ 1, default 5,000: recall stays fast to 10,000. */
  maxCards: number;
  /** False: nothing is handed over unasked in a host's sessions; what is asked for still is. Default true. */
  advise: boolean;
  /** New observations that are worth a notice. Whole number ≥ 1, default 20 (DESIGN §4). */
  noticeAt: number;
  /** A session without an end counts as ended after this many minutes of silence. ≥ 0, default 30: a guess, longer than a coffee break. */
  sessionIdleMinutes: number;
  /** Which models are used, and how much of them. Default: none (`options/models.ts`). */
  models: ModelsOptions;
}

export const MEMORY_DEFAULTS: Readonly<MemoryOptions> = Object.freeze({
  limit: 3,
  maxTokens: 800,
  policy: "attribution",
  minFreq: 5,
  maxUselessRate: 0.5,
  strict: false,
  falseDiscoveryRate: 0.05,
  pruneBelow: 0.3,
  pruneAfterDays: 30,
  idleDays: 14,
  maxCards: 5_000,
  advise: true,
  noticeAt: 20,
  sessionIdleMinutes: 30,
  models: MODELS_DEFAULTS,
});

const CHECKS: { [Key in keyof MemoryOptions]: { holds: (value: unknown) => boolean; expected: string } } = {
  limit: whole(1),
  maxTokens: whole(50),
  policy: { holds: (value) => value === "attribution" || value === "reme", expected: '"attribution" or "reme"' },
  minFreq: whole(1),
  maxUselessRate: share(),
  strict: { holds: (value) => typeof value === "boolean", expected: "true or false" },
  falseDiscoveryRate: {
    holds: (value) => isNumber(value) && value > 0 && value < 1,
    expected: "a number between 0 and 1",
  },
  pruneBelow: share(),
  pruneAfterDays: atLeast(0),
  idleDays: atLeast(1),
  maxCards: whole(1),
  advise: { holds: (value) => typeof value === "boolean", expected: "true or false" },
  noticeAt: whole(1),
  sessionIdleMinutes: atLeast(0),
  // `completeModelsOptions` looks inside and names the part that is wrong.
  models: { holds: () => true, expected: "a map of roles" },
};

/**
 * Fills the defaults in and refuses nonsense, once, at the door.
 * @throws MemoryError `INVALID_INPUT` naming the option and the value it got
 */
export function completeOptions(given: Partial<Record<keyof MemoryOptions, unknown>>): MemoryOptions {
  for (const [key, value] of Object.entries(given)) {
    if (!(key in CHECKS)) {
      throw new MemoryError(
        "INVALID_INPUT",
        `no option is called "${key}"`,
        `Options: ${Object.keys(CHECKS).join(", ")}.`,
      );
    }
    const check = CHECKS[key as keyof MemoryOptions];
    if (value !== undefined && !check.holds(value)) {
      throw new MemoryError("INVALID_INPUT", `"${key}" must be ${check.expected}, got ${JSON.stringify(value)}`);
    }
  }
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return Object.freeze({
    ...MEMORY_DEFAULTS,
    ...present,
    models: completeModelsOptions(given.models),
  }) as MemoryOptions;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function whole(min: number) {
  return {
    holds: (value: unknown) => isNumber(value) && Number.isInteger(value) && value >= min,
    expected: `a whole number, ${min} or more`,
  };
}

function atLeast(min: number) {
  return { holds: (value: unknown) => isNumber(value) && value >= min, expected: `a number, ${min} or more` };
}

function share() {
  return { holds: (value: unknown) => isNumber(value) && value >= 0 && value <= 1, expected: "a number from 0 to 1" };
}
