/** Names of the server's tools, in the order in which they are listed. Hosts and plugin files name them, so they stay. */
export const TOOL_NAMES = [
  "recall",
  "record_outcome",
  "propose_card",
  "list_cards",
  "show_card",
  "why",
  "learn_report",
  "hook",
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];
