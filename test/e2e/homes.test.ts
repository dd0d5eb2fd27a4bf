import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, sandbox } from "./habitus.ts";

/** Homes that cannot be a folder, each made below `base`; what the CLI must say of it. */
const HOMES: Readonly<Record<string, (base: string) => [home: string, says: string]>> = {
  "a file": (base) => {
    writeFileSync(join(base, "file"), "");
    return [join(base, "file"), "is not a folder"];
  },
  "below a file": (base) => {
    writeFileSync(join(base, "file"), "");
    return [join(base, "file", "home"), "which is not a folder"];
  },
  "a link to nowhere": (base) => {
    symlinkSync(join(base, "nowhere"), join(base, "link"));
    return [join(base, "link"), "is a link to"];
  },
  "a link to itself": (base) => {
    symlinkSync(join(base, "loop"), join(base, "loop"));
    return [join(base, "loop"), "leads back to itself"];
  },
  "a name that is too long": (base) => [join(base, "a".repeat(300)), "too long"],
  "a relative path": () => ["memory", "Give the whole path"],
  ...(existsSync("/proc/self") && {
    "below /proc": () => ["/proc/habitus", "no folder can be made below /proc"] as [string, string],
    "a device": () => ["/dev/null", "is not a folder"] as [string, string],
  }),
};

describe("[C6] a home that cannot be a folder", () => {
  for (const [name, make] of Object.entries(HOMES)) {
    it(`such as ${name}, is named by the CLI with the way out, and a hook says nothing and ends with 0`, () => {
      const { cwd, env } = sandbox();
      const [home, says] = make(cwd);
      const call = (words: string[], input = "") => {
        // Whatever hangs is ended and has no status.
        const options = { cwd, env: { ...env, HABITUS_HOME: home }, input, encoding: "utf8", timeout: 60_000 } as const;
        const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], options);
        return { status, stdout, stderr };
      };
      const before = readdirSync(cwd);
      for (const words of [["status"], ["create", "a.b", "--trigger", "x"]]) {
        const { status, stderr } = call(words);
        expect([words, status, stderr]).toEqual([words, 2, expect.stringContaining(says)]);
        expect(stderr).toContain("HABITUS_HOME=");
      }
      const payload = { session_id: "s-1", cwd, hook_event_name: "UserPromptSubmit", prompt: "Say hello" };
      expect(call(["hook"], JSON.stringify(payload))).toEqual({ status: 0, stdout: "", stderr: "" });
      expect(readdirSync(cwd)).toEqual(before);
    });
  }
});
