import type { ConventionRule } from "../../model/rule.ts";
import type { GroupOf } from "../scenarios.ts";
import { inOrder } from "../sketch.ts";
import { binomialTail, wilsonLower } from "../statistics.ts";
import { type ArgumentState, type CommandState, type ConventionState, OPERANDS, VALUES } from "./state.ts";

/** An option or value that may be the custom of a project, with what speaks for it. */
export interface Candidate {
  rule: ConventionRule;
  source: CommandState | ArgumentState;
  support: number;
  tasks: number;
  hits: number;
  chances: number;
  rate: number;
  bound: number;
  baseRate: number;
  p: number;
  /** Tasks in which the user had asked for it. */
  asked: number;
  /** That it is a choice, in words; undefined when nothing shows that it could be otherwise. */
  choice: string | undefined;
  /** True for a place in evidence that shows it. */
  shows(tag: string): boolean;
  /** Tasks in which it held. */
  holding: string[];
}

/** What is known of one option or value, task by task. */
interface Tally {
  /** Calls with it and all calls, by group of tasks, where the user had said nothing about it. */
  groups: Map<string, { held: number; all: number }>;
  holding: string[];
  asked: number;
}

/** Combinations of other options beside which the option stays, from which it is no fixed phrase. A guess. */
const MIN_SHAPES = 3;
/** In how many calls the option must be seen to stand without a value, so that the letter behind it is none. */
const MIN_BARE = 0.25;
/** A chance below this would make a few tasks prove anything; above the other, nothing could. */
const CHANCES = { least: 0.25, most: 0.9, value: 0.5 };

export function optionCandidates(state: ConventionState, groupOf: GroupOf): Candidate[] {
  const commands = inOrder(state.commands).map(([key, command]) => {
    const options = inOrder(command.options)
      .filter(([, [bare, all]]) => bare >= MIN_BARE * all)
      .map(([name]) => ({ option: name.slice(1), tally: tallyOption(command, name.slice(1), groupOf) }));
    return { call: key.slice(1), command, options };
  });
  const varying = commands.flatMap(({ call, command, options }) =>
    options
      .filter(({ option }) => isLeftOut(command, option))
      .map(({ option, tally }) => ({ name: `${call} ${option}`, rate: rateOf(tally) })),
  );
  return commands.flatMap(({ call, command, options }) =>
    options.map(({ option, tally }) => {
      const others = options.filter((other) => other.option !== option).map((other) => rateOf(other.tally));
      const elsewhere = meanOf(varying.filter(({ name }) => name !== `${call} ${option}`).map(({ rate }) => rate));
      const baseRate = clamp(meanOf([...others, elsewhere]), CHANCES.least, CHANCES.most);
      const shapes = new Set(
        shapesOf(command)
          .filter((shape) => shape.includes(option))
          .map((shape) => without(without(shape, option), OPERANDS).join(" ")),
      );
      const choice =
        tally.asked > 0
          ? "the user has asked for it"
          : isLeftOut(command, option)
            ? "the same command is seen without it too"
            : shapes.size >= MIN_SHAPES
              ? `it stays with ${shapes.size} combinations of other options`
              : undefined;
      return {
        rule: { type: "convention", call, param: option },
        source: command,
        ...weigh(tally, baseRate),
        choice,
        shows: (tag) => optionsIn(tag).includes(option),
      };
    }),
  );
}

/** The same command, alike in everything else, was also run without the option. */
function isLeftOut(command: CommandState, option: string): boolean {
  const shapes = shapesOf(command);
  const seen = new Set(shapes.map((shape) => shape.join(" ")));
  return shapes.some((shape) => shape.includes(option) && seen.has(without(shape, option).join(" ")));
}

