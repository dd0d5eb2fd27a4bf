import { MemoryError } from "../errors.ts";
import { type Observation, parseObservation } from "../model/observation.ts";
import type { ObservationLog } from "../ports.ts";
import type { LogFiles } from "./log-files.ts";
import { readLog } from "./log-lines.ts";

/** `observations/2026-11-30.jsonl` over files wherever they lie. */
export function observationLogOver(files: LogFiles): ObservationLog {
  return {
    append: async (observations) => {
      if (observations.length === 0) return;
      await files.append(
        `${dayOf(observations[0]!)}.jsonl`,
        observations.map((each) => JSON.stringify(each)),
      );
    },
    read: (from, onProblem, { holding, fromDay = "", beforeDay = "~" } = {}) => {
      const days = {
        ...files,
        files: async () => (await files.files()).filter((name) => name >= fromDay && name < beforeDay),
      };
      const parse =
        holding === undefined
          ? parseObservation
          : (line: string) => (line.includes(holding) ? parseObservation(line) : undefined);
      return readLog(days, from, parse, onProblem);
    },
  };
}

/** The day in UTC, as the file is named. */
function dayOf(observation: Observation): string {
  const at = new Date(observation.at);
  if (Number.isNaN(at.getTime())) throw new MemoryError("INVALID_INPUT", `"at" is not a time: ${observation.at}`);
  return at.toISOString().slice(0, 10);
}
