import { MemoryError } from "../errors.ts";

/** One model on one server. */
export interface ModelOptions {
  /** `openai-compatible`: OpenAI, Ollama, vLLM, llama.cpp, DashScope and others; `anthropic`: the Messages API. */
  provider: "openai-compatible" | "anthropic";
  /** The name that the server knows it by. */
  model: string;
  /** Such as `http://127.0.0.1:11434/v1`. Needed for `openai-compatible`; default for `anthropic`: Anthropic's own. */
  baseUrl?: string;
  /** Name of the environment variable that holds the key; the key itself is never written. Default: no key, for `anthropic` `ANTHROPIC_API_KEY`. */
  keyEnv?: string;
  /** 0..2. Default: the server's. */
  temperature?: number;
  /** Most tokens of one reply. Whole number ≥ 16, default 4,096. */
  maxTokens?: number;
  /**
   * How the server is told which shape the reply must have: `schema` (JSON Schema; a server that refuses it is asked without),
   * `json` (JSON mode), `none` (only in words). Default `schema`.
   */
  structured?: "schema" | "json" | "none";
  /** For `embed`: length of the vectors, where the server lets one choose. Whole number ≥ 1. */
  dimensions?: number;
}

export const MODEL_ROLES = ["summarise", "judge", "rewrite", "act", "embed"] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

/** Which models are used and how much of them; `models:` in `config.yaml`. No role is set by default: nothing is asked of anybody. */
export interface ModelsOptions {
  /** For every role that is not set itself, `embed` aside. */
  default?: ModelOptions;
  summarise?: ModelOptions;
  judge?: ModelOptions;
  rewrite?: ModelOptions;
  act?: ModelOptions;
  embed?: ModelOptions;
  /** `learn` looks at new attempts through the lenses, too. Default false: only `acquire` does. */
  learn: boolean;
  /** Seconds until one call must be answered. > 0, default 120. */
  timeoutSeconds: number;
  /** How often a call is tried again that failed by no fault of its own (429, 5xx, a broken connection). Whole number ≥ 0, default 3. */
  retries: number;
  /** Longest wait before a call is tried again, in seconds; a server that asks for more (Retry-After) is not asked again. ≥ 0, default 60. */
  maxWaitSeconds: number;
  /** Calls at the same time. Whole number ≥ 1, default 4. */
  concurrency: number;
  /** Most calls and tokens (read and written) of one run, and of one day (UTC) over all processes. Whole numbers ≥ 0; defaults 200, 1,000,000, 2,000, 10,000,000: guesses that stop a runaway and no ordinary run. */
  runCalls: number;
  runTokens: number;
  dayCalls: number;
  dayTokens: number;
}

export const MODELS_DEFAULTS: Readonly<ModelsOptions> = Object.freeze({
  learn: false,
  timeoutSeconds: 120,
  retries: 3,
  maxWaitSeconds: 60,
  concurrency: 4,
  runCalls: 200,
  runTokens: 1_000_000,
  dayCalls: 2_000,
  dayTokens: 10_000_000,
});

interface Check {
  holds: (value: unknown) => boolean;
  expected: string;
}

const text: Check = { holds: (value) => typeof value === "string" && value.trim() !== "", expected: "text" };
const whole = (min: number): Check => ({
  holds: (value) => Number.isInteger(value) && (value as number) >= min,
  expected: `a whole number, ${min} or more`,
});
const oneOf = (...names: string[]): Check => ({
  holds: (value) => names.includes(value as string),
  expected: names.map((name) => `"${name}"`).join(" or "),
});

const MODEL_CHECKS: { [Key in keyof Required<ModelOptions>]: Check } = {
  provider: oneOf("openai-compatible", "anthropic"),
  model: text,
  baseUrl: { holds: isWebAddress, expected: "an http or https address without user and password" },
  keyEnv: {
    holds: (value) => typeof value === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value),
    expected: "the name of an environment variable, not the key itself",
  },
  temperature: {
    holds: (value) => isFiniteNumber(value) && value >= 0 && value <= 2,
    expected: "a number from 0 to 2",
  },
  maxTokens: whole(16),
  structured: oneOf("schema", "json", "none"),
  dimensions: whole(1),
};

