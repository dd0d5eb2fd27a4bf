import { isObject } from "../model/json.ts";
import type { Step } from "../model/trajectory.ts";

/**
 * How a file was changed: `create` a new one, `rewrite` all of one, `replace` a part, `extend` (all of the old part stays), `remove`
 * a part, `replace-all` of one text, `patch` several places, `view` (an editor tool that only looked).
 */
export type EditKind = "create" | "rewrite" | "replace" | "extend" | "remove" | "replace-all" | "patch" | "view";

const COMMANDS: ReadonlyMap<string, EditKind> = new Map([
  ["view", "view"],
  ["create", "create"],
  ["insert", "extend"],
  ["undo_edit", "replace"],
]);

export function editKind(kind: "edit" | "create", step: Pick<Step, "input" | "result">): EditKind {
  if (kind === "create") return isRewrite(step.result) ? "rewrite" : "create";
  const { input } = step;
  if (!isObject(input)) return "patch";
  const byCommand = typeof input.command === "string" ? COMMANDS.get(input.command) : undefined;
  if (byCommand !== undefined) return byCommand;
  if (input.replace_all === true || input.replaceAll === true) return "replace-all";
  const before = input.old_string ?? input.oldString ?? input.old_str;
  const after = input.new_string ?? input.newString ?? input.new_str;
  if (typeof before !== "string" || typeof after !== "string") return "patch";
  if (before === "") return "create";
  if (after === "") return "remove";
  return after.length > before.length && after.includes(before) ? "extend" : "replace";
}

/** Claude Code says which of the two it was; others do not, and a new file is the more common use. */
function isRewrite(result: unknown): boolean {
  if (typeof result === "string")
    return /\b(?:has been updated|overwr(?:ote|itten)|Successfully overwrote)\b/.test(result.slice(0, 400));
  return isObject(result) && (result.type === "update" || typeof result.originalFile === "string");
}
