import { describe, expect, it } from "vitest";
import { isFollowUp } from "../../src/observe/follow-up.ts";

describe("a prompt that only goes on with the work before it", () => {
  it.each([
    ["continue", "Yes, go on.", "ok, please continue", "keep going", "Proceed with it", "go ahead!", "do it"],
    ["계속", "응, 계속해 줘", "네 진행해 주세요", "좋아요, 그대로 진행해줘", "이어서 해 줘", "계속 진행"],
    ["続けて", "はい、続けてください", "そのまま進めて", "続きをお願いします", "続行して"],
    ["继续", "好的，继续吧", "请继续", "可以，接着做", "繼續下去"],
  ])("is no other task: %s", (...prompts) => {
    for (const user of prompts) expect(isFollowUp({ user }), user).toBe(true);
  });

  it.each([
    [
      "continue with the login page",
      "go on to the release notes",
      "keep going until all tests pass, then write the docs",
      "next",
    ],
    ["계속해서 로그인 화면을 만들어 줘", "결제 진행 화면을 만들어 줘", "다음 작업"],
    ["続けてログイン画面を作って", "決済を進めて", "次の課題"],
    ["继续写登录页面", "接着写支付页面", "下一个任务"],
  ])("is another task when it says one: %s", (...prompts) => {
    for (const user of prompts) expect(isFollowUp({ user }), user).toBe(false);
  });
});
