import type { Json } from "../../model/json.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import { foldText } from "../../text/scripts.ts";
import { tokenize } from "../../text/tokens.ts";
import { leavesOf } from "../provenance/values.ts";
import { type ArgumentUse, argumentUses, type Given, isGiven } from "./arguments.ts";
import { type CommandUse, canBeHabit, commandUses } from "./options.ts";

/** Everything in a trajectory that may show a convention, in order. */
export interface ConventionUses {
  commands: ReadonlyArray<CommandUse & { turn: number; asked: readonly string[] }>;
  arguments: ReadonlyArray<ArgumentUse & { turn: number; isGiven: boolean }>;
}

/** UTF-16 units of a prompt in which options and values are looked for. */
const MAX_PROMPT = 8_000;

/** @returns with each use whether it was given: options that the user named, values that the user spoke of or a result held */
export function conventionUses(trajectory: Trajectory): ConventionUses {
  const heard = newHearing();
  const commands: Array<ConventionUses["commands"][number]> = [];
  const args: Array<ConventionUses["arguments"][number]> = [];
  trajectory.turns.forEach(({ user, steps }, turn) => {
    if (user !== "") heard.hear(user);
    for (const step of steps) {
      for (const use of commandUses(step)) {
        const asked = use.options.filter((option) => canBeHabit(option) && heard.asksFor(option));
        commands.push({ ...use, turn, asked });
      }
      for (const use of argumentUses(step)) args.push({ ...use, turn, isGiven: isGiven(use, heard.given()) });
      heard.see(step.result);
    }
  });
  return { commands, arguments: args };
}

/** What the user has said and tools have returned so far in one trajectory; looked into only when something asks. */
interface Hearing {
  hear(text: string): void;
  see(result: Json | undefined): void;
  given(): Given;
  /** `--no-cache` stands in the user's own words, as a word. */
  asksFor(option: string): boolean;
}

function newHearing(): Hearing {
  const texts: string[] = [];
  const said = new Set<string>();
  const returned = new Set<string>();
  let results: Array<Json | undefined> = [];
  let read = 0;
  return {
    hear: (text) => texts.push(foldText(text, MAX_PROMPT)),
    see: (result) => results.push(result),
    given() {
      for (; read < texts.length; read++) for (const token of tokenize(texts[read]!)) said.add(token);
      for (const { key } of results.flatMap(leavesOf)) returned.add(key);
      results = [];
      return { said, returned };
    },
    asksFor: (option) => texts.some((text) => holdsWord(text, option)),
  };
}

function holdsWord(text: string, option: string): boolean {
  for (let at = text.indexOf(option); at >= 0; at = text.indexOf(option, at + 1)) {
    if (!/[\w-]/.test(text[at - 1] ?? " ") && !/[\w-]/.test(text[at + option.length] ?? " ")) return true;
  }
  return false;
}
