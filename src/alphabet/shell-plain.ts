import {
  type CommandNode,
  type CompoundList,
  type PipelineNode,
  parse,
  type Redirection,
  type Statement,
  type Word,
} from "unbash";

/** The most characters of a script that are parsed. What stands behind them is mostly the text of a file. */
const MAX_SCRIPT = 16_384;
const MAX_COMMANDS = 60;

export interface ShellWord {
  /** Without its quotes; variables and substitutions as written. */
  text: string;
  /** True when nothing in it was quoted, escaped or left for the shell to fill in: then it is a name or a value, not prose. */
  isBare: boolean;
}

/**
 * What the exit status of the whole script tells about one command in it:
 *
 * | share | the script succeeded | the script failed |
 * | --- | --- | --- |
 * | `own` | it succeeded | it failed |
 * | `and` | it succeeded | unknown |
 * | `or` | unknown | it failed |
 * | `hidden` | unknown | unknown |
 */
export type StatusShare = "own" | "and" | "or" | "hidden";

/** One command with its arguments, out of whatever pipes, lists and groups stood around it. */
export interface PlainCommand {
  /** Program and arguments; never empty. */
  words: ShellWord[];
  /** Files that its output goes to. */
  writes: string[];
  status: StatusShare;
  /** It only works on the output of the command before it. */
  isFilter: boolean;
  /** Text given as a here-document. */
  hereDoc?: string;
}

/**
 * Splits a script into its commands, in the order they are written.
 *
 * Function bodies are left out, because nothing says that they run; so are commands inside `$(…)`, which make a value.
 * Contract: never throws and is bounded on any input; what cannot be parsed gives what was understood of it.
 */
export function plainCommands(script: string): PlainCommand[] {
  const walk: Walk = { commands: [], exitsOnError: false, pipesFail: false };
  try {
    walkStatements(parse(script.slice(0, MAX_SCRIPT)).commands, "own", walk);
  } catch {
    // The parser recurses on nesting; a script that exhausts it is none that an agent wrote to get work done.
    return walk.commands;
  }
  return walk.commands;
}

interface Walk {
  commands: PlainCommand[];
  /** `set -e` was seen. */
  exitsOnError: boolean;
  /** `set -o pipefail` was seen. */
  pipesFail: boolean;
}

function walkStatements(statements: readonly Statement[], share: StatusShare, walk: Walk): void {
  statements.forEach((statement, index) => {
    const isLast = index === statements.length - 1;
    const own = isLast ? share : walk.exitsOnError ? both(share, "and") : "hidden";
    walkLogical(statement, statement.background ? "hidden" : own, walk);
  });
}

function walkLogical(statement: Statement, share: StatusShare, walk: Walk): void {
  const node = statement.command;
  if (node.type !== "AndOr") {
    walkPipeline(node, share, walk);
    return;
  }
  const shares = sharesInList(node.commands, node.operators);
  node.commands.forEach((command, index) => {
    walkPipeline(command, both(share, shares[index] as StatusShare), walk);
  });
}

/** `a && b || c` groups from the left, so each command's share depends on the operators before and after it. */
function sharesInList(commands: readonly PipelineNode[], operators: readonly string[]): StatusShare[] {
  return commands.map((_command, index) => {
    if (operators.slice(0, index).includes("||")) return "hidden";
    let end = operators.length;
    if (operators[end - 1] === "||" && alwaysFails(commands[end])) end--;
    const after = operators.slice(index, end);
    if (after.includes("||")) return after.length === 1 && isLoneBefore(commands, index) ? "or" : "hidden";
    const others = commands.filter((_other, at) => at !== index && at <= end);
    return others.every(isTrivial) ? "own" : "and";
  });
}

function isLoneBefore(commands: readonly PipelineNode[], index: number): boolean {
  return commands.slice(0, index).every(isTrivial);
}

const TRIVIAL =
  /^(?:cd|pushd|popd|export|echo|printf|true|:|set|source|\.|mkdir|sleep|unset|alias|shopt|ulimit|umask|local|declare)$/;

/** Commands that hardly ever fail: whoever chains something behind them means the other one. */
function isTrivial(node: PipelineNode): boolean {
  return node.type === "Command" && (node.name === undefined || TRIVIAL.test(node.name.value));
}

