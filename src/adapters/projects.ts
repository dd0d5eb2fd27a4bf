import { readFileSync, realpathSync, statSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { MemoryError } from "../errors.ts";
import { textHash } from "../text/hash.ts";
import { slug } from "../text/slug.ts";

/** A row of `projects.json`. */
export interface KnownProject {
  id: string;
  name: string;
  /** The folder that holds the git directory, or the folder itself outside of git. */
  root?: string;
  /** Other marks by which the project is recognised: earlier roots, the identity of its git directory on disk. */
  aliases: string[];
}

export interface IdentifiedProject {
  id: string;
  name: string;
  root?: string;
  /** In words, how it was recognised. */
  why: string;
}

interface Registry {
  v: 1;
  projects: KnownProject[];
}

/**
 * Whose memory a folder belongs to. Work trees share git's common directory and so their project; a renamed folder keeps it,
 * because the directory on disk is the same; a nested checkout is its own.
 *
 * @param name  a project named by hand, which need not be a folder
 */
export async function identifyProject(home: string, cwd: string, name?: string): Promise<IdentifiedProject> {
  const registry = await readRegistry(home);
  const marks = name === undefined ? marksOf(cwd) : { name, marks: [`name:${name}`], why: "named by hand" };
  const known = marks.marks
    .map((mark) => registry.projects.find((project) => markList(project).includes(mark)))
    .find((project) => project !== undefined);
  if (known && marks.marks.every((mark) => markList(known).includes(mark))) return identified(known, marks.why);
  const project = known ? { ...known } : newProject(marks, registry);
  project.aliases = [...new Set([...project.aliases, ...marks.marks])];
  if (marks.root) project.root = marks.root;
  await writeRegistry(home, {
    v: 1,
    projects: [...registry.projects.filter((other) => other.id !== project.id), project],
  });
  return identified(project, marks.why);
}

interface Marks {
  name: string;
  root?: string;
  marks: string[];
  why: string;
}

function markList(project: KnownProject): string[] {
  return [`id:${project.id}`, ...project.aliases];
}

function identified(project: KnownProject, why: string): IdentifiedProject {
  return { id: project.id, name: project.name, ...(project.root && { root: project.root }), why };
}

function newProject(marks: Marks, registry: Registry): KnownProject {
  const base = slug(marks.name) || "project";
  // The name is for people; the hash keeps two folders of the same name apart.
  const id = `${base}-${textHash(marks.marks[0]!).slice(0, 8)}`;
  const taken = registry.projects.some((project) => project.id === id);
  return {
    id: taken ? `${id}-${registry.projects.length}` : id,
    name: marks.name,
    ...(marks.root && { root: marks.root }),
    aliases: [],
  };
}

function marksOf(cwd: string): Marks {
  const folder = realFolder(cwd);
  for (let at = folder; ; at = dirname(at)) {
    const common = gitCommonDirectory(at);
    if (common) {
      const root = basename(common) === ".git" ? dirname(common) : common;
      return { name: basename(root), root, marks: [`git:${common}`, ...inode(common)], why: `git directory ${common}` };
    }
    if (dirname(at) === at) break;
  }
  return {
    name: basename(folder) || "root",
    root: folder,
    marks: [`folder:${folder}`, ...inode(folder)],
    why: `folder ${folder}, not under git`,
  };
}

function realFolder(cwd: string): string {
  try {
    return realpathSync(cwd);
  } catch {
    // The folder is gone; its name still tells whose memory it is.
    return resolve(cwd);
  }
}

/** Survives a rename of the folder on the same disk. */
function inode(path: string): string[] {
  try {
    const { dev, ino, birthtimeMs } = statSync(path);
    return ino ? [`inode:${dev}:${ino}:${Math.floor(birthtimeMs)}`] : [];
  } catch {
    // A folder that is gone has no identity on disk.
    return [];
  }
}

/** git's common directory when `folder` is the top of a work tree or a bare repository, by git's documented files. */
function gitCommonDirectory(folder: string): string | undefined {
  const git = join(folder, ".git");
  try {
    if (statSync(git).isDirectory()) return statSync(join(git, "HEAD")).isFile() ? git : undefined;
    const gitdir = /^gitdir: (.+)$/m.exec(readFileSync(git, "utf8"))?.[1];
    if (!gitdir) return undefined;
    const own = resolve(folder, gitdir.trim());
    return realFolder(resolve(own, commonFrom(own)));
  } catch {
    // No .git here, or one that cannot be read: the search goes on upwards.
    return undefined;
  }
}

function commonFrom(gitdir: string): string {
  try {
    return readFileSync(join(gitdir, "commondir"), "utf8").trim();
  } catch {
    // A submodule has a git directory of its own and no commondir file.
    return ".";
  }
}

async function readRegistry(home: string): Promise<Registry> {
  const path = join(home, "projects.json");
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { v: 1, projects: [] };
    throw error;
  }
  try {
    const registry = JSON.parse(text) as Registry;
    if (registry.v !== 1)
      throw new MemoryError("STORE_TOO_NEW", `${path} is of version ${registry.v}`, "Install a newer habitus.");
    return { v: 1, projects: registry.projects.map((project) => ({ ...project, aliases: project.aliases ?? [] })) };
  } catch (error) {
    if (error instanceof MemoryError) throw error;
    throw new MemoryError(
      "CARD_FORMAT",
      `${path}: not readable: ${(error as Error).message}`,
      "Correct or remove that file.",
      { cause: error },
    );
  }
}

async function writeRegistry(home: string, registry: Registry): Promise<void> {
  await mkdir(home, { recursive: true });
  const path = join(home, "projects.json");
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(registry, null, 2)}\n`);
  await rename(temporary, path);
}
