/** What is left of a secret in a text: the whole of it, or of 16 characters and more a run of 12 (CORPORA: must_hide). */
export function leftOver(text: string, secret: string): string | undefined {
  if (text.includes(secret)) return secret;
  if (secret.length < 16) return undefined;
  for (let at = 0; at + 12 <= secret.length; at++) {
    const run = secret.slice(at, at + 12);
    if (text.includes(run)) return run;
  }
  return undefined;
}

/** Wilson's 95 % interval of a share. */
export function wilson(hits: number, all: number): { low: number; high: number } {
  if (all === 0) return { low: 0, high: 1 };
  const z = 1.959964;
  const share = hits / all;
  const middle = share + (z * z) / (2 * all);
  const half = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const scale = 1 + (z * z) / all;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}
