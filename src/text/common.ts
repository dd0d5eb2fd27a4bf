// Function words and the words that requests are made with: they say little about what is asked. They are never dropped from an
// index, where BM25 weighs them by how common they are; they only do not count as a sign that a card has to do with a task.

const ENGLISH = `a about above actually again all also although am an and another any anything are as at away back be because been before
being below between both but by can could did describe do does doing done don dont down during each either else ensure even ever every
everything explain few find first for from further get getting give given go going good got had has have having he help her here him his how however
i if in instead into is it its ive just kindly know last least let lets like likely long look looking made make makes making many may maybe me
might mine more most much must my name need needed needs never new next no nor not nothing now of off ok on once one only onto or other our out
over own per please possible pretty put quite rather really same say see set shall she should show since so some someone something soon
still such sure take tell than thank thanks that the their them themselves then there these they thing things this those though
through thus time to together too try turn two under until up upon us use used using very want wanted wants was way we well were what whats
when where whether which while who whole whom whose why will wish with within without would write yes yet you your yours`;

const KOREAN =
  "합니 니다 습니 입니 하는 는다 한다 된다 했다 하고 하기 하려 려고 해서 하여 해줘 해주 주세 세요 줘요 하세 어요 아요 해요 에요 예요 네요 나요 까요 을까 할까 " +
  "하면 으면 이면 하지 는데 은데 지만 싶어 싶다 싶습 어떻 떻게 무엇 무슨 어디 언제 왜 누구 때 것 수 좀 더 다 이 그 저 줘 해 할 한 및 등 " +
  "우리 제가 저는 나는 내가 그리 리고 그런 런데 있는 있다 있어 없는 없다 되는 되나 하나 또는 대해 대한 위해 위한 통해 관해 이런 그런 저런";

/** Chinese characters of pronouns, particles, question words and measure words. */
const CHINESE = new Set(
  "的了是在我你您他她它们們这這那个個吗嗎呢吧么麼什哪怎给給请請把和就都也很之与與及被让讓一些该該想帮幫",
);

/** Kana that follow a word as particle or ending. */
const KANA_ENDING = new Set("をにがはのでともへやかなさてたれるいう");

/** Filled by the tokeniser, which alone knows how a word becomes a token. */
export function commonTokens(tokenOf: (word: string) => string): ReadonlySet<string> {
  return new Set([...ENGLISH.split(/\s+/).map(tokenOf), ...KOREAN.split(" ")]);
}

/** @param gram  one or two characters, Kana or Han */
export function isCommonGram(gram: string): boolean {
  const [first = "", second] = gram;
  if (second === undefined || HIRAGANA.test(first)) return true;
  return KANA_ENDING.has(second) || CHINESE.has(first) || CHINESE.has(second);
}

const HIRAGANA = /\p{Script=Hiragana}/u;
