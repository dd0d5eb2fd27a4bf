/** The longest path that is looked at; a file system takes no longer one. */
const MAX_PATH = 4096;

export interface PathParts {
  /** From the root or the working directory down, without `.`, `..` and `~`. */
  folders: string[];
  /** The last part; "" for a path that ends with a slash. */
  name: string;
  /** Without its dot, as written; "" when the name has none. `.env` has none, `a.test.ts` has `ts`. */
  extension: string;
}

export function fileParts(path: string): PathParts {
  const parts = path
    .slice(-MAX_PATH)
    .trim()
    .replace(/^file:\/\//, "")
    .split(/[/\\]/);
  const name = parts.pop() ?? "";
  const folders = parts.filter((part) => part !== "" && !/^(?:\.{1,2}|~|[A-Za-z]:)$/.test(part));
  const dot = name.lastIndexOf(".");
  return { folders, name, extension: dot > 0 ? name.slice(dot + 1) : "" };
}
