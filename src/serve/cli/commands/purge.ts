import { readFileSync } from "node:fs";
import { usableHome } from "../../../adapters/home.ts";
import { storedFilesOf } from "../../../adapters/home-files.ts";
import { identifyProject } from "../../../adapters/projects.ts";
import { projectsWithFiles } from "../../../adapters/stored-files.ts";
import { MemoryError } from "../../../errors.ts";
import { purgeRun } from "../../../memory/purge-run.ts";
import type { CliContext } from "../context.ts";

/** Takes a text out of everything that is stored. @returns 0 when nothing of it is left, 3 when something is */
export async function purgeCommand(
  { host, home: given, project, out, t }: CliContext,
  _: string[],
  options: { match?: string; dryRun?: boolean; allProjects?: boolean },
): Promise<number> {
  if (options.match === undefined) {
    throw new MemoryError("INVALID_INPUT", "purge needs what to purge", "habitus purge --match TEXT --dry-run");
  }
  const home = await usableHome(given, host.env);
  const projects = options.allProjects
    ? await projectsWithFiles(home)
    : [(await identifyProject(home, host.cwd(), project)).id];
  const match = options.match === "-" ? readFileSync(0, "utf8").replace(/\r?\n$/, "") : options.match;
  const report = await purgeRun(await storedFilesOf(home, projects), match, { dryRun: options.dryRun === true });
  out.data(report);
  for (const line of t.purged(report)) out.line(line);
  return report.left.length > 0 ? 3 : 0;
}
