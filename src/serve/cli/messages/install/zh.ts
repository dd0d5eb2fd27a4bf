import { evidence } from "../format.ts";
import type { InstallMessages } from "./en.ts";

const EVIDENCE = { task: "个任务", tasks: "个任务", byNames: "名称一致" };

export const zh: InstallMessages = {
  found: (title, folder, binary) =>
    `${title}：${folder}${binary === undefined ? "（程序不在 PATH 中）" : `，${binary}`}`,
  noHost: "没有找到编码代理：既没有 Claude Code（`claude`、~/.claude），也没有 Codex（`codex`、~/.codex）。",
  noHostHint:
    "要预先准备，请写出名称：habitus init claude 或 habitus init codex。其他代理的运行记录：habitus import PATH。",
  unknownHost: (name) => `init 不认识宿主 "${name}"`,
  unknownHostHint: "认识的是 claude 和 codex。",
  same: (path) => `  ${path}：无需更改`,
  will: (path, created) => `  ${path}：${created ? "将新建" : "将更改"}`,
  removes: (path) => `  ${path}：由 init 创建，将删除`,
  note: (title, path) =>
    `  注意：${title} 只读取严格的 JSON。只要 ${path} 中还有注释或末尾逗号，其中的内容就全部不生效`,
  refused: (title, { path, line, problem }) =>
    `没有改动 ${title}。${path}${line === undefined ? "" : `:${line}`}：${problem}`,
  wayOut: {
    claude: (plugin) => `修好该文件后再运行；或者只为一个会话加载插件：claude --plugin-dir "${plugin}"`,
    codex: (plugin) =>
      `修好该文件后再运行；或者让 Codex 安装插件：codex plugin marketplace add "${plugin}" && codex plugin add habitus@habitus`,
  },
  copies: (folder, version) => `插件（版本 ${version}）放在 ${folder}。`,
  dryRun: "试运行：没有写入任何内容。",
  ask: "要写入这些更改吗？",
  declined: "没有写入任何内容。",
  needsYes: "没有人可以询问是否写入这些更改",
  needsYesHint: "habitus init --yes 会写入，habitus init --dry-run 只显示。",
  installed: (titles, backups) =>
    `完成：${titles}。从现在起开始的会话都会被观察。原来的文件：${backups}。\`habitus uninstall\` 可以还原。`,
  already: (titles) => `已经安装：${titles}。`,
  askTrust: (count) =>
    `Codex 只运行受信任的钩子。现在信任 habitus 的 ${count} 个钩子吗？（它们记录调用并给出建议，只运行 ${"`habitus`"}。）`,
  trusted: (count) => `Codex 信任 habitus 的 ${count} 个钩子。`,
  untrusted: (count) =>
    `在您信任之前，Codex 会跳过 ${count} 个钩子：\`habitus init codex --trust-codex\`，或在 Codex 中用 /hooks。`,
  trustFailed: (why) => `无法向 Codex 查询钩子（${why}）：请在 Codex 中用 /hooks 信任它们。`,

  importing: (bytes) => `正在读取过去的会话，从最新的开始（${bytes}）…`,
  learning: (name) => `正在从 ${name} 学习 …`,
  imported: (sessions, calls, projects) => `读取了 ${projects} 个项目的 ${sessions} 个会话、${calls} 次工具调用。`,
  wouldRead: (sessions, calls, projects, folders) =>
    `将从 ${folders.join("、")} 读取 ${projects} 个项目的 ${sessions} 个过去的会话、${calls} 次工具调用，并从中学习。`,
  wouldLeave: (files) => `时间不够读完，将剩下 ${files} 个文件；init 会说明如何继续。`,
  nothingPast: (folders) => `${folders.length > 0 ? `${folders.join("、")} 中` : ""}没有新的过去会话可以学习。`,
  moreFiles: (files, paths) =>
    `还有 ${files} 个过去会话的文件：\`habitus import ${paths}\` 会接着读，然后运行 \`habitus learn\`。`,
  notLearned: (ids) => `尚未学习：\n${ids.map((id) => `  habitus --project ${id} learn`).join("\n")}`,
  firstHabits: (shown, all) =>
    all > shown ? `第一批习惯（${all} 个中的 ${shown} 个，\`habitus list\` 显示一个项目的全部）：` : "第一批习惯：",
  habit: (decision, project) =>
    `  ${decision.title ?? decision.key}\n      ${evidence(decision, EVIDENCE)} · ${project} · ${decision.card}`,
  noHabits: "其中还看不出习惯。它们会随以后的会话出现，`habitus status` 会说明。",

  nothingInstalled: "宿主中没有安装 habitus。",
  uninstalled: (titles) => `已从 ${titles} 中去除。`,
  memoryStays: (home) => `记忆还在：${home}。\`habitus uninstall --purge\` 会一并删除。`,
  askPurge: (home) => `要删除 ${home} 中 habitus 的全部记忆吗？`,
  needsYesPurge: "没有人可以询问是否删除记忆",
  needsYesPurgeHint: "habitus uninstall --purge --yes 会删除。",
  purged: (home, left) => `已删除 ${home}${left.length > 0 ? `，但保留了不属于 habitus 的 ${left.join("、")}` : ""}。`,
};
