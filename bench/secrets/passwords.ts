import { ALNUM, type Chance, DIGITS, HEX } from "./random.ts";

const WORDS =
  "river stone maple lantern copper violet harbor falcon meadow ember quartz willow anchor saffron tundra marble cobalt juniper pepper orchid thunder velvet canyon glacier nectar puzzle rocket saddle timber walnut".split(
    " ",
  );
const KO = "강철바람 푸른사과 겨울나무 달빛여우 구름빵 노을길".split(" ");
const JA = "さくら餅 青い空 夜の海 月うさぎ 風鈴 こもれび".split(" ");
const ZH = "青山绿水 明月清风 小桥流水 白鹿青崖 春江花月".split(" ");

function word(c: Chance): string {
  return c.pick(WORDS);
}

function capital(text: string): string {
  return (text[0] ?? "").toUpperCase() + text.slice(1);
}

/** A password as people and generators make them, that may stand unquoted in any file, shell or address. */
export function password(c: Chance): string {
  switch (c.whole(0, 6)) {
    case 0:
      return `${capital(word(c))}${capital(word(c))}${c.whole(1, 9999)}`;
    case 1:
      return `${word(c)}-${word(c)}-${c.whole(1, 99)}`;
    case 2:
      return `${word(c)}_${word(c)}_${c.whole(1, 9)}${c.chars("abcdef", 1)}`;
    case 3:
      return `${capital(word(c))}!${c.whole(10, 99)}${word(c)}`;
    case 4:
      return `${c.chars(ALNUM, c.whole(9, 15))}${c.chars(DIGITS, 1)}`;
    case 5:
      return c.chars(HEX, c.pick([16, 24, 32]));
    default:
      return `${word(c)}${capital(word(c))}Pw`;
  }
}

/** The same, and also with signs and blanks, for places that quote. */
export function quotedPassword(c: Chance): string {
  switch (c.whole(0, 4)) {
    case 0:
      return `${capital(word(c))} ${word(c)} ${word(c)} ${c.whole(1, 99)}`;
    case 1:
      return `${word(c)}#${c.whole(10, 99)}$${word(c)}^(${c.chars(ALNUM, 3)})&`;
    case 2:
      return `${word(c)}@${capital(word(c))}%${c.whole(1, 9)}*`;
    default:
      return password(c);
  }
}

/** A password in the language of the notes around it, now and then. */
export function localPassword(c: Chance, language: "ko" | "ja" | "zh"): string {
  if (c.next() < 0.7) return password(c);
  const local = c.pick(language === "ko" ? KO : language === "ja" ? JA : ZH);
  return `${local}-${c.whole(1, 99)}`;
}

/** What services hand out: a random run without a vendor's mark. */
export function serviceToken(c: Chance): string {
  switch (c.whole(0, 3)) {
    case 0:
      return c.chars(HEX, c.pick([32, 40, 64]));
    case 1:
      return `${c.chars(ALNUM, c.whole(10, 20))}_${c.chars(ALNUM, c.whole(8, 16))}-${c.chars(DIGITS, 2)}`;
    default:
      return `${c.chars(ALNUM, c.whole(20, 44))}${c.chars(DIGITS, 1)}`;
  }
}
