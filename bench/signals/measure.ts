import { answerText } from "../../src/alphabet/call-result.ts";
import { allSteps, type Trajectory } from "../../src/model/trajectory.ts";
import { outcomeFromSignals } from "../../src/observe/signals/outcome-from-signals.ts";
import type { SignalName, SignalReading } from "../../src/observe/signals/signal.ts";
import type { GeneratedSession } from "../generate/sessions.ts";
import type { TrueOutcome } from "../generate/stories/story.ts";

export const OUTCOMES = ["good", "bad", "unknown"] as const satisfies readonly TrueOutcome[];

/** One session with what is true of it and what was read out of it. */
export interface Judged {
  session: string;
  story: string;
  isTricky: boolean;
  truth: TrueOutcome;
  said: TrueOutcome;
  by: string;
  /** The signal that decided, where one did. */
  decidedBy: SignalName | undefined;
  reading: SignalReading;
}

/** Rows are the truth, columns what was said. */
export type Confusion = Record<TrueOutcome, Record<TrueOutcome, number>>;

export function judge({ trajectory, truth }: GeneratedSession): Judged {
  const reading = outcomeFromSignals(trajectory);
  const { outcome } = reading;
  return {
    session: trajectory.session,
    story: truth.story,
    isTricky: truth.isTricky,
    truth: truth.outcome ?? "unknown",
    said: saidOf(outcome?.score),
    by: outcome?.by ?? "",
    decidedBy: reading.signals.findLast((signal) => signal.reason === outcome?.reasons[0])?.name,
    reading,
  };
}

function saidOf(score: number | undefined): TrueOutcome {
  if (score === undefined) return "unknown";
  return score >= 0.5 ? "good" : "bad";
}

export function confusionOf(judged: ReadonlyArray<Pick<Judged, "truth" | "said">>): Confusion {
  const empty = (): Record<TrueOutcome, number> => ({ good: 0, bad: 0, unknown: 0 });
  const confusion: Confusion = { good: empty(), bad: empty(), unknown: empty() };
  for (const { truth, said } of judged) confusion[truth][said] += 1;
  return confusion;
}

export interface SignalFigures {
  signal: SignalName;
  /** Sessions in which it was seen at all. */
  seen: number;
  /** Sessions that it decided, and how many of those rightly. */
  decided: number;
  right: number;
  /** Said good of what is not, said bad of what is not. */
  wrongGood: number;
  wrongBad: number;
}

export function figuresPerSignal(judged: readonly Judged[]): SignalFigures[] {
  const names = [...new Set(judged.flatMap(({ reading }) => reading.signals.map((signal) => signal.name)))].sort();
  return names.map((signal) => {
    const decided = judged.filter((each) => each.decidedBy === signal);
    return {
      signal,
      seen: judged.filter(({ reading }) => reading.signals.some((each) => each.name === signal)).length,
      decided: decided.length,
      right: decided.filter(({ truth, said }) => truth === said).length,
      wrongGood: decided.filter(({ truth, said }) => said === "good" && truth !== "good").length,
      wrongBad: decided.filter(({ truth, said }) => said === "bad" && truth !== "bad").length,
    };
  });
}

/** What simpler rules would say of the same sessions, for comparison. */
export const SIMPLE_RULES: Readonly<Record<string, (trajectory: Trajectory) => TrueOutcome>> = {
  "the last call ended without an error": (trajectory) => {
    const last = allSteps(trajectory).at(-1);
    return last === undefined ? "unknown" : last.outcome === "ok" ? "good" : "bad";
  },
  "the words passed or failed, whichever came last in any output": (trajectory) => {
    const text = allSteps(trajectory).map(answerText).join("\n");
    const [passed, failed] = [/\bpass(?:ed)?\b|\bok\b/gi, /\bfail(?:ed|ures?)?\b/gi].map((pattern) =>
      [...text.matchAll(pattern)].reduce((_last, match) => match.index, -1),
    ) as [number, number];
    if (passed < 0 && failed < 0) return "unknown";
    return passed > failed ? "good" : "bad";
  },
  "any thanks or praise in the last prompt": (trajectory) => {
    const last = trajectory.turns.at(-1)?.user ?? "";
    return trajectory.turns.length > 1 && /thank|great|perfect|고마|완벽|좋|ありがとう|完璧|谢|很好|完美/i.test(last)
      ? "good"
      : "unknown";
  },
};
