import { MemoryError } from "../errors.ts";

/** What a person can do about each failure of a disk. */
const HINTS: Readonly<Record<string, string>> = {
  EACCES: "Give yourself write permission to it.",
  EPERM: "Give yourself write permission to it.",
  EROFS: "The disk is read-only; point HABITUS_HOME at another one.",
  ENOSPC: "Free some disk space.",
  EDQUOT: "Free some disk space; your quota is used up.",
  ENOTDIR: "Something that is not a folder lies on this path; move it away.",
  EEXIST: "Something that is not a folder lies on this path; move it away.",
  EISDIR: "A folder lies where a file belongs; move it away.",
  EMFILE: "Too many files are open; try again.",
  ENFILE: "Too many files are open; try again.",
  ELOOP: "A link on this path leads back to itself; move it away.",
  ENAMETOOLONG: "The path is too long for the disk; choose a shorter one with HABITUS_HOME.",
  ENOMEM: "The system has no memory left; try again.",
  EAGAIN: "The system is busy; try again.",
  EIO: "The disk reports an error; check it.",
};

export function errorCode(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;
}

/** True when there is no such file, whichever part of its path is missing. */
export function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

/** True when the system had nothing left to look with: that says nothing about the file. */
export function isStarved(error: unknown): boolean {
  return ["EMFILE", "ENFILE", "ENOMEM", "EAGAIN"].includes(errorCode(error) ?? "");
}

/**
 * Says what could not be done, and what helps, when the disk is the reason; any other error passes through unchanged.
 * @param doing  such as `write`
 */
export function diskProblem(error: unknown, doing: string, path: string): unknown {
  const code = errorCode(error);
  const hint = code === undefined ? undefined : HINTS[code];
  if (hint === undefined) return error;
  return new MemoryError("STORE_BUSY", `cannot ${doing} ${path} (${code})`, hint, { cause: error });
}
