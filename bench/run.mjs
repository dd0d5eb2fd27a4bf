// `node bench/run.mjs NAME [options]` runs `bench/NAME.ts` (or `bench/NAME/main.ts`) on the Node at hand.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../scripts/bundle.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [name, ...options] = process.argv.slice(2);
const entry = [`${name}.ts`, `${name}/main.ts`].map((file) => join(here, file)).find((file) => existsSync(file));
if (!name || !entry) {
  const names = readdirSync(here, { recursive: true }).filter((file) => file.endsWith(".ts"));
  console.error(
    `usage: node bench/run.mjs NAME [options]\nnames:\n  ${names
      .map((n) => n.replace(/(\/main)?\.ts$/, ""))
      .sort()
      .join("\n  ")}`,
  );
  process.exit(2);
}
// Inside node_modules, so that what is left outside the bundle still resolves from it.
const folder = join(here, "..", "node_modules", ".cache", "habitus-bench", name.replaceAll("/", "-"));
const { status } = spawnSync(process.execPath, ["--enable-source-maps", await bundle(entry, folder), ...options], {
  stdio: "inherit",
  env: { ...process.env, HABITUS_REPO: join(here, "..") },
});
process.exit(status ?? 1);
