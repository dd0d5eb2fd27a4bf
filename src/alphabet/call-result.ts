import { isObject } from "../model/json.ts";
import type { Step } from "../model/trajectory.ts";

/** The most characters of an answer that are looked at, half from each end. */
const MAX_TEXT = 65_536;

/** How a program ended, told by the number it left. */
export type ExitClass = "ok" | "failed" | "misuse" | "timeout" | "not-executable" | "not-found" | "killed";

export function exitClass(code: number): ExitClass {
  if (code === 0) return "ok";
  if (code === 2) return "misuse";
  if (code === 124) return "timeout";
  if (code === 126) return "not-executable";
  if (code === 127) return "not-found";
  return code < 0 || code >= 128 ? "killed" : "failed";
}

const CODE_KEYS = ["exit_code", "exitCode", "exit", "code", "returncode", "return_code"];

/** The line in which a host puts the exit code into the text that the model sees. It stands at an end of the text, on its own. */
const CODE_LINE =
  /(?:^|\n)[^\S\n]*(?:Process exited with code|Exit code|Exit Code|exit code|exited with code|Command exited with(?: code)?):?[^\S\n]+(-?\d{1,3})[^\S\n]*(?=\n|$)/;

/**
 * The exit code of a shell call, wherever the host put it: a field of the result, or a line of the text.
 * @returns undefined when nobody said; never guessed from `outcome`
 */
export function exitCode(step: Pick<Step, "result" | "error">): number | undefined {
  return codeField(step.result) ?? codeLine(step.error) ?? codeLine(plainText(step.result));
}

function codeField(result: unknown): number | undefined {
  if (!isObject(result)) return undefined;
  for (const key of CODE_KEYS) {
    const value = result[key];
    if (typeof value === "number" && Number.isInteger(value) && value >= -255 && value <= 255) return value;
  }
  return codeField(result.metadata) ?? codeField(result.toolUseResult);
}

function codeLine(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  // Only the first and last lines are the host's own; what stands between them is the program's.
  const ends = text.length <= 1200 ? text : `${text.slice(0, 600)}\n${text.slice(-600)}`;
  const code = CODE_LINE.exec(ends)?.[1];
  return code === undefined ? undefined : Number(code);
}

/**
 * All text of a call's answer: output and error, in the order the model saw them; at most 65,536 characters, head and tail.
 * @returns "" when nothing came back
 */
export function answerText(step: Pick<Step, "result" | "error">): string {
  const error = step.error ?? "";
  const text = plainText(step.result);
  const whole =
    text === "" || error.includes(text) ? error : error === "" || text.includes(error) ? text : `${error}\n${text}`;
  return whole.length <= MAX_TEXT ? whole : `${whole.slice(0, MAX_TEXT / 2)}\n${whole.slice(-MAX_TEXT / 2)}`;
}

const TEXT_KEYS = [
  "stdout",
  "stderr",
  "output",
  "aggregated_output",
  "llmContent",
  "text",
  "content",
  "message",
  "error",
  "result",
  "response",
];

function plainText(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (depth > 4 || value === null || typeof value !== "object") return "";
  if (Array.isArray(value)) {
    return value
      .slice(0, 200)
      .map((item) => plainText(item, depth + 1))
      .filter((text) => text !== "")
      .join("\n");
  }
  return TEXT_KEYS.map((key) => plainText((value as Record<string, unknown>)[key], depth + 1))
    .filter((text) => text !== "")
    .join("\n");
}
