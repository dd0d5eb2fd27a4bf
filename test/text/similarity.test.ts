import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareTexts, namesIn, numbersIn, opposes, similarity } from "../../src/text/similarity.ts";

/** Rules and what turns each of them round, in four languages. */
const OPPOSITES: ReadonlyArray<readonly [string, string]> = [
  ["Always run the tests before a deploy", "Never run the tests before a deploy"],
  ["When a test fails, read the log", "When a test fails, do not read the log"],
  ["Run tests before deploy", "Run tests after deploy"],
  ["Enable the cache", "Disable the cache"],
  ["Lock the doors", "Unlock the doors"],
  ["Grep before Edit", "Edit before Grep"],
  ["배포 전에 테스트를 실행한다", "배포 전에 테스트를 실행하지 않는다"],
  ["배포 전에 테스트를 실행한다", "배포 후에 테스트를 실행한다"],
  ["강제 푸시 허용", "강제 푸시 금지"],
  ["テストを実行する", "テストを実行しない"],
  ["強制プッシュを使う", "強制プッシュは禁止"],
  ["デプロイ前にテストする", "テスト前にデプロイする"],
  ["部署前先跑测试", "部署前不要跑测试"],
  ["使用强制推送", "禁止强制推送"],
  ["用强制推送", "别用强制推送"],
  ["先测试再部署", "先部署再测试"],
];

const SAME: ReadonlyArray<readonly [string, string]> = [
  ["Run the tests before a deploy", "Run the tests before the deploy"],
  ["테스트를 배포 전에 실행", "테스트 배포 전에 실행"],
  ["デプロイ前にテストを実行する", "ﾃﾞﾌﾟﾛｲ前にテストを実行する。"],
  ["部署前先跑测试", "部署前先跑测试。"],
];

describe("compareTexts", () => {
  it("[T5] never calls opposite rules the same, in four languages", () => {
    for (const [a, b] of OPPOSITES) expect(compareTexts(a, b, 0.3).same, `${a} / ${b}`).toBe(false);
  });

  it("calls rewordings without a difference the same", () => {
    for (const [a, b] of SAME) expect(compareTexts(a, b), `${a} / ${b}`).toMatchObject({ same: true });
  });

  it("keeps texts apart that differ in a number or a name", () => {
    expect(
      compareTexts("Wait 5 seconds and then try the call again", "Wait 50 seconds and then try the call again"),
    ).toMatchObject({ apart: "numbers" });
    expect(
      compareTexts(
        "Take the price of the order from get_stock_info before the call",
        "Take the price of the order from get_stock_info2 before the call",
        0.5,
      ).same,
    ).toBe(false);
    expect(
      compareTexts("Use `a/b.ts` for the new helper function", "Use `a/c.ts` for the new helper function", 0.5),
    ).toMatchObject({ apart: "names" });
  });

  it("[T6] holds that empty never equals empty, and that two Korean words of two syllables stay two", () => {
    expect(compareTexts("", "").same).toBe(false);
    expect(compareTexts("👍", "👍").same).toBe(false);
    expect(compareTexts("배포", "배표").same).toBe(false);
  });

  it("is symmetric, and true of a text and itself when it has a token", () => {
    const words = fc.array(
      fc.constantFrom("run", "tests", "before", "deploy", "never", "not", "배포", "금지", "前", "テスト", "不要", "5"),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [a, b] = [left.join(" "), right.join(" ")];
        expect(compareTexts(a, b, 0.5).same).toBe(compareTexts(b, a, 0.5).same);
        expect(opposes(a, b)).toBe(opposes(b, a));
        expect(similarity(a, b)).toBe(similarity(b, a));
        expect(opposes(a, a)).toBe(false);
      }),
    );
  });
});

describe("opposes", () => {
  it("sees what turns a rule round", () => {
    for (const [a, b] of OPPOSITES) expect(opposes(a, b), `${a} / ${b}`).toBe(true);
  });

  it("sees none in rewordings, in obligations spelt as double negations, or in rules about other things", () => {
    for (const [a, b] of SAME) expect(opposes(a, b), `${a} / ${b}`).toBe(false);
    expect(
      opposes(
        "本番へのデプロイの前にすべてのテストを実行しなければならない",
        "本番へのデプロイの前にすべてのテストを実行する",
      ),
    ).toBe(false);
    expect(opposes("테스트를 실행하지 않으면 안 된다", "테스트를 실행한다")).toBe(false);
    expect(opposes("Book a flight to Oslo", "Never push to a shared branch")).toBe(false);
    expect(opposes("Before deploy, run tests", "Run tests before deploy")).toBe(false);
  });
});

describe("what is compared beside words", () => {
  it("finds numbers also inside names, without commas of thousands", () => {
    expect(numbersIn("TS2345 took 1,000 ms in v2.4.1")).toEqual(["1000", "2.4.1", "2345"]);
    expect(numbersIn("１２回")).toEqual(["12"]);
  });

  it("finds names that only code has", () => {
    expect(namesIn("Call place_order, startEngine and src/a.ts with --force. Then rest.")).toEqual([
      "--force",
      "place_order",
      "src/a.ts",
      "startengine",
    ]);
  });

  it("stays fast on long runs of the characters it looks for", () => {
    for (const unit of ["a.b", "_a", "a/", "--a", "not ", "前", "지 "]) {
      const text = unit.repeat(Math.ceil(50_000 / unit.length));
      expect(compareTexts(text, `${text} x`).similarity, unit).toBeGreaterThanOrEqual(0);
    }
  });
});
