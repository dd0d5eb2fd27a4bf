import { chmod, readFile, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { MemoryError } from "../errors.ts";
import { diskProblem, isMissing } from "./disk-problem.ts";
import { makeFolder } from "./make-folder.ts";
import { replaceFile } from "./replace-file.ts";

/** Where pools are dumped to and loaded from: one folder, and nothing outside of it. */
export interface ExchangeFolder {
  /** For people. */
  readonly path: string;
  /** @returns the lines of the file, without empty ones @throws MemoryError `NOT_FOUND`, `INVALID_INPUT` for a path that leads outside */
  read(folder: string, name: string): Promise<string[]>;
  /** Replaces the file as a whole. @returns its path below the exchange folder */
  write(folder: string, name: string, lines: readonly string[]): Promise<string>;
}

/**
 * @param base  made when something is first written
 */
export function createExchangeFolder(base: string): ExchangeFolder {
  return {
    path: base,
    read: async (folder, name) => {
      const path = await placeIn(base, folder, name);
      let text: string;
      try {
        text = await readFile(await inside(base, path), "utf8");
      } catch (error) {
        if (isMissing(error) || (error as NodeJS.ErrnoException).code === "ENOTDIR") {
          throw new MemoryError(
            "NOT_FOUND",
            `no ${relative(base, path)} in the exchange folder`,
            `Put it into ${base}.`,
          );
        }
        if ((error as NodeJS.ErrnoException).code === "EISDIR") {
          throw new MemoryError("INVALID_INPUT", `${relative(base, path)} is a folder`);
        }
        throw error;
      }
      return text.split("\n").filter((line) => line.trim() !== "");
    },
    write: async (folder, name, lines) => {
      const path = await placeIn(base, folder, name);
      try {
        await makeFolder(base);
        await makeFolder(resolve(path, ".."));
        await inside(base, resolve(path, ".."));
        await replaceFile(path, lines.map((line) => `${line}\n`).join(""));
        await chmod(path, 0o600);
      } catch (error) {
        throw diskProblem(error, "write", path);
      }
      return relative(base, path).split(sep).join("/");
    },
  };
}

/** The file that a caller means. Only folders below the base can be named, whatever stands in the name. */
async function placeIn(base: string, folder: string, name: string): Promise<string> {
  const outside = () =>
    new MemoryError(
      "INVALID_INPUT",
      "pools are read and written in the exchange folder alone",
      `Name a folder below it, such as "." or "pools"; it is ${base}.`,
    );
  if (/[\0\r\n]/.test(folder) || folder.length > 400) throw outside();
  const plain = folder.replaceAll("\\", "/");
  // An absolute path is taken when it leads to the same place.
  const at = isAbsolute(plain) ? resolve(plain) : resolve(base, plain);
  const below = relative(base, at);
  if (below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below)) throw outside();
  // What stands for the file is the workspace's name, which holds no separator; signs that some file system minds become "_".
  return join(at, `${name.replaceAll(/[^\p{L}\p{M}\p{N} ._@+-]/gu, "_")}.jsonl`);
}

/** A link inside must not lead outside. */
async function inside(base: string, path: string): Promise<string> {
  const [root, real] = [await realpath(base), await realpath(path)];
  const below = relative(root, real);
  if (below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw new MemoryError(
      "INVALID_INPUT",
      "a link in the exchange folder leads outside of it",
      "Put the file itself there.",
    );
  }
  return real;
}
