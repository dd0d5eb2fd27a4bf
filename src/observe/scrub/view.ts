/**
 * A text as it reads after one layer of writing is taken off: JSON escapes, percent signs, HTML entities. Secrets are looked
 * for in every view and hidden in the text itself, so that no layer is rewritten that holds none.
 */
export interface View {
  text: string;
  /** Stretches of the view that read differently from the layer above, with some room on both sides; in order, apart. */
  windows: ReadonlyArray<{ from: number; to: number }>;
  /** Maps an offset of the view to one of the text it was made from; the end of a view maps to the end of that text. */
  origin(at: number): number;
}

/** Layers of escapes that are taken off, one after the other. JSON in JSON in JSON has three; the rest is reserve. */
const MAX_LAYERS = 8;

/** How far from an escape its meaning reaches: a key name and the start of its line before, a sign and a quote after. */
const REACH = 256;

/** All views of a text, the text itself first. Each maps straight to the text. */
export function viewsOf(text: string): View[] {
  const views: View[] = [{ text, windows: [{ from: 0, to: text.length }], origin: (at) => at }];
  for (const decode of [decodeEscapes, decodePercent, decodeEntities]) {
    let view = views[0] as View;
    for (let layer = 0; layer < MAX_LAYERS; layer++) {
      const next = decode(view.text);
      if (!next) break;
      const outer = view;
      view = { text: next.text, windows: next.windows, origin: (at) => outer.origin(next.origin(at)) };
      views.push(view);
    }
  }
  return views;
}

/** Builds a view from pieces, keeping only the places where view and text drift apart. */
class ViewBuilder {
  private readonly source: string;
  private readonly pieces: string[] = [];
  private readonly viewAt: number[] = [0];
  private readonly sourceAt: number[] = [0];
  private length = 0;
  private done = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Copies the source up to `from`, then writes `text` for `source[from, to)`. */
  replace(from: number, to: number, text: string): void {
    this.pieces.push(this.source.slice(this.done, from), text);
    this.length += from - this.done + text.length;
    this.done = to;
    this.viewAt.push(this.length);
    this.sourceAt.push(to);
  }

  finish(): View | undefined {
    if (this.viewAt.length === 1) return undefined;
    this.pieces.push(this.source.slice(this.done));
    const { viewAt, sourceAt } = this;
    const text = this.pieces.join("");
    return { text, windows: windowsAround(viewAt, text.length), origin: (at) => originOf(viewAt, sourceAt, at) };
  }
}

function windowsAround(places: readonly number[], length: number): Array<{ from: number; to: number }> {
  const windows: Array<{ from: number; to: number }> = [];
  for (const place of places.slice(1)) {
    const from = Math.max(0, place - REACH);
    const to = Math.min(length, place + REACH);
    const last = windows[windows.length - 1];
    if (last && from <= last.to) last.to = to;
    else windows.push({ from, to });
  }
  return windows;
}

function originOf(viewAt: readonly number[], sourceAt: readonly number[], at: number): number {
  let low = 0;
  let high = viewAt.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((viewAt[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  const origin = (sourceAt[low] as number) + at - (viewAt[low] as number);
  // Inside what one escape became, such as the second half of a pair: the escape begins where the one before it ended.
  return low + 1 < sourceAt.length ? Math.min(origin, sourceAt[low + 1] as number) : origin;
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  "`": "`",
};

/** JSON's escapes, which JavaScript, Python and most logs share. A backslash before anything else stays. */
function decodeEscapes(text: string): View | undefined {
  let at = text.indexOf("\\");
  if (at < 0) return undefined;
  const builder = new ViewBuilder(text);
  while (at >= 0) {
    const next = text[at + 1] ?? "";
    const simple = SIMPLE[next];
    const code = next === "u" ? hexAt(text, at + 2, 4) : next === "x" ? hexAt(text, at + 2, 2) : undefined;
    let end = at + 1;
    if (simple !== undefined) {
      end = at + 2;
      builder.replace(at, end, simple);
    } else if (code !== undefined) {
      end = at + (next === "u" ? 6 : 4);
      builder.replace(at, end, String.fromCharCode(code));
    }
    at = text.indexOf("\\", end);
  }
  return builder.finish();
}

function hexAt(text: string, at: number, digits: number): number | undefined {
  const hex = text.slice(at, at + digits);
  return hex.length === digits && /^[0-9A-Fa-f]+$/.test(hex) ? Number.parseInt(hex, 16) : undefined;
}

/** Percent-encoding, UTF-8 sequences included. Only texts that hold an encoded sign or quote are worth the look. */
function decodePercent(text: string): View | undefined {
  if (!/%(?:3[AaDd]|2[2567]|0[AaDd]|[C-Fc-f][0-9A-Fa-f]%)/.test(text)) return undefined;
  const builder = new ViewBuilder(text);
  const runs = /(?:%[0-9A-Fa-f]{2}){1,1024}/g;
  for (const match of text.matchAll(runs)) decodeRun(builder, text, match.index, match.index + match[0].length);
  return builder.finish();
}

function decodeRun(builder: ViewBuilder, text: string, from: number, to: number): void {
  let at = from;
  while (at < to) {
    const lead = hexAt(text, at + 1, 2) ?? 0;
    const bytes = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const end = at + 3 * Math.max(1, bytes);
    if (bytes > 0 && end <= to) {
      try {
        builder.replace(at, end, decodeURIComponent(text.slice(at, end)));
      } catch {
        // Not UTF-8: these characters stay as they are written.
      }
    }
    at = end;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#34;": '"',
  "&#x22;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&#x27;": "'",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&#61;": "=",
  "&#58;": ":",
};

function decodeEntities(text: string): View | undefined {
  if (!text.includes("&")) return undefined;
  const builder = new ViewBuilder(text);
  for (const match of text.matchAll(/&(?:quot|apos|amp|lt|gt|#34|#39|#61|#58|#x22|#x27);/g)) {
    builder.replace(match.index, match.index + match[0].length, ENTITIES[match[0]] ?? match[0]);
  }
  return builder.finish();
}
