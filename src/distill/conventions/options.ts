import { scriptIn } from "../../alphabet/action.ts";
import type { Purpose } from "../../alphabet/purposes.ts";
import type { ShellCommand } from "../../alphabet/shell-command.ts";
import { plainCommands } from "../../alphabet/shell-plain.ts";
import type { Step } from "../../model/trajectory.ts";
import { actionIn } from "../actions.ts";

/** One command as it was typed, by names alone. */
export interface CommandUse {
  /** Program and subcommand. */
  call: string;
  /** Names of all its options, sorted. */
  options: string[];
  /** Of these, long ones that stand here without a value: followed by another option, or by nothing. */
  switches: string[];
  /** It was given something to work on besides. */
  hasOperands: boolean;
}

/** What looking commands are given is nobody's habit: it is what one wants to see. */
const LOOKING: ReadonlySet<Purpose> = new Set(["inspect", "search", "list", "navigate", "print", "wait", "other"]);

/** The commands of a shell call that do something. What failed counts too: that an option was chosen does not depend on how it went. */
export function commandUses(step: Step): CommandUse[] {
  const action = actionIn(step);
  if (action.kind !== "shell" || step.outcome === "denied") return [];
  const commands = action.commands.filter(doesSomething);
  if (commands.length === 0) return [];
  const hasHabits = commands.some(({ flags }) => flags.some(canBeHabit));
  const bare = hasHabits ? bareOptions(scriptIn(step.input) ?? "") : NONE;
  return commands.map(({ program, subcommand, flags, operands }) => ({
    call: subcommand === "" ? program : `${program} ${subcommand}`,
    options: flags,
    switches: flags.filter((flag) => bare.has(flag)),
    hasOperands: operands.length > 0,
  }));
}

const NONE: ReadonlySet<string> = new Set();

function doesSomething({ program, purpose, isFilter }: ShellCommand): boolean {
  return program !== "*" && !isFilter && !LOOKING.has(purpose);
}

/** An option with a name, not a letter, that does not say which of its uses a program is put to. */
export function canBeHabit(option: string): boolean {
  return /^--?[A-Za-z][A-Za-z-]+$/.test(option) && !MODES.has(option.replace(/^--?/, "").toLowerCase());
}

/** Options that make another command of it, or that agents give everywhere. A list of what was seen. */
const MODES = new Set(
  "help version write check fix watch list init dry-run noemit run run-in-band amend no-edit set-upstream delete global save-dev dev all help-all yes".split(
    " ",
  ),
);

/** Options of a script that are followed by another option or by nothing, so that they can hold no value. */
function bareOptions(script: string): Set<string> {
  const bare = new Set<string>();
  for (const { words } of plainCommands(script)) {
    words.forEach(({ text }, at) => {
      const next = words[at + 1]?.text;
      if (text.startsWith("-") && !text.includes("=") && (next === undefined || next.startsWith("-"))) bare.add(text);
    });
  }
  return bare;
}
