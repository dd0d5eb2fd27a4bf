/**
 * A first sieve over words by their last three characters, one look-up a word. It never rejects a word of its list; what
 * else passes costs a closer look, not a mistake.
 */
export class TailTable {
  private readonly cells = new Uint8Array(32_768);

  /** @param words  case does not matter; a word of two letters passes behind any other letters: `db_pw`, `smtpPw` */
  constructor(words: Iterable<string>) {
    for (const word of words) {
      const code = (back: number): number => (word.length < back ? 0 : word.charCodeAt(word.length - back));
      if (word.length > 2) this.cells[cellOf(code(3), code(2), code(1))] = 1;
      else for (let third = 0; third < 32; third++) this.cells[cellOf(third, code(2), code(1))] = 1;
    }
  }

  /** @returns false when no word of the list ends like `text[start, end)`, which has two characters at least */
  mayEnd(text: string, start: number, end: number): boolean {
    const third = end - start > 2 ? text.charCodeAt(end - 3) : 0;
    return this.cells[cellOf(third, text.charCodeAt(end - 2), text.charCodeAt(end - 1))] === 1;
  }
}

/** Five bits a character fold the case of letters. */
function cellOf(third: number, second: number, last: number): number {
  return ((third & 31) << 10) | ((second & 31) << 5) | (last & 31);
}
