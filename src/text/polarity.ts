import { letterPattern } from "./letters.ts";
import { foldText } from "./scripts.ts";

/**
 * What turns a rule round: how often it denies, and on which side of each pair of opposites it stands.
 * Found by words in English, Korean, Japanese and Chinese; no grammar.
 */
export interface Stance {
  /** Number of negations; a double negation counts as two. */
  negations: number;
  /** For each pair of opposites: +1 or −1 for a text that names one side only, 0 for neither or both. */
  sides: readonly number[];
  /** The text without the words that were counted: what the rule is about. */
  topic: string;
}

export function stanceOf(text: string): Stance {
  let topic = foldText(text, 20_000)
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(MUST, " ")
    .replaceAll(NO_DENIAL, " ");
  const sides = OPPOSITES.map(([plus, minus]) => {
    const hasPlus = topic.search(plus(topic)) >= 0;
    const hasMinus = topic.search(minus(topic)) >= 0;
    return Number(hasPlus) - Number(hasMinus);
  });
  let negations = 0;
  topic = topic.replaceAll(negation(topic), () => {
    negations += 1;
    return " ";
  });
  for (const side of OPPOSITES.flat()) topic = topic.replaceAll(side(topic), " ");
  return { negations, sides, topic };
}

/** True when one stance denies what the other asserts, or stands on the other side of a pair of opposites. */
export function isOpposite(a: Stance, b: Stance): boolean {
  return a.negations % 2 !== b.negations % 2 || a.sides.some((side, axis) => side * (b.sides[axis] ?? 0) < 0);
}

/** True when nothing turns one round against the other; stricter than "not opposite". */
export function isSameStance(a: Stance, b: Stance): boolean {
  return a.negations === b.negations && a.sides.every((side, axis) => side === b.sides[axis]);
}

/** Obligations that are spelt as double negations. */
const MUST =
  /지 않으면 안 ?(?:된다|됩니다|돼요?)|なければ(?:なり|いけ)?(?:ならない|いけない|なりません|いけません|ません)|なくては(?:ならない|いけない|なりません|いけません)|ないと(?:いけない|だめ)|不得不|必不可少/gu;
/** Words that look like a negation and are none. */
const NO_DENIAL = /\bnot only\b|かもしれない|間違いない|만 아니라|不同|不断|不斷|不仅|不僅|不但|不过|不過|不足|不止/gu;

const negation = letterPattern(
  [
    "\\b(?:not|never|no|without|avoid(?:s|ed|ing)?|cannot|neither|nor|forbid(?:s|den)?|prohibit(?:s|ed)?|refuse[sd]?|rather than|instead of)\\b",
    "\\b(?:do|does|did|is|are|was|were|has|have|had|must|should|would|could|ca|wo|need)n'?t\\b",
    "지 ?(?:않|말|마[라세십시]|마(?!\\p{L})|못)\\p{Script=Hangul}*",
    "(?<!\\p{L})(?:안|못)(?= )",
    "금지|없이|없[는다음을이어]|말 것|안 ?(?:된다|됩니다|돼)|불가",
    "しない|せず|[かがさたなばまらわ]ない|[いきぎしちにびみりえけげせてねべめれ]ない|ません|ずに|するな|禁止|不可|だめ|ダメ|なしで|無しで",
    "不要|不能|不可以|不得|不准|不许|不許|不应|不應|不该|不該|不会|不會|不|别|別(?!の|な|に|々)|勿|严禁|嚴禁|没有|沒有|没|沒|未|无需|無需|无|無(?!効)",
  ].join("|"),
  "g",
);

type Side = ReturnType<typeof letterPattern>;

/** Pairs of opposites; each pattern finds one side. */
const OPPOSITES: ReadonlyArray<readonly [Side, Side]> = [
  [
    letterPattern(
      "\\bbefore\\b|(?<=\\p{L}\\s?)전(?:에|까지)?(?!\\p{L})|(?<=\\p{L})前(?=に|の|[,、，]|\\p{L}|$)|之前",
      "g",
    ),
    letterPattern(
      "\\bafter(?:wards)?\\b|(?<=\\p{L}\\s?)(?:후|뒤)(?:에)?(?!\\p{L})|(?:た|の)?後(?:に|で)?|之后|之後|以后|(?<=\\p{L})后",
      "g",
    ),
  ],
  [
    letterPattern("\\balways\\b|항상|반드시|언제나|必ず|常に|いつも|总是|總是|务必|務必|一定", "g"),
    letterPattern("\\bnever\\b|절대|결코|決して|绝不|絕不|千万|永远不|永遠不", "g"),
  ],
  [
    letterPattern(
      "\\benabl(?:e|es|ed|ing)\\b|\\bturn on\\b|\\bswitch on\\b|켜|켠다|켤|켰|활성화|有効|オンに|启用|啟用|开启|開啟",
      "g",
    ),
    letterPattern(
      "\\bdisabl(?:e|es|ed|ing)\\b|\\bturn off\\b|\\bswitch off\\b|끄|끈다|끌 |껐|비활성화|無効|オフに|禁用|停用|关闭|關閉",
      "g",
    ),
  ],
  [
    letterPattern("\\badd(?:s|ed|ing)?\\b|\\binclud(?:e|es|ed|ing)\\b|추가|포함|追加|含め|添加|新增|增加", "g"),
    letterPattern(
      "\\bremov(?:e|es|ed|ing)\\b|\\bdelet(?:e|es|ed|ing)\\b|\\bexclud(?:e|es|ed|ing)\\b|삭제|제거|제외|지우|削除|除外|除く|删除|刪除|去掉|排除",
      "g",
    ),
  ],
  [
    letterPattern("\\ballow(?:s|ed|ing)?\\b|\\baccept(?:s|ed|ing)?\\b|허용|허가|許可|允许|允許", "g"),
    letterPattern(
      "\\bdeny|denies|denied\\b|\\breject(?:s|ed|ing)?\\b|\\bblock(?:s|ed|ing)?\\b|거부|차단|拒否|拒绝|拒絕",
      "g",
    ),
  ],
  [
    letterPattern("\\block(?:s|ed|ing)?\\b|잠그|잠가|잠근|施錠|锁好|鎖好|上锁", "g"),
    letterPattern("\\bunlock(?:s|ed|ing)?\\b|잠금 ?해제|解錠|解锁|解鎖", "g"),
  ],
  [
    letterPattern(
      "\\bincreas(?:e|es|ed|ing)\\b|\\braise[sd]?\\b|늘리|늘려|늘린|올리|올려|올린|増や|上げ|增大|提高",
      "g",
    ),
    letterPattern(
      "\\bdecreas(?:e|es|ed|ing)\\b|\\blower(?:s|ed|ing)?\\b|\\breduc(?:e|es|ed|ing)\\b|줄이|줄여|줄인|내리|내려|내린|減ら|下げ|减少|減少|降低",
      "g",
    ),
  ],
  [
    letterPattern("\\bstart(?:s|ed|ing)?\\b|시작|開始|启动|啟動|开始", "g"),
    letterPattern("\\bstop(?:s|ped|ping)?\\b|중지|멈추|멈춰|停止|终止|終止", "g"),
  ],
  [
    letterPattern("\\bfirst\\b|먼저|우선|最初に|先に|先", "g"),
    letterPattern("\\blast\\b|나중에|마지막에|最後に|后再|最后|最後", "g"),
  ],
];
