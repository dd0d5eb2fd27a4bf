import type { CliHost } from "../context.ts";

/** Is there a person at both ends? */
export function canAsk(host: CliHost): boolean {
  return Boolean(process.stdin.isTTY) && Boolean(host.stdout.isTTY);
}

/** @returns false also when the question is broken off */
export async function confirm(message: string): Promise<boolean> {
  const prompts = await import("@clack/prompts");
  const answer = await prompts.confirm({ message });
  return answer === true;
}

export interface Bar {
  update(share: number, message: string): void;
  end(): void;
}

const STEPS = 100;

/** A bar for a person; nothing where nobody looks. */
export async function startBar(host: CliHost, message: string): Promise<Bar> {
  if (!host.stderr.isTTY) return { update: () => undefined, end: () => undefined };
  const prompts = await import("@clack/prompts");
  const bar = prompts.progress({ max: STEPS, output: process.stderr });
  bar.start(message);
  let at = 0;
  return {
    update: (share, text) => {
      const now = Math.floor(Math.min(1, share) * STEPS);
      if (now > at) bar.advance(now - at, text);
      at = Math.max(at, now);
    },
    end: () => bar.stop(message),
  };
}
