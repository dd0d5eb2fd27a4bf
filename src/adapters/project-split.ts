import { statSync } from "node:fs";
import { basename } from "node:path";
import { MemoryError } from "../errors.ts";
import { realPath } from "./git-folder.ts";
import { changeRegistry, type KnownProject } from "./project-registry.ts";
import { identifyProject, newProjectId, SPLIT, splitMarks } from "./projects.ts";

/** Marks that can be all that a project is. A remote alone names no folder. */
const PLACES = /^(?:git|folder|name|split):/;

/**
 * Takes a folder out of the project that it belongs to: a clone that its remote had joined, a work folder below a known one, or a
 * part of a repository.
 * @param path  absolute
 */
export async function splitFolder(home: string, path: string): Promise<{ id: string; from: string; folder: string }> {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new MemoryError(
      "NOT_FOUND",
      `there is no folder ${path}`,
      "Give the folder that becomes a project of its own.",
    );
  }
  const folder = realPath(path);
  const { id: from } = await identifyProject(home, folder);
  const id = await changeRegistry(home, (projects) => {
    const owner = projects.find((project) => project.id === from)!;
    const marks = splitMarks(folder);
    const aliases = owner.aliases.filter((alias) => !marks.includes(alias));
    if (!aliases.some((alias) => PLACES.test(alias)) || owner.aliases.includes(`${SPLIT}${folder}`)) {
      throw new MemoryError(
        "INVALID_INPUT",
        `${folder} is all that project ${from} is`,
        "Split a folder below it, or another clone of it.",
      );
    }
    const made: KnownProject = {
      id: newProjectId(basename(folder) || "root", marks[0]!, projects),
      name: basename(folder) || "root",
      root: folder,
      aliases: marks,
    };
    const rest = projects.filter((project) => project.id !== from);
    const { root, ...others } = owner;
    const left = { ...others, ...(root !== undefined && root !== folder && { root }), aliases };
    return { projects: [...rest, left, made], result: made.id };
  });
  return { id, from, folder };
}
