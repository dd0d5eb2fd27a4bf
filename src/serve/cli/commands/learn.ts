import type { Decision } from "../../../memory/types.ts";
import type { CliContext } from "../context.ts";
import { loadPromoteMessages } from "../messages/promote/load.ts";

export async function learnCommand(
  { memory, out, t, lang }: CliContext,
  _args: string[],
  options: { candidates?: boolean; open?: boolean },
): Promise<number> {
  const opened = await memory();
  const progress = out.progress((at) => t.progress(at));
  const report = await opened
    .learn({ includeOpen: options.open === true, onProgress: progress.update })
    .finally(progress.end);
  out.data(report);
  out.line(t.learned(report));
  const changed = report.decisions.filter((decision) => CHANGES.includes(decision.verdict));
  for (const decision of changed) out.line(t.decision(decision));
  for (const { id, reason } of report.retired) out.line(t.retiredBecause(id, reason));
  for (const { id } of report.restored ?? []) out.line(`  ${t.restored(id)}`);
  if (report.demoted) {
    const say = await loadPromoteMessages(lang);
    for (const demoted of report.demoted) for (const line of say.demoted(demoted)) out.line(line);
  }
  if (options.candidates) {
    out.line();
    out.line(t.allCandidates(report.decisions.length));
    for (const decision of report.decisions) out.line(t.candidate(decision));
  } else if (report.decisions.length > changed.length) {
    out.line(t.otherCandidates(report.decisions.length - changed.length));
  }
  if (report.lenses) for (const line of t.lenses(report.lenses)) out.line(line);
  for (const problem of report.problems) out.note(t.problem(problem));
  return 0;
}

/** What a person wants to hear of unasked. */
const CHANGES: ReadonlyArray<Decision["verdict"]> = ["created", "merged", "quarantined", "withdrawn", "restored"];
