import { type Action, mainCommand } from "../../alphabet/action.ts";
import { errorClass } from "../../alphabet/error-class.ts";
import { actionIn } from "../../distill/actions.ts";
import { argumentUses } from "../../distill/conventions/arguments.ts";
import { commandUses } from "../../distill/conventions/options.ts";
import { namesUsed } from "../../distill/corrections/names.ts";
import { callsIn } from "../../distill/divergence/calls.ts";
import { failureClass } from "../../distill/fix/error-class.ts";
import { actsOf } from "../../distill/habits/acts.ts";
import { isCommand, type Letter } from "../../distill/habits/letters.ts";
import { cleanToolName, isToolName } from "../../distill/identifiers.ts";
import { quote } from "../../distill/quote.ts";
import type { Experience } from "../../model/experience.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { ConventionRule, CorrectWithRule, Rule } from "../../model/rule.ts";
import type { Step } from "../../model/trajectory.ts";
import type { IndexedCard } from "../../ports.ts";
import { tellingTokens, tokenize } from "../../text/tokens.ts";

/** One tool call as a hook tells of it: about to run, or failed. */
export interface Call {
  tool: string;
  input: Json;
  /** In the tool's own words, when it failed. */
  error?: string;
}

/** Reads a call once, and then says of each card whether it is about it. */
export interface CallReader {
  /** What was called, by a name that may be shown: `npm test`, `Edit`, `place_order`. */
  name: string;
  /** What to search the index with. */
  query: string;
  /** How closely the card is about this call, 0 to 1; undefined when it is not. */
  aptness(card: IndexedCard): number | undefined;
}

/** Two classes of one error, of which one was worded a little differently by another version of the tool. A guess. */
const SAME_ERROR = 0.8;
/** Share of the error's telling words that a card without a rule must hold. A guess, on the careful side. */
const HELD = 0.5;

/**
 * Which card is about this very call. A card with a rule is asked by its rule, in the miners' own terms; a card without one by the
 * name of the tool or command in its situation. What the call already does needs no advice.
 */
export function readCall(call: Call): CallReader {
  const { name: tool } = cleanToolName(call.tool);
  const step: Step = {
    tool: call.tool,
    input: call.input,
    outcome: call.error === undefined ? "unknown" : "error",
    ...(call.error !== undefined && { error: call.error }),
  };
  const action = actionIn(step);
  const letters = new Set(actsOf(step).flatMap((acts) => acts.flatMap((act) => act.letters)));
  const failure = call.error === undefined ? undefined : failureClass(call.error, call.input);
  const facts: Facts = { call, tool, step, action, letters, failure };
  return {
    name: nameOf(facts),
    query: queryFor(facts),
    aptness: (card) => {
      const { rule, body } = card.experience;
      if (rule) return failure === undefined ? beforeIt(rule, facts, body) : afterFailure(rule, facts, body);
      return byWords(card, facts);
    },
  };
}

interface Facts {
  call: Call;
  tool: string;
  step: Step;
  action: Action;
  letters: ReadonlySet<Letter>;
  /** Class of the error; undefined unless it failed. */
  failure: string | undefined;
}

function nameOf({ tool, action }: Facts): string {
  const main = mainCommand(action.commands);
  const command = main && [main.program, main.subcommand].filter((part) => part !== "" && part !== "*").join(" ");
  return command || (isToolName(tool) ? tool.replace(/^.+__/, "") : "");
}

/** Names of tool, commands, files and error: the words by which cards about this call were written. */
function queryFor({ tool, action, letters, failure }: Facts): string {
  const own = action.kind === "mcp" || action.kind === "other" ? [tool.replace(/^.+__/, "")] : [];
  const words = [...letters].map((letter) => letter.replace(/^(?:\$|any|tool|look-up) /, ""));
  const files = action.files.map(({ pattern }) => pattern.replaceAll("*", " "));
  return [...own, ...words, ...files, ...(failure === undefined ? [] : [failure]), action.error ?? "", tool].join("\n");
}

