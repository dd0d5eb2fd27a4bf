import { MemoryError } from "../../../errors.ts";
import type { CliContext } from "../context.ts";

export async function outcomeCommand(
  { memory, out, t }: CliContext,
  [word = ""]: string[],
  options: { attempt?: string; reason?: string },
): Promise<number> {
  const opened = await memory();
  const report = await opened.record(options.attempt, {
    score: scoreOf(word),
    by: "user",
    reasons: options.reason === undefined ? [] : [options.reason],
  });
  out.data(report);
  out.line(t.outcomeRecorded(report));
  for (const { id, reason } of report.retired) out.line(t.retiredBecause(id, reason));
  for (const { id } of report.restored ?? []) out.line(`  ${t.restored(id)}`);
  return 0;
}

/** Words of all four languages mean the same everywhere: the person need not know which language the tool speaks. */
const WORDS: Readonly<Record<string, number>> = {
  good: 1,
  bad: 0,
  좋음: 1,
  나쁨: 0,
  良い: 1,
  悪い: 0,
  好: 1,
  坏: 0,
};

function scoreOf(word: string): number {
  const score = WORDS[word.toLowerCase()] ?? (word.trim() === "" ? Number.NaN : Number(word));
  if (!(score >= 0 && score <= 1)) {
    throw new MemoryError("INVALID_INPUT", `"${word}" is not an outcome`, "Say good, bad, or a number from 0 to 1.");
  }
  return score;
}
