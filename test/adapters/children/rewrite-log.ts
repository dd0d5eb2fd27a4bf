// Rewrites a log once and stops for good at a moment of that, which it tells on stdout.
//   rewrite-log FOLDER FILE MOMENT
import { writeSync } from "node:fs";
import { join } from "node:path";
import { rewriteLog } from "../../../src/adapters/log-rewrite.ts";

const [folder = "", file = "", moment = ""] = process.argv.slice(2);

process.stdin.once("data", async () => {
  await rewriteLog(join(folder, file), (line) => line.replaceAll("secret", "[purged]"), {
    append: async () => undefined,
    at: async (now) => {
      if (now !== moment) return;
      writeSync(1, "stopped\n");
      await new Promise(() => setInterval(() => undefined, 1000));
    },
  });
  process.exit(0);
});
