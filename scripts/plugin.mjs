// Builds `dist/plugin/`: the folder that Claude Code and Codex load. It holds its own copy of the bundles, because both hosts
// copy a plugin into a cache of theirs, where nothing around it exists.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Manifests that carry the package's version; a host copies the plugin anew when it changes. */
const VERSIONED = [join(".claude-plugin", "plugin.json"), join(".codex-plugin", "plugin.json")];

/** @param {string} root  the repository, with `dist/` built */
export function buildPlugin(root) {
  const to = join(root, "dist", "plugin");
  rmSync(to, { recursive: true, force: true });
  cpSync(join(root, "plugin"), to, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const path of VERSIONED) {
    const manifest = JSON.parse(readFileSync(join(to, path), "utf8"));
    writeFileSync(join(to, path), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  }
  const bin = join(to, "bin");
  mkdirSync(bin);
  for (const name of readdirSync(join(root, "dist"))) {
    if (name.endsWith(".js") || name === "THIRD-PARTY.txt") cpSync(join(root, "dist", name), join(bin, name));
  }
  writeFileSync(join(bin, "package.json"), `${JSON.stringify({ type: "commonjs", private: true })}\n`);
}
