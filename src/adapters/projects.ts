import { statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname } from "node:path";
import { MemoryError } from "../errors.ts";
import { textHash } from "../text/hash.ts";
import { slug } from "../text/slug.ts";
import { gitFolderOf, realPath, remotesOf } from "./git-folder.ts";
import { changeRegistry, type KnownProject, readRegistry } from "./project-registry.ts";

export interface IdentifiedProject {
  id: string;
  name: string;
  root?: string;
  /** In words, how it was recognised. */
  why: string;
}

/** What can be known about a folder before anybody looks into the registry. */
interface Identity {
  name: string;
  root?: string;
  /** Marks by which the project is recognised, the surest first. */
  marks: string[];
  why: string;
}

/**
 * Whose memory a folder belongs to.
 *
 * Work trees share git's common directory and so their project; a renamed folder keeps it, because the directory on disk is the
 * same one; a nested checkout or a submodule is its own; a remote is an alias, whenever it is added: another clone of it joins. Outside
 * of git the nearest folder that is known already counts, else the folder itself.
 *
 * @param name  a project named by hand, which need not be a folder; an id works too
 */
export async function identifyProject(home: string, cwd: string, name?: string): Promise<IdentifiedProject> {
  const { projects } = await readRegistry(home);
  const identity = name === undefined ? identityOf(cwd, projects) : namedIdentity(name);
  const known = findKnown(projects, identity);
  if (known && identity.marks.every((mark) => marksOf(known).includes(mark))) return identified(known, identity);
  return identified(await remember(home, identity), identity);
}

/** Puts what is new about the project into the registry. A home that cannot be written keeps the project usable, unremembered. */
async function remember(home: string, identity: Identity): Promise<KnownProject> {
  const merge = (current: readonly KnownProject[]) => {
    const existing = findKnown(current, identity) ?? newProject(identity, current);
    const foreign = new Set(current.filter((other) => other.id !== existing.id).flatMap((other) => other.aliases));
    // A mark that another project already has stays with it: merging two memories is a person's decision.
    const aliases = [...new Set([...existing.aliases, ...identity.marks.filter((mark) => !foreign.has(mark))])];
    const changed = { ...existing, ...(identity.root !== undefined && { root: identity.root }), aliases };
    return { projects: [...current.filter((other) => other.id !== existing.id), changed], result: changed };
  };
  try {
    return await changeRegistry(home, merge);
  } catch (error) {
    const { code } = (error instanceof MemoryError ? (error.cause ?? error) : error) as NodeJS.ErrnoException;
    if (!["EROFS", "EACCES", "EPERM", "ENOSPC", "ENOTDIR"].includes(code ?? "")) throw error;
    return merge((await readRegistry(home)).projects).result;
  }
}

function identified({ id, name, root }: KnownProject, { why }: Identity): IdentifiedProject {
  return { id, name, ...(root !== undefined && { root }), why };
}

function marksOf(project: KnownProject): string[] {
  return [`id:${project.id}`, ...project.aliases];
}

function findKnown(projects: readonly KnownProject[], { marks }: Identity): KnownProject | undefined {
  for (const mark of marks) {
    const found = projects.find((project) => marksOf(project).includes(mark));
    if (found) return found;
  }
  return undefined;
}

function namedIdentity(name: string): Identity {
  const trimmed = name.trim().normalize("NFC");
  if (trimmed === "") throw new MemoryError("INVALID_INPUT", "a project needs a name");
  return {
    name: trimmed,
    marks: isId(trimmed) ? [`id:${trimmed}`, `name:${trimmed}`] : [`name:${trimmed}`],
    why: "named by hand",
  };
}

/** Only what looks like an id of ours may name a project by it. */
function isId(text: string): boolean {
  return /-[0-9a-f]{8}(?:-\d+)?$/.test(text);
}

function identityOf(cwd: string, projects: readonly KnownProject[]): Identity {
  const folder = realPath(cwd);
  const git = gitFolderOf(folder);
  if (git) {
    const remotes = remotesOf(git.common).map((remote) => `remote:${remote}`);
    return {
      name: basename(git.root),
      root: git.root,
      marks: [`git:${git.common}`, ...onDisk(git.common), ...remotes],
      why: `git directory ${git.common}`,
    };
  }
  const known = nearestKnown(folder, projects);
  if (known) return { name: known.name, marks: [`id:${known.id}`], why: `below ${known.root}, which is known` };
  return {
    name: basename(folder) || "root",
    root: folder,
    marks: [`folder:${folder}`, ...onDisk(folder)],
    why: `folder ${folder}, not under git`,
  };
}

/** The nearest folder above (or this one, if it is gone) that has a memory; a home or a whole disk is nobody's project. */
function nearestKnown(folder: string, projects: readonly KnownProject[]): KnownProject | undefined {
  const exists = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  const own = projects.find((project) => project.root === folder);
  if (own) return exists ? undefined : own;
  for (let at = dirname(folder); at !== dirname(at) && at !== homedir(); at = dirname(at)) {
    const found = projects.find((project) => project.root === at);
    if (found) return found;
  }
  return undefined;
}

/** The folder's identity on its disk, which a rename does not change. */
function onDisk(path: string): string[] {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts?.ino ? [`inode:${facts.dev}:${facts.ino}:${Math.floor(facts.birthtimeMs)}`] : [];
}

function newProject(identity: Identity, projects: readonly KnownProject[]): KnownProject {
  // The name is for people; the hash keeps two folders of the same name apart.
  const base = `${slug(identity.name)}-${textHash(identity.marks[0]!).slice(0, 8)}`;
  let id = base;
  for (let n = 2; projects.some((project) => project.id === id); n += 1) id = `${base}-${n}`;
  return { id, name: identity.name, aliases: [] };
}
