import { type Action, actionOf } from "../../alphabet/action.ts";
import type { ActionFile } from "../../alphabet/action-file.ts";
import type { Step, Trajectory } from "../../model/trajectory.ts";

/** What happened, one thing after another. */
export type Happening =
  | { what: "prompt"; turn: number; text: string }
  | { what: "action"; turn: number; step: number; action: Action; raw: Step; folder?: string };

export type ActionHappening = Extract<Happening, { what: "action" }>;

export function timeline(trajectory: Trajectory): Happening[] {
  const place = trajectory.folder === undefined ? {} : { folder: trajectory.folder };
  return trajectory.turns.flatMap((turn, index): Happening[] => [
    ...(turn.user === "" ? [] : [{ what: "prompt" as const, turn: index, text: turn.user }]),
    ...turn.steps.map((raw, step) => ({
      what: "action" as const,
      turn: index,
      step,
      action: actionOf(raw),
      raw,
      ...place,
    })),
  ]);
}

/** Kinds of file whose change no test speaks about. */
const NO_CODE = new Set(["docs", "data", "asset"]);

/** Where agents put scripts that are no part of the work; a checkout that lies there is work all the same. */
const SCRATCH = /^(?:\/private)?\/(?:var\/)?tmp\//;

const BELOW_SCRATCH = /^(?:\/private)?\/(?:var\/)?tmp\/[^/]/;

/** `/tmp` is a link to `/private/tmp` on macOS. */
const unprivate = (path: string): string => path.replace(/^\/private\//, "/");

function isScratch(path: string, folder: string | undefined): boolean {
  if (!SCRATCH.test(path)) return false;
  if (folder === undefined || !BELOW_SCRATCH.test(folder)) return true;
  return !unprivate(path).startsWith(`${unprivate(folder).replace(/\/+$/, "")}/`);
}

/** Paths that a call changed, when it is work on the project: documents, logs and notes are left out, and calls that failed. */
export function changedPaths({ action, folder }: ActionHappening): string[] {
  if (action.outcome !== "ok" && action.outcome !== "unknown") return [];
  if (action.edit === "view") return [];
  const isEdit = action.kind === "edit" || action.kind === "create";
  const files = isEdit ? action.files : action.commands.filter(isEditing).flatMap((command) => command.files);
  const isWork = (file: ActionFile) => file.use !== "read" && !NO_CODE.has(file.role) && !isScratch(file.path, folder);
  return files.filter(isWork).map((file) => file.path);
}

function isEditing({ purpose, program }: Action["commands"][number]): boolean {
  return purpose === "edit" || (purpose === "move" && program !== "cp");
}

/** True when a call changed something, although nobody can say which file: an edit without a path. */
export function changesSomething(happening: ActionHappening): boolean {
  const { action } = happening;
  if (action.outcome !== "ok" && action.outcome !== "unknown") return false;
  const isEdit = (action.kind === "edit" || action.kind === "create") && action.edit !== "view";
  return changedPaths(happening).length > 0 || (isEdit && action.files.length === 0);
}
