import { MemoryError } from "../errors.ts";
import type { JsonObject } from "../model/json.ts";
import type { Environment, EnvironmentOptions, Episode, Split, Task, TaskLanguage } from "./environment.ts";
import { answer, describe, type ToolBox } from "./tool-box.ts";

/** One kind of task: how it is asked, and when it is done. */
export interface TaskKind<State, Goal> {
  name: string;
  /** What the n-th task of this kind is about. @param n  0..15 */
  goal: (n: number) => Goal;
  ask: Readonly<Record<TaskLanguage, (goal: Goal) => string>>;
  /** The world in which it begins. */
  begin: (goal: Goal) => State;
  /** What is missing from the goal, and what was done that nobody asked for; [] when all is well. */
  faults: (state: State, goal: Goal) => string[];
}

/** A kind with its goals inside, so that kinds of different goals stand in one list. */
export interface PreparedKind<State> {
  name: string;
  make: (
    n: number,
    language: TaskLanguage,
  ) => { query: string; begin: () => State; faults: (state: State) => string[] };
}

export function taskKind<State, Goal>(kind: TaskKind<State, Goal>): PreparedKind<State> {
  return {
    name: kind.name,
    make: (n, language) => {
      const goal = kind.goal(n);
      return {
        query: kind.ask[language](goal),
        begin: () => kind.begin(goal),
        faults: (state) => kind.faults(state, goal),
      };
    },
  };
}

export interface Place<State> {
  name: string;
  about: string;
  /** Before and after the change of the interface. */
  tools: readonly [ToolBox<State>, ToolBox<State>];
  kinds: ReadonlyArray<PreparedKind<State>>;
}

const MAX_PER_KIND = 8;

/**
 * Makes an environment out of what is particular about a place.
 * @throws MemoryError `INVALID_INPUT` when an option makes no sense
 */
export function environmentOf<State>(place: Place<State>, options: EnvironmentOptions = {}): Environment {
  const { language = "en", changeAt = Number.POSITIVE_INFINITY, perKind = 4 } = options;
  if (!Number.isInteger(perKind) || perKind < 1 || perKind > MAX_PER_KIND) {
    throw new MemoryError(
      "INVALID_INPUT",
      `"perKind" must be a whole number from 1 to ${MAX_PER_KIND}, got ${perKind}`,
    );
  }
  const made = place.kinds.flatMap((kind) =>
    (["train", "test"] as const).flatMap((split) =>
      Array.from({ length: perKind }, (_, i) => {
        // Even goals teach and odd ones judge, so both splits have all the variety that there is.
        const n = 2 * i + (split === "train" ? 0 : 1);
        const { query, begin, faults } = kind.make(n, language);
        return { split, begin, faults, task: { id: `${place.name}/${kind.name}/${n}`, query, kind: kind.name } };
      }),
    ),
  );
  const byId = new Map(made.map((each) => [each.task.id, each]));
  const inSplit = (split: Split): Task[] => made.filter((each) => each.split === split).map(({ task }) => task);
  let attempts = 0;
  return {
    name: place.name,
    tasks: inSplit,
    reset: (id): Episode => {
      const found = byId.get(id);
      if (!found) throw new MemoryError("NOT_FOUND", `${place.name} has no task "${id}"`);
      const tools = place.tools[attempts >= changeAt ? 1 : 0];
      attempts += 1;
      const state = found.begin();
      return {
        task: found.task,
        about: place.about,
        tools: describe(tools),
        call: (name: string, input: JsonObject) => answer(tools, state, name, input),
        verdict: () => {
          const reasons = found.faults(state);
          return { score: reasons.length === 0 ? 1 : 0, by: "benchmark", reasons };
        },
      };
    },
  };
}
