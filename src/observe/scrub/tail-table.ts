/** A text this short is looked at word by word: making the table would cost more than it saves. UTF-16 units; a guess. */
const SHORT_TEXT = 1_000;

/**
 * A first sieve over words by their last three characters, one look-up a word. It never rejects a word of its list; what
 * else passes costs a closer look, not a mistake.
 */
export class TailTable {
  private cells: Uint8Array | undefined;
  private readonly words: () => Iterable<string>;

  /** @param words  asked for once; case does not matter; a word of two letters passes behind any other letters: `db_pw`, `smtpPw` */
  constructor(words: () => Iterable<string>) {
    this.words = words;
  }

  /** @returns false when no word of the list ends like `text[start, end)`, which has two characters at least */
  mayEnd(text: string, start: number, end: number): boolean {
    if (this.cells === undefined) {
      if (text.length < SHORT_TEXT) return true;
      this.cells = tableOf(this.words());
    }
    const third = end - start > 2 ? text.charCodeAt(end - 3) : 0;
    return this.cells[cellOf(third, text.charCodeAt(end - 2), text.charCodeAt(end - 1))] === 1;
  }
}

function tableOf(words: Iterable<string>): Uint8Array {
  const cells = new Uint8Array(32_768);
  for (const word of words) {
    const [third, second, last] = [3, 2, 1].map((back) =>
      word.length < back ? 0 : word.charCodeAt(word.length - back),
    );
    if (word.length > 2) cells[cellOf(third!, second!, last!)] = 1;
    else for (let any = 0; any < 32; any++) cells[cellOf(any, second!, last!)] = 1;
  }
  return cells;
}

/** Five bits a character fold the case of letters. */
function cellOf(third: number, second: number, last: number): number {
  return ((third & 31) << 10) | ((second & 31) << 5) | (last & 31);
}
