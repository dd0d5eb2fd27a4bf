import type { CliContext, CliHost } from "../context.ts";

/** Is there a person at both ends? */
export function canAsk(host: CliHost): boolean {
  return Boolean(process.stdin.isTTY) && Boolean(host.stdout.isTTY);
}

/**
 * @param unless  what Enter alone says; false for what cannot be taken back
 * @returns false also when the question is broken off
 */
export async function confirm({ t }: Pick<CliContext, "t">, message: string, unless = true): Promise<boolean> {
  const prompts = await promptsIn(t);
  const { yes, no } = t.answers;
  const answer = await prompts.confirm({ message, initialValue: unless, active: yes, inactive: no });
  return answer === true;
}

/** The library, speaking the person's language. */
async function promptsIn({ answers }: CliContext["t"]) {
  const prompts = await import("@clack/prompts");
  prompts.updateSettings({ messages: { cancel: answers.cancelled, error: answers.wrong } });
  return prompts;
}

export interface Bar {
  update(share: number, message: string): void;
  end(): void;
}

const STEPS = 100;
/** Columns that the sign before the bar and the longest text after it take ("Importing … 999.9 MB of 999.9 MB, 100 %..."). */
const BESIDE_BAR = 50;
/** Below this many columns only the share is said. */
const NARROW = BESIDE_BAR + 14;

/** A bar for a person; nothing where nobody looks. */
export async function startBar({ host, t }: Pick<CliContext, "host" | "t">, message: string): Promise<Bar> {
  if (!host.stderr.isTTY) return { update: () => undefined, end: () => undefined };
  const prompts = await promptsIn(t);
  // A line that wraps is not wiped before the next one is drawn, so bar and text must fit side by side.
  const columns = host.stderr.columns ?? 80;
  const size = Math.min(40, Math.max(10, columns - (columns < NARROW ? 20 : BESIDE_BAR)));
  const bar = prompts.progress({ max: STEPS, size, output: process.stderr });
  bar.start("");
  let at = 0;
  return {
    update: (share, text) => {
      const now = Math.floor(Math.min(1, share) * STEPS);
      if (now > at) bar.advance(now - at, columns < NARROW ? `${now} %` : text);
      at = Math.max(at, now);
    },
    end: () => bar.stop(message),
  };
}
