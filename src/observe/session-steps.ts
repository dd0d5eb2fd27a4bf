import type { Json } from "../model/json.ts";
import type { CallOutcome, Observation } from "../model/observation.ts";
import type { Step, Turn } from "../model/trajectory.ts";
import { type Filled, placeFilled, type TimedTurn } from "./filled.ts";

interface OpenStep {
  step: Step;
  turn: number;
  /** When the call began, as far as is known; steps of a turn are put in this order. */
  beganMs: number;
  /** Order of arrival, for steps that began at the same time. */
  arrived: number;
  /** Only a start was seen. */
  waiting: boolean;
}

/** When things of a session happened, as its lines were written live. Unix milliseconds. */
export interface Moments {
  /** When each turn began, in order. */
  turns: number[];
  /** When each step began, in the order of `allSteps`. */
  steps: number[];
}

/** Gathers the turns and steps of one session from lines that may come in any order, twice, or only by half. */
export class SessionSteps {
  private readonly users = new Map<number, string>();
  /** When the first line of a turn was written. */
  private readonly turnsBegan = new Map<number, number>();
  private readonly steps: OpenStep[] = [];
  /** What the hooks missed, in the order of its lines. */
  private readonly filled: Filled[] = [];
  /** By call id; for ids that a host uses again in a later turn, the latest. */
  private readonly byCall = new Map<string, OpenStep>();
  /** Starts without an id that wait for their end, the oldest first. */
  private nameless: OpenStep[] = [];
  private turn = -1;

  take(observation: Observation, atMs: number): void {
    const { event } = observation;
    const before = this.users.size;
    if (observation.filled) this.fill(observation, atMs);
    else if (event === "prompt") this.beginTurn(observation);
    else if (event === "turn_end") this.turnOf(observation);
    else if (event === "tool_start") this.start(observation, atMs);
    else if (event === "tool_end") this.end(observation, atMs);
    if (this.users.size > before) this.turnsBegan.set([...this.users.keys()].at(-1)!, atMs);
  }

  /**
   * A call whose end never came has the outcome `unknown`.
   * @param asWritten  steps in the order of their lines; else by the time they began, because hosts write from many processes
   */
  turns(asWritten: boolean): Turn[] {
    return this.ordered(asWritten).map(({ user, steps }) => ({ user, steps: steps.map(({ step }) => step) }));
  }

  /** For lines that were written while it happened. */
  moments(): Moments {
    const turns = this.ordered(false);
    return {
      turns: turns.map(({ beganMs }) => beganMs),
      steps: turns.flatMap(({ steps }) => steps.map(({ beganMs }) => beganMs)),
    };
  }

  private ordered(asWritten: boolean): TimedTurn[] {
    const numbers = [...this.users.keys()].sort((a, b) => a - b);
    const byTurn = new Map<number, OpenStep[]>(numbers.map((turn) => [turn, []]));
    const steps = asWritten
      ? this.steps
      : [...this.steps].sort((a, b) => a.beganMs - b.beganMs || a.arrived - b.arrived);
    for (const step of steps) byTurn.get(step.turn)?.push(step);
    const told = [...byTurn].map(([number, own]) => ({
      user: this.users.get(number) ?? "",
      beganMs: this.turnsBegan.get(number) ?? 0,
      steps: own,
    }));
    return placeFilled(told, this.filled);
  }

  /** A call that is known is corrected: the host's own record knows more than its hook told. */
  private fill(observation: Observation, atMs: number): void {
    const { event, after, call, input } = observation;
    if (event === "prompt" && typeof input === "string") this.filled.push({ after, what: { user: input } });
    if (event !== "tool_end") return;
    const known = call === undefined ? undefined : this.byCall.get(call);
    if (known) correct(known, observation);
    if (known || observation.tool === undefined) return;
    const step = stepOf(observation);
    this.filled.push({ after, what: { step } });
    // A line of a hook that comes later still belongs to this call.
    if (call !== undefined) {
      this.byCall.set(call, { step, turn: this.turn, beganMs: atMs, arrived: this.steps.length, waiting: false });
    }
  }

  private beginTurn({ turn, input }: Observation): void {
    const number = turn ?? this.turn + 1;
    const user = typeof input === "string" ? input : "";
    const said = this.users.get(number) ?? "";
    // A second prompt of the same turn was typed while the agent worked.
    this.users.set(number, said === "" || said === user ? user : `${said}\n${user}`);
    this.turn = Math.max(this.turn, number);
  }

  /** The turn of a line: its own number, else the last one that began. */
  private turnOf({ turn }: Observation): number {
    const number = turn ?? Math.max(this.turn, 0);
    if (!this.users.has(number)) this.users.set(number, "");
    this.turn = Math.max(this.turn, number);
    return number;
  }

