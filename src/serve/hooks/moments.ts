import type { HookFacts } from "../../adapters/hook-facts.ts";
import type { AdviceMoment } from "../../memory/advise/moment.ts";
import type { Json } from "../../model/json.ts";
import { ACCEPTED } from "./reply.ts";

/** Calls of our own server need no advice of ours. */
const OWN_TOOL = /(?:^|[_:.])habitus__/;

/**
 * The moments at which this payload lets us speak, the most urgent first.
 * @returns [] where the host takes no context, and where there is nothing to say something about
 */
export function momentsOf(facts: HookFacts): AdviceMoment[] {
  const { host, event, session, agent, payload, ended } = facts;
  const common = { session, ...(agent !== undefined && { agent }) };
  if (event === "PostCompact") return [{ level: "session", ...common, fresh: true, silent: true }];
  if (!ACCEPTED[host]?.[event]?.context) return [];
  switch (event) {
    case "SessionStart":
      return [{ level: "session", ...common, fresh: payload.source !== "resume" }];
    case "UserPromptSubmit":
    case "BeforeAgent": {
      const text = typeof payload.prompt === "string" ? payload.prompt : "";
      // A command of the host is no task.
      return text.trim() === "" || /^\s*\/[\w:.-]+\s*$/.test(text) ? [] : [{ level: "prompt", ...common, text }];
    }
    case "PreToolUse": {
      const { tool_name: tool, tool_input: input, tool_use_id: call } = payload;
      if (typeof tool !== "string" || OWN_TOOL.test(tool)) return [];
      return [
        { level: "tool", ...common, tool, input: (input ?? null) as Json, ...(typeof call === "string" && { call }) },
      ];
    }
    default:
      return ended.flatMap((each) => afterCall(host, each, common));
  }
}

/** Calls of which a host is told nothing before they run, or drops it: it is told after, which an agent reads at the same place. */
const SPEAKS_LATE: Readonly<Record<string, RegExp>> = {
  "gemini-cli": /^/,
  // One hook a call is enough where its end is always told; of these it is not.
  codex: /^(?!mcp__|apply_patch$)/,
};

/** A host whose hooks carry what a command printed and not how it ended. */
const TELLS_NO_CODE = "codex";
const SHELLS = /^(?:Bash|shell|exec_command|local_shell)$/;

function afterCall(
  host: string,
  { call, tool, input, outcome, error, result }: HookFacts["ended"][number],
  common: Pick<AdviceMoment, "session" | "agent">,
): AdviceMoment[] {
  if (tool === undefined || OWN_TOOL.test(tool)) return [];
  const about = { ...common, tool, input: input ?? null, ...(call !== undefined && { call }) };
  if (outcome === "error") {
    const text = error ?? (typeof result === "string" ? result : "");
    return text === "" ? [] : [{ level: "failure", ...about, error: text }];
  }
  const late: AdviceMoment[] = SPEAKS_LATE[host]?.test(tool) ? [{ level: "tool", ...about }] : [];
  const mayHaveFailed =
    host === TELLS_NO_CODE && SHELLS.test(tool) && typeof result === "string" && result.trim() !== "";
  return mayHaveFailed ? [{ level: "failure", ...about, error: result, guessed: true }, ...late] : late;
}
