import { type ActionFile, looksLikeFile } from "./action-file.ts";
import { fileParts } from "./path-parts.ts";
import { pathPattern } from "./path-pattern.ts";
import type { Purpose } from "./purposes.ts";
import { filesOf } from "./shell-files.ts";
import { flagsOf } from "./shell-flags.ts";
import { type PlainCommand, plainCommands, type ShellWord, type StatusShare } from "./shell-plain.ts";
import { purposeOf } from "./shell-purpose.ts";
import { subcommandOf } from "./shell-subcommand.ts";
import { baseName, unwrapCommand } from "./shell-wrappers.ts";

export interface ShellCommand {
  /** Name of the program, without its folder; a path pattern when it is a script of the project; `*` when it is no name. */
  program: string;
  /** The words that say which of its uses this is, such as `run lint` or `commit`; "" when there is none. */
  subcommand: string;
  /** Names of options, sorted, without values: `--no-cache`, `-m`. */
  flags: string[];
  purpose: Purpose;
  /** What started it, outermost first: `sudo`, `uv run`. */
  wrappers: string[];
  files: ActionFile[];
  /** Words that are neither names nor options nor plainly their values, the first 20: values, never to be put into a pattern. */
  operands: string[];
  /** What the exit status of the whole call tells about this command. */
  status: StatusShare;
  /** It only works on the output of the command before it. */
  isFilter: boolean;
}

const MAX_DEPTH = 3;
const MAX_COMMANDS = 60;

/**
 * Reads a shell script as the commands it runs. Only names become part of a command: program, subcommand, options. Messages, search
 * patterns, addresses, here-documents and all other values are left out.
 *
 * Contract: never throws; bounded on any input (the first 16,384 characters, 60 commands).
 */
export function shellCommands(script: string): ShellCommand[] {
  return readScript(script, "own", 0).slice(0, MAX_COMMANDS);
}

function readScript(script: string, share: StatusShare, depth: number): ShellCommand[] {
  const commands: ShellCommand[] = [];
  for (const plain of plainCommands(script)) {
    const { words, wrappers, script: inner } = unwrapCommand(plain.words);
    const status = share === "own" ? plain.status : plain.status === "own" ? share : "hidden";
    if (inner !== undefined && depth < MAX_DEPTH) commands.push(...readScript(inner, status, depth + 1));
    else if (words.length > 0) commands.push(readCommand(words, wrappers, { ...plain, status }));
    if (commands.length >= MAX_COMMANDS) break;
  }
  return commands;
}

function readCommand(words: readonly ShellWord[], wrappers: string[], plain: PlainCommand): ShellCommand {
  const { program, script, rest } = programOf(words);
  const { subcommand, values } = subcommandOf(program, rest);
  const flags = flagsOf(program, rest);
  const purpose = purposeOf({ program, subcommand, flags, values, ...(script !== undefined && { script }) }, plain);
  const files = filesOf(program, purpose, values, plain);
  const operands = operandsOf(values);
  return {
    program,
    subcommand,
    flags,
    purpose,
    wrappers,
    files,
    operands,
    status: plain.status,
    isFilter: plain.isFilter,
  };
}

/** A word behind an option may be its value; only a path is certain to be none of its own. */
function operandsOf(values: readonly ShellWord[]): string[] {
  const operands = values.filter((word, index) => {
    if (word.text.startsWith("-")) return false;
    const before = values[index - 1]?.text ?? "";
    return !/^--?[A-Za-z]/.test(before) || before.includes("=") || word.text.includes("/") || looksLikeFile(word.text);
  });
  return operands.slice(0, 20).map((word) => word.text.slice(0, 300));
}

interface Program {
  program: string;
  /** The path of the project's own script that is run. */
  script?: string;
  rest: readonly ShellWord[];
}

const PROGRAM_NAME = /^[A-Za-z_[.:][\w.+-]{0,31}$/;
const BIN_FOLDER = /^(?:bin|sbin|\.bin|Scripts|libexec)$/;
/** Programs that projects keep in their own folder, under the same name everywhere. */
const LOCAL_PROGRAMS = /^(?:gradlew|mvnw|manage\.py|artisan|configure)$/;

function programOf(words: readonly ShellWord[]): Program {
  const [first, ...rest] = words;
  const text = first?.text ?? "";
  const name = baseName(text);
  const isPath = /[/\\]/.test(text);
  const isLocal = LOCAL_PROGRAMS.test(name);
  if (isPath && !isLocal && !BIN_FOLDER.test(fileParts(text).folders.at(-1) ?? "")) {
    return { program: pathPattern(text), script: text, rest };
  }
  if (!isLocal && (!first?.isBare || !PROGRAM_NAME.test(name))) return { program: "*", rest };
  return startedBy(name, rest) ?? { program: name, rest };
}

/** `python manage.py migrate` and `php artisan migrate` are uses of what they start. */
function startedBy(name: string, rest: readonly ShellWord[]): Program | undefined {
  if (!/^(?:python[\d.]*|php)$/.test(name)) return undefined;
  const script = baseName(rest[0]?.text ?? "");
  return LOCAL_PROGRAMS.test(script) ? { program: script, rest: rest.slice(1) } : undefined;
}
