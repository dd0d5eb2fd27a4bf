import { endedKey } from "../alphabet/action-key.ts";
import { actionIn } from "../distill/actions.ts";
import type { Outcome } from "../model/outcome.ts";
import { allSteps, type Trajectory } from "../model/trajectory.ts";
import { createGrouper } from "../observe/group.ts";
import { outcomeFromSignals } from "../observe/signals/outcome-from-signals.ts";
import type { Ports } from "../ports.ts";
import { neutralise } from "../text/fence.ts";
import { cutAtCodePoint } from "../text/scripts.ts";

/** One session as an agent may read it: what was asked, what was done and how it ended; no word of what a tool returned. */
export interface SessionReport {
  session: string;
  started?: string;
  outcome?: Outcome;
  prompts: string[];
  /** Calls in order, values left out: `npm test => error "Cannot find module *"`. Equal neighbours are one, with their number. */
  steps: string[];
  /** Calls that are not told, because there were too many. */
  left: number;
}

const MAX_STEPS = 60;
const MAX_PROMPT = 300;
const MAX_PROMPTS = 10;
/** Lines of the log that are read back at most: a report is about what happened lately. */
const KEPT_SESSIONS = 200;

/** The latest sessions with something done in them, newest first. Reads the logs and changes nothing. */
export async function reportSessions(ports: Pick<Ports, "observations">, count: number): Promise<SessionReport[]> {
  const grouper = createGrouper({ idleMs: Number.POSITIVE_INFINITY, resumed: { positions: {}, finished: [] } });
  const sessions = new Map<string, Trajectory>();
  const keep = (trajectory: Trajectory) => {
    if (allSteps(trajectory).length === 0) return;
    sessions.delete(trajectory.session);
    sessions.set(trajectory.session, trajectory);
    if (sessions.size > KEPT_SESSIONS) sessions.delete(sessions.keys().next().value!);
  };
  for await (const line of ports.observations.read({})) {
    for (const { trajectory } of grouper.add(line)) keep(trajectory);
  }
  for (const { trajectory } of grouper.flush(Number.POSITIVE_INFINITY)) keep(trajectory);
  return [...sessions.values()].reverse().slice(0, count).map(reportOf);
}

function reportOf(trajectory: Trajectory): SessionReport {
  const outcome = trajectory.outcome ?? outcomeFromSignals(trajectory).outcome;
  const steps = runsOf(allSteps(trajectory).map((step) => endedKey(actionIn(step))));
  return {
    session: trajectory.session,
    ...(trajectory.started !== undefined && { started: trajectory.started }),
    ...(outcome && { outcome }),
    prompts: trajectory.turns
      .map(({ user }) => neutralise(cutAtCodePoint(user.trim().replaceAll(/\s+/g, " "), MAX_PROMPT)))
      .filter((prompt) => prompt !== "")
      .slice(0, MAX_PROMPTS),
    steps: steps.slice(0, MAX_STEPS).map(neutralise),
    left: Math.max(0, steps.length - MAX_STEPS),
  };
}

function runsOf(keys: readonly string[]): string[] {
  const runs: Array<{ key: string; times: number }> = [];
  for (const key of keys) {
    const last = runs.at(-1);
    if (last?.key === key) last.times += 1;
    else runs.push({ key, times: 1 });
  }
  return runs.map(({ key, times }) => (times === 1 ? key : `${key} (${times} times)`));
}
