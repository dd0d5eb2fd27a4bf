import type { CliContext } from "../context.ts";
import { loadWhyMessages } from "../messages/why/load.ts";

export async function whyCommand({ memory, out, lang }: CliContext, [id]: string[]): Promise<void> {
  const report = await (await memory()).why(id!);
  out.data(report);
  const t = await loadWhyMessages(lang);
  out.line(`${out.colors.bold(report.id)}  ${report.title}`);
  for (const line of t.why(report)) out.line(line);
  if (report.placed) out.line(t.placed(report.placed));
}
