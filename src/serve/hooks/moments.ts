import type { HookFacts } from "../../adapters/hook-facts.ts";
import type { AdviceMoment } from "../../memory/advise/moment.ts";
import type { Json } from "../../model/json.ts";
import { ACCEPTED } from "./reply.ts";

/** A moment, and the mark that keeps two events of one call from speaking twice. */
export interface MarkedMoment {
  moment: AdviceMoment;
  call?: string;
}

/** Calls of our own server need no advice of ours. */
const OWN_TOOL = /(?:^|[_:.])habitus__/;

/**
 * The moments at which this payload lets us speak, the most urgent first.
 * @returns [] where the host takes no context, and where there is nothing to say something about
 */
export function momentsOf(facts: HookFacts): MarkedMoment[] {
  const { host, event, session, agent, payload, ended } = facts;
  const common = { session, ...(agent !== undefined && { agent }) };
  if (event === "PostCompact") return [{ moment: { level: "session", ...common, fresh: true, silent: true } }];
  if (!ACCEPTED[host]?.[event]?.context) return [];
  switch (event) {
    case "SessionStart":
      return [{ moment: { level: "session", ...common, fresh: payload.source !== "resume" } }];
    case "UserPromptSubmit":
    case "BeforeAgent": {
      const text = typeof payload.prompt === "string" ? payload.prompt : "";
      // A command of the host is no task.
      return text.trim() === "" || /^\s*\/[\w:.-]+\s*$/.test(text)
        ? []
        : [{ moment: { level: "prompt", ...common, text } }];
    }
    case "PreToolUse": {
      const { tool_name: tool, tool_input: input, tool_use_id: call } = payload;
      if (typeof tool !== "string" || OWN_TOOL.test(tool)) return [];
      return [
        {
          moment: { level: "tool", ...common, tool, input: (input ?? null) as Json },
          ...(typeof call === "string" && { call }),
        },
      ];
    }
    default:
      return ended.flatMap((each) => afterCall(host, each, common));
  }
}

/** A host that drops what is said before a call hears it after. */
const SPEAKS_LATE = ["gemini-cli"];

function afterCall(
  host: string,
  { call, tool, input, outcome, error, result }: HookFacts["ended"][number],
  common: Pick<AdviceMoment, "session" | "agent">,
): MarkedMoment[] {
  if (tool === undefined || OWN_TOOL.test(tool)) return [];
  const about = { ...common, tool, input: input ?? null };
  const mark = call !== undefined && { call };
  if (outcome === "error") {
    const text = error ?? (typeof result === "string" ? result : "");
    return text === "" ? [] : [{ moment: { level: "failure", ...about, error: text }, ...mark }];
  }
  return SPEAKS_LATE.includes(host) ? [{ moment: { level: "tool", ...about }, ...mark }] : [];
}
