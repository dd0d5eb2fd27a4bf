import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Where a folder stands in git, read from git's documented files: starting git itself would cost more than a whole recall. */
export interface GitFolder {
  /** The common directory: work trees of one repository share it. */
  common: string;
  /** The folder that people think of as the repository: of the main work tree, or of the submodule. */
  root: string;
}

/** @returns undefined when neither `folder` nor any folder above it is under git */
export function gitFolderOf(folder: string): GitFolder | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = gitHere(at);
    if (found) return found;
    if (dirname(at) === at) return undefined;
  }
}

function gitHere(folder: string): GitFolder | undefined {
  const git = join(folder, ".git");
  const pointer = readIfThere(git);
  if (pointer === undefined) {
    return isFile(join(git, "HEAD")) ? { common: realPath(git), root: folder } : undefined;
  }
  const gitdir = /^gitdir: (.+)$/m.exec(pointer)?.[1]?.trim();
  if (!gitdir) return undefined;
  const own = resolve(folder, gitdir);
  if (!isFile(join(own, "HEAD"))) return undefined;
  // A linked work tree says where the common directory is; a submodule has a git directory of its own.
  const commondir = readIfThere(join(own, "commondir"))?.trim();
  if (commondir === undefined) return { common: realPath(own), root: folder };
  const common = realPath(resolve(own, commondir));
  return { common, root: basename(common) === ".git" ? dirname(common) : folder };
}

/** Addresses of the repository's remotes, spelled alike however they were written; folders on this machine are left out. */
export function remotesOf(common: string): string[] {
  const config = readIfThere(join(common, "config")) ?? "";
  const remotes = config.split(/^\[/m).filter((section) => /^remote\s/.test(section));
  const urls = remotes.flatMap((section) =>
    [...section.matchAll(/^\s*url\s*=\s*(\S+)\s*$/gm)].map((match) => match[1]!),
  );
  return [...new Set(urls.map(normalRemote).filter((url) => url !== undefined))].sort();
}

/** `git@host:a/b.git`, `ssh://git@host:22/a/b` and `https://host/a/b` are one remote: `host/a/b`. */
export function normalRemote(url: string): string | undefined {
  const scp = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/.exec(url);
  const full = /^[a-z][a-z+]*:\/\/(?:[^@/]*@)?([^:/]+)(?::\d+)?\/(.+)$/i.exec(url);
  const [, host, path] = full ?? scp ?? [];
  // One letter before a colon is a drive, and `file:` has no host.
  if (!host || !path || host.length === 1 || /^file:/i.test(url)) return undefined;
  return `${host.toLowerCase()}/${path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "")}`;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Not there, a folder, or not ours to read: the same to whoever asks.
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The path without symbolic links; as it is when it is gone. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The folder is gone; its name still tells whose memory it is.
    return resolve(path);
  }
}
