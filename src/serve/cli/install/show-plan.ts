import { createTwoFilesPatch } from "diff";
import { contentHash } from "../../../adapters/content-hash.ts";
import { INSTALL_IN_ENGLISH } from "../../../adapters/install/findings.ts";
import type { HostPlan, PlannedFile, Refusal } from "../../../adapters/install/plan.ts";
import type { CliContext } from "../context.ts";
import type { InstallMessages } from "../messages/install/en.ts";

/** A plan as data: what `--json` prints, for a dry run and a real one alike. */
export interface ShownPlan {
  host: string;
  refused?: Refusal;
  files?: Array<{ path: string; changed: boolean; before?: string; after?: string; diff: string; note?: string }>;
}

export function planData(plan: HostPlan): ShownPlan {
  const { name, title } = plan.host;
  if ("refused" in plan) return { host: name, refused: plan.refused };
  return {
    host: name,
    files: plan.files.map((planned) => ({
      path: planned.file.path,
      changed: isChanged(planned),
      ...(planned.file.bytes && { before: contentHash(planned.file.bytes) }),
      ...(planned.after && { after: contentHash(planned.after) }),
      diff: diffOf(planned),
      ...(planned.isIgnored && {
        note: INSTALL_IN_ENGLISH.strict_json({ kind: "strict_json", title, path: planned.file.path }).what,
      }),
    })),
  };
}

export function showPlan({ out }: CliContext, t: InstallMessages, plan: HostPlan, plugin: string): void {
  const { title, folder, binary, name } = plan.host;
  if ("refused" in plan) {
    out.note(t.refused(title, plan.refused));
    out.note(`  ${t.wayOut[name](plugin)}`);
    return;
  }
  out.line(out.colors.bold(t.found(title, folder, binary)));
  for (const planned of plan.files) {
    const { path, bytes } = planned.file;
    if (planned.isIgnored) out.line(t.note(title, path));
    if (!isChanged(planned)) {
      out.line(t.same(path));
      continue;
    }
    out.line(planned.after === undefined ? t.removes(path) : t.will(path, bytes === undefined));
    for (const line of diffOf(planned).split("\n").slice(4))
      if (line !== "") out.line(`    ${colored(line, out.colors)}`);
  }
}

function isChanged({ file, after }: PlannedFile): boolean {
  return file.bytes === undefined || after === undefined ? file.bytes !== after : !file.bytes.equals(after);
}

function diffOf(planned: PlannedFile): string {
  if (!isChanged(planned)) return "";
  const { file, after } = planned;
  const [from, to] = [file.bytes?.toString("utf8") ?? "", after?.toString("utf8") ?? ""];
  return createTwoFilesPatch(file.path, file.path, from, to, undefined, undefined, { context: 2 });
}

function colored(line: string, colors: CliContext["out"]["colors"]): string {
  if (line.startsWith("+")) return colors.green(line);
  return line.startsWith("-") ? colors.red(line) : line;
}
