import { type ActionFile, actionFile, type FileUse, looksLikeFile, MAX_FILES, patchedFiles } from "./action-file.ts";
import { fileParts } from "./path-parts.ts";
import type { Purpose } from "./purposes.ts";
import type { PlainCommand, ShellWord } from "./shell-plain.ts";

/** Programs whose arguments are prose, patterns or addresses, never files of the project. */
const TAKES_NO_FILES =
  /^(?:echo|printf|curl|wget|ssh|git|gh|docker|kubectl|npm|pnpm|yarn|pip|brew|apt|apt-get|export|say|aws|gcloud|az|psql|mysql)$/;

/** The files that a command names: its arguments, what it writes to, and what a patch in it changes. */
export function filesOf(
  program: string,
  purpose: Purpose,
  values: readonly ShellWord[],
  plain: PlainCommand,
): ActionFile[] {
  const files: ActionFile[] = plain.writes.map((path) => actionFile("create", path));
  if (program === "apply_patch" && plain.hereDoc !== undefined) files.push(...patchedFiles(plain.hereDoc));
  const takesFiles = !TAKES_NO_FILES.test(program) || purpose === "revert" || purpose === "stage";
  if (takesFiles) {
    const use = useOf(program, purpose);
    for (const word of values) {
      if (files.length >= MAX_FILES) break;
      if (isFileWord(word)) files.push(actionFile(use, word.text));
    }
  }
  return files.slice(0, MAX_FILES);
}

function isFileWord(word: ShellWord): boolean {
  const { text } = word;
  if (text.startsWith("-") || text.length > 300 || /[\s$`|;&<>(){}]|:\/\//.test(text)) return false;
  const { name } = fileParts(text);
  return (
    looksLikeFile(text) || /^(?:Makefile|Dockerfile|Gemfile|Rakefile|Justfile|Procfile|\.[a-z]+rc|\.env)$/.test(name)
  );
}

function useOf(program: string, purpose: Purpose): FileUse {
  if (program === "rm" || program === "unlink" || program === "trash") return "delete";
  if (purpose === "edit" || purpose === "move" || purpose === "format" || purpose === "revert") return "edit";
  if (purpose === "search") return "search";
  return purpose === "inspect" || purpose === "list" || purpose === "stage" ? "read" : "run";
}
