import { APICallError } from "ai";
import type { CallFault } from "./patient-call.ts";

/** Longest piece of a server's own words that a message repeats. */
const MOST_WORDS = 300;

/**
 * What a failed attempt means: whether waiting helps, and for how long the server asked.
 * @param key  never repeated, also when the server does
 */
export function callFault(error: unknown, key: string | undefined): CallFault {
  if (!APICallError.isInstance(error)) {
    const cause = (error as Error).cause;
    const words = [error, cause].map((each) => (each instanceof Error ? each.message : "")).filter(Boolean);
    return { problem: clean(words.join(": ") || String(error), key), passing: isNetwork(error) };
  }
  const { statusCode: status, responseHeaders: headers, responseBody: body } = error;
  if (status === undefined) {
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
    return { problem: clean(`${error.message}${cause}`, key), passing: true };
  }
  const said = clean(wordsOf(body) ?? error.message, key);
  // A reply that cannot be read came with a status of success: asking again may give a whole one.
  const passing = status === 408 || status === 409 || status === 429 || status >= 500 || status < 400;
  return { problem: `HTTP ${status}: ${said}`, passing, waitMs: waitAsked(headers) };
}

/** True when the server refuses the request itself, as one does that does not know `response_format`. */
export function isRefusedRequest(error: unknown): boolean {
  return APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
}

function waitAsked(headers: Record<string, string> | undefined): number | undefined {
  const ms = Number(headers?.["retry-after-ms"] ?? Number.NaN);
  if (ms >= 0) return ms;
  const after = headers?.["retry-after"];
  if (after === undefined) return undefined;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(after)) return Number(after) * 1000;
  const at = Date.parse(after);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function wordsOf(body: string | undefined): string | undefined {
  if (!body) return undefined;
  try {
    const value = JSON.parse(body);
    const message = value?.error?.message ?? value?.message ?? value?.error;
    return typeof message === "string" ? message : body;
  } catch {
    return body; // a proxy's page, not JSON
  }
}

function clean(text: string, key: string | undefined): string {
  const plain = text.replaceAll(/\s+/g, " ").trim().slice(0, MOST_WORDS);
  // A server may repeat only the ends of a key, with stars between.
  const hidden = key && key.length >= 6 ? plain.replaceAll(key, "…") : plain;
  return hidden.replaceAll(/\b(?:sk|key|pk)-[\w*.-]{6,}/gi, "…");
}

function isNetwork(error: unknown): boolean {
  return error instanceof TypeError || /fetch failed|socket|ECONN|network|terminated/i.test(String(error));
}
