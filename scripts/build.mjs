// Builds `dist/`: two bundles and the licences of what is inside them.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, ROOT, run } from "./ensure.mjs";

ensureInstalled();
run(process.execPath, [join(ROOT, "node_modules", "tsdown", "dist", "run.mjs"), "--log-level", "error"]);
chmodSync(join(ROOT, "dist", "cli.js"), 0o755);
