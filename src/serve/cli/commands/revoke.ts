import type { CliContext } from "../context.ts";

/** Takes back all that came of a session, or lets it count again. */
export async function revokeCommand(
  { memory, out, t }: CliContext,
  [session = ""]: string[],
  { dryRun = false, undo = false, reason }: { dryRun?: boolean; undo?: boolean; reason?: string },
): Promise<void> {
  const report = await (await memory()).revoke(session, { dryRun, undo, ...(reason !== undefined && { reason }) });
  out.data(report);
  for (const line of t.revoked(report)) out.line(line);
}