/** The call is about to run, or has just been given: what the card says comes in time for the next step. */
function beforeIt(rule: Rule, facts: Facts, body: string): number | undefined {
  const { tool, step, action, letters, call } = facts;
  switch (rule.type) {
    case "convention":
      return unkept(rule, facts);
    case "user-correction": {
      const names = namesUsed(step);
      return names.includes(rule.unwanted) && !names.includes(rule.wanted) ? 0.95 : undefined;
    }
    case "provenance":
      return rule.tool === tool && isObject(call.input) && holdsParam(call.input, rule.param) ? 0.85 : undefined;
    case "divergence":
      return rule.side === "failure" && callsIn(oneStep(step)).has(rule.call) ? 0.8 : undefined;
    case "order":
      return letters.has(rule.action) && !letters.has(rule.do) ? weight(rule.action, 0.75) : undefined;
    case "correct-with":
      return letters.has(rule.action) && !letters.has(rule.with) ? weight(rule.action, 0.7) : undefined;
    case "co-read": {
      const reads = action.files.filter(({ use }) => use === "read").map(({ pattern }) => pattern);
      const missing = rule.paths.filter((path) => !reads.includes(path));
      return missing.length > 0 && missing.length < rule.paths.length ? 0.65 : undefined;
    }
    case "workflow":
      return letters.has(rule.steps[0]!) ? weight(rule.steps[0]!, 0.6) : undefined;
    case "tool":
      // All that is known of this tool says more than the one failure that another card is about, if it says what helps.
      return rule.tool !== tool ? undefined : tellsWhatHelps(body, tool) ? 0.52 : 0.48;
    case "fix-call":
    case "fix-argument":
      // A shell or an editor fails in a hundred ways; which of them this call will fail in, nobody knows yet.
      return rule.tool === tool && (action.kind === "mcp" || action.kind === "other") ? 0.5 : undefined;
  }
}

/** The call failed: the card about this error comes first, then what else would have made it right. */
function afterFailure(rule: Rule, facts: Facts, body: string): number | undefined {
  switch (rule.type) {
    case "fix-call":
    case "fix-argument": {
      if (rule.tool !== facts.tool && rule.tool !== "*") return undefined;
      return likeness(rule.error, facts.failure!);
    }
    case "correct-with":
      return mendedBy(rule, facts);
    case "convention":
    case "provenance":
    case "user-correction":
    case "divergence": {
      const apt = beforeIt(rule, facts, body);
      return apt === undefined ? undefined : apt / 2;
    }
    case "order": {
      const apt = rule.place === "before" ? beforeIt(rule, facts, body) : undefined;
      return apt === undefined ? undefined : apt / 2;
    }
    case "tool":
      // What it says of other errors would lead astray.
      return rule.tool === facts.tool && body.includes(quote(facts.failure!)) ? 0.55 : undefined;
    case "workflow":
    case "co-read":
      return undefined;
  }
}

function mendedBy(rule: CorrectWithRule, { letters, action, failure }: Facts): number | undefined {
  if (!letters.has(rule.action)) return undefined;
  if (rule.error === undefined) return 0.4;
  const [own, other] = [likeness(rule.error, action.error ?? ""), likeness(rule.error, failure ?? "")];
  return own === undefined && other === undefined ? undefined : Math.max(own ?? 0, other ?? 0) * 0.98;
}

/** @returns 1 for the same class; the share of common words where nearly all are common; undefined for another error */
function likeness(a: string, b: string): number | undefined {
  if (a === b) return 1;
  const [one, other] = [new Set(tokenize(a)), new Set(tokenize(b))];
  if (one.size < 3 || other.size < 3) return undefined;
  const common = [...one].filter((token) => other.has(token)).length;
  const share = common / (one.size + other.size - common);
  return share >= SAME_ERROR ? share : undefined;
}

