// Bundles one TypeScript entry into a folder of plain JavaScript that Node 20 can run. For benches and for programs that
// tests start as their own processes; the package itself is built by tsdown.
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** Its main file loads its parts by a `require` of its own, which no bundler can follow. */
const ALIAS = {
  "jsonc-parser": fileURLToPath(new URL("../node_modules/jsonc-parser/lib/esm/main.js", import.meta.url)),
};

/**
 * @param {string} entry   path of a `.ts` file
 * @param {string} folder  where the bundle goes; created when missing
 * @returns {Promise<string>} path of the runnable file
 */
export async function bundle(entry, folder) {
  await mkdir(folder, { recursive: true });
  const name = basename(entry).replace(/\.[cm]?ts$/, "");
  const build = await rolldown({
    input: { [name]: entry },
    platform: "node",
    external: [/^@photostructure\//, /^vitest/],
    resolve: { alias: ALIAS },
    logLevel: "warn",
  });
  await build.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" });
  await build.close();
  return join(folder, `${name}.mjs`);
}
