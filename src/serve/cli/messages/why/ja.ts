import { clock, oneDigit, percent } from "../format.ts";
import type { WhyMessages } from "./en.ts";
import { beginning, range, signed } from "./figures.ts";

const STATUS = { active: "有効", quarantined: "隔離", retired: "引退", promoted: "昇格" };
const TIER = { provisional: "暫定", validated: "検証済み", reviewed: "人が確認済み" };
const PLACED = {
  retired: "引退",
  restored: "復帰",
  quarantined: "隔離",
  released: "隔離解除",
  undone: "取り消し",
  promoted: "昇格",
  demoted: "昇格の取り消し",
};

export const ja: WhyMessages = {
  why: ({ judged, lift, usual, shown, looked, followed, endedWell, ...card }) => [
    `  ${STATUS[card.status]}、${TIER[card.tier]}、確信度 ${card.confidence}`,
    judged === 0
      ? `  結果はまだ分かっていない。この種のカードの効果は ${signed(lift.points)} ポイント ${range(lift)} と見込まれ、役立つ可能性は ${percent(lift.chanceOfHelp)}`
      : `  効果 ${signed(lift.points)} ポイント ${range(lift)}、役立つ可能性 ${percent(lift.chanceOfHelp)}`,
    `  渡した回数 ${shown}${looked > 0 ? `、確認できた ${looked} 回のうち従った ${followed}` : ""}、結果の分かる ${judged} 回のうちうまく終わった ${oneDigit(endedWell)}。${card.family === undefined ? "作業" : `この種の作業（${card.family}）`}は普段 ${percent(usual)}`,
    ...(card.tasks.length > 0
      ? [`  このような作業: ${card.tasks.map((task) => `「${beginning(task)}」`).join("、")}`]
      : []),
    ...(card.alwaysWith.length > 0 ? [`  いつも ${card.alwaysWith.join("、")} と一緒: 推定値を分け合う`] : []),
    ...(card.muted ? ["  ミュート中: エージェントが従わない状態が続くため、尋ねられたときだけ渡す"] : []),
    ...(card.setAside
      ? [
          `  ${clock(card.setAside.since)} に復帰: それ以前の記録は不利に数えない（渡した ${card.setAside.shown}、${card.setAside.judged} 回のうちうまく終わった ${oneDigit(card.setAside.endedWell)}）`,
        ]
      : []),
    ...(card.policy === "reme"
      ? [`  適用規則: reme。数える想起 ${card.reme.judged} 回のうちうまく終わった ${card.reme.endedWell}`]
      : []),
  ],
  placed: ({ type, by, at, reason, counts }) =>
    `  ${clock(at)} ${PLACED[type]}（${by}）${
      counts
        ? `: 渡した ${counts.shown}、${counts.judged} 回のうちうまく終わった ${oneDigit(counts.ended_well)}、普段は ${percent(counts.usual)}。成功を下げる確実さ ${percent(counts.harm)}（作業 ${oneDigit(counts.tasks)} 件分の根拠）`
        : reason
          ? `: ${reason}`
          : ""
    }`,
};
