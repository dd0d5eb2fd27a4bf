import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tellingTokens, tokenize } from "../../src/text/tokens.ts";

describe("identifiers", () => {
  it("[T1] are found whole and by their pieces, however they are spelt", () => {
    const spellings = ["getUserById", "get_user_by_id", "get-user-by-id", "GET_USER_BY_ID"];
    for (const spelling of spellings) {
      expect(tokenize(spelling), spelling).toEqual(["getuserbyid", "get", "user", "by", "id"]);
    }
    expect(tokenize("get user by id")).toEqual(["get", "user", "by", "id"]);
  });

  it("keeps a path, its file and the file's stem", () => {
    expect(tokenize("src/auth/session-store.ts")).toEqual(
      expect.arrayContaining([
        "srcauthsessionstorets",
        "sessionstorets",
        "sessionstore",
        "src",
        "auth",
        "session",
        "store",
        "ts",
      ]),
    );
    expect(tokenize("src\\auth\\session-store.ts")).toEqual(tokenize("src/auth/session-store.ts"));
  });

  it("splits capitals where a word begins, and digits from letters", () => {
    expect(tokenize("XMLHttpRequest")).toEqual(["xmlhttprequest", "xml", "http", "request"]);
    expect(tokenize("TS2345")).toEqual(["ts2345", "ts", "2345"]);
    expect(tokenize("URLs")).toEqual(tokenize("url"));
  });

  it("tells versions apart that have the same digits", () => {
    expect(tokenize("2.41")[0]).not.toBe(tokenize("24.1")[0]);
  });

  it("finds a flag with and without its dashes", () => {
    expect(tokenize("--no-verify")).toEqual(expect.arrayContaining(tokenize("no verify")));
  });

  it("does not stem a whole: a name is not a word", () => {
    expect(tokenize("run_tests")[0]).toBe("runtests");
  });

  it("keeps a hash whole instead of dozens of pieces", () => {
    expect(tokenize("a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0")).toHaveLength(1);
  });
});

describe("words", () => {
  it("stems English, so that deploy, deployed and deployment are one", () => {
    const forms = ["deploy", "deploys", "deployed", "deploying", "deployment", "deployments"];
    expect(new Set(forms.flatMap(tokenize)).size).toBe(1);
  });

  it("folds case, accents, full width, ligatures and half-width kana", () => {
    expect(tokenize("CAFÉ")).toEqual(tokenize("cafe"));
    expect(tokenize("ＵＴＦ８ＭＢ４")).toEqual(tokenize("utf8mb4"));
    expect(tokenize("ﬁle")).toEqual(tokenize("file"));
    expect(tokenize("ﾃﾞﾌﾟﾛｲ")).toEqual(tokenize("デプロイ"));
  });

  it("reads composed and decomposed Hangul and kana alike", () => {
    for (const word of ["배포", "デプロイ", "café"]) expect(tokenize(word.normalize("NFD"))).toEqual(tokenize(word));
  });

  it("ignores invisible characters and drops emoji", () => {
    expect(tokenize("de\u00adploy\u200b 👍🏽 1️⃣")).toEqual([...tokenize("deploy"), "1"]);
  });

  it("does not take I'd for an id, nor a genitive for a plural", () => {
    expect(tokenize("I’d like it")).not.toContain("id");
    expect(tokenize("the user's don't")).toEqual(["the", "user", "dont"]);
  });

  it("keeps the marks of scripts that need them", () => {
    expect(tokenize("हिन्दी")).toEqual(["हिन्दी"]);
  });
});

describe("Korean, Japanese and Chinese", () => {
  it("[T2] find a word of two characters inside a sentence", () => {
    for (const [sentence, word] of [
      ["배포 전에 테스트를 실행한다", "배포"],
      ["デプロイ前にテスト", "テスト"],
      ["部署前先跑测试", "部署"],
    ] as const) {
      expect(tokenize(sentence), sentence).toEqual(expect.arrayContaining(tokenize(word)));
    }
  });

  it("finds a Korean word with and without its particle, also a word of one syllable", () => {
    for (const form of ["배포를", "배포할", "배포에서는", "배포전에"]) expect(tokenize(form), form).toContain("배포");
    expect(tokenize("값은")).toContain("값");
    expect(tokenize("값을")).toContain("값");
  });

  it("strips a particle only where the sound before it allows it", () => {
    expect(tokenize("나이")).toEqual(["나이"]); // 이 follows a consonant only
    expect(tokenize("물로")).toContain("물"); // 로 follows ㄹ as well as a vowel
  });

  it("drops the particle after a Latin word", () => {
    expect(tokenize("API를")).toEqual(tokenize("API"));
  });

  it("finds a single Han character, and okurigana spelt in two ways", () => {
    expect(tokenize("株を買う")).toContain("株");
    const common = tokenize("取り消し").filter((token) => tokenize("取消し").includes(token));
    expect(common).toEqual(["取", "消", "消し"]);
  });
});

describe("telling tokens", () => {
  it("leave out function words, requests and single characters", () => {
    expect([...tellingTokens("Could you please tell me how to deploy this?")]).toEqual(tokenize("deploy"));
    expect([...tellingTokens("배포를 해 주세요")]).toEqual(["배포"]);
    expect([...tellingTokens("请帮我部署")]).toEqual(["部署"]);
    expect([...tellingTokens("デプロイをして")]).toEqual(["デプ", "プロ", "ロイ"]);
  });

  it("are a part of the tokens", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = new Set(tokenize(text));
        expect([...tellingTokens(text)].filter((token) => !tokens.has(token))).toEqual([]);
      }),
    );
  });
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(..."aB1_-./\\:@#~'’é가를전デロ前部署\u0301\u200d👍 \n"), maxLength: 200 }),
);

describe("any text", () => {
  it("[T3] gives tokens of letters, marks, digits and _ only, none empty, none longer than 64", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const token of tokenize(text)) {
          expect(token).toMatch(/^[\p{L}\p{M}\p{N}_]{1,128}$/u);
          expect(token.length).toBeLessThanOrEqual(64);
          expect(token).toMatch(/[\p{L}\p{N}]/u);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives tokens to any text with a letter other than a lone kana", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = text.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
        if (/(?=\p{L})[\p{Script=Latin}\p{Script=Han}]|\p{N}/u.test(folded)) expect(tokenize(text)).not.toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("does not depend on what was tokenised before", () => {
    const before = tokenize("migrations");
    for (let i = 0; i < 60_000; i++) tokenize(`w${i.toString(26).replaceAll(/\d/g, "q")}`);
    expect(tokenize("migrations")).toEqual(before);
  });

  // Work is counted, not timed: ten times the text may give at most ten times the tokens, and a text has an end.
  it("[T3] stays bounded on a megabyte of hostile text", () => {
    for (const unit of ["a", "a.", "aA", "a1", "-", "a'", "가", "漢", "ﷺ", "e\u0301\u0327", "_", "a/b-c.d_"]) {
      expect(tokenize(unit.repeat(1_000_000 / unit.length)).length, unit).toBeLessThanOrEqual(400_000);
    }
  });
});
