export interface Speed {
  name: string;
  megabytes: number;
  /** Median of several runs. */
  msPerMegabyte: number;
}

/** Time to scrub each text once, after two runs to warm up. */
export function measureSpeed(
  scrubber: { scrubText(text: string): string },
  texts: ReadonlyArray<{ name: string; text: string }>,
): Speed[] {
  return texts.map(({ name, text }) => {
    const megabytes = Buffer.byteLength(text, "utf8") / 1e6;
    const times: number[] = [];
    for (let run = 0; run < 7; run++) {
      const before = performance.now();
      scrubber.scrubText(text);
      if (run > 1) times.push(performance.now() - before);
    }
    times.sort((a, b) => a - b);
    return { name, megabytes, msPerMegabyte: (times[times.length >> 1] as number) / megabytes };
  });
}
