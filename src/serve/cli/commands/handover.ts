import type { CliContext } from "../context.ts";
import { loadPromoteMessages } from "../messages/promote/load.ts";
import { paintDiff } from "../paint-diff.ts";

/** Offers what belongs into the hosts' own memory files, as a diff; writes only when it is told to. */
export async function handoverCommand(
  { memory, out, lang }: CliContext,
  _args: string[],
  { to, apply = false, undo = false }: { to?: string; apply?: boolean; undo?: boolean },
): Promise<void> {
  const t = await loadPromoteMessages(lang);
  const opened = await memory();
  if (undo) {
    const undone = await opened.undoHandover();
    out.data(undone);
    for (const { path, became } of undone) out.line(t.handoverUndone(path, became));
    return;
  }
  const report = await opened.handover({ apply, ...(to !== undefined && { to }) });
  out.data(report);
  for (const offer of report.offers) for (const line of t.offered(offer)) out.line(line);
  for (const { diff } of report.files) out.line(`\n${paintDiff(diff, out.colors)}`);
  if (report.files.length === 0) out.line(t.nothingToHandOver);
  else if (report.applied)
    out.line(
      t.handedOver(
        report.files.map(({ path }) => path),
        report.copies ?? "",
      ),
    );
  else out.line(t.howToApply);
}
