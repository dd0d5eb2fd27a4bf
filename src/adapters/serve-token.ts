import { randomBytes } from "node:crypto";
import { open, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { MemoryError } from "../errors.ts";
import { diskProblem, errorCode, isMissing } from "./disk-problem.ts";
import { makeFolder } from "./make-folder.ts";

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
    await makeFolder(dirname(path));
    const handle = await open(path, "wx", 0o600);
    await handle.writeFile(`${token}\n`);
    await handle.sync();
    await handle.close();
  } catch (error) {
    // Another server was faster: then its token is the one.
    const theirs = errorCode(error) === "EEXIST" ? await read(path) : undefined;
    if (theirs !== undefined) return { token: theirs, made: false };
    throw diskProblem(error, "write", path);
  }
  return { token, made: true };
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
