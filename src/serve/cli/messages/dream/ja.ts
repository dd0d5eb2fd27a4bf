import type { DreamMessages } from "./en.ts";

export const ja: DreamMessages = {
  kinds: { create: "分割", corroborate: "統合", refine: "補足", correct: "訂正", "hand-over": "引き渡し" },
  source: (ids) => `出典: ${ids.join("、")}`,
  rebuttal: (text) => `反証: ${text}`,
  moved: (card, from, to) => `${card}: ${from} から ${to} へ`,
  ended: ({ units, waiting, dryRun, run }) =>
    units.length === 0 && waiting === 0
      ? "整理するものはありません。"
      : `${units.length} 件を${dryRun ? "変更することになります" : "変更しました"}${waiting > 0 ? `。${waiting} 件は次の実行を待ちます` : ""}。${run !== undefined && units.length > 0 ? "`habitus dream --undo` でこの実行を取り消せます。" : ""}`,
  left: (cards) => `その間に誰かが変えたので残しました: ${cards.join("、")}`,
  conflict: ({ cards, why }) =>
    `未決: ${cards.join(" と ")}: ${why}。誤っている方を引退させてください: habitus retire ID`,
  offer: ({ id, text }) => `エージェントの記憶ファイル (CLAUDE.md、AGENTS.md) へ、${id} から: ${text}`,
  undone: ({ run, restored }) => `整理 ${run} を取り消しました。カード ${restored.length} 枚が元どおりです。`,
  leftInUndo: (card, reason) => `  ${card} はそのままです: ${reason}`,
};
