// Makes a fresh clone runnable: installs what is missing, builds what is older than its sources. Uses Node and npm only.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit", ...options });
  if (error) throw error;
  if (status !== 0) {
    console.error(`${command} ${args.join(" ")}: ended with ${signal ?? status}`);
    process.exit(status ?? 1);
  }
}

/** Installs when there is no `node_modules`, or when the lock file changed since it was filled. */
export function ensureInstalled() {
  const filled = join(ROOT, "node_modules", ".package-lock.json");
  if (existsSync(filled) && statSync(filled).mtimeMs >= statSync(join(ROOT, "package-lock.json")).mtimeMs) return;
  console.error("Installing what habitus is built with (once) …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    shell: process.platform === "win32",
    stdio: ["ignore", 2, 2],
  });
}

export function ensureBuilt() {
  const built = join(ROOT, "dist", "cli.js");
  const newest = Math.max(
    ...["src", "plugin", "package.json", "tsdown.config.ts"].map((name) => newestIn(join(ROOT, name))),
  );
  const whole = existsSync(built) && existsSync(join(ROOT, "dist", "plugin", "bin", "cli.js"));
  if (whole && statSync(built).mtimeMs >= newest) return;
  run(process.execPath, [join(ROOT, "scripts", "build.mjs")], { stdio: ["ignore", 2, 2] });
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
