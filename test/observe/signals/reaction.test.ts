import { describe, expect, it } from "vitest";
import { SAYINGS } from "../../../bench/signals/sayings.ts";
import { type Reaction, reactionTo } from "../../../src/observe/signals/reaction.ts";

const REACTIONS: Readonly<Partial<Record<Reaction, readonly string[]>>> = {
  approves: [
    "thanks, perfect",
    "완벽해",
    "ありがとう、完璧",
    "谢谢，很好",
    "works like a charm",
    "👍",
    "not bad at all, merging",
    "Looks good!",
    "the bug is gone, thanks",
    "it works like a charm",
    "谢谢，可以用了",
    "现在可以正常使用了",
    "终于跑通了",
    "问题解决了",
    "ちゃんと表示されるようになりました",
    "OKです、これでいきましょう",
    "확인했는데 잘 나오네요",
  ],
  complains: [
    "that's not what I asked",
    "아니 그거 말고",
    "違う、そうじゃない",
    "不对，我要的不是这个",
    "perfect, now it crashes on startup",
    "thanks but it still fails",
    "좋은데 여전히 안 돼",
    "没有修好",
    "まだ直っていない",
    "登录不了了",
    "测试没过",
    "跑不通",
    "ログインできなくなりました",
    "이전이 더 나았어요",
  ],
  "gives-up": ["forget it, I'll do it myself", "내가 직접 할게", "もういい、自分でやる", "算了，我自己来"],
  corrects: [
    "use pnpm, not npm",
    "npm 말고 pnpm 써",
    "npmじゃなくてpnpmを使って",
    "用pnpm，不要用npm",
    "please use uv instead of pip",
    "don't use any",
  ],
  doubts: [
    "No, that's all",
    "the customer said it doesn't work on Safari, can you check",
    "why did you pick this?",
    "handle the error when it fails",
    "아니요",
    "是不是有错误",
  ],
  thanks: [
    "thanks!",
    "고마워",
    "ありがとうございます",
    "谢谢",
    "great, thank you for your help!",
    "awesome, have a great day",
  ],
  acknowledges: ["ok", "네", "はい", "好的", "got it"],
  "moves-on": [
    "now do the same for the cart",
    "looks good, go ahead",
    "Perfect. Also bump the version.",
    "is it perfect now?",
    'change the message to "Perfect, thanks!"',
    "완벽하게 동작하는지 확인해줘",
    "很好，接下来做设置页面",
    "能用了之后再合并",
    "添加一个测试没过时的提示",
    "加载不出来的图片用占位图代替",
    "動くようになったら教えて",
    "ログインできなくなった場合の表示を追加して",
    "これで行きましょうか",
    "잘 나오는지 확인해줘",
    "いいですね、進めてください",
    "make the button say `LGTM`",
  ],
};

describe("a reaction to work", () => {
  for (const [reaction, prompts] of Object.entries(REACTIONS)) {
    it.each(prompts.map((prompt) => [prompt]))(`[O51] ${reaction}: %j`, (prompt) => {
      expect(reactionTo(prompt)).toBe(reaction);
    });
  }

  it("[O51] takes no blame and no other saying for praise, in any language", () => {
    const wrong = SAYINGS.filter((saying) => saying.meaning !== "praise" && reactionTo(saying.text) === "approves");
    expect(wrong.map((saying) => saying.text)).toEqual([]);
  });

  it.each(["en", "ko", "ja", "zh"])(
    "[O51] hears most praise and most blame in %s, and takes nothing else for blame",
    (language) => {
      const own = SAYINGS.filter((saying) => saying.language === language);
      const heardAs = (meaning: string, ...reactions: Reaction[]) => {
        const said = own.filter((saying) => saying.meaning === meaning);
        return said.filter((saying) => reactions.includes(reactionTo(saying.text))).length / said.length;
      };
      expect(heardAs("praise", "approves")).toBeGreaterThan(0.8);
      expect(heardAs("blame", "complains", "gives-up")).toBeGreaterThan(0.8);
      expect(heardAs("praise", "complains", "gives-up")).toBe(0);
      expect(heardAs("other", "complains", "gives-up")).toBe(0);
    },
  );

  it("is read in bounded work, whatever was pasted", () => {
    for (const unit of ["perfect ", "但", "아니 ", "まだ", "not ", '"', "```", "🙂"]) reactionTo(unit.repeat(200_000));
  });
});
