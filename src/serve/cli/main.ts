#!/usr/bin/env node
import module from "node:module";

// Node 22.1 and newer keep the compiled bundle, so that the next start need not compile it; Node 20 has no such call.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const { runCli } = await import("./run.ts");
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: () => process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
});