  private start(observation: Observation, atMs: number): void {
    const turn = this.turnOf(observation);
    const known = this.knownCall(observation);
    if (known) {
      // Seen before, or its end came first: only what was missing is new.
      if (observation.input !== undefined && isEmpty(known.step.input)) known.step.input = observation.input;
      known.beganMs = Math.min(known.beganMs, atMs);
      return;
    }
    const opened = this.add(observation, turn, atMs, true);
    if (observation.call === undefined) this.nameless.push(opened);
  }

  private end(observation: Observation, atMs: number): void {
    const turn = this.turnOf(observation);
    const known = observation.call === undefined ? this.namelessStart(observation) : this.knownCall(observation);
    if (known) finish(known, observation);
    else this.add(observation, turn, atMs - (observation.ms ?? 0), false);
  }

  private add(observation: Observation, turn: number, beganMs: number, waiting: boolean): OpenStep {
    const step: OpenStep = { step: stepOf(observation), turn, beganMs, arrived: this.steps.length, waiting };
    this.steps.push(step);
    if (observation.call !== undefined) this.byCall.set(observation.call, step);
    return step;
  }

  /** The call that this line speaks of. An id that comes again with another tool or in another turn is another call. */
  private knownCall({ call, tool, turn }: Observation): OpenStep | undefined {
    const known = call === undefined ? undefined : this.byCall.get(call);
    if (!known) return undefined;
    const sameTool = tool === undefined || known.step.tool === "" || known.step.tool === tool;
    const sameTurn = known.waiting || turn === undefined || turn === known.turn;
    return sameTool && sameTurn ? known : undefined;
  }

  /**
   * The start that an end without id belongs to: with the same input, else the latest of that tool. Where calls of one batch
   * cannot be told apart there is none, because a wrong join is worse than none.
   */
  private namelessStart(observation: Observation): OpenStep | undefined {
    const { tool, agent, input } = observation;
    const candidates = this.nameless.filter(({ step }) => step.tool === tool && step.agent === agent);
    const found =
      input === undefined
        ? latestUnlessParallel(candidates)
        : candidates.findLast(({ step }) => isSame(step.input, input));
    if (found) this.nameless = this.nameless.filter((waiting) => waiting !== found);
    return found;
  }
}

function latestUnlessParallel(candidates: readonly OpenStep[]): OpenStep | undefined {
  const latest = candidates.at(-1);
  const batch = latest?.step.batch;
  const twins = candidates.filter(
    ({ step, turn }) => batch !== undefined && step.batch === batch && turn === latest?.turn,
  );
  return twins.length > 1 ? undefined : latest;
}

/** The first end decides; a second one for the same call only adds what was missing. */
function finish(open: OpenStep, end: Observation): void {
  const { step } = open;
  if (end.input !== undefined && isEmpty(step.input)) step.input = end.input;
  if (step.tool === "" && end.tool !== undefined) step.tool = end.tool;
  if (step.outcome === "unknown") step.outcome = outcomeOf(end);
  for (const key of ["result", "error", "ms", "tokens", "batch", "agent"] as const) {
    if (step[key] === undefined && end[key] !== undefined) Object.assign(step, { [key]: end[key] });
  }
  open.waiting = false;
}

function correct(open: OpenStep, line: Observation): void {
  const { step } = open;
  const outcome = outcomeOf(line);
  if (outcome !== "unknown" && outcome !== step.outcome) {
    step.outcome = outcome;
    for (const key of ["result", "error"] as const) {
      delete step[key];
      if (line[key] !== undefined) Object.assign(step, { [key]: line[key] });
    }
  }
  finish(open, line);
}

function stepOf(observation: Observation): Step {
  const { call, result, error, ms, tokens, batch, agent } = observation;
  return {
    ...(call !== undefined && { call }),
    tool: observation.tool ?? "",
    input: observation.input === undefined ? {} : observation.input,
    ...(result !== undefined && { result }),
    outcome: outcomeOf(observation),
    ...(error !== undefined && { error }),
    ...(ms !== undefined && { ms }),
    ...(tokens !== undefined && { tokens }),
    ...(batch !== undefined && { batch }),
    ...(agent !== undefined && { agent }),
  };
}

function outcomeOf(observation: Observation): CallOutcome {
  return observation.event === "tool_end" ? (observation.outcome ?? "unknown") : "unknown";
}

/** No arguments were told. */
function isEmpty(input: Json): boolean {
  return typeof input === "object" && input !== null && Object.keys(input).length === 0;
}

function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
