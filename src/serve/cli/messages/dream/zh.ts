import type { DreamMessages } from "./en.ts";

export const zh: DreamMessages = {
  kinds: { create: "拆分", corroborate: "合并", refine: "补充", correct: "纠正", "hand-over": "移交" },
  source: (ids) => `来源：${ids.join("、")}`,
  rebuttal: (text) => `反驳：${text}`,
  moved: (card, from, to) => `${card}：从 ${from} 到 ${to}`,
  ended: ({ units, waiting, dryRun, run }) =>
    units.length === 0 && waiting === 0
      ? "没有需要整理的内容。"
      : `${dryRun ? "将修改" : "已修改"} ${units.length} 处${waiting > 0 ? `，还有 ${waiting} 处等待下次运行` : ""}。${run !== undefined && units.length > 0 ? "`habitus dream --undo` 可撤销这次运行。" : ""}`,
  left: (cards) => `期间有人改动，因此保留：${cards.join("、")}`,
  conflict: ({ cards, why }) => `未定：${cards.join(" 与 ")}：${why}。请让错误的一张退役：habitus retire ID`,
  offer: ({ id, text }) => `写入代理的记忆文件（CLAUDE.md、AGENTS.md），来自 ${id}：${text}`,
  undone: ({ run, restored }) => `已撤销整理 ${run}：${restored.length} 张卡片恢复原样。`,
  leftInUndo: (card, reason) => `  ${card} 保持不变：${reason}`,
};
