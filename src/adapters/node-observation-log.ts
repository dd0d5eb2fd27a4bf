import type { ObservationLog } from "../ports.ts";
import { createLogFiles } from "./log-files.ts";
import { observationLogOver } from "./observation-log.ts";

/** @param folder  `observations/` of a project; created by the first append */
export function createNodeObservationLog(folder: string): ObservationLog {
  return observationLogOver(createLogFiles(folder));
}
