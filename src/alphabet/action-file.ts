import { extensionKind } from "./file-kinds.ts";
import { type FileRole, fileRole } from "./file-role.ts";
import { fileParts } from "./path-parts.ts";
import { pathPattern } from "./path-pattern.ts";

/** How a file took part in an action. */
export type FileUse = "read" | "edit" | "create" | "delete" | "search" | "run";

export interface ActionFile {
  use: FileUse;
  role: FileRole;
  /** The path as a pattern that names nothing of one user's; see `pathPattern`. */
  pattern: string;
  /** The path as given: a value. Compare it within a session; never put it into a pattern. */
  path: string;
}

/** The most files of one action that are kept. */
export const MAX_FILES = 40;

export function actionFile(use: FileUse, path: string): ActionFile {
  return { use, role: fileRole(path), pattern: pathPattern(path), path };
}

/** True for a word with an extension that means something, such as `total.ts`; not for `v1.2` or `example.com`. */
export function looksLikeFile(text: string): boolean {
  const { extension } = fileParts(text);
  return extension !== "" && extensionKind(extension) !== undefined;
}

const PATCH_HEADER = /^\*\*\* (?:(Add|Update|Delete) File|Move to): (.+)$/gm;
const PATCH_USES: Readonly<Record<string, FileUse>> = { Add: "create", Update: "edit", Delete: "delete" };

/** The files that the headers of an `apply_patch` patch name. */
export function patchedFiles(patch: string): ActionFile[] {
  const files: ActionFile[] = [];
  for (const [, verb = "Add", path = ""] of patch.matchAll(PATCH_HEADER)) {
    if (files.length >= MAX_FILES) break;
    files.push(actionFile(PATCH_USES[verb] ?? "edit", path.trim()));
  }
  return files;
}
