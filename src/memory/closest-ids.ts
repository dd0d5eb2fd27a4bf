/** Ids that look like this one, the likest first, at most three: what somebody may have meant. */
export function closestIds(id: string, ids: readonly string[]): string[] {
  return ids
    .map((other) => ({ other, shared: sharedPairs(id, other) }))
    .filter(({ shared }) => shared > 0.3)
    .sort((a, b) => b.shared - a.shared || (a.other < b.other ? -1 : 1))
    .slice(0, 3)
    .map(({ other }) => other);
}

/** Share of two-character pieces that two ids have in common, 0..1 (Dice). */
function sharedPairs(a: string, b: string): number {
  const pairs = (text: string) => new Set([...text].slice(1).map((char, i) => [...text][i] + char));
  const [left, right] = [pairs(a), pairs(b)];
  if (left.size + right.size === 0) return 0;
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size);
}
