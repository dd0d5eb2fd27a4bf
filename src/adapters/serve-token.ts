import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { MemoryError } from "../errors.ts";
import { diskProblem, isMissing } from "./disk-problem.ts";
import { createFile } from "./replace-file.ts";

/** Below the home. */
export const TOKEN_FILE = "serve-token";
/** A shorter one could be guessed. */
const SHORTEST = 16;

/**
 * The token that callers of the server bear, from its file; a new one is made when there is no file.
 * @returns `made`: true when nobody has seen it yet
 * @throws MemoryError `INVALID_INPUT` when others may read the file, or it holds no token
 */
export async function serveToken(path: string): Promise<{ token: string; made: boolean }> {
  const known = await read(path);
  if (known !== undefined) return { token: known, made: false };
  const token = randomBytes(32).toString("base64url");
  try {
    if (await createFile(path, `${token}\n`, 0o600)) return { token, made: true };
  } catch (error) {
    throw diskProblem(error, "write", path);
  }
  // Another server was faster: then its token is the one.
  const theirs = await read(path);
  return theirs === undefined ? serveToken(path) : { token: theirs, made: false };
}

async function read(path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(path, "utf8")).trim();
    const { mode } = await stat(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new MemoryError("INVALID_INPUT", `${path} may be read by others`, `Close it: chmod 600 ${path}`);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw diskProblem(error, "read", path);
  }
  if (text.length < SHORTEST || /\s/.test(text)) {
    throw new MemoryError(
      "INVALID_INPUT",
      `${path} holds no token of at least ${SHORTEST} characters`,
      "Remove the file, and a new one is made.",
    );
  }
  return text;
}
