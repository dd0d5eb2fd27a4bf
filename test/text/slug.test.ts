import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_SLUG, slug, uniqueSlug } from "../../src/text/slug.ts";

describe("slug", () => {
  it("joins words by hyphens and keeps dots inside words", () => {
    expect(slug("Read main.tf, variables.tf and outputs.tf")).toBe("read-main.tf-variables.tf-and-outputs.tf");
    expect(slug("place_order.price")).toBe("place-order.price");
    expect(slug("startEngine on GitHub")).toBe("start-engine-on-github");
    expect(slug("Don't deploy.  Ever.")).toBe("dont-deploy-ever");
  });

  it("[T4] keeps Korean, Japanese and Chinese readable and apart", () => {
    expect(slug("배포 전에 테스트를 실행한다")).toBe("배포-전에-테스트를-실행한다");
    expect(slug("デプロイ前にテスト")).toBe("デプロイ前にテスト");
    expect(slug("部署前先跑测试。")).toBe("部署前先跑测试");
    expect(slug("배포")).not.toBe(slug("배표"));
  });

  it("writes composed letters whatever it was given", () => {
    expect(slug("배포".normalize("NFD"))).toBe("배포");
    expect(slug("ﾃﾞﾌﾟﾛｲ")).toBe("デプロイ");
  });

  it("names a text without letters by its characters, so that two of them differ", () => {
    expect(slug("🎉")).toBe("card-1f389");
    expect(slug("!!!")).not.toBe(slug("???"));
    expect(slug("")).toBe("card");
  });

  it("cuts at the end of a word", () => {
    const cut = slug("one two three four five six seven eight nine ten eleven twelve thirteen");
    expect(cut.length).toBeLessThanOrEqual(MAX_SLUG);
    expect(cut).toBe("one-two-three-four-five-six-seven-eight-nine-ten-eleven");
    expect(slug("a".repeat(200))).toBe("a".repeat(MAX_SLUG));
  });

  it("steps aside from names that Windows keeps for devices", () => {
    for (const name of ["con", "CON.txt", "nul", "com1", "LPT9.log"]) expect(slug(name), name).toMatch(/-card(\.|$)/);
    expect(slug("console")).toBe("console");
    expect(slug(`con ${"x".repeat(70)}`)).not.toBe("con");
  });

  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 120 }),
    fc.string({ unit: fc.constantFrom(..."aZ.-_ /\\:*?\"<>|가漢デ\u0301🎉'\n\0"), maxLength: 120 }),
    fc.constantFrom("con.", "aux-", ".", "..", "-", "con.con", "\u0301", "a\u0000b"),
  );

  it("[T4] is a safe file name for any text: never empty, at most 60 units, stable under itself", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = slug(text);
        expect(name).toMatch(/^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u);
        expect(name.length).toBeLessThanOrEqual(MAX_SLUG);
        expect(name).not.toMatch(/\.\.|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(name.normalize("NFC")).toBe(name);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("uniqueSlug", () => {
  it("counts up to the first that is free", () => {
    const taken = new Set(["배포", "배포-2"]);
    expect(uniqueSlug("배포", (id) => taken.has(id))).toBe("배포-3");
    expect(uniqueSlug("deploy", (id) => taken.has(id))).toBe("deploy");
  });

  it("stays within the length", () => {
    const long = "a".repeat(MAX_SLUG);
    const name = uniqueSlug(long, (id) => id === long);
    expect(name).toHaveLength(MAX_SLUG);
    expect(name).toMatch(/a-2$/);
  });
});
