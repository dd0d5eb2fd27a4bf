import type { Shape } from "./shape.ts";
import { PLATFORM_SHAPES } from "./shapes-platform.ts";
import { SERVICE_SHAPES } from "./shapes-service.ts";
import type { Span } from "./span.ts";
import { isPlaceholder, looksMade } from "./value.ts";

export const SHAPES: readonly Shape[] = [...PLATFORM_SHAPES, ...SERVICE_SHAPES];

interface Start {
  text: string;
  kind: string;
  /** Made when a text first holds the beginning. */
  rest(): RegExp;
}

/** Starts by their first two characters; one-character starts stand in every row of that first character. */
const BY_TWO: ReadonlyArray<readonly Start[] | undefined> = startTable(SHAPES);

/** A run this long without a space is no sentence; after this many vain tries in it the rest of the run is passed over. */
const LONG_RUN = 4096;
const VAIN_TRIES = 64;

/**
 * Tries the shapes at places where no letter or digit stands before. Keeps count of vain tries in endless runs, so that
 * a text made of nothing but beginnings costs no more than its length.
 */
export class ShapeFinder {
  private readonly text: string;
  private runEnd = 0;
  private vain = 0;
  /** Where a token that was read and turned down ends, by its beginning: it is not read again from its middle. */
  private readonly turnedDown = new Map<string, number>();

  constructor(text: string) {
    this.text = text;
  }

  /** @returns the secret that begins exactly at `at` */
  at(at: number): Span | undefined {
    const { text } = this;
    const first = text.charCodeAt(at);
    const second = text.charCodeAt(at + 1);
    if (first > 127 || !(second < 128)) return undefined;
    const starts = BY_TWO[first * 128 + second];
    if (!starts) return undefined;
    if (at < this.runEnd && this.vain > VAIN_TRIES && this.runEnd - at > LONG_RUN) return undefined;
    for (const start of starts) {
      if (!text.startsWith(start.text, at) || at < (this.turnedDown.get(start.text) ?? 0)) continue;
      const from = at + start.text.length;
      const rest = start.rest();
      rest.lastIndex = from;
      if (!rest.test(text)) {
        this.countVain(at);
        continue;
      }
      const end = trimEnd(text, rest.lastIndex);
      const body = text.slice(from, end);
      if (isPlaceholder(body) || !looksMade(body)) {
        this.turnedDown.set(start.text, end);
        continue;
      }
      return { start: at, end, kind: start.kind, rule: `shape:${start.text}` };
    }
    return undefined;
  }

  private countVain(at: number): void {
    if (at >= this.runEnd) {
      let end = at;
      while (end < this.text.length && isTokenChar(this.text.charCodeAt(end))) end++;
      this.runEnd = end;
      this.vain = 0;
    }
    this.vain++;
  }
}

/** A full stop that ends the sentence is not part of the token. */
function trimEnd(text: string, end: number): number {
  let last = end;
  while (last > 0 && (text[last - 1] === "." || text[last - 1] === "-")) last--;
  return last;
}

/** Everything that a `rest` can match, and a little more: printable ASCII without quotes, brackets, comma, semicolon, bar. */
const TOKEN_CHARS = Uint8Array.from({ length: 128 }, (_, code) =>
  code > 32 && code < 127 && !"\"'`()[]{}<>,;|\\".includes(String.fromCharCode(code)) ? 1 : 0,
);

function isTokenChar(code: number): boolean {
  return code < 128 && TOKEN_CHARS[code] === 1;
}

function startTable(shapes: readonly Shape[]): Array<readonly Start[] | undefined> {
  const table: Start[][] = [];
  for (const shape of shapes) {
    let made: RegExp | undefined;
    const rest = () => {
      made ??= new RegExp(shape.rest, "y");
      return made;
    };
    for (const text of shape.starts) {
      const start = { text, kind: shape.kind, rest };
      const row = text.charCodeAt(0) * 128;
      if (text.length > 1) put(row + text.charCodeAt(1), start);
      else for (let second = 0; second < 128; second++) put(row + second, start);
    }
  }
  return table;

  function put(index: number, start: Start): void {
    const list = table[index];
    if (list) list.push(start);
    else table[index] = [start];
  }
}
