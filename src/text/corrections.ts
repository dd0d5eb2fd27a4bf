import { foldText } from "./scripts.ts";

/** "Use B, not A", in whatever words and language. */
export interface SaidCorrection {
  /** As the user wrote it, without quotes. */
  unwanted: string;
  wanted: string;
  /** Said as a rule for the future: "from now on", "always", 앞으로, 今後, 以后. */
  isStanding: boolean;
}

/** A longer text is a task or a document; who corrects an agent is brief. UTF-16 units. */
const MAX_TEXT = 600;
const MAX_FOUND = 4;

/**
 * Pairs of names, of which a user wants one and not the other, in English, Korean, Japanese and Chinese; every language is tried on
 * every text, because people mix them. Says nothing about whether the names mean anything: that is for the caller to look up.
 *
 * Quotes of others, code blocks and addresses are not the user's words; a name in quotes or backticks is.
 *
 * @returns at most four, in the order of the text, each pair once; `[]` for a long text
 */
export function correctionsIn(text: string): SaidCorrection[] {
  const own = ownWords(text);
  if (own.length > MAX_TEXT || !/[A-Za-z]/.test(own)) return [];
  const found: Array<SaidCorrection & { at: number }> = [];
  for (const { pattern, wantedFirst } of FORMS) {
    for (const match of own.matchAll(pattern)) {
      const names = [plainName(match[1]!), plainName(match[2]!)];
      const [wanted, unwanted] = wantedFirst ? names : names.reverse();
      if (wanted === undefined || unwanted === undefined || wanted.toLowerCase() === unwanted.toLowerCase()) continue;
      if (asksWhy(own, match.index)) continue;
      found.push({ unwanted, wanted, isStanding: STANDING.test(own), at: match.index });
    }
  }
  found.sort((a, b) => a.at - b.at);
  const once = found.filter(
    (one, i) => !found.slice(0, i).some((other) => other.wanted === one.wanted && other.unwanted === one.unwanted),
  );
  return once.slice(0, MAX_FOUND).map(({ unwanted, wanted, isStanding }) => ({ unwanted, wanted, isStanding }));
}

function ownWords(text: string): string {
  return foldText(text, 4 * MAX_TEXT)
    .replaceAll(/```[\s\S]*?(?:```|$)/g, " ")
    .replaceAll(/^\s*>.*$/gm, " ")
    .replaceAll(/https?:\/\/\S+/g, " ")
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[^\S\n]+/g, " ")
    .trim();
}

/** "Why did you use A instead of B" wants B; so does "you used A instead of B". */
function asksWhy(text: string, at: number): boolean {
  const sentence = text.slice(0, at + 12).replace(/^[\s\S]*[.!?\n](?=[\s\S]{12})/, "");
  return /\b(?:why|how come)\b|(?:^|\bbut |\band |, ?)you(?:'ve| have)? (?:used|ran|chose|picked|took|installed|went with|keep|kept|are|were|still)\b/i.test(
    sentence.trimStart(),
  );
}

/** A name alone, an option, or up to three words in quotes; @ and slashes for packages. */
const NAME =
  "([`'\"“「『][^`'\"”」』\\n]{1,60}[`'\"”」』]|--?[A-Za-z][\\w-]{0,30}|(?<![\\w@./'-])@?[A-Za-z_][\\w@/+:.-]{0,39})";

