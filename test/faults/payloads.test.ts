import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { takeHookEvent } from "../../src/adapters/hook-intake.ts";
import { MAX_OBSERVATION_BYTES, type Observation } from "../../src/model/observation.ts";

/** A8 and O6 at the door: payloads of any size and content, as a command hook gets them and as a tool call gets them. */

let home: string;
let cwd: string;

beforeEach(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-payloads-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  home = join(base, "home");
  cwd = join(base, "app");
  mkdirSync(cwd);
});

function recorded(): { lines: Buffer[]; observations: Observation[] } {
  const folder = join(home, "projects");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /observations.*\.jsonl$/.test(path),
  );
  const bytes = Buffer.concat(files.map((path) => readFileSync(join(folder, path))));
  const lines = bytes
    .toString("latin1")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => Buffer.from(line, "latin1"));
  return { lines, observations: lines.map((line) => JSON.parse(line.toString("utf8"))) };
}

const MIB = 1 << 20;
const CONTENTS: Record<string, string> = {
  "nothing at all": "",
  "one byte less than 1 MiB": "a".repeat(MIB - 1),
  "1 MiB": "b".repeat(MIB),
  "one byte more than 1 MiB": "c".repeat(MIB + 1),
  "20 MB": "0123456789 배포\n".repeat(1_200_000),
  "an image in base64": `data:image/png;base64,${Buffer.alloc(300_000, 0x89).toString("base64")}`,
  "halves of pairs": `\ud83d before ${"x\udc00".repeat(50_000)} after \ud83d`,
};

describe("a payload of any size keeps its identity and comes out as valid Unicode", () => {
  for (const [what, text] of Object.entries(CONTENTS)) {
    for (const form of ["command", "tool call"] as const) {
      it(`${what}, by ${form}`, async () => {
        const input = { command: text };
        const payload = {
          hook_event_name: "PostToolUse",
          session_id: "s-1",
          cwd,
          tool_name: "Bash",
          tool_use_id: "c-1",
          tool_input: form === "command" ? input : JSON.stringify(input),
          tool_response: form === "command" ? { stdout: text, stderr: "" } : text,
          ...(form === "tool call" && { agent_id: "", duration_ms: "12" }),
        };
        await takeHookEvent(home, JSON.stringify(payload), { env: {} }, Date.now());
        const { lines, observations } = recorded();
        expect(observations).toMatchObject([
          { event: "tool_end", session: "s-1", call: "c-1", tool: "Bash", input: { command: expect.any(String) } },
        ]);
        expect(lines[0]!.length).toBeLessThan(MAX_OBSERVATION_BYTES);
        expect(JSON.stringify(observations[0])).not.toMatch(/\\ud[89a-f]/i);
        expect(observations[0]?.agent).toBeUndefined();
        if (form === "tool call") expect(observations[0]?.ms).toBe(12);
      });
    }
  }

  it("and none at all is dropped with its reason", async () => {
    await takeHookEvent(home, "", { env: {} }, Date.now());
    const notices = readdirSync(join(home, "notices")).map((name) => readFileSync(join(home, "notices", name), "utf8"));
    expect(notices.join()).toContain("the payload is not JSON");
  });
});

describe("48 recorders at once", () => {
  it("lose, tear and merge no line", async () => {
    const { bundle } = (await import(join(import.meta.dirname, "../../scripts/bundle.mjs"))) as {
      bundle(entry: string, folder: string): Promise<string>;
    };
    const program = await bundle(
      join(import.meta.dirname, "../adapters/children/take-hooks.ts"),
      join(home, "..", "bundle"),
    );
    const environment = { ...process.env };
    delete environment.NODE_EXTRA_CA_CERTS;
    const recorders = Array.from({ length: 48 }, (_, n) =>
      spawn(process.execPath, [program, home, cwd, `s${n}`, "6"], {
        stdio: ["pipe", "ignore", "inherit"],
        env: environment,
      }),
    );
    const codes = recorders.map((child) => new Promise((resolve) => child.on("close", resolve)));
    for (const { stdin } of recorders) stdin?.write("go\n");
    expect(new Set(await Promise.all(codes))).toEqual(new Set([0]));
    const calls = recorded().observations.map(({ call }) => call);
    const expected = recorders.flatMap((_, n) => Array.from({ length: 6 }, (_, k) => `s${n}-${k}`));
    expect(calls.sort()).toEqual(expected.sort());
  });
});
