// Does what a dying writer does, over and over: appends half of a line, without its end.
//   tear-lines FILE
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

const [file = ""] = process.argv.slice(2);
mkdirSync(dirname(file), { recursive: true });
process.stdin.once("data", () => {
  setInterval(() => appendFileSync(file, '{"v":1,"at":"2026-11-30T10:00:00.000Z","event":"pro'), 1);
});
