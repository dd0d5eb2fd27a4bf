import type { ActionFile } from "../../alphabet/action-file.ts";
import type { Purpose } from "../../alphabet/purposes.ts";
import type { ShellCommand } from "../../alphabet/shell-command.ts";

/**
 * A letter names a kind of step, without anybody's values:
 *
 * | letter | stands for |
 * | --- | --- |
 * | `search`, `list`, `read`, `edit`, `create`, `web`, `agent`, `plan` | any step of that kind, by whatever tool |
 * | `edit source`, `read test` | one that concerns a file of that role |
 * | `read main.tf`, `edit *.test.ts` | one that concerns a file of that pattern |
 * | `any lint` | any shell command of that purpose |
 * | `$ npm run lint` | that command, whatever its options and values |
 * | `tool create_ticket`, `look-up get_ticket` | that tool, of an MCP server or of a kind that no coding agent has |
 */
export type Letter = string;

/** What a step is in the course of the work. */
export type Part = "look" | "work" | "verify" | "prepare" | "deliver" | "tool" | "other";

const PARTS: Readonly<Record<string, Part>> = {
  search: "look",
  list: "look",
  read: "look",
  web: "look",
  agent: "look",
  plan: "look",
  "look-up": "look",
  edit: "work",
  create: "work",
  tool: "tool",
};

const PARTS_BY_PURPOSE: Readonly<Partial<Record<Purpose, Part>>> = {
  test: "verify",
  build: "verify",
  lint: "verify",
  typecheck: "verify",
  check: "verify",
  run: "verify",
  format: "prepare",
  install: "prepare",
  stage: "prepare",
  sync: "prepare",
  branch: "prepare",
  migrate: "prepare",
  clean: "prepare",
  commit: "deliver",
  push: "deliver",
  deploy: "deliver",
  release: "deliver",
  inspect: "look",
  query: "look",
  fetch: "look",
  move: "work",
};

/** @param letter  the most general one of a step */
export function partOf(letter: Letter): Part {
  const [first = "", second = ""] = letter.split(" ");
  return first === "any" ? (PARTS_BY_PURPOSE[second as Purpose] ?? "other") : (PARTS[first] ?? "other");
}

/** The kind or purpose that a letter says, `search` of `search` and `lint` of `any lint`; "" of a command and a tool. */
export function kindOf(letter: Letter): string {
  const [first = "", second = ""] = letter.split(" ");
  if (first === "any") return second;
  return isCommand(letter) || first === "tool" || first === "look-up" ? "" : first;
}

export function isCommand(letter: Letter): boolean {
  return letter.startsWith("$ ");
}

/** What a letter says behind its kind: the command, the tool, the role or the pattern; "" when it is only a kind. */
export function nameIn(letter: Letter): string {
  const space = letter.indexOf(" ");
  return space < 0 ? "" : letter.slice(space + 1);
}

/** A letter for one file, from the general to the exact. */
export function fileLetters(kind: "read" | "edit" | "create", { role, pattern }: ActionFile): Letter[] {
  return [
    ...new Set([
      kind,
      ...(role === "other" ? [] : [`${kind} ${role}`]),
      ...(pattern === "*" ? [] : [`${kind} ${pattern}`]),
    ]),
  ];
}

/** True for a pattern that says a file's whole name: `main.tf`, not `*.tf`. */
export function namesFile(pattern: string): boolean {
  return /[^*/]/.test(pattern) && !pattern.slice(pattern.lastIndexOf("/") + 1).includes("*");
}

const INTERPRETERS = /^(?:node|tsx|ts-node|deno|bun|python[\d.]*|pypy3?|ruby|perl|php|lua|Rscript|julia|bash|sh|zsh)$/;
/** Subcommands whose second word is a value: patch, minor, major. */
const VALUED = /^((?:npm|pnpm|yarn) version) .*/;

/**
 * Letters of a shell command, from the general to the exact.
 * @returns only the general one where the command's name is a pattern, or says nothing alone, as `python` does
 */
export function commandLetters({ program, subcommand, purpose }: ShellCommand): Letter[] {
  const command = `${program} ${subcommand}`.trim().replace(VALUED, "$1");
  const general = `any ${purpose}`;
  return command.includes("*") || INTERPRETERS.test(command) ? [general] : [general, `$ ${command}`];
}
