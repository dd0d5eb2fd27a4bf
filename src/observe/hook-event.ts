import { isObject, type Json } from "../model/json.ts";
import type { Observation, ObservationEvent } from "../model/observation.ts";
import { stripAdvice } from "../text/fence.ts";
import { textHash } from "../text/hash.ts";
import { parseJson } from "./json-text.ts";
import { errorIn, parseStructured, readFailure, readResult } from "./result.ts";

/** What a host's hook told us. Lines lack version, time and project; whoever stores them adds these. */
export type HookReading =
  | { lines: HookLine[]; session: string | undefined; cwd: string | undefined; transcript: string | undefined }
  /** Nothing of it can be used; in words, why. */
  | { dropped: string }
  /** It could be used and must not be: a machine made the session. */
  | { skipped: string };

export type HookLine = Omit<Observation, "v" | "at" | "project">;

export interface HookContext {
  /** The environment that the host gave the hook. */
  env: Readonly<Record<string, string | undefined>>;
  /** The phase by the command line: only where the payload does not say it. */
  event?: string | undefined;
  /** The host, where the caller knows it; default: by the payload. */
  host?: string | undefined;
}

/**
 * Reads the payload of one hook event of Claude Code, Codex or Gemini CLI.
 *
 * The phase is what the payload says; it is never guessed. Fields are taken by their documented names, other spellings as a fallback.
 * Events that say nothing about how work is done come back without lines.
 */
export function readHookEvent(given: unknown, { env, event, host }: HookContext): HookReading {
  if (!isObject(given)) return { dropped: "the payload is not a JSON object" };
  const payload = withValues(given);
  const name = textOf(payload, ["hook_event_name", "hookEventName"]) ?? event;
  if (name === undefined || name === "") return { dropped: "no hook_event_name" };
  const cwd = textOf(payload, ["cwd", "workspace_dir"]);
  const reason = whyAutomated(env, cwd);
  if (reason !== undefined) return { skipped: reason };
  const session = textOf(payload, ["session_id", "sessionId"]);
  if (session === undefined) return { dropped: "no session_id" };
  const agent = textOf(payload, ["agent_id"]);
  const common = { host: host ?? hostOf(payload, env, name), session, ...(agent !== undefined && { agent }) };
  const lines = linesOf(name, payload).map((line) => withoutAdvice({ ...common, ...line }) as HookLine);
  return { lines, session, cwd, transcript: textOf(payload, ["transcript_path", "transcriptPath"]) };
}

/** Fields that hold values; a host that calls a tool with a payload may write them as JSON text. */
const VALUES = ["tool_input", "tool_calls", "is_interrupt", "duration_ms"];

function withValues(payload: Record<string, unknown>): Record<string, unknown> {
  const written = VALUES.filter((key) => typeof payload[key] === "string");
  if (written.length === 0) return payload;
  return { ...payload, ...Object.fromEntries(written.map((key) => [key, asValue(String(payload[key]))])) };
}

function asValue(text: string): unknown {
  if (text === "") return undefined;
  const json = /^\s*[[{tfn\d-]/.test(text) ? parseJson(text) : undefined;
  return json && "value" in json ? json.value : text;
}

/** Advice that we handed over is taken out of every string, at any depth. */
function withoutAdvice(value: unknown): unknown {
  if (typeof value === "string") return stripAdvice(value);
  if (Array.isArray(value)) return value.map(withoutAdvice);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutAdvice(inner)]));
}

const EVENTS: Readonly<Record<string, ObservationEvent>> = {
  SessionStart: "session_start",
  UserPromptSubmit: "prompt",
  BeforeAgent: "prompt",
  PreToolUse: "tool_start",
  BeforeTool: "tool_start",
  PostToolUse: "tool_end",
  AfterTool: "tool_end",
  PostToolUseFailure: "tool_end",
  Stop: "turn_end",
  StopFailure: "turn_end",
  AfterAgent: "turn_end",
  SessionEnd: "session_end",
};

type OwnFields = Omit<HookLine, "host" | "session" | "agent">;
type CallFields = Omit<OwnFields, "event">;

function linesOf(name: string, payload: Record<string, unknown>): OwnFields[] {
  if (name === "PostToolBatch") {
    const calls = Array.isArray(payload.tool_calls) ? payload.tool_calls.filter(isObject) : [];
    return calls.map((call) => ({ event: "tool_end", batch: batchOf(calls), ...callOf(call), ...batchEnd(call) }));
  }
  const event = EVENTS[name];
  switch (event) {
    case undefined:
      return [];
    case "session_start":
      return [{ event, input: sessionInput(payload) }];
    case "prompt":
      return [{ event, input: stripAdvice(textOf(payload, ["prompt"]) ?? "") }];
    case "tool_start":
      return [{ event, ...callOf(payload) }];
    case "tool_end":
      return [{ event, ...callOf(payload), ...endOf(name, payload), ...durationOf(payload) }];
    default:
      return [{ event }];
  }
}

/** A number that these calls share and others do not: a hook does not know how many batches there were before. */
function batchOf(calls: readonly Record<string, unknown>[]): number {
  return Number.parseInt(textHash(JSON.stringify(calls.map(({ tool_use_id }) => tool_use_id))).slice(0, 8), 16);
}

function sessionInput(payload: Record<string, unknown>): Json {
  const model = textOf(payload, ["model"]);
  const cwd = textOf(payload, ["cwd"]);
  return { source: "hook", ...(model !== undefined && { model }), ...(cwd !== undefined && { cwd }) };
}

