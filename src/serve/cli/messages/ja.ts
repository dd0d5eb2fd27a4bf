import type { SessionNotice } from "../../../memory/notice-run.ts";
import type { Decision } from "../../../memory/types.ts";
import type { PlacedRow } from "../../../model/ledger.ts";
import type { Messages } from "./en.ts";
import { bytes, clock, evidence, followedShares, oneDigit, percent, points, worthSaying } from "./format.ts";

const EVIDENCE = { task: "件の作業", tasks: "件の作業", byNames: "名前が一致" };

const VERDICTS: Readonly<Record<Decision["verdict"], string>> = {
  created: "新しいカード",
  refreshed: "根拠を更新",
  unchanged: "変更なし",
  merged: "統合",
  quarantined: "隔離",
  rejected: "不採用",
  withdrawn: "撤回",
  restored: "復帰",
  "kept retired": "引退のまま",
};

const STATUSES: Readonly<Record<string, string>> = {
  active: "有効",
  quarantined: "隔離",
  retired: "引退",
  promoted: "昇格",
};
const TIERS: Readonly<Record<string, string>> = {
  provisional: "暫定",
  validated: "検証済み",
  reviewed: "人が確認済み",
};

export const ja: Messages = {
  help: {
    about:
      "AI エージェントの手続き記憶: 実際の作業記録から仕事のうまいやり方を学び、必要なときに渡し、役に立たないものは忘れます。",
    version: "バージョンを表示します",
    help: "このヘルプを表示します",
    more: "(--help を付けると詳しく表示します)",
    example: "例:",
    home: "すべてのファイルを置くフォルダー (既定: $HABITUS_HOME、なければプラットフォームのデータフォルダー)",
    project: "プロジェクト名 (既定: 現在のフォルダーのプロジェクト)",
    json: "標準出力に JSON 文書を一つ出します",
    lang: "en、ko、ja、zh のいずれか (既定: $HABITUS_LANG、なければロケール)",
    import: "ファイルやフォルダーからエージェントの作業記録を読みます。形式は内容で判別します",
    learn: "新しい観察をカードにします",
    candidates: "採用・不採用にかかわらず、すべての候補を理由とともに表示します",
    open: "まだ終わっていないセッションからも学びます",
    recall: "作業に合うカードを渡します",
    limit: "カードの最大枚数",
    maxTokens: "助言の最大トークン数",
    tools: "使えるツール、コンマ区切り: ほかのツールが要るカードは除きます",
    explain: "各カードを見せた理由、除いた理由を示します",
    noRecord: "見るだけで、渡したことにはしません",
    rerank: "モデルにカードを読ませて順番を決めさせる（models.rewrite）",
    rewrite: "モデルにカードをこの作業のための一つの案内にまとめさせる",
    rawEvidence: "カードごとに根拠の呼び出しを三つまで引用",
    recallKey: "探す項目: all、when_to_use、task_query、generalized_query、keywords、content",
    outcome: "直近の試みの結果を記録します: good、bad、または 0 から 1 の数",
    attempt: "どの試みか (既定: 直近)",
    reason: "理由を自分の言葉で",
    list: "カードを一覧します",
    statusFilter: "active (既定)、quarantined、retired、promoted、all のいずれか",
    show: "カードのファイルを表示します",
    why: "カードの根拠: どれほど役立ったか、なしでは普段どうか、どれほど確かか",
    toolsKnown: "ツールについて分かっていること: 一つにつき一行、名前を挙げればその指針",
    create: "カードを手で書きます",
    trigger: "このカードを思い出すべき状況",
    when: "--trigger と同じです",
    title: "何をするかを短く (既定: 状況)",
    body: "題名の下の Markdown: 手順、前提条件、失敗の形",
    confidence: "0 から 1 (既定 0.5)",
    keywords: "探すための語、コンマ区切り",
    cardTools: "関係するツール、コンマ区切り",
    edit: "カードを $EDITOR で開きます",
    editFile: "新しい本文をこのファイルから取ります",
    diff: "以前の版から何が変わったか (既定: 一つ前の版)",
    undo: "一つ前の版に戻します。もう一度行うとやり直しになります",
    log: "カード・試み・セッション一つ、または全体に起きたこと。セッションはどう終わり、何がそれを示したかも",
    reinforce: "カードの確信度を 0.1 上げます",
    weaken: "カードの確信度を 0.1 下げます",
    retire: "カードを想起から外します。ファイルと記録は残ります",
    restore: "引退または隔離されたカードを戻します",
    dream: "最近変わったものを整理: 根拠に従いカードを訂正、統合、分割、補足する",
    dreamDryRun: "何をするか言うだけ",
    dreamLimit: "一度の変更の上限 (既定 5)、残りは次回",
    dreamUndo: "最後の実行をまるごと取り消す",
    prune: "弱く、長く見られていないカードを引退させます",
    dryRun: "何が引退するかを言うだけにします",
    export: "カードを一行に一枚ずつ JSON で書き出します。ファイルの内容はそのままです",
    out: "標準出力の代わりにこのファイルへ書きます",
    scrub: "保存する前に文章のどこが隠されるかを示します",
    scrubTest: "ファイル (既定: 標準入力) を読むだけで、何も保存しません",
    asReviewed: "ファイルのカードは自分で確認済み: 隔離しません",
    review: "隔離されたカードを一覧し、受け入れるか断ります",
    accept: "これからは想起に使います",
    refuse: "引退させます",
    reviewAll: "待っているすべて、検査で警告されたものを除く",
    revoke: "セッションから生じたすべて(カード、数値、採掘結果)を取り消す、または再び数える",
    revokeDryRun: "何が消えるかを示すだけ",
    revokeUndo: "セッションを再び数える",
    purge: "保存されたすべて (観察、カードとその履歴、台帳、索引) からある文字列を消します",
    purgeMatch: "その文字列、またはパターン: /…/。- は標準入力から読み、シェルに残しません",
    purgeDryRun: "ファイルと回数を示すだけにします",
    allProjects: "現在のプロジェクトだけでなく、すべてのプロジェクトで",
    projects:
      "プロジェクトの一覧。`merge FROM INTO` は二つを合わせ、`split PATH` はフォルダーを独立したプロジェクトにします",
    hook: "コーディングエージェントのフックイベントを標準入力から一つ受け取ります",
    mcp: "記憶を MCP でコーディングエージェントに提供します（標準入出力）",
    serve: "記憶を HTTP で提供します: /v1、/mcp の MCP、求めれば ReMe のエンドポイントも",
    promote: "カードからホストが探す場所にスキルを作る、または全プロジェクトに知らせる。ID がなければ候補を示す",
    promoteName: "スキルの名前 (既定: カードから)",
    promoteTo: "user (既定): このマシンにあるホストの場所、project: プロジェクトのフォルダー内、またはフォルダー",
    promoteGlobal: "スキルではなく全プロジェクトに知らせる",
    promoteDryRun: "何が書き込まれるかだけを示す",
    promoteUndo: "取り消す: スキル名またはカードの ID で",
    handover:
      "あなたが述べた規則・事実・好みなど、エージェントのメモリファイル (CLAUDE.md、AGENTS.md) に属するものを提案する",
    handoverTo: "project、user、またはファイル (既定: プロジェクトにあればそれ、なければユーザーのもの)",
    handoverApply: "実際に書き込む。ファイルの写しを残す",
    handoverUndo: "最後のものを取り消す",
    bench: "ReMe 論文の実験を内蔵の環境で行う（bench reme）",
    simulate: "模擬の世界で方針どうしを競わせる。記憶には触れない",
    status: "何を覚えているか、どのプロジェクトか",
    doctor: "ファイルに異常がないか調べ、直し方を示します",
    init: "Claude Code と Codex に組み込みます: 変更を見せ、尋ね、書き、過去のセッションから学びます",
    yes: "尋ねない",
    initDryRun: "書くものを見せるだけ",
    trustCodex: "habitus のフックを Codex で信頼済みにする（そうしないと飛ばされる）",
    noImport: "過去のセッションには触れない",
    uninstall: "`init` がホストに入れたものを取り除きます。記憶は残ります",
    uninstallPurge: "記憶したものもすべて消す",
  },

  usage: {
    titles: { Usage: "使い方:", Options: "オプション:", Commands: "コマンド:", Arguments: "引数:" },
    missing: (name) => `${name} がありません`,
    noValue: (option) => `${option} には値が必要です`,
    wrongValue: (option, value, kind) => `${option} に "${value}" は使えません: ${kind}`,
    kinds: { whole: "1 以上の整数にしてください", number: "数値にしてください" },
    unknownOption: (option) => `${option} というオプションはありません。`,
    unknownCommand: (command) => `"${command}" というコマンドはありません。`,
    tooMany: (command, most, got) =>
      `${command} に付けられるのは ${most} 個までですが、${got} 個ありました。ひとまとまりは引用符で囲んでください`,
    similar: (names) => `もしかして: ${names}`,
  },
  serveHelp: {
    port: "ポート。0 なら空いているもの（既定 8002）",
    host: "アドレス（既定 127.0.0.1、このマシンのみ）",
    tokenFile: "トークンのファイル（既定: ホームの serve-token）",
    remeCompat: "ReMe 0.2 のエンドポイントも提供します",
    noToken: "ReMe のエンドポイントはトークンを求めません。このマシンのみ",
    exchangeDir: "ReMe クライアントがプールを書き出し、読み込むフォルダ（既定: ホームの exchange）",
    allowHost: "呼び出しに使えるほかのホスト名、カンマ区切り",
    allowOrigin: "呼び出せるウェブページのオリジン、カンマ区切り",
    dream: "この予定（cron 形式）で整理します。既定では行いません",
  },
  benchHelp: {
    environment: "order-desk、file-store、ticket-desk、または all（既定）",
    taskLang: "課題の言語: en（既定）、ko、ja、zh",
    tables: "main、granularity、refine、reuse、key、k、カンマ区切り（既定: すべて）",
    runs: "条件ごとの独立した実行回数（既定 4）",
    trainingRuns: "訓練課題ごとの実行回数（既定 8）",
    perKind: "種類ごとの課題数、1〜8（既定 4）",
    change: "試験課題の試行を実行ごとに 0 から数えて、インターフェースが変わる番号（既定: 変わらない）",
    endpoint: "OpenAI 互換サーバー（既定: モデルなし、台本どおりのエージェント）",
    model: "行動するモデル",
    summariser: "学ぶモデル（既定: 行動するモデル）",
    keyEnv: "キーの入った環境変数",
    maxCalls: "モデル呼び出しの上限（既定 100000）",
    out: "プール、途中結果、報告を置くフォルダー。止まった実験はそこから続く",
  },
  simulateHelp: {
    world: "article（既定）、hard、easy、polluted …（--names を参照）",
    policies: "比べる方針、カンマ区切り（既定: すべて）",
    seeds: "方針ごとの実行回数（既定 100）",
    firstSeed: "最初のシード（既定 0）",
    shown: "一度に見せるカードの数 K（既定: 方針ごとの値）",
    minFreq: "reme の規則の α（既定 5）",
    maxUselessRate: "reme の規則の β（既定 0.5）",
    strict: "reme の規則を ≤ でなく < にする",
    tasks: "続けて行う課題の数",
    families: "課題の種類の数",
    ease: "すべての課題の成功の対数オッズに足す値。負なら難しくなる",
    pollution: "はじめに課題の種類ごとにある有害なカードの数、0〜3",
    noise: "逆に伝わる結果の割合、0〜1",
    unknown: "まったく伝わらない結果の割合、0〜1",
    outcomes: "additive または follow-one",
    gateGood: "関門を通る良いカードの割合、0〜1",
    gateOther: "関門を通るそのほかのカードの割合、0〜1",
    drift: "良いカードが誤りに変わる課題の番号、または never",
    threads: "スレッド数（既定: コアの数）",
    plots: "図（SVG）をこのフォルダーに書く",
    markdown: "表を Markdown で出力する",
    names: "世界と方針の名前を並べる",
  },
  progress: ({ stage, done, total, unit }) => {
    const doing =
      stage === "import"
        ? "取り込み中"
        : stage === "dream"
          ? "整理中"
          : stage === "revoke"
            ? "基づくものを確認中"
            : "学習中";
    if (stage === "bench") return `課題を試行中 … ${done}${total ? `/${total} 件、${percent(done / total)}` : " 件"}`;
    if (unit === "runs")
      return `シミュレーション中 … ${done}${total ? `/${total} 回、${percent(done / total)}` : " 回"}`;
    if (unit === "bytes")
      return `${doing} … ${bytes(done)}${total ? ` / ${bytes(total)}、${percent(done / total)}` : ""}`;
    return `${doing} … ${unit === "cards" ? "カード" : "試み"} ${done} 件`;
  },
  importedFile: ({ path, format, added, known, cards }) =>
    `  ${path}: ${format}、${cards ? "カード" : "試み"} ${added} 件${known > 0 ? `、既知 ${known} 件` : ""}`,
  passedFile: (path, why) => `  ${path}: 対象外、${why}`,
  imported: ({ trajectories, calls }) =>
    trajectories === 0
      ? "新しいものはありません。"
      : `試み ${trajectories} 件、ツール呼び出し ${calls} 件を取り込みました。\`habitus learn\` がカードにします。`,
  importedInto: ({ projects }) =>
    `セッションのフォルダーごとに振り分けました: ${projects.map(({ name, added }) => `${name} ${added} 件`).join("、")}。\n${projects.map(({ id }) => `  habitus --project ${id} learn`).join("\n")}`,
  importedCards: ({ cards }) =>
    `カード ${cards.added} 枚を取り込みました${cards.alarming > 0 ? ` (検査で警告 ${cards.alarming} 枚)` : ""}。\`habitus review\` で隔離中のものを表示します。`,
  problem: ({ path, line, problem }) => `読み飛ばし ${path}:${line}: ${problem}`,
  knownFormats:
    "読める形式: Claude Code、Codex、Gemini CLI、OpenCode の会話記録、OpenAI のチャットと Anthropic のメッセージ、OpenTelemetry GenAI のトレース、ReMe の軌跡、BFCL と tau-bench の記録、書き出したカード。",
  moreProblems: (count) => `… ほか ${count} 件。--json ですべて表示します`,

  learned: ({ trajectories, calls, open, decisions }) => {
    const created = decisions.filter(({ verdict }) => verdict === "created").length;
    const waiting = open > 0 ? ` 進行中のセッション ${open} 件。` : "";
    if (trajectories === 0)
      return `新しく学ぶものはありません。${waiting}\`habitus init\` で設定したホストのセッションはひとりでに入り、ほかの実行記録は \`habitus import PATH\` で読み込みます。`;
    return `試み ${trajectories} 件、ツール呼び出し ${calls} 件から学びました: 新しいカード ${created} 枚。${waiting}`;
  },
  decision: ({ verdict, card, title, reason, key, ...counts }) =>
    `  ${VERDICTS[verdict]}: ${title ?? key}${card ? ` [${card}]` : ""}\n      ${evidence(counts, EVIDENCE)}${verdict === "created" ? "" : `; ${reason}`}`,
  allCandidates: (count) => `すべての候補 ${count} 件:`,
  candidate: ({ verdict, key, reason, ...counts }) =>
    `  ${VERDICTS[verdict]}  ${key}\n      ${evidence(counts, EVIDENCE)}; ${reason}`,
  otherCandidates: (count) => `ほかの候補 ${count} 件: --candidates で理由とともに表示します。`,

  nothingFits: "学んだことの中に、この作業に合うものはありません。",
  nothingNear:
    "関わりのあるカードが一枚もありません。ここで何を学んだか、次に何をすればよいかは `habitus status` で分かります。",
  explain: (explained) => [
    "",
    "理由:",
    ...worthSaying(explained).flatMap(({ id, rank, score, shown, leftOut, coverage, fields, record }) => [
      `  ${rank}. ${id}  スコア ${score.toFixed(2)}  ${shown ? "表示" : `除外: ${leftOut}`}`,
      `       一致 ${fields.map(({ field, terms }) => `${field}: ${terms.join(", ")}`).join("; ")}`,
      `       作業の要語の ${percent(coverage)}; ${TIERS[record.tier]}、確信度 ${record.confidence}、渡した回数 ${record.freq}、うまくいった回数 ${record.utility}`,
    ]),
  ],
  handedOver: ({ attempt, cards }) =>
    `カードを ${cards.length} 枚渡しました。終わったら結果を教えてください: habitus outcome good|bad  (試み ${attempt})`,
  unrecorded: (why) => `記録できなかったため、結果も記録できません: ${why}`,
  lenses: ({ attempts, used, failed, decisions, notes }) => [
    `モデルが ${attempts} 件の試みを見ました（呼び出し ${used.calls} 回、${used.tokens} トークン）:`,
    ...decisions.map(({ verdict, title, card, reason }) => {
      const name = {
        created: "新規",
        merged: "既知",
        quarantined: "保留",
        rejected: "却下",
        "kept retired": "引退のまま",
      }[verdict];
      return `  ${name}: ${title}${card === undefined ? "" : ` (${card})`}: ${reason}`;
    }),
    ...notes.map((note) => `  ${note}`),
    ...(failed === undefined ? [] : [`何も保存していません: ${failed}`]),
  ],
  models: ({ roles, today, most, waiting }) => {
    const named = Object.entries(roles)
      .map(([role, model]) => `${role} ${model}`)
      .join(", ");
    return (
      (today && most
        ? `モデル: ${named}。今日 ${today.calls}/${most.calls} 回、${today.tokens}/${most.tokens} トークン`
        : `モデル: ${named}`) + (waiting > 0 ? `、${waiting} 件の試みが待っています` : "")
    );
  },
  outcomeRecorded: ({ outcome, cards, attempt }) =>
    `試み ${attempt} に ${outcome.score} を記録しました。渡したカード: ${cards.length > 0 ? cards.join(", ") : "なし"}。`,
  retiredBecause: (id, reason) => `  引退: ${id}、理由: ${reason}。\`habitus restore ${id}\` で戻せます。`,

  listed: (card, colors) => [
    `${colors.bold(card.id)}  ${card.title}`,
    colors.dim(
      `  ${STATUSES[card.status]}、${TIERS[card.tier]}、確信度 ${card.confidence}、渡した回数 ${card.freq}、うまくいった回数 ${card.utility}`,
    ),
  ],
  noCards: (status) =>
    status === "all" || status === "active"
      ? `${status === "all" ? "" : "有効な"}カードはまだありません。\`habitus init\` はコーディングエージェントの過去のセッションから、\`habitus import PATH\` と \`habitus learn\` は手元の実行記録から学びます。`
      : `${STATUSES[status]}のカードはありません。`,
  shown: ({ path, versions }) =>
    `ファイル: ${path}${versions > 0 ? `、以前の版 ${versions} 件: habitus diff, undo` : ""}`,
  noTools: "指針のあるツールはまだありません。`habitus import PATH` と `habitus learn` で作られます。",
  toolFigures: ({ ok, calls, tasks, failures, repaired, reported, unread }) =>
    `${tasks} 件の作業で ${calls} 回中 ${ok} 回成功、失敗は ${failures} 種類、うち直し方の分かるもの ${repaired} 種類${reported > 0 ? `、単独で報告された呼び出し ${reported} 件 (未学習 ${unread} 件)` : ""}`,
  keptBack: (reason) => `想起では保留中: ${reason}`,
  followed: ({ checked, times, muted }) =>
    `確認できた ${checked} 回のうち ${times} 回実行${muted ? "。消音中: 求められなければもう渡さない" : ""}。`,
  created: ({ id }) => `カード ${id} を作りました。\`habitus show ${id}\` で表示します。`,
  unchanged: (id) => `${id} に変更はありません。`,
  edited: (id) => `${id} を変更しました。\`habitus undo ${id}\` で元に戻せます。`,
  undone: (id) => `${id} を元に戻しました。もう一度 \`habitus undo ${id}\` を行うとやり直します。`,
  moved: (id, before, after) => `${id}: 確信度 ${before} → ${after}`,
  retired: (id) => `${id} を引退させました。\`habitus restore ${id}\` で戻せます。`,
  restored: (id) => `${id} は再び有効です。`,
  pruned: (count, dryRun) =>
    dryRun ? `カード ${count} 枚が引退することになります。` : `カード ${count} 枚を引退させました。`,
  written: (path) => `${path} に書きました。`,
  simulateNames: (worlds, policies) =>
    `世界: ${worlds.join(", ")}\n\n方針:\n${policies.map(([name, note]) => `  ${name.padEnd(18)}${note}`).join("\n")}`,
  exported: (count, path) => `カード ${count} 枚を ${path} に書きました。`,

  hookNotice: ({ kind, count }: SessionNotice) =>
    kind === "waiting"
      ? `habitus: 新しく学べる観察が ${count} 件あります。セッションの終わりに学習します。/habitus:learn なら今まとめます。`
      : `habitus: 直近の完了した呼び出し ${count} 件に結果がなく、学習できません。\`habitus doctor\` で確認できます。`,
  waiting: (card, reason, by, colors) => [
    `${colors.bold(card.id)}  ${card.title}`,
    colors.dim(`  隔離 (${by}): ${reason}`),
  ],
  waitingCount: (count) =>
    count === 0
      ? "確認待ちはありません。"
      : `隔離中のカード ${count} 枚。\`habitus review --accept ID…\` か \`--refuse ID…\` で決めます。`,
  accepted: (count) => `カード ${count} 枚を受け入れました。`,
  refused: (count) => `カード ${count} 枚を断り、引退させました。`,

  sessionAccount: ({ parts }) =>
    parts.flatMap(({ started, calls, outcome, signals, session }) => [
      `${started ? `${clock(started)}  ` : ""}セッション ${session}: 呼び出し ${calls} 回`,
      outcome
        ? `  結果 ${outcome.score}、根拠 ${outcome.by}${outcome.reasons.length > 0 ? `: ${outcome.reasons.join("; ")}` : ""}`
        : "  どう終わったかは不明: 確かに示すものがありませんでした",
      ...signals.map(({ turn, says, reason }) => `  ${turn + 1} 番目のターン、${says}: ${reason}`),
    ]),
  nothingLogged: "まだ何も起きていません。",
  logged: (row) => {
    const when = clock(row.at);
    switch (row.type) {
      case "born":
        return `${when}  ${row.card}  誕生、確信度 ${row.confidence} (${row.by})`;
      case "seen":
        return `${when}  ${row.card}  ${row.session} で再び観察${row.advised ? "。カードを渡したセッションなので根拠に数えない" : ""}`;
      case "contradicted":
        return `${when}  ${row.card}  ${row.session} で反例`;
      case "idle":
        return `${when}  ${row.card}  使用した ${row.days} 日間、観察なし`;
      case "reinforced":
        return `${when}  ${row.card}  手で強化`;
      case "weakened":
        return `${when}  ${row.card}  手で弱化`;
      case "edited":
        return `${when}  ${row.card}  手で編集${row.confidence === undefined ? "" : `、確信度は ${row.confidence}`}`;
      case "written":
        return `${when}  ${row.card}  ${row.by} が記述`;
      case "recalled":
        return `${when}  ${row.level === "session" ? "セッションの開始時に" : `「${row.task}」に`} ${row.shown.length > 0 ? `${row.shown.join(", ")} を渡した` : "何も渡さなかった"} (試み ${row.attempt})`;
      case "outcome":
        return `${when}  試み ${row.attempt} の結果 ${row.score} (${row.by})${row.reasons.length > 0 ? `: ${row.reasons.join("; ")}` : ""}`;
      case "followed":
        return `${when}  試み ${row.attempt}: ${followedShares(row, "実行")}`;
      case "revoked":
        return `${when}  セッション ${row.session} を取り消し${row.reason ? `: ${row.reason}` : ""}`;
      case "dreamed":
        return `${when}  ${row.card}  整理による変更 (${row.kind}): ${row.reason}`;
      case "dream_ended":
        return `${when}  整理が終了: 変更 ${row.units} 件、待ち ${row.waiting} 件 (実行 ${row.run})`;
      case "dream_undone":
        return `${when}  整理 ${row.run} を元に戻した`;
      case "unrevoked":
        return `${when}  セッション ${row.session} を再び数える${row.reason ? `: ${row.reason}` : ""}`;
      default:
        return `${when}  ${row.card}  ${PLACED[row.type]} (${row.by})${row.reason ? `: ${row.reason}` : ""}`;
    }
  },

  hidden: (kind, rule, line, column) => `${line}:${column}  ${kind}  (${rule})`,
  hiddenCount: (count) => (count === 0 ? "隠されるものはありません。" : `${count} か所が隠されます。`),

  purged: ({ files, places, dropped, left, dryRun }) => [
    ...files.map(({ path, places, renamed }) => `  ${path}: ${places} か所${renamed ? "、および名前" : ""}`),
    places === 0 && files.length === 0
      ? "保存されたものの中に、それはありません。"
      : `${files.length} 個のファイルの ${places} か所${dryRun ? "が消されることになります。" : "を消しました。"}`,
    ...(dropped.length > 0
      ? [`派生ファイル ${dropped.length} 個${dryRun ? "がなくなります" : "を消しました"}。必要なときに作り直されます。`]
      : []),
    ...left.map(
      ({ path, places }) =>
        `  ${path} にまだ ${places} か所: フォルダーや設定、形式そのものの名前か、テキストでないファイルです`,
    ),
  ],
  listedProject: ({ id, name, root, cards, observations, current }, colors) => [
    `${current ? "* " : "  "}${colors.bold(name)}  ${id}`,
    colors.dim(`    カード ${cards} 枚、観察 ${observations} 件${root === undefined ? "" : `、${root}`}`),
  ],
  noProjects: "まだプロジェクトはありません。何かを覚えると現れます。",
  projectsMerged: ({ from, into, cards, observations, renamed, kept }) => [
    `${from} は ${into} の一部になりました: カード ${cards} 枚、観察 ${observations} 件。`,
    ...renamed.map(({ before, after }) => `  ${before} は使われている id なので、${after} と呼ばれます。`),
    `元のファイルは ${kept} にあります。\`habitus learn\` が数え直します。`,
  ],
  projectSplit: ({ id, from, sessions, observations }) =>
    `${id} は独立したプロジェクトになり、${from} からセッション ${sessions} 件 (観察 ${observations} 件) を受け取りました。カードは元に残ります。\`habitus learn\` が数え直します。`,

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
    `プロジェクト  ${project.name} (${project.id})、根拠: ${ja.chosen(project)}`,
    `ファイル      ${home}`,
    `カード        有効 ${cards.active}、隔離 ${cards.quarantined}、引退 ${cards.retired}、昇格 ${cards.promoted}${cards.broken.length > 0 ? `、破損 ${cards.broken.length}` : ""}`,
    `学習          試み ${trajectories} 件${lastLearned ? `、最後は ${clock(lastLearned)}` : ""}; 新しい観察 ${waiting} 件${waiting > 0 ? ": `habitus learn`" : ""}`,
    `想起          ${attempts.recalled} 回; 結果のわかる ${attempts.known} 回のうち ${attempts.endedWell} 回うまくいった${attempts.known > 0 ? ` (${points(attempts.endedWell / attempts.known)})` : ""}`,
    ...(followed.checked > 0 ? [`実行          確認できた助言 ${followed.checked} 件のうち ${followed.times} 件`] : []),
    ...followed.muted.map((id) => `  無視され続けたため消音: ${id}`),
    ...stale.map(({ id, reason }) => `  古い: ${id}、${reason}`),
    ...alerts.map(
      ({ family, attempts, endedWell, expected }) =>
        `警報          ${family || "作業"}: 直近 ${attempts} 回のうちうまく終わったのは ${oneDigit(endedWell)} 回、見込みは ${oneDigit(expected)} 回`,
    ),
    `索引          ${index.name}${index.note ? `: ${index.note}` : ""}`,
    ...(filled.calls + filled.prompts + filled.corrected > 0
      ? [
          `補完          フックが逃した呼び出し ${filled.calls} 件と依頼 ${filled.prompts} 件、訂正した結果 ${filled.corrected} 件: すべて会話記録から`,
        ]
      : []),
    ...(filled.sessions > 0
      ? [
          `注意          どのフックも知らせなかったセッション ${filled.sessions} 件を会話記録から取り込みました: habitus doctor`,
        ]
      : []),
    ...left.map(({ kind, reason, times }) => `記録せず      イベント ${times} 件、${LEFT[kind]}: ${reason}`),
    ...(unassigned > 0
      ? [`記録せず      フォルダー不明のセッション ${unassigned} 件: どのプロジェクトにも属しません`]
      : []),
    ...(emptyResults >= 20
      ? [`注意          直近の完了した呼び出し ${emptyResults} 件に結果がありません: habitus doctor`]
      : []),
  ],
  nextLabel: "次に          ",
  next: {
    init: "`habitus init` で Claude Code と Codex を設定し、残っている過去のセッションから学びます",
    import: "`habitus import PATH` で手元の実行記録を読み、`habitus learn` でカードにします",
    work: "いつもどおり作業してください。これから始まるセッションを見守るので、習慣はひとりでに育ちます",
    learn: "`habitus learn` で新しい観察をカードにします",
    review: "`habitus review` で確認待ちのカードを見られます",
  },
  answers: { yes: "はい", no: "いいえ", cancelled: "中止しました", wrong: "問題が起きました" },
  fix: "対処",
};

const LEFT = { skipped: "対象外", dropped: "使用不可", failed: "失敗" };

const PLACED: Readonly<Record<PlacedRow["type"] | "promoted" | "demoted", string>> = {
  retired: "引退",
  restored: "復帰",
  quarantined: "隔離",
  released: "隔離解除",
  undone: "取り消し",
  promoted: "昇格",
  demoted: "昇格の取り消し",
};

const CHOSEN = {
  git: (path: string) => `git ディレクトリー ${path}`,
  folder: (path: string) => `git で管理されていないフォルダー ${path}`,
  below: (path: string) => `既知の ${path} の下`,
  split: (path: string) => `分けられた ${path} の下`,
  name: () => "名前",
};
