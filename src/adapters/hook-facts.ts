import { isObject, type Json } from "../model/json.ts";
import type { CallOutcome } from "../model/observation.ts";
import { type HookContext, readHookEvent } from "../observe/hook-event.ts";

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

/**
 * @param context.host  where the caller knows it; default: by the payload
 * @returns undefined for what nobody may answer: no session, a machine's session, nothing that can be read
 */
export function hookFacts(text: string, context: HookContext & { host?: string | undefined }): HookFacts | undefined {
  const payload = asPayload(text);
  const reading = payload && readHookEvent(payload, context);
  if (!payload || !reading || !("lines" in reading) || reading.session === undefined) return undefined;
  const event = payload.hook_event_name ?? payload.hookEventName ?? context.event;
  const agent = payload.agent_id;
  return {
    // Gemini CLI shares names of events with others; its environment tells it.
    host: context.host ?? (context.env.GEMINI_SESSION_ID ? "gemini-cli" : (reading.lines[0]?.host ?? "claude-code")),
    event: String(event),
    session: reading.session,
    ...(typeof agent === "string" && agent !== "" && { agent }),
    payload,
    ended: reading.lines.filter((line) => line.event === "tool_end"),
  };
}

function asPayload(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // Whoever records it says what is wrong with it.
    return undefined;
  }
}
