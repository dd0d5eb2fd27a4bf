import type { Language } from "../../text/language.ts";
import { OUTCOME_MARKS } from "./sections.ts";

/** Whole numbers: of `judged` attempts `well` ended well. */
export interface Share {
  judged: number;
  well: number;
}

interface DreamPhrases {
  rebuttal(said: { day: string; before: string; after: string; sessions: number; source: string }): string;
  helps(family: string, withCard: Share, without: Share): string;
  hurts(family: string, withCard: Share, without: Share): string;
}

/** What a dream writes into cards: templates, in the language of the card. Names and titles come from cards, numbers from the ledger. */
export const DREAM_PHRASES: Readonly<Record<Language, DreamPhrases>> = {
  en: {
    rebuttal: ({ day, before, after, sessions, source }) =>
      `${day}: this card used to say "${before}". That no longer holds: ${sessions} later ${sessions === 1 ? "session" : "sessions"} did otherwise and none did so. What replaces it: "${after}". Source: ${source}`,
    helps: (family, card, without) =>
      `${OUTCOME_MARKS.en}it helps with "${family}": ${card.well} of ${card.judged} ended well, without it ${without.well} of ${without.judged}`,
    hurts: (family, card, without) =>
      `${OUTCOME_MARKS.en}not for "${family}": ${card.well} of ${card.judged} ended well, without it ${without.well} of ${without.judged}`,
  },
  ko: {
    rebuttal: ({ day, before, after, sessions, source }) =>
      `${day}: 이 카드는 전에 "${before}"라고 했다. 이제는 맞지 않다: 그 뒤 ${sessions}개 세션이 다르게 했고 그대로 한 세션은 없다. 대신: "${after}". 출처: ${source}`,
    helps: (family, card, without) =>
      `${OUTCOME_MARKS.ko}"${family}" 작업에 도움이 된다. ${card.judged}번 중 ${card.well}번 잘 끝났고, 없을 때는 ${without.judged}번 중 ${without.well}번`,
    hurts: (family, card, without) =>
      `${OUTCOME_MARKS.ko}"${family}" 작업에는 쓰지 않는다. ${card.judged}번 중 ${card.well}번 잘 끝났고, 없을 때는 ${without.judged}번 중 ${without.well}번`,
  },
  ja: {
    rebuttal: ({ day, before, after, sessions, source }) =>
      `${day}: このカードは以前「${before}」としていた。今は当てはまらない: その後 ${sessions} 件のセッションが別のやり方をし、同じやり方は無かった。代わりに:「${after}」。出典: ${source}`,
    helps: (family, card, without) =>
      `${OUTCOME_MARKS.ja}「${family}」の作業に役立つ。${card.judged} 回中 ${card.well} 回うまく終わり、無い場合は ${without.judged} 回中 ${without.well} 回`,
    hurts: (family, card, without) =>
      `${OUTCOME_MARKS.ja}「${family}」の作業には使わない。${card.judged} 回中 ${card.well} 回うまく終わり、無い場合は ${without.judged} 回中 ${without.well} 回`,
  },
  zh: {
    rebuttal: ({ day, before, after, sessions, source }) =>
      `${day}：本卡片原先写的是“${before}”。现已不成立：此后 ${sessions} 个会话都换了做法，没有一个照旧。取而代之：“${after}”。来源：${source}`,
    helps: (family, card, without) =>
      `${OUTCOME_MARKS.zh}对“${family}”类任务有帮助：${card.judged} 次中 ${card.well} 次顺利结束，没有它时 ${without.judged} 次中 ${without.well} 次`,
    hurts: (family, card, without) =>
      `${OUTCOME_MARKS.zh}不要用于“${family}”类任务：${card.judged} 次中 ${card.well} 次顺利结束，没有它时 ${without.judged} 次中 ${without.well} 次`,
  },
};