/** A convention is worth a word only where the call does not keep it. */
function unkept(rule: ConventionRule, { step, tool, call }: Facts): number | undefined {
  const command = commandUses(step).find((use) => use.call === rule.call);
  if (command) return rule.param.startsWith("-") && !command.options.includes(rule.param) ? 0.9 : undefined;
  if (tool !== rule.call || !isObject(call.input)) return undefined;
  if (!holdsParam(call.input, rule.param)) return rule.format === undefined ? 0.8 : undefined;
  const use = argumentUses({ ...step, outcome: "ok" }).find(({ param }) => param === rule.param);
  if (rule.format !== undefined) return use?.choice === `~${rule.format}` ? undefined : 0.9;
  if (rule.value === undefined) return undefined;
  return use?.choice === JSON.stringify(rule.value) || call.input[rule.param] === rule.value ? undefined : 0.9;
}

/** A step names more than the tool itself: an argument, or another call. Where nothing is known to help, none does. */
function tellsWhatHelps(body: string, tool: string): boolean {
  const steps = body.split("\n").filter((line) => /^\d+\. /.test(line));
  return steps.some((step) => [...step.matchAll(/`([^`]+)`/g)].some(([, name]) => name !== tool));
}

function holdsParam(input: Record<string, unknown>, param: string): boolean {
  return Object.hasOwn(input, param.replace(/(?:\.|\[).*$/, ""));
}

function oneStep(step: Step): Parameters<typeof callsIn>[0] {
  const turn = { user: "", steps: [step] };
  return { id: "", source: "", task: "", taskQuery: "", session: "", recalled: [], turns: [turn] };
}

/** What is said of a command or a tool is closer to this call than what is said of every edit. */
function weight(letter: Letter, most: number): number {
  if (isCommand(letter) || letter.startsWith("tool ") || letter.startsWith("look-up ")) return most;
  return letter.includes(" ") ? most - 0.1 : most - 0.25;
}

/** Cards that a person, a model or another system wrote. */
function byWords(card: IndexedCard, facts: Facts): number | undefined {
  const { experience } = card;
  const named = isNamed(experience, facts);
  if (facts.failure === undefined) return named;
  const telling = tellingTokens(`${facts.action.error ?? ""}\n${errorClass(facts.call.error ?? "")}`);
  if (telling.size === 0) return undefined;
  const held = new Set<string>();
  for (const field of ["when_to_use", "keywords", "title", "task_query", "generalized_query"] as const) {
    for (const token of card.tokens[field]) if (telling.has(token)) held.add(token);
  }
  const share = held.size / telling.size;
  const enough = named === undefined ? HELD : HELD / 2;
  return held.size >= 2 && share >= enough ? 0.3 + 0.4 * share : undefined;
}

/** Its situation names the tool, or the command with its subcommand. */
function isNamed({ whenToUse, title, keywords, tools }: Experience, { tool, action }: Facts): number | undefined {
  const plain = tool.replace(/^.+__/, "");
  const isOwn = tools.some((each) => each.replace(/^.+__/, "").toLowerCase() === plain.toLowerCase());
  if (tools.length > 0 && !isOwn) return undefined;
  const text = `${whenToUse}\n${title}\n${keywords.join("\n")}`.toLowerCase();
  if (action.kind === "mcp" || action.kind === "other") {
    return isOwn || holdsWords(text, plain.toLowerCase()) ? 0.6 : undefined;
  }
  const commands = action.commands.filter(({ isFilter }) => !isFilter);
  const names = commands.filter(({ subcommand }) => subcommand !== "" && subcommand !== "*");
  if (names.some((each) => holdsWords(text, `${each.program} ${each.subcommand}`.toLowerCase()))) return 0.6;
  const words = new Set(keywords.map((word) => word.toLowerCase()));
  if (commands.some(({ program }) => words.has(program.toLowerCase()))) return 0.45;
  const files = action.kind === "edit" || action.kind === "create" ? action.files : [];
  return files.some(({ pattern }) => /[^*/.]{4}/.test(pattern) && holdsWords(text, pattern.toLowerCase()))
    ? 0.5
    : undefined;
}

function holdsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + words.length] ?? " "];
    if (!/[\p{L}\p{N}_-]/u.test(before) && !/[a-z0-9_-]/.test(after)) return true;
  }
  return false;
}
