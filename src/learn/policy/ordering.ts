/**
 * Orders cards so that those shown together stand close together, which keeps the rows of the matrix short.
 *
 * Reverse Cuthill–McKee: breadth first from a card with few companions, companions with few of their own first, the whole reversed.
 * Deterministic: ties go to the lower number.
 * @param companions  for each card the numbers of the cards it was shown with
 * @returns the cards' numbers in their new order
 */
export function orderByCompany(companions: ReadonlyArray<ReadonlySet<number>>): number[] {
  const byDegree = (a: number, b: number) => companions[a]!.size - companions[b]!.size || a - b;
  const starts = companions.map((_, card) => card).sort(byDegree);
  const visited = new Uint8Array(companions.length);
  const order: number[] = [];
  for (const start of starts) {
    if (visited[start]) continue;
    visited[start] = 1;
    order.push(start);
    for (let next = order.length - 1; next < order.length; next++) {
      const fresh = [...companions[order[next]!]!].filter((card) => !visited[card]).sort(byDegree);
      for (const card of fresh) visited[card] = 1;
      order.push(...fresh);
    }
  }
  return order.reverse();
}
