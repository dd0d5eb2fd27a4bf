import type { Memory } from "../../memory.ts";

/** What the card rests on and what happened to it, in words and as data. */
export async function whyCard(
  memory: Memory,
  id: string,
): Promise<{ text: string; data: { id: string; report: Record<string, unknown> } }> {
  const { experience } = await memory.show(id);
  const log = await memory.log(id);
  const { body, ...card } = experience;
  const events = log.slice(-20).map((row) => {
    const { v: _v, ...rest } = row;
    return rest as Record<string, unknown>;
  });
  const lines = [
    `${id}: ${experience.title}`,
    `${experience.status}, ${experience.tier}, confidence ${experience.confidence}; handed over ${experience.freq} times, ended well ${experience.utility} times`,
    ...body.split("\n").filter((line) => /^- \d{4}-/.test(line)),
    ...events.map(({ at, type, ...rest }) => `${at} ${type} ${JSON.stringify(rest)}`),
  ];
  return { text: lines.join("\n"), data: { id, report: { card, events } } };
}
