import { CONVENTIONAL_FOLDERS, CONVENTIONAL_NAMES, extensionKind, LOCKFILES, MANIFESTS } from "./file-kinds.ts";
import { fileParts } from "./path-parts.ts";

/** Parts of a name by which tools recognise a file, before its extension: `cart.test.ts`, `vite.config.ts`, `index.d.ts`. */
const INFIX =
  /\.(test|spec|e2e|cy|stories|story|config|d|module|min|schema|controller|service|component|mock|snap|prod|dev|local)\.[^.]+$/;
const PREFIX =
  /^(test_|tsconfig\.|docker-compose\.|compose\.|requirements-|\.env\.|\.eslintrc\.|\.prettierrc\.|dockerfile\.|readme\.)/i;
const SUFFIX = /(_test|_tests|_spec|_controller|_helper|Test|Tests|Spec|IT)$/;

/**
 * The pattern of a path: a folder and a name that many projects share stay, everything of one user's becomes `*`.
 *
 * A test at `/home/me/shop/src/cart/total.test.ts` gives `*.test.ts` below `src`, with `**` for the folders between;
 * `modules/vpc/main.tf` gives `main.tf`; `notes/xyz` gives `*`.
 *
 * @returns a pattern with `/` between its parts; the pattern of a pattern is itself
 */
export function pathPattern(path: string): string {
  const { folders, name } = fileParts(path);
  if (name === "" || name === "**") return folderPattern(folders) ?? "*";
  const folder = folderPattern(folders);
  const pattern = namePattern(name);
  return folder === undefined ? pattern : `${folder}/**/${pattern}`;
}

/** The nearest folder that many projects have: it is the same for an absolute path and one from the working directory. */
function folderPattern(folders: readonly string[]): string | undefined {
  const nearest = folders.findLast((folder) => CONVENTIONAL_FOLDERS.has(folder.toLowerCase()));
  if (nearest !== "workflows") return nearest;
  return folders.includes(".github") ? ".github/workflows" : nearest;
}

function namePattern(name: string): string {
  if (isConventional(name)) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1) : "";
  const tail = extension === "" ? "" : extensionKind(extension) === undefined ? ".*" : `.${extension}`;
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const infix = INFIX.exec(name)?.[1];
  if (infix !== undefined && tail !== ".*") {
    const before = stem.slice(0, -infix.length - 1);
    return `${isConventional(before) ? before : "*"}.${infix}${tail}`;
  }
  const prefix = PREFIX.exec(name)?.[1];
  if (prefix !== undefined) return prefix.length > dot ? `${prefix}*` : `${prefix}*${tail}`;
  const suffix = SUFFIX.exec(stem)?.[1];
  if (suffix !== undefined && tail !== "" && tail !== ".*") return `*${suffix}${tail}`;
  return `*${tail}`;
}

function isConventional(name: string): boolean {
  const lower = name.toLowerCase();
  if (LOCKFILES.has(lower) || MANIFESTS.has(lower) || CONVENTIONAL_NAMES.has(lower)) return true;
  const dot = lower.lastIndexOf(".");
  return dot > 0 && CONVENTIONAL_NAMES.has(lower.slice(0, dot)) && extensionKind(lower.slice(dot + 1)) !== undefined;
}
