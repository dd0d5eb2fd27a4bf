import { isObject } from "../../model/json.ts";
import type { Step } from "../../model/trajectory.ts";
import { tokenize } from "../../text/tokens.ts";
import { actionIn } from "../actions.ts";
import { cleanToolName, isKey, isToolName, wordsOfName } from "../identifiers.ts";

/** One argument of a tool call whose value may be a choice among a few. */
export interface ArgumentUse {
  call: string;
  param: string;
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
    .flatMap(([param, value]) => (isKey(param) && isChoice(value) ? [{ call: name, param, value }] : []));
}

/** A switch, a small number or a plain word: what one picks, not what one names. No ids, names of people, places or free text. */
function isChoice(value: unknown): value is string | number | boolean {
  if (typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) <= 1_000;
  return (
    typeof value === "string" &&
    /^(?:[a-z]+(?:[_-][a-z]+){0,2}|[A-Z]+(?:_[A-Z]+){0,2})$/.test(value) &&
    value.length <= 24
  );
}

/** True when the user's words speak of this argument or this value, so that what it is set to follows from them. */
export function isSpokenOf({ param, value }: ArgumentUse, spoken: ReadonlySet<string>): boolean {
  if (typeof value === "number") return spoken.has(String(value));
  const words = wordsOfName(typeof value === "boolean" ? param : value).filter((word) => word.length > 2);
  return words.some((word) => tokenize(word).some((token) => spoken.has(token)));
}
