import { describe, expect, it } from "vitest";
import { errorHints } from "../../src/distill/error-hints.ts";

describe("the words that tell an error from others", () => {
  it.each([
    ["Error: Cannot find module *", ["cannot", "error", "find", "module"]],
    ["오류: 모듈을 찾을 수 없습니다: *", ["모듈", "없습니다", "오류"]],
    ["エラー：予約番号*は存在しません", ["エラー", "予約番号", "存在"]],
    ["モジュール「*」が見つかりません", ["モジュール"]],
    ["错误：找不到模块：*", ["找不到", "错误"]],
    ["找不到订单*，请检查订单号", ["找不到", "检查", "订单"]],
  ])("[D18] are found in %j, whether or not its language puts spaces between words", (error, hints) => {
    expect(errorHints(error, "npm test")).toEqual([...hints].sort());
  });

  it("[D19] hold nothing of a word with a masked value, nor the name of what failed", () => {
    expect(errorHints("Booking ./generated/*.js not found: status=* id:*", "get_booking")).toEqual(["found"]);
  });
});
