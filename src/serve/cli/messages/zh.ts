import type { SessionNotice } from "../../../memory/notice-run.ts";
import type { Decision } from "../../../memory/types.ts";
import type { PlacedRow } from "../../../model/ledger.ts";
import type { Messages } from "./en.ts";
import { bytes, clock, evidence, followedShares, oneDigit, percent, points, worthSaying } from "./format.ts";

const EVIDENCE = { task: "个任务", tasks: "个任务", byNames: "名称一致" };

const VERDICTS: Readonly<Record<Decision["verdict"], string>> = {
  created: "新卡片",
  refreshed: "证据已更新",
  unchanged: "未变",
  merged: "已合并",
  quarantined: "已隔离",
  rejected: "未采纳",
  withdrawn: "已撤回",
  restored: "已恢复",
  "kept retired": "保持停用",
};

const STATUSES: Readonly<Record<string, string>> = {
  active: "启用",
  quarantined: "隔离",
  retired: "停用",
  promoted: "已提升",
};
const TIERS: Readonly<Record<string, string>> = { provisional: "暂定", validated: "已验证", reviewed: "人工确认" };

export const zh: Messages = {
  help: {
    about: "AI 代理的程序性记忆：从真实的工作记录中学习怎样把事做好，在需要时交还，忘掉没有帮助的。",
    version: "显示版本",
    help: "显示本帮助",
    more: "（加 --help 查看更多）",
    example: "示例：",
    home: "存放所有文件的目录（默认：$HABITUS_HOME，否则为平台的数据目录）",
    project: "项目名（默认：当前目录所属的项目）",
    json: "在标准输出上给出一个 JSON 文档",
    lang: "en、ko、ja 或 zh（默认：$HABITUS_LANG，否则按区域设置）",
    import: "从文件或目录读取代理的工作记录，格式按内容识别",
    learn: "把新的观察变成卡片",
    candidates: "列出所有候选，无论是否采纳，并说明理由",
    open: "也从尚未结束的会话中学习",
    recall: "交出适合某个任务的卡片",
    limit: "卡片数量上限",
    maxTokens: "建议的 token 数上限",
    tools: "手头的工具，用逗号分隔：需要其他工具的卡片不会出现",
    explain: "说明每张卡片为什么出现或没有出现",
    noRecord: "只看不记：不算作交出",
    rerank: "让模型阅读卡片并排序（models.rewrite）",
    rewrite: "让模型把卡片合并成针对此任务的一段指引",
    rawEvidence: "为每张卡片引用最多三次调用作为依据",
    recallKey: "要搜索的字段：all、when_to_use、task_query、generalized_query、keywords 或 content",
    outcome: "记录上一次尝试的结果：good、bad，或 0 到 1 之间的数",
    attempt: "哪一次尝试（默认：最近一次）",
    reason: "用你自己的话说明原因",
    list: "列出卡片",
    statusFilter: "active（默认）、quarantined、retired、promoted 或 all",
    show: "显示卡片文件",
    why: "卡片的依据：帮上忙的次数、没有它时通常如何、把握有多大",
    toolsKnown: "关于工具所知道的：每个工具一行，给出名称则显示其指南",
    create: "手写一张卡片",
    trigger: "应当想起它的情形",
    when: "与 --trigger 相同",
    title: "做什么，几个字即可（默认：情形）",
    body: "标题下面的 Markdown：步骤、前提、失败情形",
    confidence: "0 到 1（默认 0.5）",
    keywords: "用于查找的词，用逗号分隔",
    cardTools: "相关的工具，用逗号分隔",
    edit: "在 $EDITOR 中打开卡片",
    editFile: "改从这个文件读取新内容",
    diff: "与较早版本相比改了什么（默认：前一个版本）",
    undo: "恢复前一个版本；再做一次就是重做",
    log: "一张卡片、一次尝试、一个会话或全部发生过的事；会话还会说明如何结束、由什么表明",
    reinforce: "把卡片的可信度提高 0.1",
    weaken: "把卡片的可信度降低 0.1",
    retire: "让卡片不再被想起；文件和记录都保留",
    restore: "恢复停用或隔离的卡片",
    dream: "整理最近的变化：按证据纠正、合并、拆分和补充卡片",
    dreamDryRun: "只说明会做什么",
    dreamLimit: "一次最多修改几处（默认 5），其余留待下次",
    dreamUndo: "整体撤销最近一次运行",
    prune: "停用又弱又久未出现的卡片",
    dryRun: "只说明哪些会被停用",
    export: "以 JSON 行写出卡片，每个文件保持原样",
    out: "写入这个文件而不是标准输出",
    scrub: "显示一段文字在存储前会被隐藏的部分",
    scrubTest: "只读取文件（默认：标准输入），不存储任何内容",
    asReviewed: "文件中的卡片已由你审阅：不隔离",
    review: "列出隔离中的卡片，并接受或拒绝",
    accept: "从现在起可以被想起",
    refuse: "停用",
    reviewAll: "所有等待的卡片，检查报警的除外",
    revoke: "收回某个会话产生的一切：卡片、数字、挖掘结果；或让它重新计入",
    revokeDryRun: "只说明会去掉什么",
    revokeUndo: "让该会话重新计入",
    purge: "从存储的一切（观察、卡片及其历史、账本、索引）中去除一段文字",
    purgeMatch: "这段文字，或模式：/…/；- 从标准输入读取，不留在 shell 中",
    purgeDryRun: "只列出文件和出现次数",
    allProjects: "在所有项目中，而不只是当前项目",
    projects: "列出项目；`merge FROM INTO` 合并两个，`split PATH` 让一个文件夹成为独立项目",
    hook: "从标准输入接收编码代理的一个钩子事件",
    mcp: "通过 MCP（标准输入和标准输出）向编码代理提供记忆",
    serve: "通过 HTTP 提供记忆：/v1、/mcp 上的 MCP，以及可选的 ReMe 端点",
    promote: "用卡片在宿主查找的位置生成技能，或让所有项目都知道；不给 ID 则列出可以提升的内容",
    promoteName: "技能的名称（默认取自卡片）",
    promoteTo: "user（默认）：本机宿主的位置；project：项目文件夹内；或指定文件夹",
    promoteGlobal: "改为让所有项目都知道",
    promoteDryRun: "只显示将会写入的内容",
    promoteUndo: "撤销：用技能名称或卡片 ID",
    handover: "向代理自己的记忆文件（CLAUDE.md、AGENTS.md）提议应放在那里的内容：您说过的规则、事实和偏好",
    handoverTo: "project、user 或文件（默认：项目有则用项目的，否则用您的）",
    handoverApply: "实际写入；会保留文件的副本",
    handoverUndo: "撤销最近一次",
    bench: "在内置环境上运行 ReMe 论文的实验（bench reme）",
    simulate: "让各种策略在模拟世界里互相比较；不触碰任何记忆",
    status: "记住了什么，属于哪个项目",
    doctor: "检查文件是否有问题，并说明怎样修复",
    init: "装入 Claude Code 和 Codex：显示更改、询问、写入，并从过去的会话学习",
    yes: "不询问",
    initDryRun: "只显示将写入的内容",
    trustCodex: "在 Codex 中把 habitus 的钩子标为受信任（否则会被跳过）",
    noImport: "不动过去的会话",
    uninstall: "去除 `init` 放入宿主的内容，记忆保留",
    uninstallPurge: "同时删除记住的一切",
  },

  usage: {
    titles: { Usage: "用法：", Options: "选项：", Commands: "命令：", Arguments: "参数：" },
    missing: (name) => `缺少 ${name}`,
    noValue: (option) => `${option} 需要一个值`,
    wrongValue: (option, value, kind) => `${option} 不能是 "${value}"：${kind}`,
    kinds: { whole: "应为不小于 1 的整数", number: "应为数字" },
    unknownOption: (option) => `没有选项 ${option}。`,
    unknownCommand: (command) => `没有命令 "${command}"。`,
    tooMany: (command, most, got) => `${command} 最多接受 ${most} 项，而给了 ${got} 项：请用引号括住属于一起的内容`,
    similar: (names) => `您是想用 ${names} 吗？`,
  },
  serveHelp: {
    port: "端口；0 表示任一空闲端口（默认 8002）",
    host: "地址（默认 127.0.0.1，仅本机）",
    tokenFile: "令牌文件（默认：主目录中的 serve-token）",
    remeCompat: "同时提供 ReMe 0.2 的端点",
    noToken: "ReMe 端点不要求令牌；仅限本机",
    exchangeDir: "ReMe 客户端导出和载入经验池的文件夹（默认：主目录中的 exchange）",
    allowHost: "调用者可以使用的其他主机名，以逗号分隔",
    allowOrigin: "可以调用的网页来源，以逗号分隔",
    dream: "按此计划（cron 格式）整理；默认关闭",
  },
  benchHelp: {
    environment: "order-desk、file-store、ticket-desk 或 all（默认）",
    taskLang: "任务的语言：en（默认）、ko、ja、zh",
    tables: "main、granularity、refine、reuse、key、k，用逗号分隔（默认：全部）",
    runs: "每种条件的独立运行次数（默认 4）",
    trainingRuns: "每个训练任务的运行次数（默认 8）",
    perKind: "每种任务的数量，1 到 8（默认 4）",
    change: "每次运行的测试任务从 0 数起，从第几次尝试起接口改变（默认：不变）",
    endpoint: "兼容 OpenAI 的服务器（默认：不用模型，由脚本代理执行）",
    model: "执行任务的模型",
    summariser: "负责学习的模型（默认：执行任务的模型）",
    keyEnv: "存放密钥的环境变量",
    maxCalls: "模型调用次数上限（默认 100000）",
    out: "存放经验池、部分结果和报告的文件夹；中断的实验可从那里继续",
  },
  simulateHelp: {
    world: "article（默认）、hard、easy、polluted …（见 --names）",
    policies: "要比较的策略，用逗号分隔（默认：全部）",
    seeds: "每种策略的运行次数（默认 100）",
    firstSeed: "第一个种子（默认 0）",
    shown: "一次展示的卡片数 K（默认：各策略自己的值）",
    minFreq: "reme 规则的 α（默认 5）",
    maxUselessRate: "reme 规则的 β（默认 0.5）",
    strict: "reme 规则用 < 代替 ≤",
    tasks: "依次进行的任务数",
    families: "任务种类数",
    ease: "加到每个任务成功对数几率上的值；负值更难",
    pollution: "开始时每种任务的有害卡片数，0 到 3",
    noise: "被听反的结果所占比例，0 到 1",
    unknown: "永远听不到的结果所占比例，0 到 1",
    outcomes: "additive 或 follow-one",
    gateGood: "通过关口的好卡片比例，0 到 1",
    gateOther: "通过关口的其他卡片比例，0 到 1",
    drift: "好卡片变错的那个任务的编号，或 never",
    threads: "线程数（默认：核心数）",
    plots: "把图（SVG）写入此文件夹",
    markdown: "以 Markdown 输出表格",
    names: "列出世界和策略的名称",
  },
  progress: ({ stage, done, total, unit }) => {
    const doing =
      stage === "import"
        ? "正在导入"
        : stage === "dream"
          ? "正在整理"
          : stage === "revoke"
            ? "正在查找以它为依据的内容"
            : "正在学习";
    if (stage === "bench") return `正在尝试任务 … ${done}${total ? `/${total} 个，${percent(done / total)}` : " 个"}`;
    if (unit === "runs") return `正在模拟 … ${done}${total ? `/${total} 次，${percent(done / total)}` : " 次"}`;
    if (unit === "bytes")
      return `${doing} … ${bytes(done)}${total ? ` / ${bytes(total)}，${percent(done / total)}` : ""}`;
    return `${doing} … ${done} ${unit === "cards" ? "张卡片" : "次尝试"}`;
  },
  importedFile: ({ path, format, added, known, cards }) =>
    `  ${path}：${format}，${added} ${cards ? "张卡片" : "次尝试"}${known > 0 ? `，已知 ${known} 次` : ""}`,
  passedFile: (path, why) => `  ${path}：略过，${why}`,
  imported: ({ trajectories, calls }) =>
    trajectories === 0
      ? "没有新内容。"
      : `已导入 ${trajectories} 次尝试，共 ${calls} 次工具调用。\`habitus learn\` 会把它们变成卡片。`,
  importedInto: ({ projects }) =>
    `按会话所在的目录归入各项目：${projects.map(({ name, added }) => `${name} ${added} 次`).join("，")}。\n${projects.map(({ id }) => `  habitus --project ${id} learn`).join("\n")}`,
  importedCards: ({ cards }) =>
    `已导入 ${cards.added} 张卡片${cards.alarming > 0 ? `，其中 ${cards.alarming} 张触发警报` : ""}。\`habitus review\` 显示隔离中的卡片。`,
  problem: ({ path, line, problem }) => `跳过 ${path}:${line}：${problem}`,
  knownFormats:
    "可读取的格式：Claude Code、Codex、Gemini CLI 和 OpenCode 的会话记录，OpenAI 聊天和 Anthropic 消息，OpenTelemetry GenAI 追踪，ReMe 轨迹，BFCL 和 tau-bench 记录，以及导出的卡片。",
  moreProblems: (count) => `… 还有 ${count} 个问题；--json 会全部列出`,

  learned: ({ trajectories, calls, open, decisions }) => {
    const created = decisions.filter(({ verdict }) => verdict === "created").length;
    const waiting = open > 0 ? ` 还有 ${open} 个会话在进行中。` : "";
    if (trajectories === 0)
      return `没有新东西可学。${waiting}\`habitus init\` 设置过的宿主的会话会自己进来，其他运行记录用 \`habitus import PATH\` 读入。`;
    return `从 ${trajectories} 次尝试、${calls} 次工具调用中学习：新卡片 ${created} 张。${waiting}`;
  },
  decision: ({ verdict, card, title, reason, key, ...counts }) =>
    `  ${VERDICTS[verdict]}：${title ?? key}${card ? ` [${card}]` : ""}\n      ${evidence(counts, EVIDENCE)}${verdict === "created" ? "" : `；${reason}`}`,
  allCandidates: (count) => `全部 ${count} 个候选：`,
  candidate: ({ verdict, key, reason, ...counts }) =>
    `  ${VERDICTS[verdict]}  ${key}\n      ${evidence(counts, EVIDENCE)}；${reason}`,
  otherCandidates: (count) => `其余 ${count} 个候选：--candidates 会连同理由列出。`,

  nothingFits: "学到的内容中没有适合这个任务的。",
  nothingNear: "没有任何相关的卡片：`habitus status` 说明这里学到了什么，以及接下来做什么。",
  explain: (explained) => [
    "",
    "理由：",
    ...worthSaying(explained).flatMap(({ id, rank, score, shown, leftOut, coverage, fields, record }) => [
      `  ${rank}. ${id}  得分 ${score.toFixed(2)}  ${shown ? "已给出" : `未给出：${leftOut}`}`,
      `       匹配 ${fields.map(({ field, terms }) => `${field}: ${terms.join(", ")}`).join("; ")}`,
      `       任务关键词的 ${percent(coverage)}；${TIERS[record.tier]}，可信度 ${record.confidence}，交出 ${record.freq} 次，顺利 ${record.utility} 次`,
    ]),
  ],
  handedOver: ({ attempt, cards }) =>
    `已交出 ${cards.length} 张卡片。结束后请告知结果：habitus outcome good|bad  （尝试 ${attempt}）`,
  unrecorded: (why) => `无法记录这次尝试，因此也无法记录结果：${why}`,
  lenses: ({ attempts, used, failed, decisions, notes }) => [
    `模型查看了 ${attempts} 次尝试（${used.calls} 次调用，${used.tokens} 个 token）：`,
    ...decisions.map(({ verdict, title, card, reason }) => {
      const name = {
        created: "新建",
        merged: "已有",
        quarantined: "暂留",
        rejected: "拒绝",
        "kept retired": "保持停用",
      }[verdict];
      return `  ${name}: ${title}${card === undefined ? "" : ` (${card})`}: ${reason}`;
    }),
    ...notes.map((note) => `  ${note}`),
    ...(failed === undefined ? [] : [`没有保存任何内容：${failed}`]),
  ],
  models: ({ roles, today, most, waiting }) => {
    const named = Object.entries(roles)
      .map(([role, model]) => `${role} ${model}`)
      .join(", ");
    return (
      (today && most
        ? `模型：${named}；今天 ${today.calls}/${most.calls} 次调用，${today.tokens}/${most.tokens} 个 token`
        : `模型：${named}`) + (waiting > 0 ? `，${waiting} 次尝试在等待` : "")
    );
  },
  outcomeRecorded: ({ outcome, cards, attempt }) =>
    `已为尝试 ${attempt} 记录 ${outcome.score}，当时的卡片：${cards.length > 0 ? cards.join(", ") : "无"}。`,
  retiredBecause: (id, reason) => `  已停用：${id}，原因：${reason}。\`habitus restore ${id}\` 可恢复。`,

  listed: (card, colors) => [
    `${colors.bold(card.id)}  ${card.title}`,
    colors.dim(
      `  ${STATUSES[card.status]}，${TIERS[card.tier]}，可信度 ${card.confidence}，交出 ${card.freq} 次，顺利 ${card.utility} 次`,
    ),
  ],
  noCards: (status) =>
    status === "all" || status === "active"
      ? `还没有${status === "all" ? "" : "启用的"}卡片。\`habitus init\` 从编码代理过去的会话中学习，\`habitus import PATH\` 和 \`habitus learn\` 从您已有的运行记录中学习。`
      : `没有${STATUSES[status]}的卡片。`,
  shown: ({ path, versions }) => `文件：${path}${versions > 0 ? `，较早版本 ${versions} 个：habitus diff, undo` : ""}`,
  noTools: "还没有带指南的工具。`habitus import PATH` 和 `habitus learn` 会生成。",
  toolFigures: ({ ok, calls, tasks, failures, repaired, reported, unread }) =>
    `在 ${tasks} 个任务中 ${calls} 次调用成功 ${ok} 次，失败 ${failures} 类，其中有修复办法的 ${repaired} 类${reported > 0 ? `，单独上报的调用 ${reported} 次（未学习 ${unread} 次）` : ""}`,
  keptBack: (reason) => `召回时暂不交出：${reason}`,
  followed: ({ checked, times, muted }) =>
    `能核对的 ${checked} 次中遵循了 ${times} 次${muted ? "；已静音：不问就不再交出" : ""}。`,
  created: ({ id }) => `已创建 ${id}。\`habitus show ${id}\` 可查看。`,
  unchanged: (id) => `${id} 没有变化。`,
  edited: (id) => `已修改 ${id}。\`habitus undo ${id}\` 可撤销。`,
  undone: (id) => `${id} 已恢复原样。再次 \`habitus undo ${id}\` 就是重做。`,
  moved: (id, before, after) => `${id}：可信度 ${before} → ${after}`,
  retired: (id) => `已停用 ${id}。\`habitus restore ${id}\` 可恢复。`,
  restored: (id) => `${id} 重新启用。`,
  pruned: (count, dryRun) => (dryRun ? `将停用 ${count} 张卡片。` : `已停用 ${count} 张卡片。`),
  written: (path) => `已写入 ${path}。`,
  simulateNames: (worlds, policies) =>
    `世界：${worlds.join(", ")}\n\n策略：\n${policies.map(([name, note]) => `  ${name.padEnd(18)}${note}`).join("\n")}`,
  exported: (count, path) => `已把 ${count} 张卡片写入 ${path}。`,

  hookNotice: ({ kind, count }: SessionNotice) =>
    kind === "waiting"
      ? `habitus：有 ${count} 条新的观察可供学习。会话结束时会学习；/habitus:learn 可现在整理经验。`
      : `habitus：最近 ${count} 次完成的调用没有结果，无法从中学习。\`habitus doctor\` 会说明原因。`,
  waiting: (card, reason, by, colors) => [
    `${colors.bold(card.id)}  ${card.title}`,
    colors.dim(`  隔离（${by}）：${reason}`),
  ],
  waitingCount: (count) =>
    count === 0
      ? "没有等待审阅的卡片。"
      : `隔离中 ${count} 张卡片。用 \`habitus review --accept ID…\` 或 \`--refuse ID…\` 决定。`,
  accepted: (count) => `已接受 ${count} 张卡片。`,
  refused: (count) => `已拒绝并停用 ${count} 张卡片。`,

  sessionAccount: ({ parts }) =>
    parts.flatMap(({ started, calls, outcome, signals, session }) => [
      `${started ? `${clock(started)}  ` : ""}会话 ${session}：${calls} 次调用`,
      outcome
        ? `  结果 ${outcome.score}，依据 ${outcome.by}${outcome.reasons.length > 0 ? `：${outcome.reasons.join("；")}` : ""}`
        : "  结局未知：没有什么能确定地表明",
      ...signals.map(({ turn, says, reason }) => `  第 ${turn + 1} 轮，${says}：${reason}`),
    ]),
  nothingLogged: "还没有发生任何事。",
  logged: (row) => {
    const when = clock(row.at);
    switch (row.type) {
      case "born":
        return `${when}  ${row.card}  诞生，可信度 ${row.confidence}（${row.by}）`;
      case "seen":
        return `${when}  ${row.card}  在 ${row.session} 中再次出现${row.advised ? "；该会话给过这张卡片，不算证据" : ""}`;
      case "contradicted":
        return `${when}  ${row.card}  在 ${row.session} 中被反驳`;
      case "idle":
        return `${when}  ${row.card}  使用的 ${row.days} 天里未出现`;
      case "reinforced":
        return `${when}  ${row.card}  人工增强`;
      case "weakened":
        return `${when}  ${row.card}  人工减弱`;
      case "edited":
        return `${when}  ${row.card}  人工编辑${row.confidence === undefined ? "" : `，可信度现为 ${row.confidence}`}`;
      case "written":
        return `${when}  ${row.card}  由 ${row.by} 写成`;
      case "recalled":
        return `${when}  ${row.level === "session" ? "会话开始时" : `为“${row.task}”`}${row.shown.length > 0 ? `交出 ${row.shown.join(", ")}` : "没有交出任何卡片"}（尝试 ${row.attempt}）`;
      case "outcome":
        return `${when}  尝试 ${row.attempt} 的结果 ${row.score}（${row.by}）${row.reasons.length > 0 ? `：${row.reasons.join("；")}` : ""}`;
      case "followed":
        return `${when}  尝试 ${row.attempt}：${followedShares(row, "遵循")}`;
      case "revoked":
        return `${when}  已撤销会话 ${row.session}${row.reason ? `：${row.reason}` : ""}`;
      case "dreamed":
        return `${when}  ${row.card}  整理时修改 (${row.kind})：${row.reason}`;
      case "dream_ended":
        return `${when}  整理结束：修改 ${row.units} 处，等待 ${row.waiting} 处（运行 ${row.run}）`;
      case "dream_undone":
        return `${when}  已撤销整理 ${row.run}`;
      case "unrevoked":
        return `${when}  会话 ${row.session} 重新计入${row.reason ? `：${row.reason}` : ""}`;
      default:
        return `${when}  ${row.card}  ${PLACED[row.type]}（${row.by}）${row.reason ? `：${row.reason}` : ""}`;
    }
  },

  hidden: (kind, rule, line, column) => `${line}:${column}  ${kind}  (${rule})`,
  hiddenCount: (count) => (count === 0 ? "没有会被隐藏的内容。" : `有 ${count} 处会被隐藏。`),

  purged: ({ files, places, dropped, left, dryRun }) => [
    ...files.map(({ path, places, renamed }) => `  ${path}：${places} 处${renamed ? "，以及文件名" : ""}`),
    places === 0 && files.length === 0
      ? "存储的内容中没有它。"
      : `${files.length} 个文件中的 ${places} 处${dryRun ? "将被去除。" : "已去除。"}`,
    ...(dropped.length > 0
      ? [`${dropped.length} 个派生文件${dryRun ? "将被删除" : "已删除"}，需要时会重新生成。`]
      : []),
    ...left.map(({ path, places }) => `  仍在 ${path} 中：${places} 处，属于文件夹、设置或格式本身的名称，或不是文本`),
  ],
  listedProject: ({ id, name, root, cards, observations, current }, colors) => [
    `${current ? "* " : "  "}${colors.bold(name)}  ${id}`,
    colors.dim(`    ${cards} 张卡片，${observations} 条观察${root === undefined ? "" : `，${root}`}`),
  ],
  noProjects: "还没有项目。记住了内容之后就会出现。",
  projectsMerged: ({ from, into, cards, observations, renamed, kept }) => [
    `${from} 现在是 ${into} 的一部分：${cards} 张卡片，${observations} 条观察。`,
    ...renamed.map(({ before, after }) => `  ${before} 的 id 已被占用，在那里叫 ${after}。`),
    `原来的文件在 ${kept}。\`habitus learn\` 会重新计数。`,
  ],
  projectSplit: ({ id, from, sessions, observations }) =>
    `${id} 现在是独立项目，从 ${from} 得到 ${sessions} 个会话（${observations} 条观察）。卡片留在原处；\`habitus learn\` 会重新计数。`,

  chosen: ({ why, chosen }) =>
    chosen === undefined ? why : CHOSEN[chosen.by](chosen.by === "name" ? "" : chosen.path),
  status: ({
    project,
    home,
    cards,
    waiting,
    trajectories,
    attempts,
    followed,
    stale,
    alerts,
    index,
    lastLearned,
    left,
    unassigned,
    emptyResults,
    filled,
  }) => [
    `项目  ${project.name}（${project.id}），依据：${zh.chosen(project)}`,
    `文件  ${home}`,
    `卡片  启用 ${cards.active}，隔离 ${cards.quarantined}，停用 ${cards.retired}，已提升 ${cards.promoted}${cards.broken.length > 0 ? `，损坏 ${cards.broken.length}` : ""}`,
    `学习  ${trajectories} 次尝试${lastLearned ? `，最近 ${clock(lastLearned)}` : ""}；新观察 ${waiting} 条${waiting > 0 ? "：`habitus learn`" : ""}`,
    `想起  ${attempts.recalled} 次；结果已知的 ${attempts.known} 次中有 ${attempts.endedWell} 次顺利${attempts.known > 0 ? `（${points(attempts.endedWell / attempts.known)}）` : ""}`,
    ...(followed.checked > 0 ? [`遵循  能核对的 ${followed.checked} 条建议中遵循了 ${followed.times} 条`] : []),
    ...followed.muted.map((id) => `  因一直被忽略而静音：${id}`),
    ...stale.map(({ id, reason }) => `  已过时：${id}，${reason}`),
    ...alerts.map(
      ({ family, attempts, endedWell, expected }) =>
        `警报  ${family || "任务"}：最近 ${attempts} 次中顺利结束 ${oneDigit(endedWell)} 次，预期为 ${oneDigit(expected)} 次`,
    ),
    `索引  ${index.name}${index.note ? `：${index.note}` : ""}`,
    ...(filled.calls + filled.prompts + filled.corrected > 0
      ? [
          `补全  钩子漏掉的 ${filled.calls} 次调用和 ${filled.prompts} 条请求，更正 ${filled.corrected} 个结果：均取自会话记录`,
        ]
      : []),
    ...(filled.sessions > 0
      ? [`注意  有 ${filled.sessions} 个会话没有任何钩子告知，取自会话记录：habitus doctor`]
      : []),
    ...left.map(({ kind, reason, times }) => `未记  ${times} 个事件，${LEFT[kind]}：${reason}`),
    ...(unassigned > 0 ? [`未记  ${unassigned} 个会话没有目录：不属于任何项目`] : []),
    ...(emptyResults >= 20 ? [`注意  最近完成的 ${emptyResults} 次调用没有结果：habitus doctor`] : []),
  ],
  nextLabel: "接着  ",
  next: {
    init: "`habitus init` 会设置 Claude Code 和 Codex，并从保留下来的过去会话中学习",
    import: "`habitus import PATH` 读取您已有的运行记录，`habitus learn` 把它们变成卡片",
    work: "照常工作即可：从现在起开始的会话都会被观察，习惯会自己出现",
    learn: "`habitus learn` 把新的观察变成卡片",
    review: "`habitus review` 显示等您审阅的卡片",
  },
  answers: { yes: "是", no: "否", cancelled: "已取消", wrong: "出了问题" },
  fix: "待办",
};

const LEFT = { skipped: "跳过", dropped: "无法使用", failed: "失败" };

const PLACED: Readonly<Record<PlacedRow["type"] | "promoted" | "demoted", string>> = {
  retired: "已停用",
  restored: "已恢复",
  quarantined: "已隔离",
  released: "已解除隔离",
  undone: "已撤销",
  promoted: "已提升",
  demoted: "已取消提升",
};

const CHOSEN = {
  git: (path: string) => `git 目录 ${path}`,
  folder: (path: string) => `不在 git 中的目录 ${path}`,
  below: (path: string) => `位于已知的 ${path} 之下`,
  split: (path: string) => `位于拆分出来的 ${path} 之下`,
  name: () => "名称",
};
