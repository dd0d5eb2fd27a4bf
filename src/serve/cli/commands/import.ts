import { findSources } from "../../../adapters/import-sources.ts";
import type { CliContext } from "../context.ts";
import { reasonsIn } from "../messages/reasons.ts";

export async function importCommand(
  { memory, memoryOf, out, t, lang }: CliContext,
  paths: string[],
  options: { asReviewed?: boolean },
): Promise<number> {
  const sources = await findSources(paths);
  const opened = await memory();
  const progress = out.progress((at) => t.progress(at));
  const ownerOf = async ({ cwd }: { cwd?: string }) => (cwd === undefined ? undefined : memoryOf(cwd));
  const report = await opened
    .import(sources, { onProgress: progress.update, ownerOf, asReviewed: options.asReviewed === true })
    .finally(progress.end);
  out.data(report);
  const inWords = reasonsIn(lang);
  for (const file of report.files) {
    if (file.format === undefined) continue;
    out.line(file.passed === undefined ? t.importedFile(file) : t.passedFile(file.path, inWords(file.passed)));
  }
  for (const problem of report.problems.slice(0, MOST_PROBLEMS))
    out.note(t.problem({ ...problem, problem: inWords(problem.problem) }));
  if (report.problems.length > MOST_PROBLEMS) out.note(t.moreProblems(report.problems.length - MOST_PROBLEMS));
  if (report.projects.some(({ id }) => id !== opened.project.id)) out.line(t.importedInto(report));
  if (report.trajectories > 0 || report.cards.added === 0) out.line(t.imported(report));
  if (report.cards.added > 0) out.line(t.importedCards(report));
  const nothingRead = report.files.every((file) => file.format === undefined);
  if (nothingRead) out.note(t.knownFormats);
  return nothingRead ? 2 : 0;
}

/** More are counted, and listed under `--json`. */
const MOST_PROBLEMS = 20;
