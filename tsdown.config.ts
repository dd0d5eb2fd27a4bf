import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";

/** Modules that a cold `recall` runs, and nothing that they do not import: else the files would wait for each other. */
const START = new RegExp(
  `/src/(?:${[
    "serve/cli/(?:run|usage|output|fail|language|messages/load)",
    "open-memory",
    "memory",
    "memory/(?:coalesce|handed-over|recall-run|refresh-index|slots|stale-note|with-global|held-back)",
    "recall/[^/]+",
    "text/(?!corrections|standing-words)[^/]+",
    "model/[^/]+",
    "observe/scrub/[^/]+",
    "store/index-sync",
    "learn/(?:record|dreams|mute|confidence)",
    "learn/policy/(?:choose|prior)",
    "ports|errors|options|options/models",
    "adapters/(?:home|projects|project-registry|git-folder|node-[^/]+|open-index|sqlite-[^/]+|card-[^/]+|ledger|log-[^/]+|observation-log)",
    "adapters/(?:content-hash|disk-problem|id-order|index-record|lasting-notes|make-folder|memory-index|process-life|replace-file|system-(?:chance|clock)|uuid-ids)",
  ].join(
    "|",
  )})\\.ts$|/node_modules/(?:commander|picocolors|stemmer|uuidv7|@noble)/|/package\\.json$|no-child-process|rolldown.runtime`,
);

// One folder of bundles without run-time dependencies: what the package needs is inside, so a call of the CLI reads a few
// files instead of hundreds (64 ms against 156 ms a start). They are CommonJS, which Node starts sooner than modules and, from
// Node 20 on, without compiling it anew each time; `import` finds a small module with the same names beside each entry. `@photostructure/sqlite` stays outside:
// it is native and optional.
const shared = {
  platform: "node" as const,
  target: "node20.19",
  fixedExtension: false,
  // `ai` is a peer of the middleware, whose types name it, and bundled where habitus itself asks models.
  deps: { neverBundle: ["@photostructure/sqlite"], alwaysBundle: ["ai"] },
  // Its main file loads its parts by a `require` of its own, which no bundler can follow.
  alias: { "jsonc-parser": fileURLToPath(new URL("node_modules/jsonc-parser/lib/esm/main.js", import.meta.url)) },
};

export default defineConfig([
  {
    ...shared,
    entry: {
      index: "src/index.ts",
      cli: "src/serve/cli/main.ts",
      "simulate-worker": "src/adapters/simulate-worker.ts",
      "ai-sdk": "src/middleware/ai-sdk.ts",
      langchain: "src/middleware/langchain.ts",
      langgraph: "src/middleware/langgraph.ts",
      http: "src/serve/http/index.ts",
      client: "src/serve/http/client.ts",
    },
    format: "cjs" as const,
    minify: true,
    dts: false,
    clean: true,
    plugins: [withoutChildProcess(), withoutLookAtStdout(), licences(), modules(), inAscii()],
    // Nothing of a chunk is kept only because an entry might have offered it: the entries say themselves what they export.
    inputOptions: { preserveEntrySignatures: "allow-extension" },
    outExtensions: () => ({ js: ".js" }),
    outputOptions: {
      // What every start needs is one file: resolving a dozen small ones costs more than reading them.
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: "start", test: START }] },
    },
  },
  {
    ...shared,
    entry: {
      index: "src/index.ts",
      "ai-sdk": "src/middleware/ai-sdk.ts",
      langchain: "src/middleware/langchain.ts",
      langgraph: "src/middleware/langgraph.ts",
      http: "src/serve/http/index.ts",
      client: "src/serve/http/client.ts",
    },
    // Types of a framework are the user's own: a copy would not fit them.
    deps: { neverBundle: ["@photostructure/sqlite", "ai", "langchain", /^@langchain\//] },
    format: "esm" as const,
    fixedExtension: true,
    dts: { emitDtsOnly: true },
    clean: false,
  },
]);

/** commander asks for child processes to run commands that are files of their own; here none is, and the module costs 5 ms a start. */
function withoutChildProcess() {
  const empty = "\0no-child-process";
  return {
    name: "without-child-process",
    resolveId: (source: string, importer: string | undefined) =>
      source === "node:child_process" && importer?.includes("/commander/") ? empty : null,
    load: (id: string) => (id === empty ? "export default {};" : null),
  };
}

/** Beside each entry for libraries, `name.mjs` with the same exports; and a note that the other files are CommonJS. */
function modules() {
  return {
    name: "modules",
    generateBundle(
      this: { emitFile(file: object): void },
      _: unknown,
      bundle: Record<string, { isEntry?: boolean; name?: string; fileName: string; exports?: string[] }>,
    ) {
      for (const { isEntry, name, fileName, exports = [] } of Object.values(bundle)) {
        if (!isEntry || exports.length === 0) continue;
        const source = `import all from "./${fileName}";\nexport const { ${exports.join(", ")} } = all;\n`;
        this.emitFile({ type: "asset", fileName: `${name}.mjs`, source });
      }
      this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
    },
  };
}

/** Bundles are ASCII: Node takes that as it is, and makes characters of twice the size of a file with anything else in it. */
function inAscii() {
  return {
    name: "in-ascii",
    generateBundle(_: unknown, bundle: Record<string, { name?: string; code?: string }>) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.code === undefined) continue;
        // Behind a backslash, or where the source itself is asked for, an escape would mean something else.
        if (/\\[^\0-\x7f]|\.raw`[^`]*[^\0-\x7f`]/.test(chunk.code)) {
          if (chunk.name === "start") throw new Error("the start bundle cannot be written in ASCII");
          continue;
        }
        chunk.code = chunk.code.replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
      }
    },
  };
}

/** picocolors looks whether stdout is a terminal, to which Node's streams are loaded; here it is always told whether to colour. */
function withoutLookAtStdout() {
  return {
    name: "without-look-at-stdout",
    transform: (code: string, id: string) =>
      /node_modules\/picocolors\//.test(id.replaceAll("\\", "/")) ? code.replace("process || {}", "{}") : undefined,
  };
}

/** Writes the licence of every library inside the bundles beside them. */
function licences() {
  return {
    name: "licences",
    generateBundle(this: { emitFile(file: object): void }, _: unknown, bundle: Record<string, { modules?: object }>) {
      const ids = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
      const folders = new Set(
        ids.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll("\\", "/"))?.[0]),
      );
      const texts = [...folders]
        .filter((folder) => folder !== undefined)
        .sort()
        .map(licenceOf);
      if (texts.length > 0)
        this.emitFile({ type: "asset", fileName: "THIRD-PARTY.txt", source: `${texts.join(`\n${"-".repeat(80)}\n`)}` });
    },
  };
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file && existsSync(join(folder, file))
      ? readFileSync(join(folder, file), "utf8").trim()
      : "(its package holds no licence text)";
  return `${name} ${version}, ${license}\n\n${text}\n`;
}
