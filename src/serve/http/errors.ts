import { HTTPException } from "hono/http-exception";
import { MemoryError, type MemoryErrorCode } from "../../errors.ts";

/** Documented in `docs/http.md`. */
const STATUS: Readonly<Record<MemoryErrorCode, number>> = {
  INVALID_INPUT: 400,
  NOT_FOUND: 404,
  CARD_FORMAT: 422,
  STORE_TOO_NEW: 422,
  STORE_BUSY: 503,
  MODEL_FAILED: 502,
};

/** What is wrong with the request itself, in the terms of HTTP. */
export type HttpErrorCode =
  | "UNAUTHORISED"
  | "FORBIDDEN"
  | "METHOD_NOT_ALLOWED"
  | "CONFLICT"
  | "TOO_LARGE"
  | "UNSUPPORTED_TYPE"
  | "TOO_MANY_REQUESTS"
  | "STOPPING";

export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly code: HttpErrorCode;
  readonly hint: string | undefined;

  constructor(status: number, code: HttpErrorCode, message: string, hint?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

export interface Failure {
  status: number;
  error: { code: string; message: string; hint?: string };
}

/** Whatever went wrong, as a status and what the caller reads. What nobody expected is told without its inside. */
export function failureOf(error: unknown): Failure {
  if (error instanceof HttpError || error instanceof MemoryError) {
    const status = error instanceof HttpError ? error.status : STATUS[error.code];
    const { code, message, hint } = error;
    return { status, error: { code, message, ...(hint !== undefined && { hint }) } };
  }
  if (error instanceof HTTPException && error.status < 500) {
    const code = error.status === 413 ? "TOO_LARGE" : "INVALID_INPUT";
    return { status: error.status, error: { code, message: error.message || "the request cannot be read" } };
  }
  return {
    status: 500,
    error: {
      code: "UNEXPECTED",
      message: "something went wrong here that should not have",
      hint: "The server's log names it. Nothing that was acknowledged is lost.",
    },
  };
}

/** The answer to a request that failed. */
export function errorResponse({ status, error }: Failure, extra: Record<string, unknown> = {}): Response {
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (status === 401) headers["www-authenticate"] = 'Bearer realm="habitus"';
  if (status === 429 || status === 503) headers["retry-after"] = "1";
  return new Response(JSON.stringify({ ...extra, error }), { status, headers });
}
