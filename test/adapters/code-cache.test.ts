import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// @ts-expect-error: plain JavaScript
import { bundle } from "../../scripts/bundle.mjs";

const folder = mkdtempSync(join(tmpdir(), "habitus-test-"));
const code = join(folder, "code");
const temporary = join(folder, "tmp");
const kept = join(temporary, `habitus-code-${process.getuid?.() ?? "user"}`);

beforeAll(async () => {
  mkdirSync(code);
  mkdirSync(temporary);
  const cache = await bundle(join(import.meta.dirname, "../../src/adapters/code-cache.ts"), join(folder, "cache"));
  const lines = Array.from({ length: 400 }, (_, n) => `function f${n}(x) { return x + ${n}; }`);
  writeFileSync(
    join(code, "big-AbCd_123.js"),
    `${lines.join("\n")}\nmodule.exports = f1(f2(f3(1))) + __filename.slice(-3);\n`,
  );
  writeFileSync(join(code, "main.cjs"), `require("node:process"); console.log(require("./big-AbCd_123.js"));\n`);
  writeFileSync(
    join(folder, "start.mjs"),
    `import { createRequire } from "node:module";
import { keepCompiled } from ${JSON.stringify(cache)};
keepCompiled(${JSON.stringify(code)});
createRequire(${JSON.stringify(join(code, "main.cjs"))})("./main.cjs");
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(): string {
  const env = { PATH: process.env.PATH, TMPDIR: temporary, TEMP: temporary };
  return execFileSync(process.execPath, [join(folder, "start.mjs")], { env, encoding: "utf8" }).trim();
}

describe("compiled code that is kept between starts", () => {
  const file = () => join(kept, readdirSync(kept)[0]!);

  it("lies in a folder of its owner alone, twice in a row, and gives the same", () => {
    expect(start()).toBe("7.js");
    const bytes = readFileSync(file());
    expect(bytes.subarray(0, bytes.length / 2).equals(bytes.subarray(bytes.length / 2))).toBe(true);
    // What is whole is used: nothing is written again.
    const before = bytes.length;
    expect(start()).toBe("7.js");
    expect(readFileSync(file()).length).toBe(before);
    expect(readdirSync(kept)).toHaveLength(1);
  });

  it.each([
    ["torn", (bytes: Buffer) => bytes.subarray(0, 1001)],
    ["empty", () => Buffer.alloc(0)],
    ["damaged in one place", (bytes: Buffer) => Buffer.from(bytes).fill(0x55, 600, 640)],
    ["of another V8", (bytes: Buffer) => twice(Buffer.from(bytes.subarray(0, bytes.length / 2)).fill(0x55, 0, 16))],
  ])("is made anew when it is %s", (_, spoil) => {
    start();
    const whole = readFileSync(file());
    writeFileSync(file(), spoil(whole));
    expect(start()).toBe("7.js");
    expect(readFileSync(file()).length).toBe(whole.length);
    expect(start()).toBe("7.js");
  });

  it.skipIf(process.getuid === undefined)("is neither used nor written where others could have put it", () => {
    start();
    writeFileSync(file(), "console.log('not ours')");
    chmodSync(kept, 0o777);
    expect(start()).toBe("7.js");
    expect(readFileSync(file(), "utf8")).toBe("console.log('not ours')");
    rmSync(kept, { recursive: true });
    writeFileSync(kept, "");
    expect(start()).toBe("7.js");
    rmSync(kept);
    expect(existsSync(kept)).toBe(false);
  });
});

function twice(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, bytes]);
}
