import { describe, expect, it } from "vitest";
import { type OutputVerdict, readOutput } from "../../../src/observe/signals/check-output.ts";

const OUTPUTS: ReadonlyArray<[output: string, verdict: OutputVerdict]> = [
  [" Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 40 passed (42)\n", "failed"],
  [" Test Files  3 passed (3)\n      Tests  42 passed (42)\n", "passed"],
  ["Tests:       1 failed, 41 passed, 42 total", "failed"],
  ["Tests:       42 passed, 42 total", "passed"],
  ["==== 3 failed, 9 passed in 1.2s ====", "failed"],
  ["==== 12 passed, 1 skipped, 2 warnings in 1.2s ====", "passed"],
  ["test result: ok. 12 passed; 0 failed; 0 ignored", "passed"],
  ["test result: FAILED. 2 passed; 1 failed; 0 ignored", "failed"],
  ["ok  \texample.com/app/cart\t0.2s", "passed"],
  ["--- FAIL: TestTotal (0.00s)\nFAIL\nFAIL\texample.com/app/cart\t0.2s", "failed"],
  ["ok  \texample.com/app/a\t0.2s\n?   \texample.com/app/cmd\t[no test files]", "passed"],
  ["[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS", "passed"],
  ["[ERROR] Tests run: 12, Failures: 1, Errors: 0\n[INFO] BUILD FAILURE", "failed"],
  ["12 examples, 0 failures", "passed"],
  ["12 examples, 2 failures", "failed"],
  ["OK (12 tests, 30 assertions)", "passed"],
  ["Ran 12 tests in 0.1s\n\nOK", "passed"],
  ["Ran 12 tests in 0.1s\n\nFAILED (failures=1)", "failed"],
  ["  12 passing (1s)\n  2 failing", "failed"],
  ["# tests 3\n# pass 3\n# fail 0", "passed"],
  ["not ok 1 - adds\n# fail 1", "failed"],
  ["테스트 12개 통과, 0개 실패", "passed"],
  ["통과: 10, 실패: 2", "failed"],
  ["12件成功、1件失敗", "failed"],
  ["成功: 12 失敗: 0", "passed"],
  ["12 个测试全部通过", "passed"],
  ["通过 10，失败 2", "failed"],
  ["No test files found, exiting with code 0", "none"],
  ["collected 0 items\n\n=== no tests ran in 0.01s ===", "none"],
  ["running 0 tests\n\ntest result: ok. 0 passed; 0 failed", "none"],
  ["?   \texample.com/app\t[no test files]", "none"],
  ["", "silent"],
  ["done\n", "silent"],
  ["src/a.ts(1,2): error TS2322: no", "failed"],
  ["stderr: Error: boom (expected)\n 12 passed (12)", "passed"],
  ["\u001b[31m2 failed\u001b[0m | 3 passed", "failed"],
  ["10% 1 failed\r100% 12 passed\n", "passed"],
];

describe("the output of a check", () => {
  it.each(OUTPUTS)("[O50] %j says %s", (output, verdict) => {
    expect(readOutput(output).verdict).toBe(verdict);
  });

  it("is read in bounded work", () => {
    for (const unit of ["1 failed ", "failed: ", "\r", "ok ", "실패", "1 "]) readOutput(unit.repeat(100_000));
  });
});
