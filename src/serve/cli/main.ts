#!/usr/bin/env node
import { keepCompiled } from "../../adapters/code-cache.ts";
import { sinkOf } from "./sink.ts";

// Newer Nodes keep the compiled bundles by themselves, so that the next start need not compile them.
const { enableCompileCache } = process.getBuiltinModule("node:module") as { enableCompileCache?: () => unknown };
if (enableCompileCache) enableCompileCache();
else if (!process.env.NODE_DISABLE_COMPILE_CACHE) keepCompiled(import.meta.dirname);

void import("./run.ts").then(async ({ runCli }) => {
  process.exitCode = await runCli(process.argv.slice(2), {
    env: process.env,
    cwd: currentFolder,
    stdout: sinkOf("stdout"),
    stderr: sinkOf("stderr"),
  });
});

/** The folder may be gone; its name still tells whose memory it is. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    // Node says ENOENT where the shell still knows the name.
    return process.env.PWD ?? "/";
  }
}
