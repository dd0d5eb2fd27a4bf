import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

export const HOSTS = ["claude", "codex"] as const;
export type HostName = (typeof HOSTS)[number];

/** A coding agent on this machine, and where it keeps what concerns us. */
export interface Host {
  name: HostName;
  /** For people. */
  title: string;
  /** Its program; undefined: not on the PATH. */
  binary: string | undefined;
  /** Its folder of settings, whether it is there or not. */
  folder: string;
  /** Where it keeps transcripts. */
  transcripts: string;
  /** Files that `init` may change, the first one is where hooks are found. */
  files: string[];
}

/** Program or folder of settings: one of them is enough to be here. */
export function isHere(host: Host): boolean {
  return host.binary !== undefined || existsSync(host.folder);
}

export function hostOf(name: HostName, env: NodeJS.ProcessEnv): Host {
  const home = env.HOME || homedir();
  if (name === "claude") {
    const folder = env.CLAUDE_CONFIG_DIR || join(home, ".claude");
    return {
      name,
      title: "Claude Code",
      binary: findProgram("claude", env),
      folder,
      transcripts: join(folder, "projects"),
      files: [join(folder, "settings.json")],
    };
  }
  const folder = env.CODEX_HOME || join(home, ".codex");
  return {
    name,
    title: "Codex",
    binary: findProgram("codex", env),
    folder,
    transcripts: join(folder, "sessions"),
    files: [join(folder, "hooks.json"), join(folder, "config.toml")],
  };
}

/** The first program of that name on the PATH. */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  return (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find((path) => existsSync(path));
}
