import { describe, expect, it } from "vitest";
import { parseStructured, readResult } from "../../src/observe/result.ts";

describe("a tool's answer", () => {
  it.each<[string, unknown, object]>([
    ["text", "None", { result: "None", outcome: "ok" }],
    ["a JSON object in text", '{"a": 1}', { result: { a: 1 }, outcome: "ok" }],
    ["a JSON array in text", " [1, 2]\n", { result: [1, 2], outcome: "ok" }],
    ["a Python list in text", "['RMS', 'SBK']", { result: ["RMS", "SBK"], outcome: "ok" }],
    ["a Python tuple in text", "(1, 'a')", { result: [1, "a"], outcome: "ok" }],
    ["a Python dict in text", "{'a': None}", { result: { a: null }, outcome: "ok" }],
    ["text in brackets that is neither", "[see above]", { result: "[see above]", outcome: "ok" }],
    ["a number in parentheses", "(12)", { result: "(12)", outcome: "ok" }],
    ["JSON text of a number", "12", { result: "12", outcome: "ok" }],
    [
      "text that begins with Error",
      "Error: no such user",
      { result: "Error: no such user", outcome: "error", error: "Error: no such user" },
    ],
    ["text that only begins like it", "Errors: 0", { result: "Errors: 0", outcome: "ok" }],
    ...[
      "오류: 예약이 없습니다",
      "エラー：予約が見つかりません",
      "错误：订单不存在",
      "失败（E404）：找不到",
      "실패 [403]: 권한 없음",
    ].map((text): [string, unknown, object] => [text, text, { result: text, outcome: "error", error: text }]),
    ...["오류 없음", "エラーなし", "错误代码列表", "失败的订单：3", "エラー件数：0"].map(
      (text): [string, unknown, object] => [text, text, { result: text, outcome: "ok" }],
    ),
    [
      "an object with an error",
      '{"error": "no file"}',
      { result: { error: "no file" }, outcome: "error", error: "no file" },
    ],
    ["an object with an empty error", '{"error": "", "a": 1}', { result: { error: "", a: 1 }, outcome: "ok" }],
    ["an object whose error is a flag", '{"error": false}', { result: { error: false }, outcome: "ok" }],
    [
      "an exit code",
      { exit_code: 2, stderr: "bad flag" },
      { result: { exit_code: 2, stderr: "bad flag" }, outcome: "error", error: "bad flag" },
    ],
    [
      "exit code 0",
      { exit_code: 0, stderr: "warning" },
      { result: { exit_code: 0, stderr: "warning" }, outcome: "ok" },
    ],
    [
      "an MCP error",
      { isError: true, content: [] },
      { result: { isError: true, content: [] }, outcome: "error", error: "failed" },
    ],
    ["nothing", undefined, { outcome: "unknown" }],
  ])("%s", (_, answer, expected) => {
    expect(readResult(answer)).toEqual(expected);
  });

  it("that is nested too deep stays text", () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    expect(parseStructured(deep)).toBe(deep);
  });
});
