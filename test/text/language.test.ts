import { describe, expect, it } from "vitest";
import { languageOf } from "../../src/text/language.ts";

describe("languageOf", () => {
  it("tells the four languages by their script, with identifiers mixed in", () => {
    expect(languageOf("Read main.tf before a change")).toBe("en");
    expect(languageOf("TypeScript 모듈의 파일 구성을 파악할 때")).toBe("ko");
    expect(languageOf("getUserById에서 null check를 추가해줘")).toBe("ko");
    expect(languageOf("議事録をまとめる")).toBe("ja");
    expect(languageOf("在 CSV 文件开头加上 BOM")).toBe("zh");
    expect(languageOf("設定預算上限")).toBe("zh");
  });

  it("does not take a quotation for the language", () => {
    expect(languageOf("Translate '배포' into English")).toBe("en");
    expect(languageOf("把日语的「デプロイ」这个词翻译成中文,并说明在软件发布流程里它通常指的是什么意思")).toBe("zh");
  });

  it("calls a text without letters English", () => {
    expect(languageOf("")).toBe("en");
    expect(languageOf("12 👍")).toBe("en");
  });
});
