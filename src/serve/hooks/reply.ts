/** What a hook wants to say. */
export interface HookAnswer {
  /** For the model. */
  context?: string;
  /** For the person. */
  notice?: string;
}

/** What a host takes at an event, as seen in real clients (docs/hosts.md): anything else is left out, or the whole reply would be. */
interface Accepts {
  /** `hookSpecificOutput.additionalContext` reaches the model. */
  context: boolean;
  /** `systemMessage` is shown to the person; where it is not, a notice becomes a line of the context. */
  notice: boolean;
}

const BOTH: Accepts = { context: true, notice: true };
const CONTEXT: Accepts = { context: true, notice: false };

/**
 * Host × event. What is not listed is answered with nothing: at the end of a turn, context makes agents go on, and before a
 * compaction plain text becomes an order for the summary.
 */
export const ACCEPTED: Readonly<Record<string, Readonly<Record<string, Accepts>>>> = {
  "claude-code": {
    SessionStart: BOTH,
    UserPromptSubmit: BOTH,
    PreToolUse: CONTEXT,
    PostToolUse: CONTEXT,
    PostToolUseFailure: CONTEXT,
    PostToolBatch: CONTEXT,
  },
  codex: { SessionStart: CONTEXT, UserPromptSubmit: CONTEXT, PreToolUse: CONTEXT, PostToolUse: CONTEXT },
  "gemini-cli": { SessionStart: CONTEXT, BeforeAgent: CONTEXT, AfterTool: CONTEXT },
};

/**
 * The one JSON that a host reads, or "" for nothing.
 * @param event  as the host calls it
 */
export function replyFor(host: string, event: string, { context, notice }: HookAnswer): string {
  const accepts = ACCEPTED[host]?.[event];
  if (!accepts) return "";
  const spoken = [notice !== undefined && !accepts.notice ? notice : undefined, context].filter(
    (text) => text !== undefined && text !== "",
  );
  const reply = {
    ...(accepts.context &&
      spoken.length > 0 && { hookSpecificOutput: { hookEventName: event, additionalContext: spoken.join("\n\n") } }),
    ...(accepts.notice && notice !== undefined && notice !== "" && { systemMessage: notice }),
  };
  return Object.keys(reply).length === 0 ? "" : JSON.stringify(reply);
}
