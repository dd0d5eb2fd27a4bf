import { percent } from "../format.ts";
import type { PromoteMessages } from "./en.ts";

export const zh: PromoteMessages = {
  suggestedSkill: ({ name, cards, sessions, confidence }) => [
    `技能“${name}”：${cards.join(", ")}`,
    `  可信度不低于 ${confidence}；有 ${sessions.length} 个会话借助它们顺利结束；没有未解决的冲突`,
  ],
  related: ({ a, b, tools, words, family }) =>
    `  ${a} 和 ${b}：工具有 ${percent(tools)} 相同，关键词有 ${percent(words)} 相同${family ? `，都属于“${family}”类任务` : ""}`,
  suggestedGlobal: ({ id, title, projects }) => `适用于所有项目：${id}  ${title}\n  在 ${projects.join(", ")} 中成立`,
  howToSkill: (cards, name) => `  habitus promote ${cards.join(" ")} --name ${name}`,
  howToGlobal: (id) => `  habitus promote ${id} --global`,
  nothingSuggested:
    "目前没有可建议的内容。成为技能需要三张可信度不低于 0.7 的相关卡片，并且有两个会话借助它们顺利结束；适用于所有项目则需要在两个项目中成立。任何启用的卡片都可以手动提升：habitus promote ID",
  short: (what) => `注意：${what}`,
  dryRun: "没有写入任何内容。",
  needsYes: "没有写入任何内容：没有人可以确认。",
  needsYesHint: "要写入，请加上 --yes。",
  ask: (path, more) => `写入 ${path}${more > 0 ? ` 以及另外 ${more} 个文件` : ""}吗？`,
  declined: "没有写入任何内容。",
  written: ({ name, cards }) =>
    `从现在起由“${name}”代替 ${cards.join(", ")}。用 \`habitus promote --undo ${name}\` 撤销。`,
  listed: (path, { by, client, note }) =>
    by === "client"
      ? `  ${path}：${client} 已列出`
      : `  ${path}：已按宿主的读取方式重新读过，没有询问宿主本身${note ? `（${note}）` : ""}`,
  demoted: ({ name, cards, retired, removed, left, reason }) => [
    `“${name}”的提升已取消：${reason}`,
    ...removed.map((path) => `  已删除 ${path}`),
    ...left.map((path) => `  保留了 ${path}：它被手动修改过，属于您`),
    ...(cards.length > 0 ? [`  重新参与回忆：${cards.join(", ")}`] : []),
    ...(retired.length > 0 ? [`  已停用：${retired.join(", ")}`] : []),
  ],
  offered: ({ text, kind, sessions, card, against }) => [
    `${{ constraint: "规则", fact: "事实", preference: "偏好" }[kind]}：${text}`,
    `  ${card === undefined ? `在 ${sessions.length} 个会话中说过` : `来自卡片 ${card}`}${against ? `；不写入：${against.path}:${against.line} 的说法相反：${against.text}` : ""}`,
  ],
  nothingToHandOver: "没有需要新写入代理记忆文件的内容。",
  howToApply: "没有写入任何内容。`habitus handover --apply` 会写入，并保留原文件的副本。",
  handedOver: (paths, copies) => `已写入：${paths.join(", ")}。副本：${copies}。用 \`habitus handover --undo\` 撤销。`,
  handoverUndone: (path, became) =>
    `${path}：${{ restored: "已恢复原样", "lines removed": "之后被改过，所以只去掉了 habitus 的行", left: "之后被改过，其中没有 habitus 的行" }[became]}`,
  conflict: ({ id, title, path, line, says }) => `冲突  ${id}（${title}）与 ${path}:${line} 的说法相反：${says}`,
  suggested: (skills, all) => `建议  ${skills} 个技能，${all} 张适用于所有项目的卡片：\`habitus promote\``,
  leftSkill: (path) => `保留  ${path}：卡片的提升已取消，但文件被人改过，所以留下`,
};
