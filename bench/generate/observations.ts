import type { Observation } from "../../src/model/observation.ts";
import { OBSERVATION_VERSION } from "../../src/model/observation.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";

/**
 * The lines that hooks would have written while this session went on, oldest first: two a call, one a prompt, start and end.
 * @param project  id of the project they belong to, if any
 */
export function toObservations(trajectory: Trajectory, project?: string): Observation[] {
  let atMs = Date.parse(trajectory.started ?? "2026-10-01T09:00:00.000Z");
  const lines: Observation[] = [];
  const write = (line: Omit<Observation, "v" | "at" | "host" | "session">, laterMs: number) => {
    atMs += laterMs;
    const base = {
      v: OBSERVATION_VERSION,
      at: new Date(atMs).toISOString(),
      host: trajectory.source,
      session: trajectory.session,
    } as const;
    lines.push({ ...base, ...line, ...(project !== undefined && { project }) });
  };
  write({ event: "session_start", input: { source: trajectory.source, task: trajectory.task } }, 0);
  trajectory.turns.forEach(({ user, steps }, turn) => {
    if (user !== "") write({ event: "prompt", turn, input: user }, 20_000);
    for (const { tool, input, result, outcome, error, ms = 5, batch, call = "", agent } of steps) {
      const common = { turn, call, tool, ...(batch !== undefined && { batch }), ...(agent !== undefined && { agent }) };
      write({ event: "tool_start", ...common, input }, 800);
      if (outcome === "unknown") continue;
      write(
        {
          event: "tool_end",
          ...common,
          outcome,
          ms,
          ...(result !== undefined && { result }),
          ...(error !== undefined && { error }),
        },
        ms,
      );
    }
    write({ event: "turn_end", turn }, 1_000);
  });
  write({ event: "session_end" }, 1_000);
  return lines;
}
