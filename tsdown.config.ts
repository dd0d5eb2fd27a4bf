import { defineConfig } from "tsdown";

// Two bundles without run-time dependencies: what the package needs is inside it, so a hook or a CLI call reads one file
// instead of hundreds (64 ms against 156 ms a start). `@photostructure/sqlite` stays outside: it is native and optional.
const shared = {
  format: "esm" as const,
  platform: "node" as const,
  target: "node20.19",
  fixedExtension: false,
  external: ["@photostructure/sqlite"],
};

export default defineConfig([
  { ...shared, entry: { index: "src/index.ts" }, dts: true, clean: true },
  { ...shared, entry: { cli: "src/serve/cli/main.ts" }, minify: true, dts: false, clean: false },
]);
