import { createSessionPlaces } from "../../adapters/session-places.ts";
import type { Memory } from "../../memory.ts";
import { openMemory } from "../../open-memory.ts";

/** Whose memory the tools speak of: one server a session, and a session belongs to one project. */
export interface CurrentProject {
  /**
   * A hook of this session or folder was seen: from now on the tools speak of its project.
   * @returns true for a session that was not followed before
   */
  follow(session: string | undefined, cwd: string | undefined): boolean;
  /** The project of the session that is followed; undefined while nobody knows it. */
  id(): Promise<string | undefined>;
  memory(): Promise<Memory>;
  close(): Promise<void>;
}

export interface ProjectStart {
  home: string;
  env: NodeJS.ProcessEnv;
  /** Where the server was started; hosts start a plugin's server anywhere. */
  cwd: string;
  /** Named by hand: then nothing else counts. */
  project: string | undefined;
}

/** The project named by hand, else that of the session whose hooks arrive here, else of the folder that the host names, else of our own. */
export function followProject({ home, env, cwd, project }: ProjectStart): CurrentProject {
  const places = createSessionPlaces(home);
  const opened = new Map<string, Promise<Memory>>();
  let session: string | undefined;
  let folder: string | undefined = env.CLAUDE_PROJECT_DIR;
  const open = (key: string, given: { project?: string; cwd?: string }) => {
    const memory = opened.get(key) ?? openMemory({ home, env, ...given });
    opened.set(key, memory);
    memory.catch(() => opened.delete(key));
    return memory;
  };
  return {
    follow: (newSession, newFolder) => {
      const isNew = newSession !== undefined && newSession !== session;
      session = newSession ?? session;
      folder = newFolder ?? folder;
      return isNew;
    },
    id: async () => (session === undefined ? undefined : places.projectOf(session)),
    memory: async () => {
      if (project !== undefined) return open(`name:${project}`, { project, cwd });
      const known = session === undefined ? undefined : await places.projectOf(session);
      if (known !== undefined) return open(`id:${known}`, { project: known });
      return open(`folder:${folder ?? cwd}`, { cwd: folder ?? cwd });
    },
    close: async () => {
      // One that could not be opened has nothing to close.
      for (const memory of opened.values()) await memory.then((each) => each.close()).catch(() => undefined);
    },
  };
}