function callOf(payload: Record<string, unknown>): CallFields {
  const call = textOf(payload, ["tool_use_id", "tool_call_id", "call_id"]);
  const tool = textOf(payload, ["tool_name", "toolName"]);
  const input = payload.tool_input ?? payload.input;
  return {
    ...(call !== undefined && { call }),
    ...(tool !== undefined && { tool }),
    ...(input !== undefined && input !== null && { input: input as Json }),
  };
}

function endOf(name: string, payload: Record<string, unknown>): CallFields {
  if (name === "PostToolUseFailure") {
    const interrupted = payload.is_interrupt === true;
    const failure = readFailure(payload.error ?? answerOf(payload) ?? "failed");
    return { ...failure, outcome: interrupted ? "interrupted" : "error" };
  }
  return endByAnswer(answerOf(payload));
}

/** The documented field first, the other spellings after it; null is no answer. */
function answerOf(payload: Record<string, unknown>): unknown {
  const key = ["tool_response", "tool_output", "response", "output"].find(
    (name) => payload[name] !== undefined && payload[name] !== null,
  );
  return key === undefined ? undefined : payload[key];
}

function endByAnswer(answer: unknown): CallFields {
  if (answer === undefined) return { outcome: "unknown" };
  if (isObject(answer) && answer.interrupted === true) return { result: answer as Json, outcome: "interrupted" };
  const failed = isObject(answer) ? (codeError(answer) ?? errorIn(answer as Json)) : undefined;
  if (failed !== undefined) return { result: answer as Json, outcome: "error", error: failed };
  const read = readResult(typeof answer === "string" ? stripAdvice(answer) : answer);
  return typeof read.result === "string" && saysFailed(read.result) ? { ...readFailure(read.result) } : read;
}

/** Some hosts send a command's failure as a success, with nothing but its code. A bare `code` is a command's beside its output; elsewhere 200 is fine. */
function codeError(answer: Record<string, unknown>): string | undefined {
  const isCommand = typeof answer.stdout === "string" || typeof answer.stderr === "string";
  const code = answer.exit_code ?? answer.exitCode ?? answer.returncode ?? (isCommand ? answer.code : undefined);
  if (typeof code !== "number" || code === 0) return undefined;
  return typeof answer.stderr === "string" && answer.stderr !== "" ? answer.stderr : `exit code ${code}`;
}

/** How hosts begin the text of a failed call. */
function saysFailed(text: string): boolean {
  return /^\s*(?:Exit code:? [1-9]|exited with code [1-9]|Process exited with code [1-9]|<tool_use_error>)/.test(text);
}

/** Text beyond this stays text: what is kept of it is 64 KiB, and taking it apart first would take seconds. UTF-16 units. */
const MAX_STRUCTURED = 1_000_000;

/** A batch tells what the model sees of each call: text. */
function batchEnd(call: Record<string, unknown>): CallFields {
  const answer = answerOf(call);
  const isText = typeof answer === "string" && answer.length <= MAX_STRUCTURED;
  return endByAnswer(isText ? parseStructured(answer) : answer);
}

function durationOf(payload: Record<string, unknown>): CallFields {
  return typeof payload.duration_ms === "number" ? { ms: payload.duration_ms } : {};
}

function textOf(payload: Record<string, unknown>, keys: readonly string[]): string | undefined {
  const value = keys.map((key) => payload[key]).find((candidate) => typeof candidate === "string" && candidate !== "");
  return value as string | undefined;
}

function hostOf(payload: Record<string, unknown>, env: HookContext["env"], name: string): string {
  if (/^(?:Before|After)(?:Tool|Agent)$/.test(name)) return "gemini-cli";
  // A host that calls a tool with its payload says who it is: not every event of Codex has a turn.
  if (payload.host === "codex" || payload.host === "claude-code") return payload.host;
  if (typeof payload.turn_id === "string" || env.CODEX_MANAGED_PACKAGE_ROOT !== undefined) return "codex";
  return "claude-code";
}

/** Set around our own model calls, so that they never become experience. */
export const OWN_MARK = "HABITUS_INTERNAL";
/** Set to `record` by somebody who wants sessions of scripts remembered. */
export const AUTOMATED_SETTING = "HABITUS_AUTOMATED";

/** Known automation, by the entry point that the host names. A deny-list: who nobody has heard of is a person. */
const AUTOMATED_ENTRYPOINTS = ["sdk-cli", "sdk-ts", "sdk-py", "claude-code-github-action"];
/** Folders in which other memory tools run their own observers. */
const OBSERVER_FOLDERS = /[\\/](?:\.claude-mem|observer-sessions|\.mem0|\.hindsight)(?:[\\/]|$)/;

/** In words, why a session is a machine's; undefined for a person's. */
export function whyAutomated(env: HookContext["env"], cwd: string | undefined): string | undefined {
  if (env[OWN_MARK]) return "our own model call";
  if (cwd !== undefined && OBSERVER_FOLDERS.test(cwd)) return "another tool's observer";
  const entrypoint = env.CLAUDE_CODE_ENTRYPOINT;
  const automated = entrypoint !== undefined && AUTOMATED_ENTRYPOINTS.includes(entrypoint);
  return automated && env[AUTOMATED_SETTING] !== "record" ? `entrypoint=${entrypoint}` : undefined;
}
