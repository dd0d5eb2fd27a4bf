import { foldText } from "./scripts.ts";

/** Something that a user wants to hold from now on, in their own words. */
export interface StandingWord {
  /** One sentence, without address or thanks. */
  text: string;
  /** `constraint`: what must or must never be; `fact`: to be remembered; `preference`: how they like it. */
  kind: "constraint" | "fact" | "preference";
}

/** A longer text is a task or a document; who states a rule is brief. UTF-16 units. */
const MAX_TEXT = 800;
const MAX_SENTENCE = 240;
/** Fewer say nothing that could be understood without the talk around them. */
const MIN_SENTENCE = 6;
const MAX_FOUND = 5;

/**
 * Sentences of a user that state a rule for the future, a fact to remember or a preference, in English, Korean, Japanese and Chinese.
 * Questions, quotations, code and what speaks of this very task are none.
 *
 * @returns at most five, in the order of the text, each once; `[]` for a long text
 */
export function standingWordsIn(text: string): StandingWord[] {
  const own = foldText(text, 4 * MAX_TEXT)
    .replaceAll(/```[\s\S]*?(?:```|$)/g, "\n")
    .replaceAll(/^\s*>.*$/gm, "\n")
    .replaceAll(/<[^>\n]{1,200}>/g, " ");
  if (own.length > MAX_TEXT) return [];
  const found = new Map<string, StandingWord>();
  for (const sentence of sentencesOf(own)) {
    if (sentence.length < MIN_SENTENCE || sentence.length > MAX_SENTENCE || isQuestion(sentence)) continue;
    const kind = kindOf(sentence);
    if (kind && !OF_NOW.test(sentence)) found.set(sentence.toLowerCase(), { text: sentence, kind });
  }
  return [...found.values()].slice(0, MAX_FOUND);
}

/** A dot ends a sentence only before white space: names of files and versions hold dots. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|(?<=[。！？!?])|\n+/u)
    .map((sentence) => sentence.replace(ADDRESS, "").replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "");
}

/** What leads into a rule without being part of it. */
const ADDRESS =
  /^\s*(?:[-*]\s+)?(?:(?:no|nope|ok|okay|hey|wait|stop|please|also|and|but|actually|아니|아니요|그리고|참고로|いや|あと|それと|不对|不對|另外|还有|還有)[,，、:\s!.]+)*/iu;

function isQuestion(sentence: string): boolean {
  return (
    /[?？]\s*$/.test(sentence) ||
    /^(?:why|how|what|when|where|who|which|did|does|is|are|can|could|would|왜|어떻게|なぜ|どうして|为什么|為什麼|怎么|怎麼)(?![\p{Ll}])/iu.test(
      sentence,
    )
  );
}

function kindOf(sentence: string): StandingWord["kind"] | undefined {
  if (CONSTRAINT.test(sentence)) return "constraint";
  if (FACT.test(sentence)) return "fact";
  return PREFERENCE.test(sentence) ? "preference" : undefined;
}

const CONSTRAINT = new RegExp(
  [
    "(?:^|[,;:] ?|\\b(?:and|but|so|please|you (?:must|should)|we) )(?:never|always)\\s+\\p{L}",
    "\\b(?:from now on|going forward|from here on|in (?:the )?future|as a rule|under no circumstances|every time)\\b",
    "\\b(?:you )?must (?:never|always|not)\\b",
    "(?:절대(?:로)?|앞으로(?:는)?|항상|언제나|반드시|무조건|매번|다음부터(?:는)?|이제부터(?:는)?)(?= |$)",
    "絶対に|今後は|これからは|次から(?:は)?|常に|必ず|いつも|毎回|決して",
    "以后(?:都|不要|请|要|别)?|以後(?:都|不要|請|要|別)?|今后|今後|总是|總是|始终|始終|永远不|永遠不|绝不|絕不|千万不|千萬不|一律|每次都|务必|務必|从现在起|從現在起",
  ].join("|"),
  "iu",
);
const FACT = new RegExp(
  [
    "^(?:remember|note|keep in mind|for (?:the )?record|fyi)\\b[:,]?\\s",
    "기억해|잊지 ?마|명심",
    "覚えて(?:おいて|いて)|忘れない(?:で|よう)|ご参考",
    "记住|記住|请记|請記|别忘|別忘|不要忘",
  ].join("|"),
  "iu",
);
const PREFERENCE = new RegExp(
  [
    "\\bI(?:'d| would)? (?:really )?(?:prefer|like|hate|dislike|don't like)\\b",
    "(?:선호|좋아)(?:해|합니다|한다|하)|싫어(?:해|합니다|한다)|(?:는|은) 게 좋",
    "(?:の方|ほう)が(?:好き|いい|良い)|(?:は|が)(?:好き|嫌い)(?:です|だ)?",
    "我(?:更)?(?:喜欢|喜歡|偏好|讨厌|討厭|不喜欢|不喜歡)",
  ].join("|"),
  "iu",
);
/** Speaks of what has just happened or of this task alone. */
const OF_NOW =
  /\b(?:this time|for now|just now|right now|this (?:test|error|task|bug|failure)|you always|you never|it always|it never|keeps?)\b|이번(?:에|만)|방금|지금만|이 (?:오류|에러|테스트)|今回|さっき|このエラー|这次|這次|刚才|剛才|这个(?:错误|问题)|這個(?:錯誤|問題)/iu;
