/** Final consonants as NFD writes them: ㄴ ㄹ ㅁ ㅂ ㅆ. */
const [N, L, M, B, SS] = ["\u11ab", "\u11af", "\u11b7", "\u11b8", "\u11bb"];

const nfd = (text: string) => text.normalize("NFD");

/** Endings of verbs, longest first; after a final consonant or as one. */
const ENDINGS = [
  ...[
    "습니다",
    "으려고",
    "려고",
    "으려",
    "는다",
    "으면",
    "면서",
    "으며",
    "도록",
    "어서",
    "아서",
    "여서",
    "고서",
    "는지",
    "어야",
    "아야",
  ],
  ...[
    "하기",
    "한다",
    "하고",
    "하여",
    "해서",
    "하면",
    "하려",
    "하지",
    "하는",
    "해야",
    "해도",
    "할",
    "한",
    "해",
    "함",
    "하",
  ],
  ...["되었", "된다", "되면", "될", "된", "됐", "되"],
  ...["다", "기", "고", "면", "며", "서", "지", "게", "려", "은", "는", "을", "음", "어", "아", "야", "도", "라"],
]
  .map(nfd)
  .concat([
    `${N}${nfd("다")}`,
    `${B}${nfd("니다")}`,
    `${SS}${nfd("다")}`,
    `${SS}${nfd("을")}`,
    `${SS}${nfd("던")}`,
    N!,
    L!,
    M!,
    SS!,
  ])
  .sort((a, b) => b.length - a.length);

/** Two vowels that grew together in an ending: 돌려 is 돌리어, 바꿔 is 바꾸어. */
const GROWN: ReadonlyArray<readonly [string, string]> = [
  ["\u1167", "\u1175"],
  ["\u116f", "\u116e"],
  ["\u116a", "\u1169"],
  ["\u1162", "\u1161"],
];

/**
 * A Korean word without its endings, as far as that goes without a dictionary: 고친, 고치고 and 고쳐서 give one stem, 실행한다 and
 * 실행하기 another. Decomposed (NFD), for comparing only; one syllable at least stays. A noun that ends like a verb loses its end
 * too, always the same way, so equal words stay equal.
 */
export function koreanStem(word: string): string {
  let stem = nfd(word);
  for (let round = 0; round < 3; round += 1) {
    const ending = ENDINGS.find((end) => stem.endsWith(end) && stem.length - end.length >= 2);
    if (ending === undefined) break;
    stem = stem.slice(0, -ending.length);
  }
  for (const [grown, plain] of GROWN) if (stem.endsWith(grown) && stem.length > 3) return stem.slice(0, -1) + plain;
  return stem;
}
