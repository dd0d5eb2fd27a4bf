import type { Json } from "../model/json.ts";
import { isObject } from "../model/json.ts";
import type { Step } from "../model/trajectory.ts";
import { parseJson } from "./json-text.ts";
import { parsePythonLiteral } from "./python.ts";

/** What came back from a call, and what it says about how the call ended. */
export type CallResult = Pick<Step, "result" | "outcome" | "error">;

/**
 * Reads a tool's answer where the format has no flag for failure: an error is text that begins with `Error` (or that word in Korean, Japanese or Chinese, with a colon), or an object with
 * a text `error`, a true `is_error`, or an exit code other than 0. Everything else that came back counts as `ok`.
 */
export function readResult(answer: unknown): CallResult {
  const result = typeof answer === "string" ? parseStructured(answer) : (answer as Json | undefined);
  if (result === undefined || result === null) return { outcome: "unknown", ...(result === null && { result }) };
  const error = errorIn(result);
  return error === undefined ? { result, outcome: "ok" } : { result, outcome: "error", error };
}

/** Reads the answer to a call that is known to have failed. */
export function readFailure(answer: unknown): CallResult {
  const read = readResult(answer);
  const text = typeof answer === "string" ? answer : JSON.stringify(answer ?? "failed");
  return { ...read, outcome: "error", error: read.error ?? text };
}

/** Text that holds a JSON object or array, or a Python list, tuple or dict, as that value; other text as it is. */
export function parseStructured(text: string): Json {
  const trimmed = text.trim();
  if (
    !["{}", "[]", "()"].some(([open, close]) => trimmed.startsWith(open as string) && trimmed.endsWith(close as string))
  )
    return text;
  const json = parseJson(trimmed);
  if ("value" in json) return json.value as Json;
  const literal = parsePythonLiteral(trimmed);
  return typeof literal === "object" && literal !== null ? literal : text;
}

/** Words of other languages stand in other sentences too, so they count with a colon behind them. */
const ERROR_TEXT =
  /^\s*(?:Error\b|(?:오류|에러|실패|エラー|失敗|错误|錯誤|报错|失败|出错)(?:\s*(?:[:：]|[(（[【][^)）\]】\n]{1,40}[)）\]】]\s*[:：])))/;

/** The error in the tool's own words; undefined when the result is not one. */
export function errorIn(result: Json): string | undefined {
  if (typeof result === "string") return ERROR_TEXT.test(result) ? result : undefined;
  if (!isObject(result)) return undefined;
  if (typeof result.error === "string" && result.error !== "") return result.error;
  const code = result.exit_code ?? result.exitCode;
  const failed = result.is_error === true || result.isError === true || (typeof code === "number" && code !== 0);
  return failed ? messageIn(result, code) : undefined;
}

function messageIn(result: Record<string, unknown>, code: unknown): string {
  for (const key of ["stderr", "message", "content", "output"]) {
    const text = result[key];
    if (typeof text === "string" && text !== "") return text;
  }
  return typeof code === "number" ? `exit code ${code}` : "failed";
}
