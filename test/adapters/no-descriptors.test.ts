import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createNodeObservationLog } from "../../src/adapters/node-observation-log.ts";
import { readAll } from "../conformance/observation-log.ts";
import { scratchFolder } from "../conformance/scratch.ts";

const linux = process.platform === "linux" ? it : it.skip;

linux(
  "[S33] a process without a file descriptor says so, begins nothing anew, and gives back what it held",
  async () => {
    const { bundle } = (await import(join(import.meta.dirname, "../../scripts/bundle.mjs"))) as {
      bundle(entry: string, folder: string): Promise<string>;
    };
    const program = await bundle(join(import.meta.dirname, "children", "starve.ts"), scratchFolder());
    const folder = scratchFolder();
    const environment = { ...process.env };
    delete environment.NODE_EXTRA_CA_CERTS;
    const script = `ulimit -n 64 && exec "${process.execPath}" "${program}" "${folder}"`;
    const { stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8", env: environment });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      mark: "EMFILE",
      load: "STORE_BUSY",
      save: "STORE_BUSY",
      registry: "STORE_BUSY",
      append: "STORE_BUSY",
      card: "STORE_BUSY",
      lock: "STORE_BUSY",
      identified: true,
      release: "undefined",
      again: "fine",
      start: expect.stringMatching(/^\d+$/),
      state: { cursor: 1 },
    });
    const { lines, problems } = await readAll(createNodeObservationLog(join(folder, "observations")));
    expect([lines.map(({ value }) => value.call), problems]).toEqual([["after"], []]);
    expect(readFileSync(join(folder, "experiences", "a.md"), "utf8")).toBe("after");
    const left = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(left.filter((path) => path.includes("/.") || path.startsWith("."))).toEqual([]);
  },
);
