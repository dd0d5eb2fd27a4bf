import { OBSERVATION_VERSION, type Observation, parseObservation } from "../../model/observation.ts";
import { createGrouper, type Grouped } from "../group.ts";
import { trajectoryId } from "../identity.ts";
import type { Importer, ImportItem } from "../importer.ts";
import { asObject } from "../json-text.ts";
import { readRecords } from "../records.ts";

/** A session whose lines stopped is taken to have ended after this long, as `learn` does by default. */
const IDLE_MS = 30 * 60_000;

/**
 * Habitus's own observations, such as `observations/*.jsonl` of another machine. Sessions keep their names; the parts of one that
 * was silent for long get a name each. What they were scrubbed of stays away.
 */
export const observationsImporter: Importer = {
  name: "observations",
  fits: ({ values }) => values.some((value) => isObservation(asObject(value))),
  async *read(chunks, context) {
    const grouper = createGrouper({ idleMs: IDLE_MS });
    const seen = new Set<string>();
    let imported = 0;
    for await (const record of readRecords(chunks)) {
      const parsed = "problem" in record ? record : parseObservation(JSON.stringify(record.value));
      if ("problem" in parsed) {
        yield { problem: { path: context.path, line: record.line, problem: parsed.problem } };
        continue;
      }
      const place = { file: "", start: record.line, next: record.line + 1 };
      for (const grouped of grouper.add({ value: parsed as Observation, ...place })) yield count(grouped);
    }
    for (const grouped of grouper.flush(Number.POSITIVE_INFINITY)) yield count(grouped);
    if (imported === 0) yield { passed: "nothing to import: no sessions" };

    function count({ trajectory, info }: Grouped): ImportItem {
      imported += 1;
      const { session, started, ended } = trajectory;
      const name = seen.has(session) ? `${session}@${started ?? imported}` : session;
      seen.add(session);
      const times = { ...(started !== undefined && { started }), ...(ended !== undefined && { ended }) };
      const id = trajectoryId(trajectory.source, name);
      const task = info.task ?? `${trajectory.source}:${name}`;
      return { trajectory: { ...trajectory, id, task, session: name }, session: { ...info, ...times, whole: true } };
    }
  },
};

function isObservation(line: Record<string, unknown>): boolean {
  return (
    typeof line.v === "number" &&
    line.v >= OBSERVATION_VERSION &&
    typeof line.at === "string" &&
    typeof line.event === "string"
  );
}
