import { isObject, type Json } from "../model/json.ts";
import type { CallOutcome } from "../model/observation.ts";
import { type HookContext, type HookReading, readHookEvent } from "../observe/hook-event.ts";

/** One payload as far as a reply to it depends on it. */
export interface HookFacts {
  host: string;
  /** As the host calls it. */
  event: string;
  session: string;
  /** Set for a subagent. */
  agent?: string;
  payload: Record<string, unknown>;
  /** Calls that have ended, as they are recorded. */
  ended: ReadonlyArray<{
    call?: string;
    tool?: string;
    input?: Json;
    outcome?: CallOutcome;
    error?: string;
    result?: Json;
  }>;
}

/** A payload, read once for all that is done with it. */
export interface HookRead {
  reading: HookReading;
  /** undefined for what nobody may answer: no session, a machine's session, nothing that can be read. */
  facts?: HookFacts;
}

/** @param given  what the host wrote to the hook, as text or as the object that it is */
export function readHook(given: unknown, context: HookContext): HookRead {
  const payload = typeof given === "string" ? asPayload(given) : given;
  if (payload === undefined) return { reading: { dropped: "the payload is not JSON" } };
  const reading = readHookEvent(payload, context);
  if (!isObject(payload) || !("lines" in reading) || reading.session === undefined) return { reading };
  const event = payload.hook_event_name ?? payload.hookEventName ?? context.event;
  const agent = payload.agent_id;
  const facts = {
    // Gemini CLI shares names of events with others; its environment tells it.
    host: context.host ?? (context.env.GEMINI_SESSION_ID ? "gemini-cli" : (reading.lines[0]?.host ?? "claude-code")),
    event: String(event),
    session: reading.session,
    ...(typeof agent === "string" && agent !== "" && { agent }),
    payload,
    ended: reading.lines.filter((line) => line.event === "tool_end"),
  };
  return { reading, facts };
}

function asPayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
