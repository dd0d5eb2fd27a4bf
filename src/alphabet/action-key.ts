import type { Action } from "./action.ts";
import type { ShellCommand } from "./shell-command.ts";

const MAX_COMMANDS = 6;
const MAX_KEY = 240;

/**
 * What was done, as one line: equal for two calls that differ in values only.
 *
 * | call | key |
 * | --- | --- |
 * | `cd app && npm run lint -- --fix 2>&1 \| tail -5` | `npm run lint --fix` |
 * | `git add -A && git commit -m "…"` | `git add -A && git commit -m` |
 * | reading `modules/vpc/main.tf` | `read main.tf` |
 * | a search, a plan, a subagent | `search`, `plan`, `agent` |
 */
export function actionKey(action: Action): string {
  return clip(action.kind === "shell" ? shellKey(action.commands) : toolKey(action));
}

/** {@link actionKey} with how it ended: `npm test => ok`, `cat => error "cat: *: No such file or directory"`. */
export function endedKey(action: Action): string {
  const error = action.error === undefined ? "" : ` "${action.error}"`;
  return `${actionKey(action)} => ${action.outcome}${error}`;
}

/** One command as it would be typed, values left out: `docker build --no-cache -t`. */
export function commandKey(command: ShellCommand): string {
  return [command.program, command.subcommand, ...command.flags].filter((part) => part !== "").join(" ");
}

/** What surrounds the command that was meant: moving to a folder, printing, cutting the output short. */
function isIncidental(command: ShellCommand): boolean {
  return command.isFilter || ["navigate", "print", "wait"].includes(command.purpose);
}

function shellKey(commands: readonly ShellCommand[]): string {
  const meant = commands.filter((command) => !isIncidental(command));
  const kept = meant.length > 0 ? meant : commands.slice(0, 1);
  const keys = kept.slice(0, MAX_COMMANDS).map((command) => {
    const files = /^(?:edit|inspect|revert|move)$/.test(command.purpose) ? patternsOf(command.files) : "";
    return files === "" ? commandKey(command) : `${commandKey(command)} ${files}`;
  });
  return keys.filter((key, index) => key !== keys[index - 1]).join(" && ") || "shell";
}

function toolKey(action: Action): string {
  const { kind, tool } = action;
  if (kind === "mcp" || kind === "other") return kind === "mcp" ? `mcp ${tool}` : tool;
  const files = kind === "read" || kind === "edit" || kind === "create" ? patternsOf(action.files) : "";
  return files === "" ? kind : `${kind} ${files}`;
}

function patternsOf(files: Action["files"]): string {
  return [...new Set(files.map((file) => file.pattern))].sort().slice(0, 8).join(" ");
}

function clip(key: string): string {
  return key.length <= MAX_KEY
    ? key
    : key
        .slice(0, MAX_KEY)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd();
}
