// What people type to coding agents, in four languages. Written before the rules that judge them, and not changed to suit those
// rules. `{a}` and `{b}` are replaced by names from the project.

export const LANGUAGES = ["en", "ko", "ja", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

export type Phrases = Readonly<Record<Language, readonly string[]>>;

/** First prompts. Some speak of errors, some hold words of praise or blame: none of it is about the agent's work. */
export const TASKS: Phrases = {
  en: [
    "Add pagination to {a}",
    "The {a} total is wrong when {b} is empty, please fix it",
    "{a} doesn't work on Windows. Can you find out why?",
    "Refactor {a} so that {b} no longer depends on it",
    'Change the success message in {a} from "Perfect!" to "Great, thanks!"',
    "Write tests for {a}",
    "I get a timeout in {a} after the last deploy, fix it. Thanks in advance!",
    "Rename {a} to {b} everywhere",
    "Add a --dry-run option to {a}",
    "Make {a} retry on 503, not on 404",
    "users complain that the {a} page is broken, look into it",
    "Upgrade {a} and make sure nothing breaks",
    "Implement {a} as described in docs/{b}.md",
    "please speed up {a}, it is far too slow",
    "remove the dead code in {a}",
  ],
  ko: [
    "{a}에 페이지네이션 추가해줘",
    "{b}가 비어 있을 때 {a} 합계가 틀려. 고쳐줘",
    "{a}가 윈도우에서 안 돼. 원인 찾아줄래?",
    "{a} 리팩터링해서 {b} 의존성 없애줘",
    '{a}의 완료 메시지를 "완벽해요!"에서 "감사합니다"로 바꿔줘',
    "{a} 테스트 작성해줘",
    "배포 후에 {a}에서 타임아웃이 나. 수정 부탁해, 미리 고마워",
    "{a} 이름을 전부 {b}로 변경",
    "{a}에 --dry-run 옵션 추가",
    "{a} 너무 느려. 빠르게 해줘",
    "사용자들이 {a} 화면이 깨진다고 해. 확인해줘",
  ],
  ja: [
    "{a}にページネーションを追加して",
    "{b}が空のとき{a}の合計が間違っているので直してください",
    "{a}がWindowsで動かない。原因を調べて",
    "{a}をリファクタリングして{b}への依存をなくして",
    "{a}の完了メッセージを「完璧です！」から「ありがとうございます」に変更して",
    "{a}のテストを書いて",
    "デプロイ後に{a}でタイムアウトする。修正お願いします",
    "{a}を全部{b}にリネームして",
    "{a}に--dry-runオプションを追加",
    "{a}が遅すぎるので速くして",
  ],
  zh: [
    "给{a}加上分页",
    "{b}为空时{a}的合计不对，修一下",
    "{a}在Windows上不能用，查一下原因",
    "重构{a}，去掉对{b}的依赖",
    "把{a}的成功提示从“完美！”改成“谢谢”",
    "给{a}写测试",
    "上次部署之后{a}一直超时，帮忙修一下，先谢谢了",
    "把{a}全部改名为{b}",
    "给{a}加一个--dry-run选项",
    "{a}太慢了，优化一下",
  ],
};

/** Questions that need no change. */
export const QUESTIONS: Phrases = {
  en: ["How does {a} work?", "Where is {a} configured?", "What calls {b}?", "Why do we need {a} in {b}?"],
  ko: ["{a}가 어떻게 동작해?", "{a} 설정은 어디 있어?", "{b}를 호출하는 곳이 어디야?"],
  ja: ["{a}はどういう仕組み？", "{a}の設定はどこ？", "{b}はどこから呼ばれている？"],
  zh: ["{a}是怎么工作的？", "{a}在哪里配置？", "哪里调用了{b}？"],
};

/** The next piece of work; says nothing about the last one. */
export const NEXT_STEPS: Phrases = {
  en: [
    "Now do the same for {b}",
    "Also add a test for {b}",
    "Next: document {a} in the README",
    "can you also handle null in {b}",
    "ok, next the {b} module",
  ],
  ko: ["이제 {b}도 똑같이 해줘", "{b} 테스트도 추가해줘", "다음은 README에 {a} 문서 추가", "{b}의 null 처리도 해줘"],
  ja: ["次は{b}も同じようにして", "{b}のテストも追加して", "READMEに{a}の説明を追加して", "{b}のnullも処理して"],
  zh: ["接下来{b}也一样处理", "给{b}也加个测试", "然后在README里写一下{a}", "{b}的null也处理一下"],
};

/** Praise for finished work. */
export const APPROVALS: Phrases = {
  en: [
    "Perfect, thanks!",
    "thanks, that works now",
    "Great, exactly what I wanted.",
    "lgtm, ship it",
    "Works like a charm, thank you",
    "Looks good to me.",
    "awesome, all green on my side too",
    "Not bad at all! I'm merging this.",
    "no complaints, this is great",
    "Yes, that fixed it.",
    "Nice work, thank you very much",
    "Confirmed, the bug is gone. Thanks",
  ],
  ko: [
    "완벽해 고마워!",
    "잘 된다, 고마워",
    "딱 내가 원하던 거야",
    "좋아, 머지할게",
    "확인했어. 이제 잘 동작해",
    "수고했어, 아주 좋네",
    "문제없네. 감사합니다",
    "오 된다! 고생했어",
    "나쁘지 않네, 이대로 가자",
    "네 해결됐습니다. 감사해요",
  ],
  ja: [
    "ありがとう、完璧！",
    "動きました、ありがとうございます",
    "まさに欲しかったものです",
    "いいね、マージします",
    "確認しました。直っています",
    "素晴らしい、助かりました",
    "問題ないです。ありがとう",
    "悪くない、これでいこう",
    "うまくいった！",
    "バッチリです",
  ],
  zh: [
    "谢谢，很好",
    "完美，谢谢！",
    "可以了，正是我想要的",
    "没问题，合并吧",
    "好的，已经修好了，感谢",
    "太棒了，测试都过了",
    "不错，就这样吧",
    "搞定了，辛苦了",
    "确认过了，现在正常了",
    "非常好，多谢",
  ],
};

/** Words that say the work so far is wrong. */
export const COMPLAINTS: Phrases = {
  en: [
    "that's not what I asked",
    "No, still broken: {a} throws the same error",
    "It doesn't work, the page is blank now",
    "you broke {b}, it used to work",
    "wrong file, I meant {b}",
    "This is still failing on CI",
    "I told you not to touch {b}",
    "great, now everything is broken",
    "thanks, but it still crashes",
    "Looks good in the editor but the app won't start anymore",
    "that did not fix it",
    "hmm no. The total is off by one again",
    "Perfect, except that it deletes my data",
    "why did you remove {b}? undo that",
  ],
  ko: [
    "아니 그거 말고",
    "아직도 안 돼, 똑같은 에러가 나",
    "이거 아니야. {b}를 고치라고 했잖아",
    "더 망가졌어. {b}가 이제 안 열려",
    "왜 {b}를 지웠어? 되돌려줘",
    "틀렸어, 합계가 여전히 이상해",
    "고맙지만 여전히 실패해",
    "잘못 이해한 것 같은데, 내가 말한 건 {a}야",
    "CI에서 계속 실패하는데요",
    "좋긴 한데 앱이 아예 실행이 안 돼",
  ],
  ja: [
    "違う、そうじゃない",
    "まだ直っていない。同じエラーが出る",
    "それじゃなくて{b}の方です",
    "壊れました。{b}が開かない",
    "なぜ{b}を消したの？元に戻して",
    "間違ってる。合計がまだおかしい",
    "ありがとう、でもまだ落ちる",
    "動かないです",
    "CIでまだ失敗しています",
    "頼んだのと違います",
  ],
  zh: [
    "不对，我要的不是这个",
    "还是不行，报同样的错",
    "错了，应该改{b}",
    "你把{b}弄坏了，打不开了",
    "为什么删掉{b}？恢复回来",
    "问题还在，合计还是不对",
    "谢谢，但是还是会崩溃",
    "没有修好",
    "CI上还是失败",
    "不是让你改这个文件",
  ],
};

/** Words after work that say neither good nor bad. */
export const NEUTRAL: Phrases = {
  en: [
    "ok",
    "let me check",
    "I'll try it later",
    "hmm",
    "wait a second",
    "what did you change exactly?",
    "so what is left to do?",
  ],
  ko: ["음", "확인해볼게", "이따 볼게", "잠깐만", "정확히 뭘 바꾼 거야?", "그럼 뭐가 남았어?"],
  ja: ["うーん", "確認してみます", "あとで試します", "ちょっと待って", "具体的に何を変えた？"],
  zh: ["嗯", "我看看", "晚点再试", "等一下", "具体改了什么？"],
};

/** The user takes the work out of the agent's hands. */
export const GIVING_UP: Phrases = {
  en: ["never mind, I'll do it myself", "stop. This is going nowhere", "forget it, revert everything"],
  ko: ["됐어, 내가 직접 할게", "그만. 전부 되돌려", "그냥 관둬"],
  ja: ["もういい、自分でやる", "やめて。全部元に戻して", "もう結構です"],
  zh: ["算了，我自己来", "停，全部撤销", "别弄了，改回去吧"],
};

/** `{old}` was used, `{new}` is wanted. */
export const REPLACEMENTS: Phrases = {
  en: [
    "use {new}, not {old}",
    "We use {new} here, not {old}",
    "please use {new} instead of {old}",
    "no, {new}. Not {old}",
  ],
  ko: ["{old} 말고 {new} 써", "{old}이 아니라 {new}을 사용해줘", "여기선 {old} 대신 {new} 써야 해"],
  ja: ["{old}じゃなくて{new}を使って", "{old}ではなく{new}でお願いします", "{old}の代わりに{new}を使ってください"],
  zh: ["用{new}，不要用{old}", "别用{old}，用{new}", "这里用{new}而不是{old}"],
};

/** The user lets the agent begin; nothing has been done yet that could be right or wrong. */
export const GO_AHEADS: Phrases = {
  en: [
    "looks good, go ahead",
    "Perfect plan, proceed",
    "lgtm, please continue",
    "approved, start with step 1",
    "great, do it",
  ],
  ko: ["좋아 진행해", "완벽한 계획이야 시작하자", "네 그렇게 해주세요", "승인합니다. 진행해주세요"],
  ja: ["いいですね、進めてください", "完璧な計画です。始めて", "はい、それでお願いします", "承認します、続けて"],
  zh: ["很好，开始吧", "方案没问题，继续", "完美的计划，动手吧", "同意，按这个来做"],
};

/** The user answers something that the agent asked. */
export const ANSWERS: Phrases = {
  en: [
    "yes, that's right",
    "Correct.",
    "No, the second one",
    "yes that's fine",
    "no problem, use the staging database",
  ],
  ko: ["네 맞아요", "아니요 두 번째요", "네 문제없어요", "응 그거 맞아"],
  ja: ["はい、その通りです", "いいえ、二つ目です", "問題ないです", "はい、合っています"],
  zh: ["对的", "不是，第二个", "没问题", "是的，没错"],
};
