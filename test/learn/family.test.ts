import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { familyOf } from "../../src/learn/family.ts";
import { NO_FAMILY } from "../../src/learn/policy/attempt-row.ts";

describe("the family of a task that nobody named", () => {
  it.each([
    ["trading", "Buy 100 shares of AAPL", "애플 주식 100주를 사 줘", "アップルの株を100株買って", "买入100股苹果股票"],
    [
      "travel",
      "Book a flight to Seoul",
      "서울행 항공권을 예약해 줘",
      "ソウル行きのフライトを予約して",
      "预订去首尔的机票",
    ],
    ["tests", "The tests fail on CI", "테스트가 실패한다", "テストが落ちる", "测试没有通过"],
    ["sign-in", "Add a login button later", "로그인이 안 된다", "ログインできない", "登录失败"],
    ["database", "Write the SQL for it", "데이터베이스를 옮긴다", "データベースを移す", "把数据库迁移过去"],
  ])("is %s in four languages", (family, ...tasks) => {
    // The interface comes before the sign-in where both are named: the order of the list decides, always alike.
    for (const task of tasks) expect([task, [family, "interface"].includes(familyOf(task, []))]).toEqual([task, true]);
  });

  it("is the server of most tools where the words do not say what it is about, else what is asked for", () => {
    expect(familyOf("do the usual", ["mcp__github__create_issue", "mcp__github__list"])).toBe("github");
    expect(familyOf("do the usual", ["jira/create", "jira/list", "Read"])).toBe("jira");
    expect(familyOf("do the usual", ["Read", "Edit", "mcp__github__list"])).toBe(NO_FAMILY);
    expect(familyOf("Fix it", ["Read"])).toBe("fix");
    expect(familyOf("고쳐 줘", [])).toBe("fix");
    expect(familyOf("直して", [])).toBe("fix");
    expect(familyOf("修复一下", [])).toBe("fix");
    expect(familyOf("hm", [])).toBe(NO_FAMILY);
  });

  it("[L28] is the same for the same task, whatever else is pasted behind it, and whatever the text", () => {
    const log = "x".repeat(700);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.array(fc.string()), (task, tools) => {
        const family = familyOf(task, tools);
        expect(familyOf(task, [...tools].reverse())).toBe(family);
        expect(familyOf(task.toUpperCase(), tools)).toBe(familyOf(task.toUpperCase().toLowerCase(), tools));
        expect(familyOf(`${task}\n${log} stock flight database`, tools)).toBe(familyOf(`${task}\n${log}`, tools));
      }),
    );
  });

  it("does not take a word for another that begins alike in the middle of a word", () => {
    expect(familyOf("Discard the latest", [])).not.toBe("tests");
    expect(familyOf("scary", [])).not.toBe("vehicle");
  });
});
