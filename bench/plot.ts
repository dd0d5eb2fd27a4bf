/** A share with its interval, as one bar. */
export interface Bar {
  label: string;
  value: number;
  /** Ends of the 95 % interval, where there is one. */
  low?: number;
  high?: number;
}

const ROW = 26;
const LEFT = 230;
const WIDTH = 760;
const RIGHT = 70;

/**
 * Horizontal bars with whiskers, as an SVG text: enough to see what leads and whether intervals overlap.
 * @param max  value at the right end; default: the largest high or value
 */
export function barPlot(
  title: string,
  bars: readonly Bar[],
  max = Math.max(...bars.map((bar) => bar.high ?? bar.value), 1e-9),
): string {
  const height = 56 + bars.length * ROW;
  const x = (value: number) => LEFT + (Math.min(value, max) / max) * (WIDTH - LEFT - RIGHT);
  const rows = bars.map(({ label, value, low, high }, i) => {
    const y = 44 + i * ROW;
    const whisker =
      low === undefined || high === undefined
        ? ""
        : `<path d="M${x(low)} ${y + 9}H${x(high)}M${x(low)} ${y + 5}v8M${x(high)} ${y + 5}v8" stroke="#222" fill="none"/>`;
    return `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${escaped(label)}</text>
<rect x="${LEFT}" y="${y}" width="${(x(value) - LEFT).toFixed(1)}" height="18" fill="#5b8bb2"/>${whisker}
<text x="${Math.max(x(high ?? value), x(value)) + 6}" y="${y + 13}">${value.toPrecision(3)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<text x="12" y="24" font-size="15" font-weight="bold">${escaped(title)}</text>
${rows.join("\n")}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
