import { readFileSync } from "node:fs";
import { z } from "zod";

/** One payload of each kind that real clients send: Claude Code 2.1.197, Codex CLI 0.171.0, Gemini CLI 0.61.0. */
export interface RecordedPayload {
  host: "claude-code" | "codex" | "gemini-cli";
  name: string;
  /** Names of the variables that the host set for the hook. */
  env: string[];
  payload: Record<string, unknown>;
}

export function readPayloads(path: string): RecordedPayload[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedPayload);
}

/** The environment of a command hook, as the host gives it to a person's session. */
export function envOf({ env }: RecordedPayload): Record<string, string> {
  return Object.fromEntries(env.map((name) => [name, name === "CLAUDE_CODE_ENTRYPOINT" ? "cli" : "1"]));
}

/** The payload as a hook of type `mcp_tool` gets it: text fields, objects as JSON, "" for what is absent. */
export function asToolFields({ host, payload }: RecordedPayload): Record<string, string> {
  const fields = [
    "hook_event_name",
    "session_id",
    "cwd",
    "transcript_path",
    "turn_id",
    "prompt",
    "source",
    "tool_name",
  ];
  const more = ["tool_use_id", "tool_input", "tool_response", "tool_calls", "error", "is_interrupt", "duration_ms"];
  const text = (value: unknown) =>
    value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return { host, ...Object.fromEntries([...fields, ...more, "agent_id"].map((key) => [key, text(payload[key])])) };
}

const said = (...events: [string, ...string[]]) =>
  z.strictObject({ hookEventName: z.enum(events), additionalContext: z.string().min(1).max(9_000) });

/** What each client was seen to accept, written down from its own behaviour: anything else is ignored, or spoils the reply. */
export const ACCEPTED_REPLIES: Record<RecordedPayload["host"], z.ZodType> = {
  "claude-code": z.strictObject({
    hookSpecificOutput: said(
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "PostToolBatch",
    ).optional(),
    systemMessage: z.string().optional(),
  }),
  codex: z.strictObject({ hookSpecificOutput: said("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse") }),
  "gemini-cli": z.strictObject({ hookSpecificOutput: said("SessionStart", "BeforeAgent", "AfterTool") }),
};

/** @throws when the host would not take the reply at this event */
export function checkReply({ host, payload }: RecordedPayload, reply: string): void {
  if (reply === "") return;
  const value = ACCEPTED_REPLIES[host].parse(JSON.parse(reply)) as { hookSpecificOutput?: { hookEventName: string } };
  if (value.hookSpecificOutput && value.hookSpecificOutput.hookEventName !== payload.hook_event_name)
    throw new Error(`the reply is for ${value.hookSpecificOutput.hookEventName}`);
}
