#!/usr/bin/env node
import module from "node:module";

// Node 22.1 and newer keep the compiled bundle, so that the next start need not compile it; Node 20 has no such call.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();

// Whoever reads our answer may stop reading: `habitus list | head -1` is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

const { runCli } = await import("./run.ts");
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: currentFolder,
  stdout: process.stdout,
  stderr: process.stderr,
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
