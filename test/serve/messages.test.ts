import { describe, expect, it } from "vitest";
import { chooseLanguage, LANGUAGES } from "../../src/serve/cli/language.ts";
import { loadMessages } from "../../src/serve/cli/messages/load.ts";

const SCRIPT = {
  ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
};

describe.each(LANGUAGES.filter((language) => language !== "en"))("messages in %s", (language) => {
  it("say all of the help in that language", async () => {
    const { help, simulateHelp, benchHelp } = await loadMessages(language);
    for (const [name, text] of Object.entries({ ...help, ...simulateHelp, ...benchHelp }))
      expect([name, SCRIPT[language].test(text)]).toEqual([name, true]);
  });

  it("keep every command, option and number that the English ones name", async () => {
    const [own, english] = [await loadMessages(language), await loadMessages("en")];
    const named = (text: string) =>
      [...text.matchAll(/`[^`]+`|--[a-z-]+|\$[A-Z_]+|0\.\d/g)].map(([match]) => match).sort();
    for (const part of ["help", "simulateHelp", "benchHelp"] as const) {
      const [said, inEnglish]: Array<Record<string, string>> = [own[part], english[part]];
      for (const [key, text] of Object.entries(inEnglish!)) {
        expect([key, named(said![key]!)]).toEqual([key, named(text)]);
      }
    }
    const undone = [own.undone("a.b"), english.undone("a.b")].map(named);
    expect(undone[0]).toEqual(undone[1]);
  });
});

it("offer yes and no in the person's own words", async () => {
  const answers = await Promise.all(LANGUAGES.map(async (language) => (await loadMessages(language)).answers));
  expect(answers.map(({ yes, no }) => `${yes}/${no}`)).toEqual(["Yes/No", "예/아니요", "はい/いいえ", "是/否"]);
});

it("are in the language of the option, then the setting, then the locale, else in English", () => {
  expect(chooseLanguage("ja", { LANG: "ko_KR.UTF-8" })).toBe("ja");
  expect(chooseLanguage(undefined, { HABITUS_LANG: "zh", LANG: "ko_KR.UTF-8" })).toBe("zh");
  expect(chooseLanguage(undefined, { LANG: "ko_KR.UTF-8" })).toBe("ko");
  expect(chooseLanguage(undefined, { LC_ALL: "", LANG: "zh_TW" })).toBe("zh");
  expect(chooseLanguage(undefined, { LANG: "C.UTF-8" })).toBe("en");
  expect(chooseLanguage("tlh", {})).toBe("en");
});
