import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { textHash } from "../text/hash.ts";
import { makeFolder } from "./make-folder.ts";
import { removeIfThere, replaceFile } from "./replace-file.ts";

/** Which project each live session belongs to: one small file a session, so that no two hooks write one file. */
export interface SessionPlaces {
  projectOf(session: string): Promise<string | undefined>;
  /** The first word counts: a session that is known already stays where it is. */
  remember(session: string, project: string): Promise<void>;
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
      await makeFolder(folder);
      try {
        const file = await open(pathOf(session), "wx");
        try {
          await file.writeFile(`${project}\n`);
        } catch (error) {
          // An empty file would keep the session without a project for good.
          await removeIfThere(pathOf(session));
          throw error;
        } finally {
          await file.close();
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    },
    place: (session, project) => replaceFile(pathOf(session), `${project}\n`),
  };
}
