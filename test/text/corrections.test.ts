import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctionsIn } from "../../src/text/corrections.ts";

/** All of them want `pnpm` and not `npm`. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  en: [
    "use pnpm, not npm",
    "We use pnpm here, not npm",
    "please use pnpm instead of npm",
    "no, pnpm. Not npm",
    "No. Use pnpm rather than npm please",
    "Don't use npm, use pnpm",
    "stop using npm and use pnpm",
    "do not run npm again; run pnpm",
    "instead of npm, please use pnpm",
    "prefer pnpm over npm",
    "not npm, pnpm!",
    "no npm, use pnpm",
    "switch from npm to pnpm",
    "it should be `pnpm`, not `npm`",
    'you must use "pnpm" and not "npm"',
    "That's not npm but pnpm",
    "nope, we're on pnpm, not npm",
    "this repo uses pnpm, so no npm",
    "dont use npm use pnpm",
    "I said pnpm, not npm",
    "use pnpm (not npm)",
    "run it with pnpm not npm",
    "npm -> pnpm",
    "Please don't use npm here, this project uses pnpm",
    "I'd rather you used pnpm instead of npm",
  ],
  ko: [
    "npm 말고 pnpm 써",
    "npm 말고 pnpm을 써줘",
    "npm이 아니라 pnpm을 사용해줘",
    "여기선 npm 대신 pnpm 써야 해",
    "npm 대신에 pnpm으로 해주세요",
    "npm 쓰지 말고 pnpm 쓰세요",
    "npm은 사용하지 마세요. pnpm 사용하세요",
    "pnpm 써, npm 말고",
    "pnpm을 쓰고 npm은 쓰지 마",
    "아니 `npm` 말고 `pnpm`",
    "npm 아니고 pnpm",
    "npm 돌리지 말고 그냥 pnpm 돌려",
    "npm 쓰면 안돼 pnpm 써야돼",
    "pnpm으로 해줘 npm 말고",
    "npm 말고요 pnpm이요",
    "우린 npm 안 쓰고 pnpm 씁니다",
  ],
  ja: [
    "npm じゃなくて pnpm で",
    "npmじゃなくてpnpmを使って",
    "npmではなくpnpmでお願いします",
    "npmの代わりにpnpmを使ってください",
    "npmを使わないで、pnpmを使って",
    "npmは使わずにpnpmでお願いします",
    "npmはやめてpnpmを使って",
    "npmよりpnpmを使ってください",
    "pnpmを使って。npmは使わないで",
    "pnpmでお願いします、npmではなく",
    "「npm」ではなく「pnpm」です",
    "npm禁止。pnpmを使ってください",
    "npm使わないで pnpm使って",
    "pnpmでやって。npmじゃなくて",
    "npmではなく、pnpmを利用してください",
  ],
  zh: [
    "不要用npm，用pnpm",
    "用pnpm，不要用npm",
    "别用npm，用pnpm",
    "这里用pnpm而不是npm",
    "请不要再使用npm，统一使用pnpm",
    "不是npm，是pnpm",
    "把npm换成pnpm",
    "用 pnpm 代替 npm",
    "禁止使用npm，请用pnpm",
    "別用npm，要用pnpm",
    "改用pnpm，别再用npm",
    "應該用pnpm，不要用npm",
    "用pnpm吧，别用npm",
    "我们用的是pnpm不是npm",
    "npm不行，用pnpm",
    "不要npm，要pnpm",
  ],
};

/** The same wish as a rule for the future. */
const STANDING: readonly string[] = [
  "From now on use pnpm, not npm",
  "always use pnpm instead of npm",
  "never use npm, use pnpm",
  "앞으로는 npm 말고 pnpm 써줘",
  "항상 npm 대신 pnpm 사용해",
  "今後は npm ではなく pnpm を使って",
  "いつもnpmじゃなくてpnpmを使ってください",
  "以后别用npm，用pnpm",
  "一律用pnpm，不要用npm",
];

const OTHER: readonly string[] = [
  "Add pagination to cart",
  "Make router retry on 503, not on 404",
  "why did you use npm instead of pnpm?",
  "You used npm instead of pnpm",
  "use it, not that",
  "rename cart to router everywhere",
  "그거 말고 다른 거",
  "아니 그거 말고",
  "それじゃなくて、もう一つの方です",
  "不对，我要的不是这个",
  "wrong file, I meant router",
  "Perfect, thanks!",
  "Refactor cart so that router no longer depends on it",
  "no problem, use the staging database",
  "Never mind. Actually, use pnpm.",
  "It works, not sure why",
  "```\nuse pnpm, not npm\n```",
  "> use pnpm, not npm",
  "https://example.com/use-pnpm-not-npm",
  `${"There is a long story to tell about this project. ".repeat(14)} use pnpm, not npm`,
  "",
];

describe("what a user wants instead", () => {
  it.each(Object.entries(SAID).flatMap(([language, texts]) => texts.map((text) => ({ language, text }))))(
    "[T21] is heard in $language: $text",
    ({ text }) => {
      expect(correctionsIn(text)).toEqual([{ unwanted: "npm", wanted: "pnpm", isStanding: false }]);
    },
  );

  it.each(STANDING)("[T21] is known for a rule for the future: %s", (text) => {
    expect(correctionsIn(text)).toEqual([{ unwanted: "npm", wanted: "pnpm", isStanding: true }]);
  });

  it.each(OTHER)("is not heard where nobody said so: %s", (text) => {
    expect(correctionsIn(text)).toEqual([]);
  });

  it("may be an option, a package or a command in quotes", () => {
    expect(correctionsIn("use --frozen-lockfile, not --force")).toMatchObject([
      { unwanted: "--force", wanted: "--frozen-lockfile" },
    ]);
    expect(correctionsIn("use @scope/new instead of @scope/old.")).toMatchObject([
      { unwanted: "@scope/old", wanted: "@scope/new" },
    ]);
    expect(correctionsIn("use `npm run check` instead of `npm test`")).toMatchObject([
      { unwanted: "npm test", wanted: "npm run check" },
    ]);
  });

  it("may be several things at once", () => {
    expect(correctionsIn("use rg instead of grep. And use pnpm, not npm!")).toMatchObject([
      { wanted: "rg", unwanted: "grep" },
      { wanted: "pnpm", unwanted: "npm" },
    ]);
  });

  it("never throws, and gives at most four pairs of different names", () => {
    const piece = fc.constantFrom(
      "use ",
      "not ",
      "instead of ",
      "a",
      "npm",
      "`",
      "'",
      "말고 ",
      "ではなく",
      "不要用",
      ", ",
      ". ",
      "--",
      "@",
      "/",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        const found = correctionsIn(pieces.join(""));
        expect(found.length).toBeLessThanOrEqual(4);
        for (const { wanted, unwanted } of found) expect(wanted.toLowerCase()).not.toBe(unwanted.toLowerCase());
      }),
    );
  });
});
