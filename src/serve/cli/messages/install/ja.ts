import { evidence } from "../format.ts";
import type { InstallMessages } from "./en.ts";

const EVIDENCE = { task: "件の作業", tasks: "件の作業", byNames: "名前が一致" };

export const ja: InstallMessages = {
  found: (title, folder, binary) =>
    `${title}: ${folder}${binary === undefined ? "（プログラムは PATH にありません）" : `、${binary}`}`,
  noHost:
    "コーディングエージェントが見つかりません。Claude Code（`claude`、~/.claude）も Codex（`codex`、~/.codex）もありません。",
  noHostHint:
    "前もって準備するには名前を指定してください: habitus init claude または habitus init codex。ほかのエージェントの実行記録は habitus import PATH。",
  unknownHost: (name) => `"${name}" は init の知らないホストです`,
  unknownHostHint: "知っているのは claude と codex です。",
  same: (path) => `  ${path}: 変更なし`,
  will: (path, created) => `  ${path}: ${created ? "新しく作ります" : "変更します"}`,
  removes: (path) => `  ${path}: init が作ったファイルなので削除します`,
  note: (title, path) =>
    `  注意: ${title} は厳密な JSON しか読みません。${path} にコメントや末尾のカンマがある間、その内容は一切効きません`,
  refused: (title, { path, line, problem }) =>
    `${title} には手を付けませんでした。${path}${line === undefined ? "" : `:${line}`}: ${problem}`,
  wayOut: {
    claude: (plugin) =>
      `そのファイルを直してもう一度実行するか、一つのセッションだけプラグインを読み込んでください: claude --plugin-dir "${plugin}"`,
    codex: (plugin) =>
      `そのファイルを直してもう一度実行するか、Codex にプラグインを入れさせてください: codex plugin marketplace add "${plugin}" && codex plugin add habitus@habitus`,
  },
  copies: (folder, version) => `プラグイン（バージョン ${version}）は ${folder} に置きます。`,
  dryRun: "試行: 何も書いていません。",
  ask: "このように変更しますか?",
  declined: "何も書いていません。",
  needsYes: "変更してよいか尋ねる相手がいません",
  needsYesHint: "habitus init --yes は変更し、habitus init --dry-run は見せるだけです。",
  installed: (titles, backups) =>
    `完了: ${titles}。これから始まるセッションを見守ります。元のファイル: ${backups}。\`habitus uninstall\` で元に戻せます。`,
  already: (titles) => `すでに入っています: ${titles}。`,
  askTrust: (count) =>
    `Codex は信頼されたフックだけを実行します。habitus のフック ${count} 件を今信頼しますか?（呼び出しを記録し、助言します。実行するのは ${"`habitus`"} だけです。）`,
  trusted: (count) => `Codex は habitus のフック ${count} 件を信頼しています。`,
  untrusted: (count) =>
    `信頼するまで Codex はフック ${count} 件を飛ばします: \`habitus init codex --trust-codex\` または Codex の /hooks。`,
  trustFailed: (why) => `Codex にフックを問い合わせられませんでした（${why}）。Codex の /hooks で信頼してください。`,

  importing: (bytes) => `過去のセッションを新しい順に読んでいます（${bytes}）…`,
  learning: (name) => `${name} から学んでいます …`,
  imported: (sessions, calls, projects) =>
    `プロジェクト ${projects} 件のセッション ${sessions} 件、ツール呼び出し ${calls} 件を読みました。`,
  wouldRead: (sessions, calls, projects, folders) =>
    `${folders.join("、")} から、プロジェクト ${projects} 件の過去のセッション ${sessions} 件、ツール呼び出し ${calls} 件を読んで学ぶことになります。`,
  wouldLeave: (files) => `時間内に読み切れないファイルが ${files} 件残ります。続きの読み方は init が伝えます。`,
  nothingPast: (folders) =>
    `${folders.length > 0 ? `${folders.join("、")} に` : ""}新しく学べる過去のセッションはありません。`,
  moreFiles: (files, paths) =>
    `過去のセッションのファイルがあと ${files} 件あります: \`habitus import ${paths}\` が続きを読みます。そのあと \`habitus learn\`。`,
  notLearned: (ids) => `まだ学んでいないもの:\n${ids.map((id) => `  habitus --project ${id} learn`).join("\n")}`,
  firstHabits: (shown, all) =>
    all > shown
      ? `最初の習慣（${all} 件のうち ${shown} 件。\`habitus list\` がプロジェクトごとに見せます）:`
      : "最初の習慣:",
  habit: (decision, project) =>
    `  ${decision.title ?? decision.key}\n      ${evidence(decision, EVIDENCE)} · ${project} · ${decision.card}`,
  noHabits: "まだ習慣は見えません。これからのセッションで現れます。`habitus status` で分かります。",

  nothingInstalled: "ホストに habitus は入っていません。",
  uninstalled: (titles) => `${titles} から取り除きました。`,
  memoryStays: (home) => `記憶は残ります: ${home}。\`habitus uninstall --purge\` はそれも消します。`,
  askPurge: (home) => `${home} にある habitus の記憶をすべて消しますか?`,
  needsYesPurge: "記憶を消してよいか尋ねる相手がいません",
  needsYesPurgeHint: "habitus uninstall --purge --yes で消します。",
  purged: (home, left) =>
    `${home} を消しました${left.length > 0 ? `（habitus のものではない ${left.join("、")} は残しました）` : ""}。`,
};
