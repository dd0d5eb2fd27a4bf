import { describe, expect, it } from "vitest";
import { answerText, exitClass, exitCode } from "../../src/alphabet/call-result.ts";

describe("the exit code of a call", () => {
  it("[O43] is read from where each host puts it", () => {
    expect(exitCode({ error: "Exit code 3\ncat: missing.txt: No such file or directory" })).toBe(3);
    expect(exitCode({ result: "Chunk ID: 3a\nWall time: 0.0 seconds\nProcess exited with code 3\nOutput:\nx" })).toBe(
      3,
    );
    expect(
      exitCode({ result: "<untrusted_context>\nOutput: x\nExit Code: 7\nProcess Group PGID: 1\n</untrusted_context>" }),
    ).toBe(7);
    expect(exitCode({ result: { exit_code: 0, aggregated_output: "ok" } })).toBe(0);
    expect(exitCode({ result: { output: "x", metadata: { exit: 2 } } })).toBe(2);
    expect(exitCode({ result: [{ type: "text", text: "Exit code 1\nx" }] })).toBe(1);
  });

  it("[O43] is unknown when nobody said it: neither a line of the program's own nor a status of something else counts", () => {
    expect(exitCode({ result: { stdout: "all good", stderr: "" } })).toBeUndefined();
    expect(exitCode({ result: "the docs say: Exit code 3 means trouble" })).toBeUndefined();
    expect(exitCode({ result: `${"x\n".repeat(1000)}Exit code 3\n${"x\n".repeat(1000)}` })).toBeUndefined();
    expect(exitCode({ result: { status: 200 } })).toBeUndefined();
    expect(exitCode({})).toBeUndefined();
  });

  it("is told apart by class", () => {
    expect([0, 1, 2, 124, 126, 127, 137, -1].map(exitClass)).toEqual([
      "ok",
      "failed",
      "misuse",
      "timeout",
      "not-executable",
      "not-found",
      "killed",
      "killed",
    ]);
  });
});

describe("the text of an answer", () => {
  it("joins what a program printed and what the host says of it, without saying it twice", () => {
    expect(answerText({ result: { stdout: "a", stderr: "b" } })).toBe("a\nb");
    expect(answerText({ result: "a", error: "a" })).toBe("a");
    expect(
      answerText({
        result: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
        error: "c",
      }),
    ).toBe("c\na\nb");
    expect(answerText({})).toBe("");
  });

  it("keeps head and tail of a long answer", () => {
    const text = answerText({ result: `head${"x".repeat(1_000_000)}tail` });
    expect(text.length).toBeLessThan(70_000);
    expect(text.startsWith("head") && text.endsWith("tail")).toBe(true);
  });

  it("survives an answer that is nested without end", () => {
    const loop: Record<string, unknown> = {};
    loop.content = [loop];
    expect(answerText({ result: loop as never })).toBe("");
  });
});
