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
    "text/[^/]+",
    "model/[^/]+",
    "observe/scrub/[^/]+",
    "store/index-sync",
    "learn/(?:record|dreams|mute|confidence)",
    "learn/policy/(?:choose|prior)",
    "ports|errors|options|options/models",
    "adapters/(?:home|projects|project-registry|git-folder|node-[^/]+|open-index|sqlite-[^/]+|card-[^/]+|ledger|log-[^/]+|observation-log)",
    "adapters/(?:content-hash|disk-problem|id-order|index-record|lasting-notes|make-folder|memory-index|process-life|replace-file|system-(?:chance|clock)|uuid-ids)",
  ].join("|")})\\.ts$|/node_modules/(?:commander|picocolors|stemmer|uuidv7|@noble)/|/package\\.json$|no-child-process`,
);

// One folder of bundles without run-time dependencies: what the package needs is inside, so a call of the CLI reads a few
// files instead of hundreds (64 ms against 156 ms a start). `@photostructure/sqlite` stays outside: it is native and optional.
const shared = {
  format: "esm" as const,
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
    minify: true,
    dts: false,
    clean: true,
    plugins: [withoutChildProcess(), licences()],
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
