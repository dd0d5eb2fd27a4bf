import { work } from "../activities.ts";
import { TASKS } from "../phrases.ts";
import type { SessionScript } from "../session-script.ts";

/** How the attempt really ended, told by what its script did: `unknown` when even a reader who knows the script could not say. */
export type TrueOutcome = "good" | "bad" | "unknown";

/** One way a session can go. The label follows from the events that the story itself makes happen, not from how they look in a log. */
export interface Story {
  name: string;
  outcome: TrueOutcome;
  /** Made to mislead: what it looks like at some point is not how it ends. */
  isTricky?: boolean;
  tell(script: SessionScript): void;
}

/** Runs the tests of the project, by one of the commands that do. */
export function runTests(
  script: SessionScript,
  passes: boolean,
  wrap: (command: string) => string = (command) => command,
): void {
  script.shell(
    wrap(script.random.pick(script.stack.testCommands)),
    passes ? script.passed() : script.failed(),
    passes ? 0 : 1,
  );
}

/** The first prompt, and some work on it. */
export function begin(script: SessionScript): void {
  script.say(TASKS);
  work(script);
}
