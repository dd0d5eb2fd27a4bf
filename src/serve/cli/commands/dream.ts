import type { DreamedUnit } from "../../../memory/dream-run.ts";
import type { CliContext } from "../context.ts";
import type { DreamMessages } from "../messages/dream/en.ts";
import { loadDreamMessages } from "../messages/dream/load.ts";

export async function dreamCommand(
  { memory, out, t, lang }: CliContext,
  _args: string[],
  options: { dryRun?: boolean; undo?: boolean; limit?: number },
): Promise<void> {
  const opened = await memory();
  const say = await loadDreamMessages(lang);
  if (options.undo) {
    const undone = await opened.undoDream();
    out.data(undone);
    for (const { diff } of undone.restored) out.line(diff.trimEnd());
    for (const { card, reason } of undone.left) out.line(say.leftInUndo(card, reason));
    out.line(say.undone(undone));
    return;
  }
  const progress = out.progress((at) => t.progress(at));
  const report = await opened
    .dream({
      dryRun: options.dryRun === true,
      ...(options.limit !== undefined && { limit: options.limit }),
      onProgress: progress.update,
    })
    .finally(progress.end);
  out.data(report);
  for (const unit of report.units) for (const line of linesOf(unit, say, out.colors)) out.line(line);
  for (const cards of report.left) out.line(say.left(cards));
  for (const conflict of report.conflicts) out.line(say.conflict(conflict));
  for (const offer of report.handover) out.line(say.offer(offer));
  out.line(say.ended(report));
  for (const problem of report.problems) out.note(t.problem(problem));
}

function linesOf(unit: DreamedUnit, say: DreamMessages, colors: CliContext["out"]["colors"]): string[] {
  return [
    `${colors.bold(say.kinds[unit.kind])}  ${unit.reason}`,
    colors.dim(`  ${say.source(unit.sources)}`),
    ...(unit.rebuttal === undefined ? [] : [`  ${say.rebuttal(unit.rebuttal)}`]),
    ...unit.changes.flatMap(({ card, diff, from, to }) => [
      ...(from === to ? [] : [`  ${say.moved(card, from ?? "—", to)}`]),
      ...(diff === "" ? [] : [diff.trimEnd()]),
    ]),
    "",
  ];
}
