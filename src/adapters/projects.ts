import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { MemoryError } from "../errors.ts";
import { type ChosenBy, whyChosen } from "../model/project.ts";
import { textHash } from "../text/hash.ts";
import { slug } from "../text/slug.ts";
import { isStarved } from "./disk-problem.ts";
import { gitFolderOf, realPath, remotesOf } from "./git-folder.ts";
import { changeRegistry, type KnownProject, readRegistry } from "./project-registry.ts";

export interface IdentifiedProject {
  id: string;
  name: string;
  root?: string;
  /** In words, how it was recognised, and as data. */
  why: string;
  chosen: ChosenBy;
}

/** Begins the mark of a folder within a repository that was made a project of its own. */
export const SPLIT = "split:";

/** What can be known about a folder before anybody looks into the registry. */
interface Identity {
  name: string;
  root?: string;
  /** Marks by which the project is recognised, the surest first. */
  marks: string[];
  chosen: ChosenBy;
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
  const identity = name === undefined ? identityOf(cwd, projects) : namedIdentity(name, projects);
  const known = findKnown(projects, identity);
  // What another project has stays with it, so it is nothing new about this one.
  const isNew = (mark: string) => !projects.some((project) => marksOf(project).includes(mark));
  if (known && !identity.marks.some(isNew)) return identified(known, identity);
  return identified(await remember(home, identity), identity);
}

/**
 * The same for somebody who only looks: nothing is written, and what would be new comes back with what is known.
 * @param projects  not modified
 */
export function identifyAmong(
  projects: readonly KnownProject[],
  cwd: string,
  name?: string,
): { projects: KnownProject[]; project: IdentifiedProject } {
  const identity = name === undefined ? identityOf(cwd, projects) : namedIdentity(name, projects);
  const { projects: after, result } = withIdentity(projects, identity);
  return { projects: after, project: identified(result, identity) };
}

/** Whoever holds the registry for longer is purging or merging; a hook must not wait for that, and the next call remembers. */
const REGISTRY_WAIT_MS = 300;

/** Why the registry may not take a project now. */
const UNREMEMBERED = ["STORE_BUSY", "EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT", "EIO", "ENOTDIR"];

/** Puts what is new about the project into the registry. A home that cannot be written, or not now, keeps the project usable, unremembered. */
async function remember(home: string, identity: Identity): Promise<KnownProject> {
  const merge = (current: readonly KnownProject[]) => withIdentity(current, identity);
  try {
    return await changeRegistry(home, merge, { waitMs: REGISTRY_WAIT_MS });
  } catch (error) {
    const { code } = (error instanceof MemoryError ? (error.cause ?? error) : error) as NodeJS.ErrnoException;
    if (!UNREMEMBERED.includes(code ?? "") && !isStarved({ code })) throw error;
    return merge((await readRegistry(home)).projects).result;
  }
}

function withIdentity(
  current: readonly KnownProject[],
  identity: Identity,
): { projects: KnownProject[]; result: KnownProject } {
  const existing = findKnown(current, identity) ?? newProject(identity, current);
  const foreign = new Set(current.filter((other) => other.id !== existing.id).flatMap((other) => other.aliases));
  // A mark that another project already has stays with it: merging two memories is a person's decision.
  const aliases = [...new Set([...existing.aliases, ...identity.marks.filter((mark) => !foreign.has(mark))])];
  const changed = { ...existing, ...(identity.root !== undefined && { root: identity.root }), aliases };
  return { projects: [...current.filter((other) => other.id !== existing.id), changed], result: changed };
}

