// `npm test`: installs what is missing, builds, and runs every check that a change must pass.
// `npm test -- PATTERN` runs only the tests whose path matches.
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, ROOT, run } from "./ensure.mjs";

// Reading extra certificates costs 56 ms at each Node start, and the tests start thousands; nothing here uses the network.
delete process.env.NODE_EXTRA_CA_CERTS;
ensureInstalled();
ensureBuilt();
const bin = (name) => join(ROOT, "node_modules", ".bin", name);
const patterns = process.argv.slice(2);
if (patterns.length === 0) {
  run(bin("tsc"), ["-p", "."]);
  run(bin("biome"), ["check", "--error-on-warnings"]);
}
if (patterns.length === 0) run(process.execPath, [join(ROOT, "scripts", "docs.mjs"), "--check"]);
run(bin("vitest"), ["run", ...patterns]);