function plainName(given: string): string | undefined {
  const name = given.replaceAll(/^[`'"“「『]\s*|\s*[`'"”」』]$/g, "").replace(/[.:,/-]+$/, "");
  return /^-{0,2}[@\w][\w@/+:.-]{0,39}(?: [\w@/+:.-]{1,40}){0,2}$/.test(name) && !FUNCTION_WORDS.has(name.toLowerCase())
    ? name
    : undefined;
}

const FUNCTION_WORDS = new Set(
  "it that this these those the a an me us him them you your my our one ones something anything nothing what which who of for and or please here there now new old same other another both all any each is are be do does not so just as at by with from if when to in on only too also instead use using yes no ok way thing do does did has have had was were will would should could can may must am why but then sure longer problem problems worries need more mind actually thanks thank sorry well worry matter idea".split(
    " ",
  ),
);

interface Form {
  pattern: RegExp;
  /** The first name is the one that is wanted. */
  wantedFirst: boolean;
}

function form(wantedFirst: boolean, ...parts: readonly string[]): Form {
  return { pattern: new RegExp(parts.join(""), "giu"), wantedFirst };
}

const THE = "(?:the |a |an )?";
const VERB =
  "(?:use|using|run|prefer|try|choose|pick|take|call|want|go with|switch to|stick (?:to|with)|it's|it is|should be|must be)";
/** What may stand before the wanted name in the second half: "don't use npm, this project uses pnpm". */
const RATHER =
  "(?:please |but |and |just |always |instead |we |rather |you (?:should|must) )*(?:use|using|run|try|call|go with|prefer|switch to|it's|take|we're (?:on|using)|(?:this|the|our) (?:project|repo|repository|codebase) (?:uses|is on))";
/** What may follow the wanted name before the other one is named: "We use pnpm here, not npm". */
const ASIDE =
  "(?: here| please| for (?:this|that|everything|now)| in this (?:repo|repository|project)| everywhere| from now on| always)*";
const STOP = "[ ,;:.!–—-]{1,4}";

const ENGLISH: readonly Form[] = [
  form(
    true,
    `\\b${VERB} ${THE}`,
    NAME,
    `${ASIDE}${STOP}(?:and |but |please )?(?:not|never|no) (?:use |using |run )?${THE}`,
    NAME,
  ),
  form(true, NAME, `${ASIDE}(?: ?[,;:(–—-] ?(?:so |and |but )?(?:not|no|never)| not) ${THE}`, NAME),
  form(true, NAME, `${ASIDE},? (?:instead of|rather than|in place of) (?:using |running |calling )?${THE}`, NAME),
  form(true, `\\b(?:prefer|use|choose|pick) ${THE}`, NAME, `,? over ${THE}`, NAME),
  form(true, "^(?:no|nope|wrong)?[,.! ]{0,3}(?:use )?", NAME, `${STOP}not `, NAME, "[.! ]*$"),
  form(
    false,
    `\\b(?:instead of|rather than) (?:using |running |calling )?${THE}`,
    NAME,
    ",? (?:please |just |always )*(?:use|run|try|call|go with|take) ",
    THE,
    NAME,
  ),
  form(
    false,
    `\\b(?:don'?t|do not|never|stop|avoid|quit|no more|no)(?: ever)?(?: use| using| run| running| call| calling)? ${THE}`,
    NAME,
    `${ASIDE}(?: any ?more| again)?${STOP}${RATHER} ${THE}`,
    NAME,
  ),
  form(false, `\\bnot ${THE}`, NAME, `${STOP}(?:but|use|rather) ${THE}`, NAME),
  form(false, "^(?:no|nope|wrong)?[,.! ]{0,3}not ", NAME, STOP, NAME, "[.! ]*$"),
  form(false, `\\bswitch from ${THE}`, NAME, ` to ${THE}`, NAME),
  form(false, "^", NAME, " ?(?:->|=>|→) ?", NAME, "[.! ]*$"),
];

const PARTICLE = "(?:이|가|은|는|을|를|으로|로|도)?";
const KOREAN_FILLER = "(?:그냥 ?|꼭 ?|앞으로(?:는)? ?|항상 ?|무조건 ?|반드시 ?|이제(?:부터)? ?|차라리 ?)*";

const KOREAN: readonly Form[] = [
  form(
    false,
    NAME,
    `${PARTICLE} ?(?:말고(?:요)?|대신(?:에)?|(?:이|가)? ?아니라|(?:이|가)? ?아니고) ?,? ?${KOREAN_FILLER}`,
    NAME,
  ),
  form(
    false,
    NAME,
    `${PARTICLE} ?(?:(?:쓰지|사용하지|실행하지|돌리지|하지) ?(?:말고|마(?:세요|요|라|십시오)?|말아(?: ?줘| ?주세요)?)|(?:쓰|사용하)면 ?안 ?(?:돼|되|됩)[가-힣]{0,3}|안 ?쓰고)[ ,.!]{0,3}${KOREAN_FILLER}`,
    NAME,
  ),
  form(
    true,
    NAME,
    `${PARTICLE} ?(?:써(?:줘| 줘|야 해|요)?|쓰고|쓰세요|사용하고|사용해(?: ?줘| ?주세요)?|사용하세요|해(?: ?줘| ?주세요)|부탁(?:해|해요|드려요)?)[ ,.!]{1,3}`,
    NAME,
    `${PARTICLE} ?(?:말고|쓰지|사용하지|안 ?돼|금지)`,
  ),
];

const JAPANESE_FILLER = "(?:必ず|常に|いつも|今後は|これからは|代わりに|かわりに)?[、, ]?";

const JAPANESE: readonly Form[] = [
  form(
    false,
    NAME,
    ` ?(?:を|は|が|で)?(?:じゃなく(?:て)?|ではなく(?:て)?|でなく(?:て)?|の代わりに|のかわりに|(?:を|は)?やめて|よりも?)[、, ]?${JAPANESE_FILLER}`,
    NAME,
  ),
  form(
    false,
    NAME,
    ` ?(?:を|は)?(?:使わず(?:に)?|使わないで(?:ください)?|使うな|使用禁止|禁止(?:です)?|ダメ(?:です)?|だめ(?:です)?)[、。,. ]{0,2}${JAPANESE_FILLER}`,
    NAME,
    " ?(?:を|で|使|に)",
  ),
  form(
    true,
    NAME,
    " ?(?:を使って(?:ください|ね|下さい)?|を使う|を使いましょう|で(?:やって|実行して)(?:ください|ね)?|でお願い(?:します)?)[、。,. ]{1,2}",
    NAME,
    " ?(?:は|を)?(?:使わ|じゃな|ではな|だめ|ダメ|禁止|やめ)",
  ),
];

const CHINESE_USE =
  "(?:要|请|請|得|都|一律|统一|統一|改|而是|应该|應該|应当|以后|以後)*(?:用|使用|换成|換成|改成|换|運行|运行|要)";

const CHINESE: readonly Form[] = [
  form(
    true,
    "(?:用的是|用|使用|换成|換成|运行|運行) ?",
    NAME,
    " ?(?:吧|啊|就行)?[，,、；;。 ]{0,2}(?:而)?(?:不要(?:再)?(?:用|使用)?|不再用|(?:别|別)(?:再)?(?:用|使用)?|不用|不是|不能用|非|代替|替代|取代) ?",
    NAME,
  ),
  form(
    false,
    "(?:不要|别|別|不准|不许|不許|禁止|不能|不再|勿)(?:再)?(?:用|使用|运行|運行)? ?",
    NAME,
    ` ?(?:了)?[，,、；;。 ]{0,2}${CHINESE_USE} ?`,
    NAME,
  ),
  form(false, "(?:不是|不用) ?", NAME, " ?[，,、； ]{0,2}(?:而)?(?:是|用|要用|改用) ?", NAME),
  form(false, NAME, " ?(?:不行|不能用|不好)[，,、；;。 ]{0,2}(?:要|请|請|改)?用 ?", NAME),
  form(false, "(?:把|将|將)? ?", NAME, " ?(?:换成|換成|换为|改用) ?", NAME),
];

const FORMS: readonly Form[] = [...ENGLISH, ...KOREAN, ...JAPANESE, ...CHINESE];

const STANDING = new RegExp(
  [
    "\\b(?:from now on|from here on|going forward|in (?:the )?future|always|never|every time|as a rule)\\b",
    "앞으로|항상|언제나|무조건|매번|절대|이제부터|다음부터|늘(?= )",
    "今後|これから|常に|いつも|必ず|毎回|絶対に|次から",
    "以后|以後|今后|总是|總是|始终|一律|每次|从现在|從現在|永远|永遠|从今|從今|下次",
  ].join("|"),
  "iu",
);
