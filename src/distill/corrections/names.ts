import { looksLikeFile } from "../../alphabet/action-file.ts";
import type { ShellCommand } from "../../alphabet/shell-command.ts";
import { isObject } from "../../model/json.ts";
import type { Step } from "../../model/trajectory.ts";
import { actionIn } from "../actions.ts";
import { cleanToolName, wordsOfName } from "../identifiers.ts";

/** Arguments of one call that are looked at. */
const MAX_ARGUMENTS = 20;

/**
 * What a step used, by names that a user may want replaced by others: programs, their subcommands and options, words given to them,
 * tools, and short argument values. Free text, files and paths are left out.
 */
export function namesUsed(step: Step): string[] {
  const action = actionIn(step);
  const names = action.kind === "shell" ? action.commands.flatMap(namesOfCommand) : namesOfTool(step, action.kind);
  return [...new Set(names.filter(isShowableName))];
}

function namesOfCommand({ program, subcommand, flags, wrappers, operands }: ShellCommand): string[] {
  const uses = subcommand === "" ? [] : [subcommand, ...subcommand.split(" "), `${program} ${subcommand}`];
  return [program, ...uses, ...flags, ...wrappers, ...wrappers.flatMap((wrapper) => wrapper.split(" ")), ...operands];
}

function namesOfTool({ tool, input }: Step, kind: string): string[] {
  const { name } = cleanToolName(tool);
  const own = [name, name.replace(/^.+__/, "")];
  if ((kind !== "mcp" && kind !== "other") || !isObject(input)) return own;
  const values = Object.entries(input).slice(0, MAX_ARGUMENTS);
  return [...own, ...values.flatMap(([key, value]) => (typeof value === "string" ? [key, value] : [key]))];
}

const NAME = /^-{0,2}@?[A-Za-z][\w@/+:.-]{0,39}(?: [A-Za-z-][\w@/+:.-]{0,39}){0,2}$/;
/** More digits make it somebody's number, a date or a key. `python3.11` has three. */
const MAX_DIGITS = 4;
const MAX_WORDS = 6;

/** True for a name that may stand in a card: no file, no path, no sentence, nothing that looks like a key or a number. */
export function isShowableName(text: string): boolean {
  if (text.length > 48 || !NAME.test(text)) return false;
  if ((text.match(/\d/g)?.length ?? 0) > MAX_DIGITS || wordsOfName(text).length > MAX_WORDS) return false;
  const isPackage = /^@[\w.-]+\/[\w.-]+$/.test(text);
  return isPackage || (!text.includes("/") && !looksLikeFile(text));
}
