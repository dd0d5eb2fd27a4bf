import { describe, expect, it } from "vitest";
import { standingWordsIn } from "../../src/text/standing-words.ts";

const found = (text: string) => standingWordsIn(text).map(({ kind, text: said }) => [kind, said]);

describe("[T40] what a user wants to hold from now on is heard in four languages", () => {
  it.each([
    ["Never push to main directly.", "constraint", "Never push to main directly."],
    ["No, always run the linter before committing.", "constraint", "always run the linter before committing."],
    ["Looks good. From now on use tabs in this repository.", "constraint", "From now on use tabs in this repository."],
    ["Remember: the staging database is read-only.", "fact", "Remember: the staging database is read-only."],
    ["I prefer small commits.", "preference", "I prefer small commits."],
    ["앞으로는 커밋 메시지를 한국어로 써줘.", "constraint", "앞으로는 커밋 메시지를 한국어로 써줘."],
    ["절대 main에 바로 푸시하지 마.", "constraint", "절대 main에 바로 푸시하지 마."],
    ["기억해: 스테이징 DB는 읽기 전용이야.", "fact", "기억해: 스테이징 DB는 읽기 전용이야."],
    ["나는 짧은 함수를 선호해.", "preference", "나는 짧은 함수를 선호해."],
    ["今後はテストを先に書いてください。", "constraint", "今後はテストを先に書いてください。"],
    ["絶対に本番のデータを消さないで。", "constraint", "絶対に本番のデータを消さないで。"],
    ["ステージングは読み取り専用だと覚えておいて。", "fact", "ステージングは読み取り専用だと覚えておいて。"],
    ["短い関数の方が好きです。", "preference", "短い関数の方が好きです。"],
    ["以后都用 pnpm 安装依赖。", "constraint", "以后都用 pnpm 安装依赖。"],
    ["千万不要直接推送到 main。", "constraint", "千万不要直接推送到 main。"],
    ["记住：预发布数据库是只读的。", "fact", "记住:预发布数据库是只读的。"],
    ["我更喜欢短函数。", "preference", "我更喜欢短函数。"],
  ])("hears %j", (text, kind, said) => {
    expect(found(text)).toEqual([[kind, said]]);
  });

  it.each([
    "Why do you always run the tests twice?",
    "You never ran the tests, it seems.",
    "This time always pass --force.",
    "Fix the bug in the parser.",
    "The server always returns 500 when the list is empty",
    "```\nnever do this\n```",
    "> always like that",
    "왜 항상 두 번 실행해?",
    "이번에는 반드시 --force를 붙여줘.",
    "なぜいつも二回実行するの?",
    "今回は必ず --force を付けて。",
    "为什么每次都要运行两遍？",
    "这次一定要加 --force。",
    "버그를 고쳐줘.",
    "",
  ])("hears nothing lasting in %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("takes a long text for a task", () => {
    expect(found(`Never push to main. ${"word ".repeat(300)}`)).toEqual([]);
  });
});
