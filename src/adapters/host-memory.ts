import { existsSync, realpathSync } from "node:fs";
import { readdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { MemoryError } from "../errors.ts";
import type { HostMemory, HostMemoryFile } from "../ports.ts";
import { textHash } from "../text/hash.ts";
import { diskProblem, errorCode, isMissing } from "./disk-problem.ts";
import { makeFolder } from "./make-folder.ts";
import { replaceFile, uniqueName } from "./replace-file.ts";

/** What is longer is no memory file that anybody wrote; bytes. */
const LONGEST = 256_000;
const JOURNAL = "journal.json";
const UNDONE = ".undone";

export interface HostMemoryOptions {
  /** Of habitus, for the copies. */
  home: string;
  env: NodeJS.ProcessEnv;
  /** The project's folder, where it has one. */
  root?: string | undefined;
  cwd: string;
}

interface JournalEntry {
  path: string;
  /** Name of the copy; null: there was no such file. */
  before: string | null;
  after: string;
  lines: string[];
}

export function createHostMemory({ home, env, root, cwd }: HostMemoryOptions): HostMemory {
  const user = env.HOME || homedir();
  const claude = env.CLAUDE_CONFIG_DIR || join(user, ".claude");
  const codex = env.CODEX_HOME || join(user, ".codex");
  const ofUser = [join(claude, "CLAUDE.md"), join(codex, "AGENTS.md")];
  const ofProject = root === undefined ? [] : [join(root, "CLAUDE.md"), join(root, "AGENTS.md")];
  // What Claude Code notes by itself lies under the folder's path, every other character than letters and digits a hyphen.
  const noted =
    root === undefined
      ? []
      : [
          join(root, ".claude", "CLAUDE.md"),
          join(root, "CLAUDE.local.md"),
          join(root, "MEMORY.md"),
          join(claude, "projects", root.replaceAll(/[^A-Za-z0-9]/g, "-"), "memory", "MEMORY.md"),
        ];
  const copies = join(home, "handovers");

  return {
    read: async () => {
      const files: HostMemoryFile[] = [];
      const seen = new Set<string>();
      for (const [scope, paths] of [
        ["project", [...ofProject, ...noted]],
        ["user", ofUser],
      ] as const) {
        for (const path of paths) {
          const text = await textOf(path);
          if (text === undefined || text.length > LONGEST || seen.has(realpathSync(path))) continue;
          seen.add(realpathSync(path));
          files.push({ path, scope, text });
        }
      }
      return files;
    },
    targets: async (to) => {
      if (to !== undefined && to !== "user" && to !== "project") {
        const path = isAbsolute(to) ? to : resolve(cwd, to);
        return [{ path, text: await textOf(path) }];
      }
      if (to === "project" && root === undefined)
        throw new MemoryError("INVALID_INPUT", "this project has no folder", "Use --to user, or name a file.");
      const inProject = await existing(ofProject);
      if (to !== "user" && inProject.length > 0) return inProject;
      if (to === "project")
        return [{ path: ofProject[existsSync(claude) || !existsSync(codex) ? 0 : 1]!, text: undefined }];
      const found = ofUser.filter((path) => existsSync(dirname(path)));
      if (found.length === 0)
        throw new MemoryError(
          "INVALID_INPUT",
          "no host with a memory file is on this machine",
          "Name a file: --to PATH.",
        );
      return Promise.all(found.map(async (path) => ({ path, text: await textOf(path) })));
    },
    write: async (changes, lines) => {
      for (const { path, before } of changes) {
        if ((await textOf(path)) !== before)
          throw new MemoryError("STORE_BUSY", `${path} was changed meanwhile`, "Look at the changes again.");
      }
      const folder = join(copies, `${new Date().toISOString().replaceAll(":", "-")}-${uniqueName()}`);
      const journal: JournalEntry[] = [];
      try {
        await makeFolder(folder);
        for (const [i, { path, before, after }] of changes.entries()) {
          if (before !== undefined) await writeFile(join(folder, `${i}.md`), before, { mode: 0o600 });
          journal.push({
            path,
            before: before === undefined ? null : `${i}.md`,
            after: textHash(after),
            lines: [...lines],
          });
        }
        await writeFile(join(folder, JOURNAL), `${JSON.stringify(journal, null, 2)}\n`, { mode: 0o600 });
        for (const { path, after } of changes) await replaceFile(linked(path), after);
      } catch (error) {
        throw diskProblem(error, "write", changes[0]?.path ?? folder);
      }
      return folder;
    },
    undo: async () => {
      const last = await lastWritten(copies);
      if (last === undefined) return [];
      const { folder, journal } = last;
      const done = [];
      for (const entry of journal) done.push({ path: entry.path, became: await takeBack(folder, entry) });
      await rename(folder, `${folder}${UNDONE}`);
      return done;
    },
  };

  /** A CLAUDE.md that takes in AGENTS.md, or links to it, needs no lines of its own. */
  async function existing(paths: readonly string[]) {
    const found: Array<{ path: string; text: string }> = [];
    for (const path of paths) {
      const text = await textOf(path);
      if (text !== undefined) found.push({ path, text });
    }
    const real = new Set(found.map(({ path }) => realpathSync(path)));
    if (found.length === 2 && (real.size === 1 || /^@(?:\.\/)?AGENTS\.md\s*$/m.test(found[0]!.text)))
      return [found[1]!];
    return found;
  }
}

/** Where the journal is missing or half, the handover died before it changed any file. */
async function lastWritten(copies: string): Promise<{ folder: string; journal: JournalEntry[] } | undefined> {
  const names = (await namesIn(copies)).filter((name) => !name.endsWith(UNDONE));
  for (const folder of names.reverse().map((name) => join(copies, name))) {
    const text = await textOf(join(folder, JOURNAL));
    try {
      if (text !== undefined) return { folder, journal: JSON.parse(text) as JournalEntry[] };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

async function takeBack(folder: string, { path, before, after, lines }: JournalEntry) {
  const text = await textOf(path);
  if (text === undefined) return "left" as const;
  if (textHash(text) === after) {
    if (before === null) await unlink(path);
    else await replaceFile(linked(path), await readFile(join(folder, before), "utf8"));
    return "restored" as const;
  }
  const ours = new Set(lines.map((line) => `- ${line}`));
  const kept = text.split("\n").filter((line) => !ours.has(line.replace(/\r$/, "")));
  const without = kept.join("\n").replace(/(?:\r?\n)?<!-- habitus: begin -->\r?\n<!-- habitus: end -->\r?\n?/, "");
  if (without === text) return "left" as const;
  await replaceFile(linked(path), without);
  return "lines removed" as const;
}

/** A link stays a link: what it leads to is replaced. */
function linked(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return path;
    throw error;
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error) || ["ENOTDIR", "EISDIR"].includes(errorCode(error) ?? "")) return undefined;
    throw diskProblem(error, "read", path);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
