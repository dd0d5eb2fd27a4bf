import type { RevokePhrases } from "./lines.ts";

export const zh: RevokePhrases = {
  headline: ({ session, dryRun, undo }) => {
    if (undo) return `会话 ${session} ${dryRun ? "将" : "已"}重新计入。`;
    return dryRun
      ? `撤销会话 ${session} 后，它所显示的一切将不再计入。`
      : `会话 ${session} 已撤销：它所显示的一切不再计入。`;
  },
  counted: (what, { dryRun, undo }) => `${dryRun ? "将" : ""}${undo ? "重新计入" : "不再计入"}：${what.join("，")}`,
  attempts: (count) => `${count} 次尝试`,
  sightings: (count) => `${count} 次观察`,
  retired: (id, why, dryRun) => `${dryRun ? "将停用" : "停用"}：${id}，因为${why}`,
  restedOnIt: "它以这个会话为依据",
  madeOf: (cards) => `它由 ${cards} 得来`,
  back: (id, dryRun) => `${dryRun ? "将恢复使用" : "恢复使用"}：${id}`,
  changed: (id, what, dryRun) => `${dryRun ? "将改变" : "改变"}：${id}：${what.join("，")}`,
  confidence: "可信度",
  freq: "交出次数",
  utility: "顺利次数",
  sources: "来源会话数",
  created: "产生时间",
  tiers: { provisional: "暂定", validated: "已验证", reviewed: "人工确认" },
  nothing: (dryRun) => `没有内容以它为依据：数字和卡片${dryRun ? "都不会变" : "都没有变"}。`,
  others: (count) => `其余 ${count} 张卡片的位置、可信度和次数不变。`,
  undo: (session) => `\`habitus revoke ${session} --undo\` 可以取消。`,
};
