import { describe, expect, it } from "vitest";
import { createOutput, harmless } from "../../src/serve/cli/output.ts";

const TITLE = "Ti\u001B]0;owned\u0007tle \u009B2J\rover";

function printed(isTTY: boolean, print: (out: ReturnType<typeof createOutput>) => void): string {
  let text = "";
  const sink = { isTTY, write: (more: string) => (text += more) };
  print(createOutput({ json: false, env: {}, stdout: sink, stderr: sink, nowMs: () => 0 }));
  return text;
}

describe("what is printed", () => {
  it("cannot steer a terminal, whatever a card or a file says", () => {
    for (const how of ["line", "note"] as const) {
      const text = printed(true, (out) => out[how](`${TITLE}\tafter`));
      expect(text).toBe("Ti\uFFFD]0;owned\uFFFDtle \uFFFD2J\uFFFDover\tafter\n");
    }
  });

  it("keeps its own colours", () => {
    expect(harmless("\u001B[1mbold\u001B[22m 한 日\n")).toBe("\u001B[1mbold\u001B[22m 한 日\n");
  });

  it("is what it is in a pipe or a file, so that it can be read back", () => {
    expect(printed(false, (out) => out.line(TITLE))).toBe(`${TITLE}\n`);
  });
});
