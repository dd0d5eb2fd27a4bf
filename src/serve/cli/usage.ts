import { type Command, InvalidArgumentError } from "commander";
import type { Messages } from "./messages/load.ts";

/** Lets the library that reads command lines say its titles and complaints as the person speaks. Call it before there are commands: they inherit it. */
export function speakAs(program: Command, t: Messages): Command {
  return program
    .configureHelp({ styleTitle: (title) => t.usage.titles[title.replace(/:$/, "")] ?? title })
    .configureOutput({ outputError: (text, write) => write(`habitus: ${complaint(text.trimEnd(), t.usage)}\n`) });
}

/** Each in the library's own words, and what is known of it. */
const COMPLAINTS: ReadonlyArray<readonly [RegExp, (found: string[], say: Messages["usage"]) => string]> = [
  [/^missing required argument '(.*)'$/, ([name = ""], say) => say.missing(name)],
  [/^option '(.*)' argument missing$/, ([option = ""], say) => say.noValue(option)],
  [
    /^option '(.*)' argument '(.*)' is invalid\. ?(.*)$/s,
    ([option = "", value = "", kind = ""], say) => say.wrongValue(option, value, say.kinds[kind as ValueKind] ?? kind),
  ],
  [/^unknown option '(.*)'$/s, ([option = ""], say) => say.unknownOption(option)],
  [/^unknown command '(.*)'$/s, ([command = ""], say) => say.unknownCommand(command)],
  [
    /^too many arguments(?: for '(.*)')?\. Expected (\d+) arguments? but got (\d+)\.$/,
    ([command = "", most, got], say) => say.tooMany(command, Number(most), Number(got)),
  ],
];

function complaint(text: string, say: Messages["usage"]): string {
  const [, said = text, similar] = /^(?:error: )?(.*?)(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/s.exec(text) ?? [];
  for (const [pattern, word] of COMPLAINTS) {
    const found = pattern.exec(said);
    if (found) return `${word(found.slice(1), say)}${similar === undefined ? "" : ` ${say.similar(similar)}`}`;
  }
  return said;
}

/** What a value has to be, by the name that messages have words for. */
export type ValueKind = "whole" | "number";

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw wrong("whole");
  return value;
}

export function decimal(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw wrong("number");
  return value;
}

function wrong(kind: ValueKind): InvalidArgumentError {
  return new InvalidArgumentError(kind);
}
