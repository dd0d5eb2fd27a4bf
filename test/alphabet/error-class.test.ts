import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorClass } from "../../src/alphabet/error-class.ts";

const CASES: ReadonlyArray<[message: string, expected: string]> = [
  ["echo: cannot write to 'x.txt': No such file", "echo: cannot write to *: No such file"],
  ["Tweet with ID 10 not found.", "Tweet with ID * not found."],
  ["wc: Spring2023Draft: No such file or directory", "wc: *: No such file or directory"],
  ["wc: documents: No such file or directory", "wc: *: No such file or directory"],
  [
    "diff: temp/final_report.pdf or temp/previous_report.pdf: No such file or directory",
    "diff: * or *: No such file or directory",
  ],
  ["doors to close: driver, passenger, rear_left", "doors to close: *"],
  ["Error: read() got an unexpected keyword argument 'path'", "Error: read() got an unexpected keyword argument *"],
  ["Exit code 3\ncat: missing.txt: No such file or directory", "cat: *: No such file or directory"],
  ["<tool_use_error>Error: No such tool available: NoSuchTool</tool_use_error>", "Error: No such tool available: *"],
  [
    "src/a.ts(12,5): error TS2322: Type 'Invoice' is not assignable to type 'number'.",
    "*: error TS2322: Type * is not assignable to type *.",
  ],
  [
    "error[E0425]: cannot find value `total` in this scope\n --> src/main.rs:2:5\n  |\n2 |     total\n",
    "error[E0425]: cannot find value * in this scope",
  ],
  [
    "Traceback (most recent call last):\n  File \"/a/b.py\", line 3, in <module>\n    foo()\nModuleNotFoundError: No module named 'requests'",
    "ModuleNotFoundError: No module named *",
  ],
  [
    "\n FAIL  src/a.test.ts > cart > adds the second item\nAssertionError: expected 3 to be 4\n ❯ src/a.test.ts:5:13",
    "AssertionError: expected * to be *",
  ],
  ["FAILED tests/test_a.py::test_x - AssertionError: assert 3 == 4", "FAILED * AssertionError: assert * == *"],
  ["--- FAIL: TestPriceOfBread (0.00s)\n    bread_test.go:12: got 3, want 4", "--- FAIL *"],
  [
    'Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()"',
    "Exception in thread * NullPointerException: Cannot invoke *",
  ],
  ["bash: line 1: pnpm: command not found", "bash: line *: pnpm: command not found"],
  ["/bin/sh: 1: terraform: not found", "sh: *: terraform: not found"],
  ["Request failed with status code 429", "Request failed with status code 429"],
  ["Error: connect ECONNREFUSED 127.0.0.1:5432", "Error: connect ECONNREFUSED *"],
  ['{"error":{"message":"Card 1234 not registered"}}', "Card * not registered"],
  ["\u001b[31merror: failed to push some refs to 'git@host:me/x.git'\u001b[0m", "error: failed to push some refs to *"],
  ["make: *** [Makefile:12: deploy] Error 2", "make: * Error *"],
  ["파일 'a/b.txt'을(를) 찾을 수 없습니다", "파일 *을(를) 찾을 수 없습니다"],
  ["エラー: ファイル「設定.json」が見つかりません", "エラー: ファイル*が見つかりません"],
  ["错误：找不到文件 /home/x/配置.json，请检查", "错误：找不到文件 *，请检查"],
  ["Datei 'x.txt' wurde nicht gefunden", "Datei * wurde nicht gefunden"],
  ["can't open the users' file", "can't open the users' file"],
  ["", ""],
];

const LETTERS = [..."bdfghjklmnpqrtvwxz"];
/** A word that no message of a tool would hold by itself. */
const userWord = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 6, maxLength: 14 })
  .map((letters) => `q${letters.join("")}q`);

describe("the class of an error", () => {
  it.each(CASES)("[O40] of %j is %j", (message, expected) => {
    expect(errorClass(message)).toBe(expected);
  });

  it("[O40] holds no value of a user: neither quoted pieces nor paths, files, hosts, addresses or numbers", () => {
    const value = fc.oneof(
      userWord.map((word) => `'${word}'`),
      fc.tuple(userWord, userWord).map(([a, b]) => `"${a} ${b}"`),
      userWord.map((word) => `\`${word}()\``),
      userWord.map((word) => `「${word}」`),
      fc.tuple(userWord, userWord).map(([a, b]) => `/home/${a}/${b}.ts`),
      fc.tuple(userWord, userWord).map(([a, b]) => `C:\\${a}\\${b}`),
      fc.tuple(userWord, userWord).map(([a, b]) => `${a}/${b}`),
      userWord.map((word) => `${word}.py:12:3`),
      userWord.map((word) => `https://${word}.example/x?token=${word}`),
      userWord.map((word) => `${word}@${word}.org`),
      userWord.map((word) => `${word}_${word}`),
      userWord.map((word) => `${word}42`),
    );
    const sentence = fc.constantFrom(
      (v: string) => `cat: ${v}: No such file or directory`,
      (v: string) => `Error: cannot open ${v}`,
      (v: string) => `${v} was not found`,
      (v: string) => `TypeError: ${v} is not a function\n    at ${v} (${v}:1:2)`,
      (v: string) => `${v}을(를) 찾을 수 없습니다`,
      (v: string) => `エラー：${v} が見つかりません`,
      (v: string) => `无法打开 ${v}，请检查`,
    );
    fc.assert(
      fc.property(sentence, value, (say, text) => {
        expect(errorClass(say(text))).not.toMatch(/q[bdfghjklmnpqrtvwxz]{6,14}q/);
      }),
      { numRuns: 600, seed: 20261130 },
    );
  });

  it("[O41] is its own class, and at most 160 characters on one line, for any text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.constantFrom(
        "Error: ",
        "'",
        '"',
        "a/b",
        ": ",
        "\n",
        "*",
        " - ",
        "FAIL ",
        "x.y",
        "E   ",
        "status 404 ",
        "<",
        ">",
        "(1,2)",
        "a, b, c",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = errorClass(pieces.join(""));
        expect(once.length).toBeLessThanOrEqual(160);
        expect(once).not.toContain("\n");
        expect(errorClass(once)).toBe(once);
      }),
      { numRuns: 2000, seed: 8 },
    );
  });

  it("[O41] of a megabyte of anything is found in bounded work", () => {
    for (const unit of [
      "a",
      "'",
      "/",
      " ",
      "<",
      "\n",
      "a, ",
      "a: ",
      "a.",
      "a@",
      "* ",
      "error: a'b/c\n",
      "{",
      "\\",
      "http://",
    ]) {
      expect(errorClass(unit.repeat(Math.ceil(1_000_000 / unit.length))).length).toBeLessThanOrEqual(160);
    }
  });
});
