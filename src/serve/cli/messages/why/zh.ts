import { clock, oneDigit, percent } from "../format.ts";
import type { WhyMessages } from "./en.ts";
import { beginning, range, signed } from "./figures.ts";

const STATUS = { active: "启用", quarantined: "隔离", retired: "停用", promoted: "已提升" };
const TIER = { provisional: "暂定", validated: "已验证", reviewed: "人工确认" };
const PLACED = {
  retired: "停用",
  restored: "恢复",
  quarantined: "隔离",
  released: "解除隔离",
  undone: "撤销",
  promoted: "提升",
  demoted: "取消提升",
};

export const zh: WhyMessages = {
  why: ({ judged, lift, usual, shown, looked, followed, endedWell, ...card }) => [
    `  ${STATUS[card.status]}，${TIER[card.tier]}，可信度 ${card.confidence}`,
    judged === 0
      ? `  尚无已知结果；这类卡片的效果估计为 ${signed(lift.points)} 个百分点 ${range(lift)}，有帮助的可能性 ${percent(lift.chanceOfHelp)}`
      : `  效果 ${signed(lift.points)} 个百分点 ${range(lift)}，有帮助的可能性 ${percent(lift.chanceOfHelp)}`,
    `  提供 ${shown} 次${looked > 0 ? `，可核实的 ${looked} 次中照做 ${followed} 次` : ""}，结果已知的 ${judged} 次中顺利结束 ${oneDigit(endedWell)} 次；${card.family === undefined ? "任务" : `这类任务（${card.family}）`}通常 ${percent(usual)}`,
    ...(card.tasks.length > 0 ? [`  这样的任务：${card.tasks.map((task) => `“${beginning(task)}”`).join("，")}`] : []),
    ...(card.alwaysWith.length > 0 ? [`  总是与 ${card.alwaysWith.join("、")} 一起提供：共享同一估计`] : []),
    ...(card.muted ? ["  已静音：智能体一直不采纳，只在被问到时提供"] : []),
    ...(card.setAside
      ? [
          `  ${clock(card.setAside.since)} 恢复：此前的记录不再计入（提供 ${card.setAside.shown} 次，${card.setAside.judged} 次中顺利结束 ${oneDigit(card.setAside.endedWell)} 次）`,
        ]
      : []),
    ...(card.policy === "reme"
      ? [`  所用规则：reme；计入的 ${card.reme.judged} 次回忆中顺利结束 ${card.reme.endedWell} 次`]
      : []),
  ],
  placed: ({ type, by, at, reason, counts }) =>
    `  ${clock(at)} ${PLACED[type]}（${by}）${
      counts
        ? `：提供 ${counts.shown} 次，${counts.judged} 次中顺利结束 ${oneDigit(counts.ended_well)} 次，通常 ${percent(counts.usual)}；降低成功率的把握 ${percent(counts.harm)}（相当于 ${oneDigit(counts.tasks)} 个任务的证据）`
        : reason
          ? `：${reason}`
          : ""
    }`,
};
