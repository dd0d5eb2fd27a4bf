import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { textHash } from "../text/hash.ts";
import { createFile, replaceFile } from "./replace-file.ts";

/** Which project each live session belongs to: one small file a session, so that no two hooks write one file. */
export interface SessionPlaces {
  projectOf(session: string): Promise<string | undefined>;
  /**
   * The first word counts: a session that is known already stays where it is.
   * @returns true when this was the first word
   */
  remember(session: string, project: string): Promise<boolean>;
  /** The session belongs there from now on, whatever it was before: a person decided so. */
  place(session: string, project: string): Promise<void>;
}

export function createSessionPlaces(home: string): SessionPlaces {
  const folder = join(home, "sessions");
  const pathOf = (session: string) => join(folder, textHash(session));
  return {
    projectOf: async (session) => {
      try {
        return (await readFile(pathOf(session), "utf8")).trim() || undefined;
      } catch {
        // Not known yet, or not readable, which is the same to a hook: it asks the folder instead.
        return undefined;
      }
    },
    remember: async (session, project) => {
      const path = pathOf(session);
      if (await createFile(path, `${project}\n`)) return true;
      // A power cut can leave a file without what was written to it; it would keep the session without a project for good.
      if ((await readFile(path, "utf8")).trim() !== "") return false;
      await replaceFile(path, `${project}\n`);
      return true;
    },
    place: (session, project) => replaceFile(pathOf(session), `${project}\n`),
  };
}
