import { MemoryError, type MemoryErrorCode } from "../../errors.ts";
import type { Output } from "./output.ts";

/** Documented in `docs/CLI.md`. */
const EXIT_CODES: Readonly<Record<MemoryErrorCode, number>> = {
  INVALID_INPUT: 2,
  NOT_FOUND: 2,
  CARD_FORMAT: 3,
  STORE_TOO_NEW: 3,
  STORE_BUSY: 4,
  MODEL_FAILED: 4,
};

/** What is wrong with a path that somebody named. */
const WRONG_PATHS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "may not be read or written",
  EISDIR: "is a folder, not a file",
  ENOTDIR: "lies below something that is not a folder",
  EROFS: "lies on a disk that can only be read",
};
const PATH_HINT = "Check the path. --home, or else HABITUS_HOME, says where the memory itself lies.";

/** Says what went wrong and what to do next. @returns the exit code */
export function reportFailure(error: unknown, out: Output, debug: boolean): number {
  if (!(error instanceof MemoryError)) {
    const { code, message, stack, path } = error as NodeJS.ErrnoException;
    if (code === "EPIPE") return 0;
    const wrongPath = code === undefined ? undefined : WRONG_PATHS[code];
    if (wrongPath !== undefined && path !== undefined) {
      return reportFailure(new MemoryError("INVALID_INPUT", `${path}: ${wrongPath}`, PATH_HINT), out, debug);
    }
    out.data({ error: { code: code ?? "UNEXPECTED", message } });
    out.note(debug && stack ? stack : `habitus: ${message}`);
    return 1;
  }
  out.data({ error: { code: error.code, message: error.message, ...(error.hint && { hint: error.hint }) } });
  out.note(`habitus: ${error.message}${error.hint ? `\n         ${error.hint}` : ""}`);
  return EXIT_CODES[error.code];
}
