import { ruleKey } from "../../model/rule.ts";
import type { Miner } from "../miner.ts";
import { TOOL_MINER, toolFindings } from "./findings.ts";
import { addTools, emptyTools, mergeTools, type ToolsState } from "./state.ts";

/** How calls go, tool by tool: what works, what fails and what repairs it. */
export const toolMiner: Miner<ToolsState> = {
  name: TOOL_MINER,
  empty: emptyTools,
  add(state, context) {
    const called = addTools(state, context);
    return context.watched.flatMap((rule) =>
      rule.type === "tool" && called.has(rule.tool) ? [{ key: ruleKey(rule), verdict: "seen" as const }] : [],
    );
  },
  merge: mergeTools,
  findings: toolFindings,
  // A guideline says how calls go; there is nothing in it that one call could keep or break.
  agreement: (rule) => (rule.type === "tool" ? { agrees: 0, disagrees: 0 } : undefined),
};
