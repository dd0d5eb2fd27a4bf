// Appends long observations and tells on stdout, one id a line, which of them were acknowledged.
//   append-lines FOLDER NAME COUNT          COUNT 0: until it is killed
import { writeSync } from "node:fs";
import { createNodeObservationLog } from "../../../src/adapters/node-observation-log.ts";

const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const log = createNodeObservationLog(folder);
const most = Number(count) || Number.POSITIVE_INFINITY;

process.stdin.once("data", async () => {
  for (let n = 0; n < most; n += 1) {
    // 10 to 100 kB, full of what a careless writer would not escape.
    const kilobytes = 10 + ((n * 37 + name.length * 11) % 91);
    const input = `"\\ ${name}-${n} 배포\n`.repeat((kilobytes * 1000) / 24);
    await log.append([{ v: 1, at: "2026-11-30T10:00:00.000Z", event: "prompt", call: `${name}-${n}`, input }]);
    writeSync(1, `${name}-${n}\n`);
  }
  process.exit(0);
});
