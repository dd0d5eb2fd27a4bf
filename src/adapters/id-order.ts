/** Sorts in place. */
export function sortById<T extends { id: string }>(entries: T[]): T[] {
  // Without such characters, which ids hardly ever have, the order of strings is the same and ten times as fast.
  const isPlain = entries.every(({ id }) => !/[\ud800-\uffff]/.test(id));
  return entries.sort(isPlain ? (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) : (a, b) => compareIds(a.id, b.id));
}

/** Orders ids by code points, which is the order of their UTF-8 bytes: as SQLite does, unlike `<` on strings. */
export function compareIds(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Halves of characters beyond U+FFFF come after all whole ones. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
