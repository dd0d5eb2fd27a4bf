export interface Speed {
  name: string;
  megabytes: number;
  /** Median of several runs. */
  msPerMegabyte: number;
}

/** Processor time to scrub each text once, after two runs to warm up: a busy machine does not slow it. */
export function measureSpeed(
  scrubber: { scrubText(text: string): string },
  texts: ReadonlyArray<{ name: string; text: string }>,
): Speed[] {
  return texts.map(({ name, text }) => {
    const megabytes = Buffer.byteLength(text, "utf8") / 1e6;
    const times: number[] = [];
    for (let run = 0; run < 7; run++) {
      const before = process.cpuUsage();
      scrubber.scrubText(text);
      const { user, system } = process.cpuUsage(before);
      if (run > 1) times.push((user + system) / 1000);
    }
    times.sort((a, b) => a - b);
    return { name, megabytes, msPerMegabyte: (times[times.length >> 1] as number) / megabytes };
  });
}