function identified({ id, name, root }: KnownProject, { chosen }: Identity): IdentifiedProject {
  return { id, name, ...(root !== undefined && { root }), why: whyChosen(chosen), chosen };
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

function namedIdentity(name: string, projects: readonly KnownProject[]): Identity {
  const trimmed = name.trim().normalize("NFC");
  if (trimmed === "") throw new MemoryError("INVALID_INPUT", "a project needs a name");
  const named = projects.filter((project) => project.name === trimmed);
  const called = named.find(({ aliases }) => aliases.includes(`name:${trimmed}`)) ?? named[0];
  // The name of one project alone means that project, also when that is a folder's.
  if (called && (named.length === 1 || called.aliases.includes(`name:${trimmed}`)))
    return { name: trimmed, marks: [`id:${called.id}`], chosen: { by: "name" } };
  if (called) throw ambiguous(trimmed, named);
  return {
    name: trimmed,
    marks: isId(trimmed) ? [`id:${trimmed}`, `name:${trimmed}`] : [`name:${trimmed}`],
    chosen: { by: "name" },
  };
}

/** A name that several folders share means none of them, and least of all a new project. */
function ambiguous(name: string, named: readonly KnownProject[]): MemoryError {
  const each = named.map(({ id, root }) => (root === undefined ? id : `${id} (${root})`));
  return new MemoryError(
    "INVALID_INPUT",
    `${named.length} projects are called "${name}": ${each.join(", ")}`,
    "Name the one that you mean by its id.",
  );
}

/** Only what looks like an id of ours may name a project by it. */
function isId(text: string): boolean {
  return /-[0-9a-f]{8}(?:-\d+)?$/.test(text);
}

function identityOf(cwd: string, projects: readonly KnownProject[]): Identity {
  const folder = realPath(cwd);
  const split = nearestSplit(folder, projects);
  if (split) return split;
  const git = gitFolderOf(folder);
  if (git) {
    const remotes = remotesOf(git.common).map((remote) => `remote:${remote}`);
    return {
      name: basename(git.root),
      root: git.root,
      marks: [`git:${git.common}`, ...onDisk(git.common), ...remotes],
      chosen: { by: "git", path: git.common },
    };
  }
  const known = nearestKnown(folder, projects);
  if (known)
    return { name: known.name, marks: [`id:${known.id}`], chosen: { by: "below", path: known.root ?? known.name } };
  return {
    name: basename(folder) || "root",
    root: folder,
    marks: [`folder:${folder}`, ...onDisk(folder)],
    chosen: { by: "folder", path: folder },
  };
}

/** A folder within a repository that a person made a project of its own; a repository that lies in it is not part of it. */
function nearestSplit(folder: string, projects: readonly KnownProject[]): Identity | undefined {
  const splits = projects.filter(({ aliases }) => aliases.some((alias) => alias.startsWith(SPLIT)));
  if (splits.length === 0) return undefined;
  for (let at = folder; ; at = dirname(at)) {
    const marks = [`${SPLIT}${at}`, ...onDisk(at)];
    const found = splits.find(({ aliases }) => marks.some((mark) => aliases.includes(mark)));
    if (found) {
      const chosen = { by: "split", path: at } as const;
      return { name: found.name, root: at, marks: [`id:${found.id}`, marks[0]!], chosen };
    }
    if (at === dirname(at) || existsSync(join(at, ".git"))) return undefined;
  }
}

/** The marks that make a folder a project of its own, the surest first. */
export function splitMarks(folder: string): string[] {
  const git = gitFolderOf(folder);
  if (git?.root === folder) return [`git:${git.common}`, ...onDisk(git.common)];
  return [`${git ? SPLIT : "folder:"}${folder}`, ...onDisk(folder)];
}

/** The nearest folder above (or this one, if it is gone) that has a memory; a home or a whole disk is nobody's project. */
function nearestKnown(folder: string, projects: readonly KnownProject[]): KnownProject | undefined {
  const exists = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  const lies = (project: KnownProject, at: string) => project.root === at || project.aliases.includes(`folder:${at}`);
  const own = projects.find((project) => lies(project, folder));
  if (own) return exists ? undefined : own;
  for (let at = dirname(folder); at !== dirname(at) && at !== homedir(); at = dirname(at)) {
    const found = projects.find((project) => lies(project, at));
    if (found) return found;
  }
  return undefined;
}

/** The folder's identity on its disk, which a rename does not change. */
export function onDisk(path: string): string[] {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts?.ino ? [`inode:${facts.dev}:${facts.ino}:${Math.floor(facts.birthtimeMs)}`] : [];
}

function newProject(identity: Identity, projects: readonly KnownProject[]): KnownProject {
  return { id: newProjectId(identity.name, identity.marks[0]!, projects), name: identity.name, aliases: [] };
}

/** The name is for people; the hash of its surest mark keeps two folders of the same name apart. */
export function newProjectId(name: string, mark: string, projects: readonly KnownProject[]): string {
  const base = `${slug(name)}-${textHash(mark).slice(0, 8)}`;
  let id = base;
  for (let n = 2; projects.some((project) => marksOf(project).includes(`id:${id}`)); n += 1) id = `${base}-${n}`;
  return id;
}
