import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "habitus-test-"));
const program = join(folder, "write.mjs");
const LINES = 10_000;

beforeAll(async () => {
  const { bundle } = (await import(join(import.meta.dirname, "../../scripts/bundle.mjs"))) as {
    bundle(entry: string, folder: string): Promise<string>;
  };
  const sink = await bundle(join(import.meta.dirname, "../../src/serve/cli/sink.ts"), join(folder, "sink"));
  writeFileSync(
    program,
    `import { sinkOf } from ${JSON.stringify(sink)};
const [out, err] = [sinkOf("stdout"), sinkOf("stderr")];
err.write(\`\${out.isTTY === true}\\n\`);
for (let n = 0; n < ${LINES}; n += 1) out.write(\`\${n} 줄 행 行\\n\`);
err.write("done\\n");
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ALL = Array.from({ length: LINES }, (_, n) => `${n} 줄 행 行\n`).join("");

describe("what a command prints", () => {
  it("arrives whole in a file", () => {
    const path = join(folder, "out.txt");
    const { status } = spawnSync("sh", ["-c", `"${process.execPath}" "${program}" > "${path}"`]);
    expect(status).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(ALL);
  });

  it("arrives whole with a reader that takes its time", async () => {
    const child = spawn(process.execPath, [program]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe(ALL);
  });

  it("arrives whole through a pipe that refuses to wait", () => {
    // Whoever shares the pipe decides for all whether writing waits: here Node, which makes its own end refuse.
    const holder = `process.stdout._handle.setBlocking?.(false);
      const child = require("node:child_process").spawn(process.execPath, [${JSON.stringify(program)}], { stdio: ["ignore", 1, 2] });
      child.on("exit", (code) => { process.exitCode = code; });`;
    const shell = `"${process.execPath}" -e '${holder.replaceAll("'", "'\\''")}' | (sleep 0.3; cat)`;
    const { stdout, status } = spawnSync("sh", ["-c", shell], { encoding: "utf8", maxBuffer: 1 << 26 });
    expect(status).toBe(0);
    expect(stdout).toBe(ALL);
  });

  it("may go unread: that is no failure", () => {
    const shell = `("${process.execPath}" "${program}"; echo "ended $?" >&2) | head -1`;
    const { stdout, stderr } = spawnSync("sh", ["-c", shell], { encoding: "utf8" });
    expect(stdout).toBe("0 줄 행 行\n");
    expect(stderr).toContain("ended 0");
    expect(stderr).not.toContain("done");
  });
});
