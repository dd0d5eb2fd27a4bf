import { type ShellCommand, shellCommands } from "../../alphabet/shell-command.ts";
import type { Experience } from "../../model/experience.ts";
import type { Step, Trajectory } from "../../model/trajectory.ts";
import { allSteps } from "../../model/trajectory.ts";
import { languageOf } from "../../text/language.ts";
import { stanceOf } from "../../text/polarity.ts";
import { actionIn } from "../actions.ts";
import { cleanToolName } from "../identifiers.ts";
import type { Agreement } from "../miner.ts";
import { placedSteps } from "./cut-trajectory.ts";

/** A call that a card's body tells to make, or, with `avoid`, not to make. */
export interface Prescribed {
  call: { tool: string } | { program: string; subcommand: string; flags: readonly string[] };
  avoid: boolean;
}

/** Spans of one card that are looked at: a card of more is a document. */
const MAX_SPANS = 40;

/**
 * The calls that a body without a rule prescribes: spans of code that name a tool at hand, or a command of the shell. Only what stands
 * above the first `##` counts: what comes below are conditions, failures and evidence.
 */
export function callsPrescribedBy(card: Pick<Experience, "body" | "tools">, trajectory: Trajectory): Prescribed[] {
  const steps = card.body.split(/^## /m)[0] ?? "";
  const lines = steps.split("\n").filter((line) => !line.startsWith("#"));
  const atHand = namesAtHand(card.tools, trajectory);
  const found = new Map<string, Prescribed>();
  for (const { text, avoid } of lines.flatMap(spansOf).slice(0, MAX_SPANS)) {
    const call = callNamedBy(text, atHand);
    const key = JSON.stringify(call);
    // What is told to be done in one place is not forbidden by another.
    if (call && (!found.has(key) || !avoid)) found.set(key, { call, avoid });
  }
  return [...found.values()];
}

/**
 * Of the calls that were told to be made those that were, each once. One that was to be avoided counts when it was made: that it was not
 * made shows nothing.
 */
export function heedsCalls(prescribed: readonly Prescribed[], trajectory: Trajectory, from: number): Agreement {
  const after = placedSteps(trajectory).filter(({ at, step }) => at >= from && step.outcome !== "denied");
  if (after.length === 0) return { agrees: 0, disagrees: 0 };
  const isMade = ({ call }: Prescribed) => after.some(({ step }) => makes(step, call));
  const wanted = prescribed.filter(({ avoid }) => !avoid);
  const agrees = wanted.filter(isMade).length;
  const violated = prescribed.filter((each) => each.avoid && isMade(each)).length;
  return { agrees, disagrees: wanted.length - agrees + violated };
}

function makes(step: Step, call: Prescribed["call"]): boolean {
  if ("tool" in call) return isSameTool(cleanToolName(step.tool).name, call.tool);
  return commandsIn(step).some(
    ({ program, subcommand, flags }) =>
      program === call.program &&
      (call.subcommand === "" || subcommand === call.subcommand || subcommand.startsWith(`${call.subcommand} `)) &&
      call.flags.every((flag) => flags.includes(flag)),
  );
}

function commandsIn(step: Step): ShellCommand[] {
  const action = actionIn(step);
  return action.kind === "shell" ? action.commands : [];
}

/** A tool of an MCP server may be named with its server or without. */
function isSameTool(a: string, b: string): boolean {
  const bare = (name: string) => name.replace(/^mcp__.+?__/, "");
  return a === b || bare(a) === bare(b);
}

interface AtHand {
  tools: ReadonlySet<string>;
  programs: ReadonlySet<string>;
}

function namesAtHand(tools: readonly string[], trajectory: Trajectory): AtHand {
  const steps = allSteps(trajectory);
  const used = steps.map(({ tool }) => cleanToolName(tool).name);
  return {
    tools: new Set([...tools, ...used].flatMap((name) => [name, name.replace(/^mcp__.+?__/, "")])),
    programs: new Set(steps.flatMap(commandsIn).map(({ program }) => program)),
  };
}

/** One word that is no program the session used must be a checker or builder: `list` and `price` are names of other things. */
const PLAIN_PROGRAMS = new Set(["test", "lint", "typecheck", "build", "format", "check"]);

function callNamedBy(span: string, { tools, programs }: AtHand): Prescribed["call"] | undefined {
  // `Read` and `Read(main.tf)` name the tool; `get_quote.price` names a field.
  const tool = /^[\p{L}_][\p{L}\p{N}_:/-]*(?=\(|$)/u.exec(span)?.[0];
  if (tool !== undefined && tools.has(tool)) return { tool };
  const [command, ...others] = shellCommands(span).filter(({ isFilter }) => !isFilter);
  if (!command || others.length > 0 || command.program === "*") return undefined;
  const { program, subcommand, flags, purpose } = command;
  const isSingle = !/\s/.test(span.trim());
  const isKnown = programs.has(program) || (isSingle ? PLAIN_PROGRAMS.has(purpose) : purpose !== "other");
  return isKnown ? { program, subcommand, flags } : undefined;
}

interface Span {
  text: string;
  /** Those that say what to do with it. */
  words: string;
  avoid: boolean;
  /** It only says when another one is to be avoided. */
  isCondition: boolean;
}

/** The spans of code in a line, each with whether the words around it turn it away. */
function spansOf(line: string): Span[] {
  const pieces = line.split(/`([^`\n]{1,200})`/);
  // In Korean and Japanese what is done to a thing stands behind it, in English and Chinese before it.
  const language = languageOf(line.replaceAll(/`[^`]*`/g, " "));
  const isBehind = language === "ko" || language === "ja";
  const spans = Array.from({ length: (pieces.length - 1) / 2 }, (_, i): Span => {
    const words = isBehind ? clauseBehind(pieces[2 * i + 2]!) : clauseBefore(pieces[2 * i]!);
    return { text: pieces[2 * i + 1]!.trim(), words, avoid: turnsAway(words), isCondition: false };
  });
  const ordered = isBehind ? [...spans].reverse() : spans;
  for (const [i, span] of ordered.entries()) {
    const before = ordered[i - 1];
    // "`a` or `b`": both are meant alike.
    if (before && ONLY_JOINS.test(span.words))
      Object.assign(span, { avoid: before.avoid, isCondition: before.isCondition });
  }
  for (const [i, span] of spans.entries()) {
    const other = language === "en" ? spans[i - 1] : spans[i + 1];
    // "never `a` without `b`" asks for `b`, and says of `a` only when.
    if (!span.avoid || !other?.avoid || !WITHOUT.test(span.words)) continue;
    span.avoid = false;
    other.isCondition = true;
  }
  return spans.filter(({ isCondition }) => !isCondition);
}

const WITHOUT = /\b(?:without|unless)\b|없이|なしで|無しで|ずに|没有|沒有|未先|不先/u;

function clauseBefore(words: string): string {
  return words.split(/[.;:。；：]\s*|[,，]\s*(?=\p{L})/u).at(-1) ?? "";
}

function clauseBehind(words: string): string {
  return words.split(/[.;。；]|[,、，]\s*(?=\p{L})/u)[0] ?? "";
}

const ONLY_JOINS = /^\s*(?:[,、，/]|or|nor|and|와|과|나|이나|또는|및|や|と|または|和|或|或者|与|、)?\s*$/u;

/** Words that put one thing in the place of another, where no negation stands. */
const REPLACES =
  /\breplace\b|\bstop using\b|^[\p{Script=Hangul}]{0,3}\s*(?:말고|대신)|^\s*(?:じゃなく|ではなく|の代わり)|代替|取代|替代|而非/u;

function turnsAway(words: string): boolean {
  return REPLACES.test(words.toLowerCase()) || stanceOf(words).negations % 2 === 1;
}
