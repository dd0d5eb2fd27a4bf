import type { CliContext } from "../context.ts";

export async function statusCommand({ memory, out, t }: CliContext) {
  const status = await (await memory()).status();
  out.data(status);
  for (const line of t.status(status)) out.line(line);
  if (status.models) out.line(t.models(status.models));
  for (const problem of status.cards.broken) out.note(t.problem(problem));
}
