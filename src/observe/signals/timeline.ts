import { type Action, actionOf } from "../../alphabet/action.ts";
import type { ActionFile } from "../../alphabet/action-file.ts";
import type { Step, Trajectory } from "../../model/trajectory.ts";

/** What happened, one thing after another. */
export type Happening =
  | { what: "prompt"; turn: number; text: string }
  | { what: "action"; turn: number; step: number; action: Action; raw: Step };

export type ActionHappening = Extract<Happening, { what: "action" }>;

export function timeline(trajectory: Trajectory): Happening[] {
  return trajectory.turns.flatMap((turn, index): Happening[] => [
    ...(turn.user === "" ? [] : [{ what: "prompt" as const, turn: index, text: turn.user }]),
    ...turn.steps.map((raw, step) => ({ what: "action" as const, turn: index, step, action: actionOf(raw), raw })),
  ]);
}

/** Kinds of file whose change no test speaks about. */
const NO_CODE = new Set(["docs", "data", "asset"]);

/** Where agents put scripts that are no part of the work. */
const SCRATCH = /^(?:\/private)?\/(?:var\/)?tmp\//;

/** Paths that a call changed, when it is work on the project: documents, logs and notes are left out, and calls that failed. */
export function changedPaths({ action }: ActionHappening): string[] {
  if (action.outcome !== "ok" && action.outcome !== "unknown") return [];
  if (action.edit === "view") return [];
  const isEdit = action.kind === "edit" || action.kind === "create";
  const files = isEdit ? action.files : action.commands.filter(isEditing).flatMap((command) => command.files);
  const isWork = (file: ActionFile) => file.use !== "read" && !NO_CODE.has(file.role) && !SCRATCH.test(file.path);
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
