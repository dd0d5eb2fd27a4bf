import type { FileRole } from "../../../alphabet/file-role.ts";
import { FILE_ROLES } from "../../../alphabet/file-role.ts";
import type { Purpose } from "../../../alphabet/purposes.ts";
import { isCommand, kindOf, type Letter, nameIn } from "../../habits/letters.ts";
import type { RulePhrases } from "../phrases.ts";

/** Kinds of step that have words of their own. */
export type WordedKind = "search" | "list" | "read" | "edit" | "create" | "web" | "agent" | "plan";
/** Purposes that can stand in a card without a command's name. */
export type WordedPurpose =
  | Extract<
      Purpose,
      | "test"
      | "build"
      | "lint"
      | "typecheck"
      | "check"
      | "run"
      | "format"
      | "install"
      | "stage"
      | "sync"
      | "branch"
      | "migrate"
    >
  | Extract<Purpose, "clean" | "commit" | "push" | "deploy" | "release" | "move">;

/** How one language puts letters into words; `Words` is whatever forms its sentences need. */
export interface Vocabulary<Words> {
  kinds: Readonly<Record<WordedKind, Words>>;
  purposes: Readonly<Record<WordedPurpose, Words>>;
  roles: Readonly<Record<Exclude<FileRole, "other">, string>>;
  /** @param file  a role in words, or a pattern */
  onFile(kind: "read" | "edit" | "create", file: string): Words;
  running(command: string): Words;
  calling(tool: string): Words;
  /** A purpose without words of its own. */
  other: Words;
}

/** @param mark  how a name is set off from the sentence: as code, or not at all */
export function wordsFor<Words>(letter: Letter, words: Vocabulary<Words>, mark: (name: string) => string): Words {
  const name = nameIn(letter);
  if (isCommand(letter)) return words.running(mark(name));
  const kind = kindOf(letter);
  if (letter.startsWith("any ")) return words.purposes[kind as WordedPurpose] ?? words.other;
  if (kind === "") return words.calling(mark(name));
  if (name !== "" && (kind === "read" || kind === "edit" || kind === "create")) {
    const isRole = (FILE_ROLES as readonly string[]).includes(name) && name !== "other";
    return words.onFile(kind, isRole ? words.roles[name as Exclude<FileRole, "other">] : mark(name));
  }
  return words.kinds[kind as WordedKind] ?? words.other;
}

export const plain = (name: string): string => name;

const MAX_LIST = 110;

/** Names in a row, the middle left out where it would grow too long for a title. */
export function shortList(names: readonly string[], join: string): string {
  const list = names.join(join);
  return list.length <= MAX_LIST ? list : `${names[0]}${join}…${join}${names.at(-1)}`;
}

/** Puts a space between Han or Kana and a Latin name, on either side, as careful Japanese and Chinese typesetting does. */
export function spaced(phrases: RulePhrases): RulePhrases {
  const space = (text: string): string =>
    text.replaceAll(
      /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?=[`\w$])|(?<=[`\w])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu,
      " ",
    );
  const { title, whenToUse, steps, preconditions, failureModes } = phrases;
  return {
    title: space(title),
    whenToUse: space(whenToUse),
    steps: steps.map(space),
    preconditions: preconditions.map(space),
    failureModes: failureModes.map(space),
  };
}
