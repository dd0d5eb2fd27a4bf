import { readdir, readFile, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ProjectStore } from "../ports.ts";
import { diskProblem, isMissing } from "./disk-problem.ts";
import { makeFolder } from "./make-folder.ts";
import { createNodeLock } from "./node-lock.ts";
import { changeRegistry, MERGED, readRegistry } from "./project-registry.ts";
import { splitFolder } from "./project-split.ts";
import { replaceFile } from "./replace-file.ts";
import { createSessionPlaces } from "./session-places.ts";
import { createStoredFiles, projectsWithFiles } from "./stored-files.ts";

/** @param cwd  what a path that is not absolute starts from */
export function createProjectStore(home: string, cwd: string): ProjectStore {
  const folderOf = (id: string) => join(home, "projects", id);
  const places = createSessionPlaces(home);
  return {
    list: async () => {
      const { projects } = await readRegistry(home);
      const known = new Set(projects.map(({ id }) => id));
      const others = (await projectsWithFiles(home)).filter((id) => !known.has(id)).map((id) => ({ id, name: id }));
      return [
        ...projects.map(({ id, name, root }) => ({ id, name, ...(root !== undefined && { root }) })),
        ...others,
      ].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    filesOf: (id) => createStoredFiles(folderOf(id), `projects/${id}`, createNodeLock(folderOf(id))),
    redirect: async (from, into) => {
      await changeRegistry(home, (projects) => ({
        projects: projects
          .filter(({ id }) => id !== from)
          .map((project) => {
            if (project.id !== into) return project;
            const aliases = projects.find(({ id }) => id === from)?.aliases ?? [];
            return { ...project, aliases: [...new Set([...project.aliases, ...aliases, `id:${from}`])] };
          }),
        result: undefined,
      }));
      await redirectSessions(join(home, "sessions"), from, into);
    },
    putAside: async (id, nowMs) => {
      const name = `${id}-${new Date(nowMs).toISOString().replaceAll(":", "-")}`;
      const path = join(home, MERGED, name);
      try {
        await makeFolder(join(home, MERGED));
        await rename(folderOf(id), path);
      } catch (error) {
        if (!isMissing(error)) throw diskProblem(error, "move", folderOf(id));
      }
      return { path, files: createStoredFiles(path, `${MERGED}/${name}`, createNodeLock(path)) };
    },
    split: (path) => splitFolder(home, resolve(cwd, path)),
    place: (session, project) => places.place(session, project),
  };
}

async function redirectSessions(folder: string, from: string, into: string): Promise<void> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const name of names) {
    const path = join(folder, name);
    if ((await readFile(path, "utf8")).trim() === from) await replaceFile(path, `${into}\n`);
  }
}
