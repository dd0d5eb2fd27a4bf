import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** End-to-end tests run the built CLI; this makes sure it is as new as its sources, once for all files. */
export default function setup(): void {
  const root = join(import.meta.dirname, "..", "..");
  const script = "import('./scripts/ensure.mjs').then((m) => m.ensureBuilt())";
  const { status } = spawnSync(process.execPath, ["-e", script], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("the build failed");
}
