import { createReadStream } from "node:fs";
import { importFiles } from "../../src/observe/import-files.ts";
import { toObservations } from "../../src/observe/record.ts";

/** Imports one file the way `habitus import` does, keeps nothing, and says what it took. */
const path = process.argv[2] as string;
const open = () => createReadStream(path, { encoding: "utf8", highWaterMark: 1 << 18 });
const seen = { calls: 0, problems: 0, peakMb: 0 };
for await (const { item } of importFiles([{ path, open }])) {
  if ("problem" in item) seen.problems += 1;
  if (!("trajectory" in item)) continue;
  const lines = toObservations(item.trajectory, item.session, {
    scrub: (value) => value,
    at: "2026-01-01T00:00:00.000Z",
  });
  seen.calls += lines.filter(({ event }) => event === "tool_end").length;
}
seen.peakMb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify(seen));
