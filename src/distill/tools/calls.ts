import type { Json } from "../../model/json.ts";
import { isObject } from "../../model/json.ts";
import { endedWell } from "../../model/outcome.ts";
import { GIVEN_CALLS } from "../../model/tool-call.ts";
import type { Step, Trajectory } from "../../model/trajectory.ts";
import { actionIn } from "../actions.ts";
import { formatOf } from "../conventions/formats.ts";
import { cleanToolName, isKey, isToolName } from "../identifiers.ts";

/** One call of a tool, as its guideline counts it. */
export interface CountedCall {
  tool: string;
  turn: number;
  /** `other`: denied, interrupted, or nobody said; it is counted and says nothing about the tool. */
  end: "ok" | "error" | "other";
  /** It returned no error, and whoever judged this very call, if anybody did, was content. */
  well: boolean;
  ms?: number;
  tokens: number;
  /** 0..1, by whoever judged this very call. */
  score?: number;
  /** Reported as a single call, not seen in a session. */
  given: boolean;
  /** `param feature`: what its arguments were like. */
  features: string[];
}

/** Arguments of one call that are looked at. */
const MAX_ARGUMENTS = 12;

/**
 * Every call of a tool by name. A shell is left out: what it runs are other tools, which have miners of their own. So is a call
 * whose name was broken, because the tool never saw it.
 */
export function countedCalls(trajectory: Trajectory): CountedCall[] {
  const given = trajectory.source === GIVEN_CALLS;
  // The outcome of a session is about its task; that of a single reported call is about the call.
  const score = given ? trajectory.outcome?.score : undefined;
  return trajectory.turns.flatMap(({ steps }, turn) =>
    steps.flatMap((step): CountedCall[] => {
      const { name: tool, broken } = cleanToolName(step.tool);
      if (broken || !isToolName(tool) || actionIn(step).kind === "shell") return [];
      const end = step.outcome === "ok" || step.outcome === "error" ? step.outcome : "other";
      return [
        {
          tool,
          turn,
          end,
          well: end === "ok" && (score === undefined || endedWell({ score })),
          ...(step.ms !== undefined && { ms: step.ms }),
          tokens: step.tokens ?? estimatedTokens(step),
          ...(score !== undefined && { score }),
          given,
          features: featuresOf(step.input),
        },
      ];
    }),
  );
}

/** Four characters to a token, of arguments and answer together, as ReMe counts where nobody told the cost. */
export function estimatedTokens({ input, result }: Pick<Step, "input" | "result">): number {
  return Math.floor((asText(input).length + asText(result).length) / 4);
}

function asText(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * What an argument is like, never what it says: `given`, its type, a folder in front or several words in a text, a known form, or
 * one of a few choices.
 */
function featuresOf(input: Json): string[] {
  if (!isObject(input)) return [];
  return Object.entries(input)
    .filter(([param]) => isKey(param))
    .slice(0, MAX_ARGUMENTS)
    .flatMap(([param, value]) => ["given", ...shapesOf(value)].map((shape) => `${param} ${shape}`));
}

function shapesOf(value: unknown): string[] {
  if (typeof value === "boolean") return [":boolean", `=${value}`];
  if (typeof value === "number") {
    const isChoice = Number.isInteger(value) && Math.abs(value) <= 100;
    return [":number", ...(isChoice ? [`=${value}`] : [])];
  }
  if (Array.isArray(value)) return [":list"];
  if (typeof value !== "string") return value === null ? [] : [":map"];
  const format = formatOf(value);
  return [
    ":text",
    ...(/[/\\]/.test(value) ? ["folder"] : []),
    ...(/\S\s+\S/.test(value) ? ["words"] : []),
    ...(format === undefined ? [] : [`~${format}`]),
    ...(isPlainWord(value) ? [`=${JSON.stringify(value)}`] : []),
  ];
}

/** A word that one picks, such as `ascending` or `USD`: no name of a person or thing, no text. */
function isPlainWord(value: string): boolean {
  return value.length <= 24 && /^(?:[a-z]+(?:_[a-z]+){0,2}|[A-Z]{2,}(?:_[A-Z]+){0,2})$/.test(value);
}
