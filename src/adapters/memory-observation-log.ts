import type { ObservationLog } from "../ports.ts";
import { createLogMemory } from "./log-memory.ts";
import { observationLogOver } from "./observation-log.ts";

export function createMemoryObservationLog(): ObservationLog {
  return observationLogOver(createLogMemory("observations"));
}
