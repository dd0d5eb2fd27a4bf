import type { Purpose } from "../../alphabet/purposes.ts";
import { bySignals, isGood, type Note, reopen, type Standing } from "./standing.ts";
import { type ActionHappening, changedPaths, changesSomething } from "./timeline.ts";

/** Purposes that change the world around the work, so that what failed before may succeed now. */
const EFFECTS: ReadonlySet<Purpose> = new Set([
  "install",
  "commit",
  "push",
  "deploy",
  "release",
  "migrate",
  "move",
  "edit",
  "sync",
]);

/** Takes in what a call changed: work that goes on after a verdict makes it an old one. */
export function heedChanges(standing: Standing, happening: ActionHappening, note: Note): void {
  const { action } = happening;
  const effects = action.commands.map((command) => command.purpose).filter((purpose) => EFFECTS.has(purpose));
  trackFailures(standing, happening, effects);
  if (action.outcome !== "error" && effects.includes("commit")) note("commit", "note", "the work was committed");
  if (changesSomething(happening)) {
    const paths = changedPaths(happening);
    standing.changes = { paths: [...standing.changes.paths, ...paths], any: true };
    standing.sinceFailure?.paths.push(...paths);
    standing.verdict = undefined;
  } else if (action.outcome === "ok") {
    // What a test read may have been built or generated since it failed.
    const isBuilt = action.commands.some((command) => command.purpose === "build");
    if (standing.sinceFailure !== undefined && (isBuilt || effects.length > 0)) standing.sinceFailure.effects = true;
    // A complaint may be answered by another commit or a package installed, too.
    if (effects.length > 0 && standing.verdict?.from === "complaint") standing.verdict = undefined;
  }
  for (const command of action.outcome === "error" ? [] : action.commands) {
    if (/^stash (?:pop|apply)$/.test(command.subcommand)) takeBackFromShelf(standing);
    else if (command.purpose === "revert") {
      revert(
        standing,
        command.files.map((file) => file.path),
        command.subcommand.startsWith("stash"),
        note,
      );
    }
  }
}

/** Remembers edits and effects that failed until the same succeeds. */
function trackFailures(standing: Standing, { action }: ActionHappening, effects: readonly Purpose[]): void {
  const isEdit = (action.kind === "edit" || action.kind === "create") && action.edit !== "view";
  const names = [...(isEdit ? action.files.map((file) => file.path) : []), ...effects];
  for (const name of names) {
    if (action.outcome === "error") standing.unresolved.add(name);
    else standing.unresolved.delete(name);
  }
}

function takeBackFromShelf(standing: Standing): void {
  if (standing.shelved === undefined) return;
  standing.changes = standing.shelved;
  standing.shelved = undefined;
  if (standing.verdict?.from === "revert") standing.verdict = undefined;
}

/** @param files  those that are put back; none: all */
function revert(standing: Standing, files: readonly string[], isShelved: boolean, note: Note): void {
  const { changes } = standing;
  if (!changes.any) return;
  const left = files.length === 0 ? [] : changes.paths.filter((path) => !files.some((file) => isSamePath(file, path)));
  standing.shelved = isShelved ? changes : undefined;
  standing.changes = { paths: left, any: left.length > 0 };
  standing.sinceFailure = undefined;
  if (left.length > 0) {
    note("revert", "note", "a change was taken back");
    reopen(standing);
    return;
  }
  note("revert", "bad", "all changes were taken back");
  if (standing.verdict === undefined || isGood(standing.verdict)) {
    standing.verdict = bySignals(0, "revert", "all changes were taken back");
  }
}

function isSamePath(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}
