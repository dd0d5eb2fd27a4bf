import { shortHash } from "../text/hash.ts";

/**
 * The session of an imported record: equal when the same record is imported again, different when its content is.
 * @param content  the whole record, such as its JSON text
 */
export function importedSession(task: string, trial: string | undefined, content: string): string {
  return [task, ...(trial === undefined ? [] : [trial]), shortHash(content, 12)].join(":");
}

/** The id of the trajectory that came of a session, or of the part of it that began at `began`. */
export function trajectoryId(source: string, session: string, began = ""): string {
  return `t_${shortHash(JSON.stringify([source, session, began]), 16)}`;
}
