import { isObject } from "../model/json.ts";

/** Deeper values are refused: walking them would exhaust the stack, and no tool means them. */
export const MAX_DEPTH = 200;

export function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** Parses JSON text; says in words what is wrong when it cannot. */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `not JSON: ${(error as Error).message}` };
  }
  return isTooDeep(value) ? { problem: `nested deeper than ${MAX_DEPTH} levels` } : { value };
}

/** The value as an object, or one without keys, so that a reader of foreign records need not check at every step. */
export function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a string that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Names are written as strings or as numbers. */
export function asName(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : asText(value);
}
