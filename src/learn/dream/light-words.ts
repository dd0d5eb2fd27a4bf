import { stemmer } from "stemmer";

// Words that a rephrasing adds, drops or exchanges without saying anything else. Short on purpose: a word that is missing here keeps
// two cards apart, which costs a card too many; a word too much here may merge two rules, which loses one.

export const ENGLISH_LIGHT: ReadonlySet<string> = new Set(
  `a about asked ahead all also am an and any are at be been being both but can could did do does done each-other else for front go going
had has have having he her him his how i if in is it it's its itself just kindly let may me might must my need needs of on or our
own please prior shall she should so some somebody someone somewhere such that the their them then there these they this those time
together up us use used uses using was we well were what whatever when whenever which who whose will with within would you your yours
afterwards after before always first make makes made making sure`.split(/\s+/),
);

/** Words that say the same, by stem; each group is called by its first. */
export const ENGLISH_SAME: ReadonlyMap<string, string> = new Map(
  [
    "each every",
    "regenerate refresh",
    "fix repair mend",
    "run execute",
    "delete remove wipe erase",
    "show display",
    "get fetch retrieve",
    "create new",
    "backup back",
    "dump copy",
    "customer client",
    "picture image",
    "folder directory",
    "verify check",
    "quote quotes",
    "entire whole full",
    "want wish",
    "begin start",
    "give pass hand",
    "put place",
  ].flatMap((group) => {
    const [first, ...others] = group.split(" ").map((word) => stemmer(word));
    return others.map((other) => [other, first!] as const);
  }),
);

export const KOREAN_LIGHT: ReadonlySet<string> = new Set(
  `때 때는 때에 경우 경우에 것 수 뒤 뒤에 다음 다음에 후 후에 전 전에 먼저 우선 그 그다음 그리고 더 모두 전부 다 반드시 꼭 항상 함께 및 또는 이 저
좀 나서 할 한 하 하는 하기 한다 하면 하려 하려고 해 했을 되 될 된 되었을 있 있을 있는 있다 준 준다 주 줄 달라 달라고 둔다 놓 본다 볼 보 싶 싶을 싶어 원할
이용 사용 쓴다 쓰 통해 위해 대해 새로 그대로 곧 바로 골라 까지 부터 의 를 을 은 는 이 가 에 로 으로 와 과 도 만`
    .split(/\s+/)
    .flatMap((word) => [word, word.normalize("NFD")]),
);

export const JAPANESE_LIGHT = {
  words: new Set("時 場合 事 後 前 先 全部 全 全て 必 方 際".split(" ")),
  /** The particle at the end of a run of Hiragana. */
  particle: /(?:から|まで|より|[をにがはのでともへや])+$/u,
  /** What a run of Hiragana may begin with and say nothing: particles, and words that only help. */
  opening: new RegExp(
    `^(?:${[
      "しながら|してから|しておく|しておき|してある|していた|している|してください|して|した|しよう|する|し|され|させ|できる|でき",
      "こと|ときに|ときは|とき|ため|よう|もの|ところ|あとで|あと|まず|それから|それ|その|この|これ|もう|すべて|そのまま|まとめて",
      "ください|おく|おき|おいて|いる|いた|いて|ある|あり|なる|なら|なった|ない|ません|ました|ます|です|だけ|だと|もらう|たら|れば|る|た|て|な",
      "から|まで|より|など|ので|のに|には|では|とは|にも|でも|へは|を|に|が|は|の|で|と|も|へ|や|か",
    ].join("|")})+`,
    "u",
  ),
};

const CHINESE_LIGHT =
  "时候|之前|之后|以前|以后|然后|所有|全部|务必|一定|需要|进行|返回|可以|的|了|要|请|先|再|时|前|后|里|会|让|它|其|并|就|也|都|该|这|那|在|好|完|过|掉|着|进|入|与|和|及|想|地|得|做|上|才|，";
const CHINESE_DENIES = "严禁|禁止|不要|不能|不可以|不得|不准|不许|不应|不该|绝不|不再|不|别|勿|没有|没|未|无需|无";
/** Words in front of the part that they name. */
const CHINESE_ROLES = "把|将|给|用|从|到|对|向|按|往|为";
const CHINESE = new RegExp(`(?<denies>${CHINESE_DENIES})|(?<light>${CHINESE_LIGHT})|(?<role>${CHINESE_ROLES})|.`, "gu");

/** A Chinese run in pieces: `!` for a denial, `@把` for a word of a role, otherwise one character that says something. */
export function chinesePieces(run: string): string[] {
  return [...run.matchAll(CHINESE)].flatMap(({ 0: piece, groups }) => {
    if (groups?.denies !== undefined) return ["!"];
    if (groups?.light !== undefined) return [];
    return [groups?.role === undefined ? piece : `@${piece}`];
  });
}
