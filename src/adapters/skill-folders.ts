import { existsSync } from "node:fs";
import { readdir, readFile, rmdir, unlink } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { MemoryError } from "../errors.ts";
import type { SkillFolders, SkillPlace } from "../ports.ts";
import { textHash } from "../text/hash.ts";
import { diskProblem, errorCode, isMissing } from "./disk-problem.ts";
import { findProgram } from "./find-program.ts";
import { makeFolder } from "./make-folder.ts";
import { createFile } from "./replace-file.ts";

const FILE = "SKILL.md";

/** Hosts by the folders that they read, seen with Claude Code 2.1.197 and 2.1.332 and Codex 0.171.0. */
interface HostFolders {
  host: string;
  program: string;
  /** Where the host keeps what is the user's. */
  config: string;
  user: string;
  /** Below the project's folder. */
  project: string;
}

export interface SkillFolderOptions {
  env: NodeJS.ProcessEnv;
  /** The project's folder, where it has one. */
  root?: string | undefined;
  /** What a folder that is not absolute starts from. */
  cwd: string;
}

export function createSkillFolders({ env, root, cwd }: SkillFolderOptions): SkillFolders {
  const home = env.HOME || homedir();
  const claude = env.CLAUDE_CONFIG_DIR || join(home, ".claude");
  const codex = env.CODEX_HOME || join(home, ".codex");
  const hosts: HostFolders[] = [
    { host: "claude-code", program: "claude", config: claude, user: join(claude, "skills"), project: ".claude/skills" },
    { host: "codex", program: "codex", config: codex, user: join(codex, "skills"), project: ".agents/skills" },
  ];
  const present = () =>
    hosts.filter(({ config, program }) => existsSync(config) || findProgram(program, env) !== undefined);
  const pathOf = ({ folder }: SkillPlace, name: string) => join(folder, name, FILE);
  return {
    places: async (to) => {
      if (to !== "user" && to !== "project")
        return [{ host: "folder", folder: isAbsolute(to) ? to : resolve(cwd, to) }];
      const found = present();
      if (found.length === 0) {
        throw new MemoryError(
          "INVALID_INPUT",
          "no host that reads skills is on this machine",
          "Name a folder: habitus promote ID --to DIR.",
        );
      }
      if (to === "user") return found.map(({ host, user }) => ({ host, folder: user }));
      if (root === undefined) {
        throw new MemoryError("INVALID_INPUT", "this project has no folder", "Use --to user, or name a folder.");
      }
      return found.map(({ host, project }) => ({ host, folder: join(root, project) }));
    },
    pathOf,
    names: ({ folder }) => namesIn(folder),
    read: async (path) => {
      try {
        return await readFile(path, "utf8");
      } catch (error) {
        if (isMissing(error) || errorCode(error) === "ENOTDIR") return undefined;
        throw diskProblem(error, "read", path);
      }
    },
    create: async (path, text) => {
      try {
        const made = await makeFolders(dirname(path));
        // Whole at once: a host may read it at any moment.
        if (await createFile(path, text)) return made;
      } catch (error) {
        throw diskProblem(error, "write", path);
      }
      throw new MemoryError("INVALID_INPUT", `${path} exists, and is not habitus's`, "Choose another name: --name.");
    },
    remove: async (path, hash, made) => {
      let text: string;
      try {
        text = await readFile(path, "utf8");
      } catch (error) {
        if (isMissing(error)) return "missing";
        throw diskProblem(error, "read", path);
      }
      if (textHash(text) !== hash) return "changed";
      try {
        await unlink(path);
      } catch (error) {
        throw diskProblem(error, "remove", path);
      }
      // From the inside out: the skill's own folder, then those that were made for it.
      const folders = new Set(made);
      for (let folder = dirname(path); folder === dirname(path) || folders.has(folder); folder = dirname(folder)) {
        if (!(await removedEmpty(folder))) break;
      }
      return "removed";
    },
    listed: async (place, names) => {
      const { listSkills } = await import("./skill-listing.ts");
      return listSkills(place, names, env);
    },
  };
}

/** @returns the folders that were missing, the outermost first */
async function makeFolders(folder: string): Promise<string[]> {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  await makeFolder(folder, 0o777);
  return missing;
}

async function removedEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch {
    return false; // something else lies in it, or it is not ours to remove: then it stays
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).map((name) => name.normalize("NFC")).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw diskProblem(error, "list", folder);
  }
}