export function valueCandidates(state: ConventionState, groupOf: GroupOf): Candidate[] {
  const known = inOrder(state.arguments).flatMap(([key, argument]) => {
    const best = inOrder(argument.values).sort(([, a], [, b]) => b - a)[0];
    // So many values are no choice among a few.
    if (!best || Object.keys(argument.values).length >= VALUES) return [];
    const [call = "", param = ""] = key.slice(1).split(" ");
    const value = best[0].slice(1);
    return [
      { call, param, argument, value, tally: tallyValue(argument, best[0], groupOf), varies: varies(argument, value) },
    ];
  });
  return known.map((one) => {
    const { call, param, argument, value, tally } = one;
    const comparable = known.filter((other) => other !== one && other.varies && other.tally.groups.size > 1);
    const baseRate = clamp(
      meanOf([...comparable.map((other) => rateOf(other.tally)), CHANCES.value]),
      CHANCES.value,
      CHANCES.most,
    );
    return {
      rule: { type: "convention", call, param, ...ruleValue(value) },
      source: argument,
      ...weigh(tally, baseRate),
      choice: one.varies ? "it is seen otherwise too" : undefined,
      shows: (tag) => tag === value,
    };
  });
}

/** Another value or form was seen, chosen or given. */
function varies(argument: ArgumentState, value: string): boolean {
  return (
    Object.keys(argument.values).some((key) => key !== `.${value}`) ||
    Object.values(argument.tasks).some((row) => row.asked.some((given) => given !== value))
  );
}

function ruleValue(choice: string): Pick<ConventionRule, "value" | "format"> {
  if (choice.startsWith("~")) return { format: choice.slice(1) };
  return { value: JSON.parse(choice) as string | number | boolean };
}

function tallyOption(command: CommandState, option: string, groupOf: GroupOf): Tally {
  const tally: Tally = { groups: new Map(), holding: [], asked: 0 };
  for (const [task, row] of inOrder(command.tasks)) {
    const shapes = inOrder(row.shapes);
    const all = shapes.reduce((sum, [, calls]) => sum + calls, 0);
    const held = shapes.reduce((sum, [shape, calls]) => sum + (optionsIn(shape).includes(option) ? calls : 0), 0);
    if (held > 0) tally.holding.push(task);
    if (row.asked.includes(option)) tally.asked++;
    else addTo(tally, groupOf(task), held, all);
  }
  return tally;
}

function tallyValue(argument: ArgumentState, key: string, groupOf: GroupOf): Tally {
  const tally: Tally = { groups: new Map(), holding: [], asked: 0 };
  for (const [task, row] of inOrder(argument.tasks)) {
    const all = inOrder(row.chosen).reduce((sum, [, calls]) => sum + calls, 0);
    const held = row.chosen[key] ?? 0;
    if (row.asked.includes(key.slice(1))) tally.asked++;
    if (held > 0) tally.holding.push(task);
    if (all > 0) addTo(tally, groupOf(task), held, all);
  }
  return tally;
}

function addTo({ groups }: Tally, group: string, held: number, all: number): void {
  const known = groups.get(group) ?? { held: 0, all: 0 };
  groups.set(group, { held: known.held + held, all: known.all + all });
}

function weigh(tally: Tally, baseRate: number): Omit<Candidate, "rule" | "source" | "choice" | "shows"> {
  const groups = [...tally.groups.values()];
  const shares = groups.map(({ held, all }) => held / all);
  const held = shares.reduce((sum, share) => sum + share, 0);
  return {
    support: shares.filter((share) => share >= 0.5).length,
    tasks: groups.length,
    hits: groups.reduce((sum, group) => sum + group.held, 0),
    chances: groups.reduce((sum, group) => sum + group.all, 0),
    rate: rateOf(tally),
    bound: wilsonLower(held, groups.length),
    baseRate,
    p: binomialTail(Math.floor(held + 1e-9), groups.length, baseRate),
    asked: tally.asked,
    holding: tally.holding,
  };
}

function rateOf({ groups }: Tally): number {
  return groups.size === 0 ? 0 : meanOf([...groups.values()].map(({ held, all }) => held / all));
}

function shapesOf(command: CommandState): string[][] {
  return inOrder(command.tasks).flatMap(([, row]) => Object.keys(row.shapes).map(optionsIn));
}

function without(shape: readonly string[], option: string): string[] {
  return shape.filter((each) => each !== option);
}

function optionsIn(shape: string): string[] {
  return shape.slice(1).split(" ");
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? CHANCES.value : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
