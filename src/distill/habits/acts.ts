import type { Action } from "../../alphabet/action.ts";
import type { ActionFile } from "../../alphabet/action-file.ts";
import type { ShellCommand } from "../../alphabet/shell-command.ts";
import type { Step } from "../../model/trajectory.ts";
import { actionIn } from "../actions.ts";
import { isToolName } from "../identifiers.ts";
import { looksUp } from "../looks-up.ts";
import { commandLetters, fileLetters, type Letter } from "./letters.ts";

/** One thing done: a tool call as far as it concerns one file, or one command of a shell call. */
export interface Act {
  /** From the general to the exact; never empty. */
  letters: readonly Letter[];
  /** The file, as given: a value. Equal texts within one run are the same file. */
  file?: string;
  /** The host's name of the tool; absent when it is no proper name. */
  tool?: string;
  /** Class of the error, when it failed; "" when nobody said which. */
  failed?: string;
}

/** Files of one call that become acts of their own. */
const MAX_FILES = 8;

/**
 * What one tool call did: a list for each of its commands, in order; one list for any other tool. What only surrounds a command is
 * left out: moving to a folder, printing, cutting the output short; and so is a call that was denied or broken off.
 */
export function actsOf(step: Step): Act[][] {
  if (step.outcome === "denied" || step.outcome === "interrupted") return [];
  const action = actionIn(step);
  const lists = action.kind === "shell" ? shellActs(action) : [toolActs(action)];
  const common = {
    ...(isToolName(step.tool) && { tool: step.tool }),
    ...(action.outcome === "error" && { failed: action.error ?? "" }),
  };
  return lists.filter((acts) => acts.length > 0).map((acts) => acts.map((act) => ({ ...act, ...common })));
}

function toolActs({ kind, tool, files }: Action): Act[] {
  switch (kind) {
    case "read":
    case "edit":
    case "create":
      return files.length === 0 ? [{ letters: [kind] }] : fileActs(kind, files);
    case "mcp":
    case "other": {
      const name = tool.replace(/^\S* /, "");
      return isToolName(name) ? [{ letters: [`${looksUp(name) ? "look-up" : "tool"} ${name}`] }] : [];
    }
    default:
      return [{ letters: [kind] }];
  }
}

/** A patch says of each file whether it is new. */
function fileActs(kind: "read" | "edit" | "create", files: readonly ActionFile[]): Act[] {
  return files.slice(0, MAX_FILES).map((file) => {
    const own = kind !== "read" && file.use === "create" ? "create" : kind;
    return { letters: fileLetters(own, file), file: file.path };
  });
}

function shellActs({ commands }: Action): Act[][] {
  const meant = commands.filter(({ isFilter, purpose }) => !isFilter && !/^(?:navigate|print|wait)$/.test(purpose));
  return meant.map(commandActs);
}

/** Programs that change the text of the files they are given; others of that purpose make folders and links. */
const EDITORS = /^(?:sed|perl-pe|ed|ex|patch|tee|apply_patch|cat|echo|printf|codemod|jscodeshift|comby|ast-grep|sg)$/;

function commandActs(command: ShellCommand): Act[] {
  const { purpose, program } = command;
  const of = (...uses: ActionFile["use"][]) => command.files.filter(({ use }) => uses.includes(use));
  if (purpose === "search" || purpose === "list") return [{ letters: [purpose] }];
  if (purpose === "inspect" && of("read").length > 0) return fileActs("read", of("read"));
  if (purpose === "edit" && of("create").length > 0) return fileActs("create", of("create"));
  if (purpose === "edit" && EDITORS.test(program)) {
    return of("edit").length > 0 ? fileActs("edit", of("edit")) : [{ letters: ["edit"] }];
  }
  return [{ letters: commandLetters(command) }];
}
