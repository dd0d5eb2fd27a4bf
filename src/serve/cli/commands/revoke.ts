import type { CliContext } from "../context.ts";
import { linesOf } from "../messages/revoke/lines.ts";
import { loadRevokeMessages } from "../messages/revoke/load.ts";

/** Takes back all that came of a session, or lets it count again. */
export async function revokeCommand(
  { memory, out, t, lang }: CliContext,
  [session = ""]: string[],
  { dryRun = false, undo = false, reason }: { dryRun?: boolean; undo?: boolean; reason?: string },
): Promise<void> {
  const opened = await memory();
  const progress = out.progress((at) => t.progress(at));
  const report = await opened
    .revoke(session, { dryRun, undo, ...(reason !== undefined && { reason }), onProgress: progress.update })
    .finally(progress.end);
  out.data(report);
  for (const line of linesOf(report, await loadRevokeMessages(lang))) out.line(line);
}
