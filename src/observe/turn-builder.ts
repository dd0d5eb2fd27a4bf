import type { Json } from "../model/json.ts";
import type { Step, Turn } from "../model/trajectory.ts";
import type { CallResult } from "./result.ts";

export interface BuiltCall {
  /** The host's id of the call, where it has one. */
  id: string | undefined;
  tool: string;
  input: Json;
  /** Calls of one turn with an equal key were asked for in parallel; without it nobody said. */
  together?: string;
  agent?: string;
}

export type BuiltResult = CallResult & Pick<Step, "ms">;

/**
 * Puts turns together from prompts, calls and results as a log tells them.
 *
 * @param idsAreUnique  true: an id that comes again is the same call told again, and only adds what was missing;
 *   false: it is another call, which then has no id of its own
 */
export class TurnBuilder {
  readonly turns: Turn[] = [];
  private readonly idsAreUnique: boolean;
  private readonly byId = new Map<string, Step>();
  private waiting: Array<{ id: string | undefined; step: Step }> = [];
  private batches = new Map<string, number>();

  constructor(idsAreUnique: boolean) {
    this.idsAreUnique = idsAreUnique;
  }

  prompt(user: string): void {
    this.turns.push({ user, steps: [] });
    this.batches = new Map();
  }

  /** Calls before the first prompt belong to a turn without words. */
  call({ id, tool, input, together, agent }: BuiltCall): void {
    const known = id === undefined ? undefined : this.byId.get(id);
    if (known && this.idsAreUnique) {
      if (isEmpty(known.input)) known.input = input;
      return;
    }
    if (this.turns.length === 0) this.prompt("");
    const step: Step = {
      ...(id !== undefined && !known && { call: id }),
      tool,
      input,
      outcome: "unknown",
      ...(together !== undefined && { batch: this.batchOf(together) }),
      ...(agent !== undefined && { agent }),
    };
    if (id !== undefined && !known) this.byId.set(id, step);
    this.waiting.push({ id, step });
    this.turns.at(-1)?.steps.push(step);
  }

  /**
   * Joins a result to its call: by id, else to the oldest waiting call without id that has this name. Results for nobody are dropped.
   * @returns false when there was no such call
   */
  result(id: string | undefined, tool: string | undefined, result: BuiltResult): boolean {
    const at = this.waiting.findIndex((call) =>
      id === undefined ? call.id === undefined && (tool === undefined || call.step.tool === tool) : call.id === id,
    );
    const told = id !== undefined && this.idsAreUnique ? this.byId.get(id) : undefined;
    const step = at >= 0 ? this.waiting[at]?.step : told;
    if (!step) return false;
    if (at >= 0) this.waiting.splice(at, 1);
    addResult(step, result);
    return true;
  }

  /** The user stopped the agent: calls that still wait will get no result. */
  interrupt(): void {
    for (const { step } of this.waiting.splice(0)) step.outcome = "interrupted";
  }

  /** True when every call has its result. */
  isSettled(): boolean {
    return this.waiting.length === 0;
  }

  private batchOf(together: string): number {
    const known = this.batches.get(together) ?? this.batches.size;
    this.batches.set(together, known);
    return known;
  }
}

/** What was known first stays: hosts tell the richer form of a result first. */
function addResult(step: Step, result: BuiltResult): void {
  if (step.outcome === "unknown") step.outcome = result.outcome;
  for (const key of ["result", "error", "ms"] as const) {
    if (step[key] === undefined && result[key] !== undefined) Object.assign(step, { [key]: result[key] });
  }
}

function isEmpty(input: Json): boolean {
  return typeof input === "object" && input !== null && Object.keys(input).length === 0;
}

/** The task in the user's words: the first prompt that says something. */
export function taskQueryOf(turns: readonly Turn[]): string {
  return turns.find((turn) => turn.user !== "")?.user ?? "";
}
