import { isObject, type Json } from "../model/json.ts";
import type { CallOutcome } from "../model/observation.ts";
import type { Step } from "../model/trajectory.ts";
import { type ActionFile, actionFile, type FileUse, MAX_FILES, patchedFiles } from "./action-file.ts";
import { answerText, type ExitClass, exitClass, exitCode } from "./call-result.ts";
import { type EditKind, editKind } from "./edit-kind.ts";
import { errorClass } from "./error-class.ts";
import type { Purpose } from "./purposes.ts";
import { type ShellCommand, shellCommands } from "./shell-command.ts";
import { type ActionKind, toolKind } from "./tool-kind.ts";

/** One tool call of any coding agent, as a letter of one alphabet: what was done and how it ended, without anybody's values. */
export interface Action {
  kind: ActionKind;
  /** The host's own name of the tool; `server tool` for one of an MCP server. */
  tool: string;
  /** What a shell call ran, in order; empty for other tools. */
  commands: ShellCommand[];
  /** What a shell call was for: the purpose of the command that matters most in it. */
  purpose?: Purpose;
  files: ActionFile[];
  edit?: EditKind;
  /** As recorded, but `error` when the exit code says so. */
  outcome: CallOutcome;
  exit?: ExitClass;
  /** Class of the error, when the call failed; see `errorClass`. */
  error?: string;
}

/**
 * Normalises one tool call.
 *
 * Understands the tools of Claude Code, Codex, OpenCode, Gemini CLI, Qwen Code and what is shaped like them; any other tool is of
 * kind `other` under its own name. Contract: never throws; bounded on any input.
 */
export function actionOf(step: Step): Action {
  const { kind, name } = toolKind(step.tool);
  const script = kind === "shell" ? scriptIn(step.input) : undefined;
  const commands = script === undefined ? [] : shellCommands(script);
  const action: Action = { kind, tool: name, commands, files: [], outcome: step.outcome };
  const main = mainCommand(commands);
  if (main !== undefined) action.purpose = main.purpose;
  action.files = (kind === "shell" ? commands.flatMap((command) => command.files) : filesIn(kind, step.input)).slice(
    0,
    MAX_FILES,
  );
  if (kind === "edit" || kind === "create") {
    action.edit = editKind(kind, step);
    if (action.edit === "view") action.kind = "read";
  }
  return withEnd(action, step);
}

function withEnd(action: Action, step: Step): Action {
  const code = action.kind === "shell" ? exitCode(step) : undefined;
  if (code !== undefined) action.exit = exitClass(code);
  if (code !== undefined && code !== 0 && action.outcome === "ok") action.outcome = "error";
  if (action.outcome === "error") {
    const error = errorClass(step.error ?? "") || errorClass(answerText(step));
    if (error !== "") action.error = error;
  }
  return action;
}

/** Hosts give the script as a string, or as the words that were executed: `["bash", "-lc", "npm test"]`. */
export function scriptIn(input: Json): string | undefined {
  if (typeof input === "string") return input;
  if (!isObject(input)) return undefined;
  const given = input.command ?? input.cmd ?? input.script ?? input.commandLine;
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) return undefined;
  const words = given.filter((word): word is string => typeof word === "string");
  const shell = /(?:^|\/)(?:ba|z|da|k)?sh$/.test(words[0] ?? "") && /^-\w*c$/.test(words[1] ?? "");
  return shell ? words[2] : words.map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const PATH_KEYS = [
  "file_path",
  "filePath",
  "path",
  "absolute_path",
  "notebook_path",
  "dir_path",
  "target_file",
  "filename",
  "file",
  "relative_path",
];
const PATHS_KEYS = ["paths", "file_paths", "files", "changes"];
const USES: Readonly<Partial<Record<ActionKind, FileUse>>> = {
  read: "read",
  edit: "edit",
  create: "create",
  search: "search",
  list: "search",
};

function filesIn(kind: ActionKind, input: Json): ActionFile[] {
  const use = USES[kind];
  if (use === undefined) return [];
  if (typeof input === "string") return patchedFiles(input);
  if (!isObject(input)) return [];
  for (const key of ["input", "patch", "patchText", "command", "diff"]) {
    const patch = input[key];
    if (typeof patch === "string" && patch.includes("*** ")) return patchedFiles(patch);
  }
  const paths = PATH_KEYS.flatMap((key) => pathsAt(input[key])).slice(0, 1);
  const all = [...paths, ...PATHS_KEYS.flatMap((key) => pathsAt(input[key]))];
  return [...new Set(all)].slice(0, MAX_FILES).map((path) => actionFile(use, path));
}

function pathsAt(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value))
    return value.slice(0, MAX_FILES).flatMap((item) => (isObject(item) ? pathsAt(item.path) : pathsAt(item)));
  return isObject(value) ? Object.keys(value).slice(0, MAX_FILES) : [];
}

/** From the purpose that says most about what a call was for to the one that says least. */
const WEIGHT: readonly Purpose[] = [
  "deploy",
  "release",
  "push",
  "commit",
  "revert",
  "test",
  "check",
  "typecheck",
  "lint",
  "build",
  "migrate",
  "install",
  "format",
  "stage",
  "sync",
  "branch",
  "run",
  "edit",
  "move",
  "fetch",
  "query",
  "clean",
  "search",
  "list",
  "inspect",
  "other",
  "wait",
  "navigate",
  "print",
];

/** The command that matters most; of equals the first. A filter never does: it only shortens what the others print. */
export function mainCommand(commands: readonly ShellCommand[]): ShellCommand | undefined {
  const own = commands.filter((command) => !command.isFilter);
  const rank = (command: ShellCommand) => WEIGHT.indexOf(command.purpose);
  return own.reduce<ShellCommand | undefined>(
    (best, next) => (best === undefined || rank(next) < rank(best) ? next : best),
    undefined,
  );
}
