import type { Memory } from "../../memory.ts";
import { loadWhyMessages } from "../cli/messages/why/load.ts";

/** What the card rests on, how handing it over went, and who decided what: in words and as data. */
export async function whyCard(
  memory: Memory,
  id: string,
): Promise<{ text: string; data: { id: string; report: Record<string, unknown> } }> {
  const report = await memory.why(id);
  const { experience } = await memory.show(id);
  const t = await loadWhyMessages("en");
  const evidence = experience.body.split("\n").filter((line) => /^- \d{4}-\d\d-\d\d/.test(line));
  const text = [
    `${id}: ${report.title}`,
    ...t.why(report),
    ...(report.placed ? [t.placed(report.placed)] : []),
    ...evidence,
  ].join("\n");
  return { text, data: { id, report: { ...report } } };
}