function alwaysFails(node: PipelineNode | undefined): boolean {
  if (node?.type !== "Command") return false;
  const argument = node.args[0];
  const value = argument?.type === "Word" ? argument.value : "";
  return node.name?.value === "false" || (/^(?:exit|return)$/.test(node.name?.value ?? "") && /^[1-9]\d*$/.test(value));
}

function both(outer: StatusShare, inner: StatusShare): StatusShare {
  if (outer === "own") return inner;
  return inner === "own" || inner === outer ? outer : "hidden";
}

function walkPipeline(node: PipelineNode, share: StatusShare, walk: Walk): void {
  if (node.type !== "Pipeline") {
    walkCommand(node, share, false, [], walk);
    return;
  }
  const isNegated = node.prefixes.some((prefix) => prefix.type === "Negation");
  const last = node.commands.length - 1;
  node.commands.forEach((command, index) => {
    const own = index === last ? share : walk.pipesFail ? both(share, index === 0 ? "own" : "and") : "hidden";
    walkCommand(command, isNegated ? "hidden" : own, index > 0, [], walk);
  });
}

function walkCommand(
  node: CommandNode,
  share: StatusShare,
  isFilter: boolean,
  outer: readonly Redirection[],
  walk: Walk,
): void {
  if (walk.commands.length >= MAX_COMMANDS) return;
  switch (node.type) {
    case "Command": {
      if (node.name === undefined) return;
      const words = [node.name, ...node.args.map(argumentWord)].map(plainWord);
      noteOptions(words, walk);
      const redirects = [...node.redirects, ...outer];
      const hereDoc = redirects.find((redirect) => redirect.type === "HereDoc")?.body.text;
      const writes = redirects.flatMap(writtenFile);
      walk.commands.push({ words, writes, status: share, isFilter, ...(hereDoc !== undefined && { hereDoc }) });
      return;
    }
    case "Redirected":
      walkCommand(node.command, share, isFilter, [...node.redirects, ...outer], walk);
      return;
    case "Subshell":
    case "BraceGroup":
      walkStatements(node.body.commands, share, walk);
      return;
    case "If":
      for (const list of [
        node.clause,
        node.then,
        ...node.elif.flatMap((elif) => [elif.clause, elif.then]),
        node.else,
      ]) {
        walkHidden(list, walk);
      }
      return;
    case "While":
      walkHidden(node.clause, walk);
      walkHidden(node.body, walk);
      return;
    case "For":
    case "Select":
    case "ArithmeticFor":
      walkHidden(node.body, walk);
      return;
    case "Case":
      for (const item of node.items) walkHidden(item.body, walk);
      return;
    case "Coproc":
      if (node.body.type === "CompoundList") walkHidden(node.body, walk);
      else walkCommand(node.body, "hidden", isFilter, outer, walk);
      return;
    default:
      return;
  }
}

function walkHidden(list: CompoundList | undefined, walk: Walk): void {
  if (list !== undefined) walkStatements(list.commands, "hidden", walk);
}

function argumentWord(argument: Word | { type: "Assignment"; text: string }): Word | { text: string; value: string } {
  return argument.type === "Word" ? argument : { text: argument.text, value: argument.text };
}

function plainWord(word: Word | { text: string; value: string }): ShellWord {
  const parts = "parts" in word ? word.parts : undefined;
  const isBare =
    word.text === word.value && (parts ?? []).every((part) => part.type === "Literal" || part.type === "Glob");
  return { text: word.value, isBare };
}

function writtenFile(redirect: Redirection): string[] {
  if (redirect.type !== "Redirect" || !/^(?:>|>>|>\||&>|&>>)$/.test(redirect.operator)) return [];
  const target = redirect.target?.value ?? "";
  return target === "" || /^(?:&?\d+|-|\/dev\/\w+)$/.test(target) ? [] : [target];
}

function noteOptions(words: readonly ShellWord[], walk: Walk): void {
  if (words[0]?.text !== "set") return;
  const options = words.slice(1).map((word) => word.text);
  walk.exitsOnError ||= options.some((option) => /^-[a-z]*e/.test(option));
  walk.pipesFail ||= options.includes("pipefail");
}
