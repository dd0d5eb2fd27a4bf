// Packs, installs the tarball into an empty folder, and runs the loop there on Node 20, 22 and 24, without compiler, install
// script or network beyond npm's own. On Node 20 also without the optional SQLite.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, ROOT } from "./ensure.mjs";

ensureInstalled();
ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), "habitus-pack-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const npm = (args, cwd) => execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

npm(["pack", "--pack-destination", folder, "--loglevel=error"], ROOT);
const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
console.log(`${tarball}: ${Math.round(statSync(join(folder, tarball)).size / 1000)} kB`);

const empty = join(folder, "empty");
execFileSync("mkdir", [empty]);
writeFileSync(join(empty, "package.json"), '{"private": true, "type": "module"}\n');
npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", join(folder, tarball)], empty);
const installed = readdirSync(join(empty, "node_modules")).filter((name) => !name.startsWith("."));
if (installed.join() !== "habitus") throw new Error(`expected one package, found ${installed.join(", ")}`);
const manifest = JSON.parse(readFileSync(join(empty, "node_modules", "habitus", "package.json"), "utf8"));
for (const name of ["preinstall", "install", "postinstall"]) {
  if (manifest.scripts?.[name]) throw new Error(`the package has a script "${name}"`);
}
writeFileSync(
  join(empty, "use.js"),
  `import { openMemory } from "habitus";
// The frameworks are not installed here: the middlewares must load without them.
import { habitusMiddleware } from "habitus/ai-sdk";
import { habitusMiddleware as langchainMiddleware } from "habitus/langchain";
import { habitusNodes } from "habitus/langgraph";
const memory = await openMemory({ project: "used-as-a-library" });
const { cards } = await memory.list();
habitusMiddleware(memory);
langchainMiddleware(memory);
habitusNodes(memory);
await memory.close();
console.log(\`library: \${cards.length} cards\`);
`,
);

for (const major of [20, 22, 24]) {
  const own = Number(process.versions.node.split(".")[0]) === major;
  const node = own
    ? process.execPath
    : npm(["exec", "--yes", `--package=node@${major}`, "--", "node", "-p", "process.execPath"], folder).trim();
  const home = join(folder, `home-${major}`);
  const env = { PATH: process.env.PATH, HOME: home, HABITUS_HOME: home };
  const cli = join(empty, "node_modules", "habitus", "dist", "cli.js");
  const habitus = (...args) =>
    execFileSync(node, [cli, "--project", "packed", ...args], { cwd: empty, env, encoding: "utf8" });
  habitus("import", join(empty, "node_modules", "habitus", "data", "bfcl"));
  habitus("learn");
  const { cards } = JSON.parse(habitus("recall", "Buy 100 shares of AAPL at the current market price", "--json"));
  const { index } = JSON.parse(habitus("status", "--json"));
  if (cards.length === 0) throw new Error(`Node ${major}: no card came back`);
  const library = execFileSync(node, ["use.js"], { cwd: empty, env, encoding: "utf8" }).trim();
  console.log(
    `Node ${major}: ${cards.join(", ")}; index ${index.name}${index.note ? ` (${index.note})` : ""}; ${library}`,
  );
}
