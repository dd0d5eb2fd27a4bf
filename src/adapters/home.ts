import { lstat, readlink, stat, statfs } from "node:fs/promises";
import { homedir, platform } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { MemoryError } from "../errors.ts";
import { errorCode } from "./disk-problem.ts";

/**
 * Where habitus keeps its files: `$HABITUS_HOME`, else the platform's data directory.
 * @param env  the process's environment
 * @throws MemoryError `INVALID_INPUT` for a relative path, which would be another folder wherever a host starts a hook
 */
export function habitusHome(env: NodeJS.ProcessEnv): string {
  if (env.HABITUS_HOME) return fromEnvironment(env.HABITUS_HOME);
  if (platform() === "darwin") return join(homedir(), "Library", "Application Support", "habitus");
  if (platform() === "win32") return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "habitus");
  // The XDG specification says that a relative path must be ignored.
  const xdg =
    env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(homedir(), ".local", "share");
  return join(xdg, "habitus");
}

/**
 * The home to work with, as a whole path: the one that was given, else {@link habitusHome}. It need not be there yet, but it must be able to be.
 * Reads only; one that can be read and not written is usable.
 * @param given  such as `--home`; a relative one starts from the current folder, and `~` is the person's own
 * @throws MemoryError `INVALID_INPUT` that says what lies in the way
 */
export async function usableHome(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const home = given === undefined || given === "" ? habitusHome(env) : resolve(withoutTilde(given));
  const problem = home.includes("\0") ? "its name holds a zero byte" : await problemOf(home);
  if (problem !== undefined) throw new MemoryError("INVALID_INPUT", `${shortened(home)}: ${problem}`, HINT);
  return home;
}

const HINT = "Choose another folder for the memory: habitus --home DIR …, or HABITUS_HOME=DIR.";
/** Longest path that is quoted whole, characters; one that is too long for the disk is too long to read, too. */
const MOST_QUOTED = 200;

function fromEnvironment(path: string): string {
  const whole = withoutTilde(path);
  if (isAbsolute(whole)) return resolve(whole);
  throw new MemoryError(
    "INVALID_INPUT",
    `HABITUS_HOME is "${path}", which is another folder wherever a program is started`,
    `Give the whole path: HABITUS_HOME="${resolve(path)}"`,
  );
}

/** A shell puts the person's own folder in place of `~` only where it stands at the beginning of a word, and not within quotes. */
function withoutTilde(path: string): string {
  return /^~(?=$|[\\/])/.test(path) ? join(homedir(), path.slice(1)) : path;
}

/** In words, why this cannot be a folder; undefined: it is one, or can become one. */
async function problemOf(home: string): Promise<string | undefined> {
  for (let at = home; ; at = dirname(at)) {
    const below = at === home ? "" : `lies below ${shortened(at)}, which `;
    try {
      const facts = await stat(at);
      if (!facts.isDirectory()) return `${below}is not a folder`;
      return at === home || !(await isFilledBySystem(at))
        ? undefined
        : `no folder can be made below ${at}, which the system itself fills`;
    } catch (error) {
      const code = errorCode(error);
      if (code === "ENOENT") {
        const target = await targetOf(at);
        if (target !== undefined) return `${below}is a link to ${target}, which is not there`;
        if (at === dirname(at)) return undefined; // a disk that is not there: the first write says so
      } else if (code !== "ENOTDIR") return `${below}${REASONS[code ?? ""] ?? `cannot be looked at (${code})`}`;
    }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ELOOP: "is a link that leads back to itself",
  ENAMETOOLONG: "is too long: a name may have 255 bytes, and a path 4095",
  EACCES: "may not be looked into",
  EPERM: "may not be looked into",
};

/** Where a link leads to; undefined: there is no link. */
async function targetOf(path: string): Promise<string | undefined> {
  const isLink = await lstat(path).then(
    (facts) => facts.isSymbolicLink(),
    () => false, // nothing is there at all
  );
  return isLink ? readlink(path) : undefined;
}

/** Types of Linux's `proc` and `sysfs`, as `statfs(2)` gives them. */
const FILLED_BY_SYSTEM = new Set([0x9fa0, 0x62656572]);

async function isFilledBySystem(folder: string): Promise<boolean> {
  if (platform() !== "linux") return false;
  return statfs(folder).then(
    ({ type }) => FILLED_BY_SYSTEM.has(type),
    () => false, // the first write says what is wrong
  );
}

function shortened(path: string): string {
  return path.length <= MOST_QUOTED ? path : `${path.slice(0, MOST_QUOTED)}…`;
}
