import { isObject } from "../../model/json.ts";
import type { Step } from "../../model/trajectory.ts";
import { tokenize } from "../../text/tokens.ts";
import { actionIn } from "../actions.ts";
import { cleanToolName, isKey, isToolName, wordsOfName } from "../identifiers.ts";
import { leavesOf } from "../provenance/values.ts";
import { formatOf } from "./formats.ts";

/** One argument of a tool call whose value may be a choice among a few, or that may be written in several forms. */
export interface ArgumentUse {
  call: string;
  param: string;
  /** The value as JSON; or, for a text that is no choice, `~` and its form. */
  choice: string;
  /** What was given. Never kept. */
  value: string | number | boolean;
}

/** Arguments of one call that are looked at. */
const MAX_ARGUMENTS = 20;

/**
 * Arguments of a tool of the project that could be set one way or another. A host's own tools (shell, read, edit …) are left out:
 * how an agent uses them is its own way and no project's.
 */
export function argumentUses(step: Step): ArgumentUse[] {
  const { kind } = actionIn(step);
  const { name, broken } = cleanToolName(step.tool);
  if ((kind !== "mcp" && kind !== "other") || broken || !isToolName(name)) return [];
  if (step.outcome !== "ok" || !isObject(step.input)) return [];
  return Object.entries(step.input)
    .slice(0, MAX_ARGUMENTS)
    .flatMap(([param, value]) => {
      const choice = isKey(param) ? choiceOf(param, value) : undefined;
      return choice === undefined ? [] : [{ call: name, param, choice, value: value as ArgumentUse["value"] }];
    });
}

function choiceOf(param: string, value: unknown): string | undefined {
  if (isChoice(value) || isProportion(param, value)) return JSON.stringify(value);
  const format = typeof value === "string" ? formatOf(value) : undefined;
  return format === undefined ? undefined : `~${format}`;
}

/** A switch, a small number or a plain word: what one picks, not what one names. No ids, names of people, places or free text. */
function isChoice(value: unknown): value is string | number | boolean {
  if (typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) <= 1_000;
  return (
    typeof value === "string" && /^(?:[a-z]+(?:_[a-z]+){0,2}|[A-Z]+(?:_[A-Z]+){0,2})$/.test(value) && value.length <= 24
  );
}

/** `16:9` or `1024x768`, where the argument's name says that it is a shape: elsewhere it may be a time. */
function isProportion(param: string, value: unknown): boolean {
  return typeof value === "string" && /^\d{1,5}[:x]\d{1,5}$/.test(value) && /ratio|aspect|size|resolution/i.test(param);
}

/** What was said and returned before a call. */
export interface Given {
  /** Tokens of the user's words. */
  said: ReadonlySet<string>;
  /** Keys of values in earlier results; see `leavesOf`. */
  returned: ReadonlySet<string>;
}

/** True when the value follows from the user's words, or stood in an earlier result: then nobody chose it here. */
export function isGiven({ param, value, choice }: ArgumentUse, { said, returned }: Given): boolean {
  if (leavesOf(value).some(({ key }) => returned.has(key))) return true;
  if (typeof value === "number") return said.has(String(value));
  if (choice.startsWith("~")) return tokenize(String(value)).every((token) => said.has(token));
  const words = wordsOfName(typeof value === "boolean" ? param : value).filter((word) => word.length > 2);
  return words.some((word) => tokenize(word).some((token) => said.has(token)));
}
