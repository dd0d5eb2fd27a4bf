import type { RecallRequest } from "../../../memory/types.ts";
import type { CliContext } from "../context.ts";

export async function recallCommand(
  { memory, out, t, lang }: CliContext,
  words: string[],
  options: {
    limit?: number;
    maxTokens?: number;
    tools?: string[];
    explain?: boolean;
    rerank?: boolean;
    rewrite?: boolean;
    evidence?: boolean;
    key?: string;
    record?: boolean;
  },
): Promise<number> {
  const opened = await memory();
  const advice = await opened.recall(words.join(" "), {
    ...(options.limit !== undefined && { limit: options.limit }),
    ...(options.maxTokens !== undefined && { maxTokens: options.maxTokens }),
    ...(options.tools && { toolsAtHand: options.tools }),
    ...(options.rerank && { rerank: true }),
    ...(options.rewrite && { rewrite: true }),
    ...(options.evidence && { evidence: true }),
    // What is no key is refused by `recall`, which names those there are.
    ...(options.key !== undefined && { key: options.key as NonNullable<RecallRequest["key"]> }),
    record: options.record !== false,
  });
  out.data({ ...advice, cards: advice.cards.map((card) => card.id), ...(!options.explain && { explain: undefined }) });
  out.line(advice.text === "" ? t.nothingFits : advice.text);
  if (advice.text === "" && advice.explain.length === 0) out.note(t.nothingNear);
  if (options.explain && !out.json) {
    const { reasonsIn } = await import("../messages/reasons.ts");
    const { worthSaying } = await import("../messages/format.ts");
    const inWords = reasonsIn(lang);
    // Which cards are worth a line rests on the reason, so it is asked before the reason is put into words.
    const said = worthSaying(advice.explain).map(({ leftOut, ...each }) => ({
      ...each,
      ...(leftOut !== undefined && { leftOut: inWords(leftOut) as typeof leftOut }),
    }));
    for (const line of t.explain(said)) out.line(line);
  }
  for (const note of advice.notes ?? []) out.note(note);
  if (advice.unrecorded !== undefined) out.note(t.unrecorded(advice.unrecorded));
  else if (advice.cards.length > 0 && options.record !== false) out.note(t.handedOver(advice));
  return 0;
}