const SCALAR_CHECKS: {
  [Key in keyof typeof MODELS_DEFAULTS as Key extends ModelRole | "default" ? never : Key]-?: Check;
} = {
  learn: { holds: (value) => typeof value === "boolean", expected: "true or false" },
  timeoutSeconds: { holds: (value) => isFiniteNumber(value) && value > 0, expected: "a number above 0" },
  retries: whole(0),
  maxWaitSeconds: { holds: (value) => isFiniteNumber(value) && value >= 0, expected: "a number, 0 or more" },
  concurrency: whole(1),
  runCalls: whole(0),
  runTokens: whole(0),
  dayCalls: whole(0),
  dayTokens: whole(0),
};

/**
 * Fills the defaults in and refuses nonsense.
 * @throws MemoryError `INVALID_INPUT` naming the option; never repeats a value that could be a key
 */
export function completeModelsOptions(given: unknown): ModelsOptions {
  if (given === undefined || given === null) return MODELS_DEFAULTS as ModelsOptions;
  const options = asMap(given, "models");
  const roles: readonly string[] = ["default", ...MODEL_ROLES];
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (roles.includes(key)) checkModel(asMap(value, `models.${key}`), `models.${key}`, key === "embed");
    else if (key in SCALAR_CHECKS) check(SCALAR_CHECKS[key as keyof typeof SCALAR_CHECKS], value, `models.${key}`);
    else throw unknownKey(`models.${key}`, [...roles, ...Object.keys(SCALAR_CHECKS)]);
  }
  const present = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return Object.freeze({ ...MODELS_DEFAULTS, ...present }) as ModelsOptions;
}

/** The model that plays a role; undefined when the role is left empty. */
export function modelFor(options: ModelsOptions, role: ModelRole): ModelOptions | undefined {
  return options[role] ?? (role === "embed" ? undefined : options.default);
}

function checkModel(model: Record<string, unknown>, path: string, embeds: boolean): void {
  for (const [key, value] of Object.entries(model)) {
    if (!(key in MODEL_CHECKS)) throw unknownKey(`${path}.${key}`, Object.keys(MODEL_CHECKS));
    if (value !== undefined) check(MODEL_CHECKS[key as keyof ModelOptions], value, `${path}.${key}`);
  }
  for (const key of ["provider", "model"] as const) {
    if (model[key] === undefined) throw new MemoryError("INVALID_INPUT", `"${path}.${key}" is missing`);
  }
  if (model.provider === "openai-compatible" && model.baseUrl === undefined) {
    throw new MemoryError(
      "INVALID_INPUT",
      `"${path}.base_url" is missing`,
      "Name the server, such as http://127.0.0.1:11434/v1.",
    );
  }
  if (embeds && model.provider === "anthropic") {
    throw new MemoryError(
      "INVALID_INPUT",
      `"${path}.provider" must be "openai-compatible": Anthropic has no embeddings`,
    );
  }
}

function check({ holds, expected }: Check, value: unknown, path: string): void {
  if (holds(value)) return;
  // A key that stands where its name should stand must not be repeated on a screen or in a log.
  const got = typeof value === "number" || typeof value === "boolean" ? `, got ${value}` : "";
  throw new MemoryError("INVALID_INPUT", `"${snake(path)}" must be ${expected}${got}`);
}

function unknownKey(path: string, known: readonly string[]): MemoryError {
  return new MemoryError(
    "INVALID_INPUT",
    `no option is called "${snake(path)}"`,
    `Options there: ${known.map(snake).join(", ")}.`,
  );
}

function asMap(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new MemoryError("INVALID_INPUT", `"${snake(path)}" must be a map, such as {provider: …, model: …}`);
}

/** As the person wrote it in the file. */
function snake(path: string): string {
  return path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}
