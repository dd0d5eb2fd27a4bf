/**
 * What counts as relevant, defined without any likeness of texts and before any weight was chosen:
 *
 * - what a turn needs is the set of functions in its ground-truth calls;
 * - what a card is about is the set of functions that it names (or, where its author listed them, that list), and for a card made
 *   from a ground-truth trace the functions of that trace;
 * - the gain of a card for a turn is the F1 of the two sets, each function weighted by its IDF over the turns (`cd` says little,
 *   `retrieve_invoice` much); a card is relevant when its gain is at least 0.5;
 * - a card from the query's own scenario is taken out of the pool for that query.
 */
export const RELEVANT_AT = 0.5;

export type Weights = ReadonlyMap<string, number>;

/** log((N + 1) / (n + 1)) + 0.1 over the turns: no function weighs nothing. */
export function idfOfTools(turns: ReadonlyArray<ReadonlySet<string>>): Weights {
  const counts = new Map<string, number>();
  for (const tools of turns) for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  return new Map([...counts].map(([tool, n]) => [tool, Math.log((turns.length + 1) / (n + 1)) + 0.1]));
}

/** IDF-weighted F1 of two sets of functions, 0..1. A function that no turn needs weighs as much as the rarest. */
export function gainOf(card: ReadonlySet<string>, needed: ReadonlySet<string>, weights: Weights): number {
  const rarest = Math.max(...weights.values());
  const sum = (tools: Iterable<string>): number => {
    let total = 0;
    for (const tool of tools) total += weights.get(tool) ?? rarest;
    return total;
  };
  const common = sum([...card].filter((tool) => needed.has(tool)));
  return common === 0 ? 0 : (2 * common) / (sum(card) + sum(needed));
}

/**
 * Functions that a text names. A name that is also an English word (`find`, `sort`, `mean`) counts only where it is written as code:
 * in quotes or backticks, before a bracket, or before "function", "command", "tool".
 */
export function toolsNamedIn(text: string, functions: ReadonlySet<string>): Set<string> {
  const named = new Set<string>();
  for (const match of text.matchAll(/[A-Za-z_]+/g)) {
    const name = match[0];
    if (!functions.has(name)) continue;
    const before = text[match.index - 1] ?? "";
    const after = text.slice(match.index + name.length);
    const isPlainWord = /^[a-z]+$/.test(name);
    if (!isPlainWord || /['"`]/.test(before) || /^(?:\(|['"`]| (?:function|command|tool)\b)/.test(after))
      named.add(name);
  }
  return named;
}
