export interface Line {
  name: string;
  /** One value per step; the x axis counts them from 0. */
  values: readonly number[];
}

export interface LinePlot {
  title: string;
  xLabel: string;
  yLabel: string;
  lines: readonly Line[];
  /** A vertical mark with its words. */
  mark?: { at: number; label: string };
  /** Ends of the y axis; default: 0 or the least value, and the greatest. */
  yRange?: readonly [number, number];
}

const WIDTH = 720;
const HEIGHT = 380;
const LEFT = 56;
const RIGHT = 160;
const TOP = 40;
const BOTTOM = 48;
const INNER_WIDTH = WIDTH - LEFT - RIGHT;
const INNER_HEIGHT = HEIGHT - TOP - BOTTOM;

/** Okabe and Ito's colours, which stay apart for colour-blind readers. */
const COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#777777"] as const;
/** What tells lines apart once the colours are used up. */
const DASHES = ["", "6 3", "2 3"] as const;

/**
 * Draws lines over steps as a standalone SVG text, light background included, so that it reads in a dark page too.
 *
 * By hand, because it is one kind of plot: libraries that draw this need a browser's DOM or a canvas, or weigh more than all of habitus.
 */
export function linePlot(plot: LinePlot): string {
  const steps = Math.max(...plot.lines.map((line) => line.values.length));
  const all = plot.lines.flatMap((line) => line.values);
  const [low, high] = plot.yRange ?? [Math.min(0, ...all), Math.max(...all)];
  const yTicks = ticks(low, high);
  const bottom = Math.min(low, yTicks[0]!);
  const top = Math.max(high, yTicks.at(-1)!);
  const x = (step: number) => LEFT + (INNER_WIDTH * step) / Math.max(1, steps - 1);
  const y = (value: number) => TOP + INNER_HEIGHT * (1 - (value - bottom) / (top - bottom || 1));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${escapeXml(plot.title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(LEFT, 22, plot.title, 'font-size="15" font-weight="600"'),
    ...yTicks.flatMap((value) => [
      `<line x1="${LEFT}" x2="${LEFT + INNER_WIDTH}" y1="${px(y(value))}" y2="${px(y(value))}" stroke="#e4e4e4"/>`,
      text(LEFT - 8, y(value) + 4, short(value), 'text-anchor="end"'),
    ]),
    ...ticks(0, steps - 1)
      .filter((step) => step <= steps - 1)
      .map((step) => text(x(step), TOP + INNER_HEIGHT + 18, short(step), 'text-anchor="middle"')),
    text(LEFT + INNER_WIDTH / 2, HEIGHT - 10, plot.xLabel, 'text-anchor="middle"'),
    text(0, 0, plot.yLabel, `text-anchor="middle" transform="translate(16 ${px(TOP + INNER_HEIGHT / 2)}) rotate(-90)"`),
    ...(plot.mark ? [markAt(x(plot.mark.at), plot.mark.label)] : []),
    ...plot.lines.map((line, i) => drawn(line, styleOf(i), x, y)),
    ...namesBeside(plot.lines, y),
    "</svg>",
    "",
  ].join("\n");
}

/** Means over a sliding window that ends at each step; shorter at the start. */
export function smooth(values: readonly number[], window: number): number[] {
  return values.map((_, end) => {
    const part = values.slice(Math.max(0, end - window + 1), end + 1);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

function styleOf(i: number): { colour: string; dash: string } {
  return { colour: COLOURS[i % COLOURS.length]!, dash: DASHES[Math.floor(i / COLOURS.length) % DASHES.length]! };
}

function drawn(
  line: Line,
  { colour, dash }: ReturnType<typeof styleOf>,
  x: (step: number) => number,
  y: (value: number) => number,
) {
  const points = line.values.map((value, step) => `${px(x(step))},${px(y(value))}`).join(" ");
  const dashes = dash ? ` stroke-dasharray="${dash}"` : "";
  return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.8"${dashes}/>`;
}

const NAME_HEIGHT = 15;

/** Each name stands where its line ends, pushed apart where lines end together. */
function namesBeside(lines: readonly Line[], y: (value: number) => number): string[] {
  const places = lines.map((line, i) => ({ line, i, at: y(line.values.at(-1)!) })).sort((a, b) => a.at - b.at);
  for (let n = 1; n < places.length; n++) places[n]!.at = Math.max(places[n]!.at, places[n - 1]!.at + NAME_HEIGHT);
  const overflow = Math.max(0, (places.at(-1)?.at ?? 0) - (TOP + INNER_HEIGHT));
  const edge = LEFT + INNER_WIDTH;
  return places.map(({ line, i, at }) => {
    const { colour, dash } = styleOf(i);
    const dashes = dash ? ` stroke-dasharray="${dash}"` : "";
    const height = px(at - overflow);
    return (
      `<line x1="${edge + 8}" x2="${edge + 28}" y1="${height}" y2="${height}" stroke="${colour}" stroke-width="2"${dashes}/>` +
      text(edge + 33, at - overflow + 4, line.name, "")
    );
  });
}

function markAt(at: number, label: string): string {
  return (
    `<line x1="${px(at)}" x2="${px(at)}" y1="${TOP}" y2="${TOP + INNER_HEIGHT}" stroke="#555" stroke-dasharray="3 3"/>` +
    text(at + 5, TOP + 12, label, 'fill="#555"')
  );
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${px(x)}" y="${px(y)}" ${attributes}>${escapeXml(content)}</text>`;
}

/** Four to eight round values that cover the range. */
function ticks(low: number, high: number): number[] {
  const span = high - low || 1;
  const rough = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 5, 10].map((factor) => factor * rough).find((size) => span / size <= 8)!;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escapeXml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
