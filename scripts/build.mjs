// Builds `dist/`: the bundles, the licences of what is inside them, and the plugin for hosts.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, ROOT, run } from "./ensure.mjs";
import { buildPlugin } from "./plugin.mjs";

ensureInstalled();
run(process.execPath, [join(ROOT, "node_modules", "tsdown", "dist", "run.mjs"), "--log-level", "error"]);
chmodSync(join(ROOT, "dist", "cli.js"), 0o755);

// Files that wait for each other would fail at the first start, so the first start is here.
run(process.execPath, [join(ROOT, "dist", "cli.js"), "--version"], { stdio: ["ignore", "ignore", "inherit"] });
run(process.execPath, [
  "--input-type=module",
  "-e",
  `await import(${JSON.stringify(pathToFileURL(join(ROOT, "dist", "index.mjs")).href)})`,
]);

buildPlugin(ROOT);
