import type { Trajectory } from "../../src/model/trajectory.ts";
import { attemptWithDatabase, mixedWork } from "./activities.ts";
import { wander } from "./background.ts";
import { createPlanting, HABIT_IDS, type HabitId, type Planted } from "./habits.ts";
import { HOSTS, type Host } from "./host-calls.ts";
import { TASKS } from "./phrases.ts";
import { createRandom, type Random } from "./random.ts";
import { pickLanguage, SessionScript } from "./session-script.ts";
import { STACKS, TYPESCRIPT_STACK } from "./stacks.ts";
import { STORIES } from "./stories/all.ts";
import type { Story, TrueOutcome } from "./stories/story.ts";

export interface GenerateOptions {
  seed: number | string;
  /** How many sessions; the eight attempts of `migrate-before-test` come on top. */
  sessions: number;
  /** The habits of the project, shown wherever there is a chance; default all twelve, `[]` gives pure background. */
  habits?: readonly HabitId[];
  /** Activities in one session, at least and at most; default 3 to 6. Not used where stories are told. */
  activities?: readonly [number, number];
  /** Random steps around each activity, at least and at most; default 1 to 4. */
  background?: readonly [number, number];
  /**
   * `none` (default): mixed work, no labelled end. `stories`: each session goes one labelled way; the habits of the project show in it,
   * except `test-after-edit`, which would decide every story.
   */
  endings?: "none" | "stories";
  /** Stories to tell; default all, in turn. */
  stories?: readonly Story[];
  /** Default `claude-code`; `mixed` draws one a session. */
  host?: Host | "mixed";
  /** Default `typescript`, which all habits need; `mixed` draws one a session. */
  stack?: "typescript" | "mixed";
  /** True: write the label into the trajectory's outcome, by `benchmark`. Default false: only the truth beside it knows. */
  withOutcomes?: boolean;
  /** RFC 3339; when the first session starts. Default 2026-10-01T09:00:00.000Z. */
  start?: string;
  /** Hours from the start of one session to about the start of the next; default 7. */
  hoursApart?: number;
}

export interface Truth {
  /** Absent: this session was not made to be judged. */
  outcome?: TrueOutcome;
  /** Name of the story; `mixed work` where none was told. */
  story: string;
  isTricky: boolean;
  planted: Planted[];
}

export interface GeneratedSession {
  trajectory: Trajectory;
  truth: Truth;
}

const DEFAULT_START = "2026-10-01T09:00:00.000Z";
const HOUR_MS = 3_600_000;
/** Attempts at the one task of the divergence habit; half of them go the wrong way. */
const ATTEMPTS = 8;

/**
 * Coding sessions whose truth is known: random work in four languages, several hosts and kinds of project, with habits planted into
 * it and ways to end that are labelled by what happened.
 *
 * The same options give the same sessions. Labels come from the script, never from the rules that are measured with them.
 */
export function generateSessions(options: GenerateOptions): GeneratedSession[] {
  const sessions = Array.from({ length: options.sessions }, (_, index) => generateSession(options, index));
  const attempts = (options.habits ?? HABIT_IDS).includes("migrate-before-test") ? divergentAttempts(options) : [];
  return [...sessions, ...attempts];
}

function generateSession(options: GenerateOptions, index: number): GeneratedSession {
  const random = createRandom(`${options.seed}/${index}`);
  const stories = options.endings === "stories" ? (options.stories ?? STORIES) : [];
  const story = stories[index % Math.max(1, stories.length)];
  const habits = (options.habits ?? HABIT_IDS).filter((habit) => story === undefined || habit !== "test-after-edit");
  const script = newScript(options, random, habits);
  if (story !== undefined) story.tell(script);
  else {
    script.say(TASKS);
    mixedWork(script, random.int(...(options.activities ?? [3, 6])), options.background ?? [1, 4]);
  }
  const truth: Truth = {
    ...(story !== undefined && { outcome: story.outcome }),
    story: story?.name ?? "mixed work",
    isTricky: story?.isTricky === true,
    planted: script.planting.planted(),
  };
  return { trajectory: toTrajectory(script, options, index, truth), truth };
}

function newScript(options: GenerateOptions, random: Random, habits: readonly HabitId[]): SessionScript {
  const host = options.host === "mixed" ? random.pick(HOSTS) : (options.host ?? "claude-code");
  const stack = options.stack === "mixed" ? random.pick(STACKS) : TYPESCRIPT_STACK;
  return new SessionScript(random, host, stack, pickLanguage(random), createPlanting(habits, random.fork("habits")));
}

/** Several attempts at one task: those that follow the habit end well, the others do not. */
function divergentAttempts(options: GenerateOptions): GeneratedSession[] {
  return Array.from({ length: ATTEMPTS }, (_, attempt) => {
    const random = createRandom(`${options.seed}/attempt/${attempt}`);
    const script = newScript({ ...options, stack: "typescript" }, random, []);
    const follows = attempt % 2 === 0;
    script.prompt("Add the archived flag to orders");
    wander(script, random.int(...(options.background ?? [1, 4])));
    attemptWithDatabase(script, follows);
    wander(script, random.int(0, 2));
    const truth: Truth = {
      outcome: follows ? "good" : "bad",
      story: "attempts at one task",
      isTricky: false,
      planted: [{ habit: "migrate-before-test", followed: follows ? 1 : 0, broken: follows ? 0 : 1 }],
    };
    const trajectory = toTrajectory(script, { ...options, withOutcomes: true }, options.sessions + attempt, truth);
    return { trajectory: { ...trajectory, task: `generated:${String(options.seed)}-archived-flag` }, truth };
  });
}

function toTrajectory(script: SessionScript, options: GenerateOptions, index: number, truth: Truth): Trajectory {
  const name = `s${String(options.seed)}-${String(index).padStart(4, "0")}`;
  const startMs =
    Date.parse(options.start ?? DEFAULT_START) +
    index * (options.hoursApart ?? 7) * HOUR_MS +
    script.random.int(0, HOUR_MS);
  const steps = script.turns.reduce((sum, turn) => sum + turn.steps.length, 0);
  const isLabelled = options.withOutcomes === true && (truth.outcome === "good" || truth.outcome === "bad");
  return {
    id: `t_${name}`,
    source: script.host,
    task: `generated:${name}`,
    taskQuery: script.turns.find((turn) => turn.user !== "")?.user ?? "",
    session: name,
    started: new Date(startMs).toISOString(),
    ended: new Date(startMs + steps * 20_000 + script.turns.length * 60_000).toISOString(),
    recalled: [],
    ...(isLabelled && {
      outcome: { score: truth.outcome === "good" ? 1 : 0, by: "benchmark" as const, reasons: [truth.story] },
    }),
    turns: script.turns,
  };
}
