import { usableHome } from "../../../adapters/home.ts";
import { createProjectStore } from "../../../adapters/project-store.ts";
import { identifyProject } from "../../../adapters/projects.ts";
import { MemoryError } from "../../../errors.ts";
import { listProjects, mergeProjects, splitProject } from "../../../memory/project-run.ts";
import type { CliContext } from "../context.ts";

const USAGE = "habitus project · habitus project merge FROM INTO · habitus project split PATH";

export async function projectCommand(
  { host, home: given, project, out, t }: CliContext,
  [action = "list", ...names]: string[],
): Promise<void> {
  const home = await usableHome(given, host.env);
  const store = createProjectStore(home, host.cwd());
  const expected = { list: 0, merge: 2, split: 1 }[action];
  if (expected === undefined || names.length !== expected) {
    throw new MemoryError("INVALID_INPUT", `not understood: project ${[action, ...names].join(" ")}`, USAGE);
  }
  if (action === "merge") {
    const report = await mergeProjects(store, names[0]!, names[1]!, Date.now());
    out.data(report);
    for (const line of t.projectsMerged(report)) out.line(line);
  } else if (action === "split") {
    const report = await splitProject(store, names[0]!);
    out.data(report);
    out.line(t.projectSplit(report));
  } else {
    const current = (await identifyProject(home, host.cwd(), project)).id;
    const listed = await listProjects(store, current);
    out.data(listed);
    for (const each of listed) for (const line of t.listedProject(each, out.colors)) out.line(line);
    if (listed.length === 0) out.line(t.noProjects);
  }
}
