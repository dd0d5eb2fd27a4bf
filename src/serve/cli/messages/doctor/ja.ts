import { placeOf, utc } from "../../../../adapters/install/findings.ts";
import { ja as messages } from "../ja.ts";
import { reasonIn, ja as reasons } from "../reasons.ts";
import type { DoctorMessages } from "./en.ts";

const say = (reason: string) => reasonIn(reasons, reason);
const tried = (tries: number) => (tries === 1 ? "" : `（${tries} 回目の試行で）`);
const needsNode = (least: string) =>
  `フックには Node ${least} 以降が必要です。ホストを起動する PATH に \`node\` として置いてください`;
const LEFT = { skipped: "対象外", dropped: "使えない", failed: "失敗" };

export const ja: DoctorMessages = {
  files: {
    project: ({ project, files }) => ({
      what: `プロジェクト ${project.id}（${messages.chosen(project)}）、ファイルは ${files} にあります`,
    }),
    index: ({ name, note }) => ({ what: `索引: ${name}`, ...(note !== undefined && { fix: say(note) }) }),
    broken_card: ({ path, line, problem }) => ({
      what: `${path}:${line}: ${problem}`,
      fix: "その行を直してください。直るまでこのカードは想起されません",
    }),
    readable: ({ observations, rows }) => ({ what: `観察 ${observations} 件と台帳 ${rows} 行を読めます` }),
    broken_line: ({ path, line, problem }) => ({
      what: `${path}:${line}: ${problem}`,
      fix: "その行だけを飛ばし、ほかは読みます",
    }),
    empty_results: ({ times }) => ({
      what: `直近の完了した呼び出し ${times} 件に結果がありません`,
      fix: "結果が habitus に届いていません。ホストのフックが何を送っているか確認してください",
    }),
    no_hook: ({ sessions }) => ({
      what: `どのフックも知らせなかったセッション ${sessions} 件を会話記録から取り込みました`,
      fix: "フックを実行していないホストがあります。Codex では /hooks か habitus init で信頼してください",
    }),
    filled: ({ calls, prompts }) => ({
      what: `フックが逃した呼び出し ${calls} 件と依頼 ${prompts} 件を会話記録から補いました`,
    }),
    left: ({ left, reason, times }) => ({ what: `記録しなかったイベント ${times} 件、${LEFT[left]}: ${say(reason)}` }),
    cards: ({ files, indexed }) => ({ what: `カードのファイル ${files} 件、索引に ${indexed} 件` }),
  },
  install: {
    not_whole: ({ problem }) => ({ what: problem, fix: "habitus を入れ直してください" }),
    refused: (about) => ({
      what: `${about.title}: ${placeOf({ ...about, problem: say(about.problem) })}`,
      fix: `そのファイルを直してから habitus init ${about.host}`,
    }),
    entries_gone: ({ title, host, at }) => ({
      what: `${title}: init が ${at.slice(0, 10)} に書いた項目が設定から消えています`,
      fix: `habitus init ${host}`,
    }),
    not_installed: ({ title, host }) => ({
      what: `${title} はありますが、habitus は入っていません`,
      fix: `habitus init ${host}`,
    }),
    other_entries: ({ title, host, path, points }) => ({
      what: `${title}: ${path} の項目が、この habitus の書くものと違います${points === undefined ? "" : `（${points} を指しています）`}`,
      fix: `habitus init ${host}`,
    }),
    strict_json: ({ title, path }) => ({
      what: `${title} は厳密な JSON しか読みません。${path} にコメントや末尾のカンマがある間、その内容は一切効きません`,
      fix: "コメントと末尾のカンマを取り除いてください",
    }),
    installed: ({ title, at }) => ({
      what: `${title}: 導入済み${at === undefined ? "" : `（${at.slice(0, 10)}）`}`,
    }),
    trust_unknown: () => ({
      what: "codex が PATH にないため、フックが信頼されているか分かりません",
      fix: "Codex の /hooks で確認してください",
    }),
    untrusted: ({ skipped, all, states }) => ({
      what: `Codex はフック ${all} 件のうち ${skipped} 件を飛ばします。状態: ${states.join("、")}`,
      fix: "habitus init codex --trust-codex または Codex の /hooks",
    }),
    trusted: ({ all }) => ({ what: `Codex はフック ${all} 件をすべて信頼しています` }),
    no_hooks_seen: () => ({
      what: "Codex から habitus のフックが見えません",
      fix: "Codex の config.toml で `features.hooks` がオフになっていないか確認してください",
    }),
    trust_unsaid: ({ why }) => ({
      what: `Codex がどのフックを信頼しているか答えません: ${why}`,
      fix: "Codex の /hooks で確認してください",
    }),
    arrived: ({ title, at }) => ({ what: `${title}: 最後のイベントは ${utc(at)} に届きました` }),
    not_arrived: ({ title, last, installed }) => ({
      what: `${title}: ${last === undefined ? "まだイベントが届いていません" : `${utc(last)} 以降イベントがありません`}${installed === undefined ? "" : `（導入: ${utc(installed)}）`}`,
      fix: `${title} のセッションを新しく始めてください。すでに開いていたものは古い設定のままです`,
    }),
    plugin_not_whole: ({ folder }) => ({ what: `${folder} のプラグインがそろっていません`, fix: "habitus init" }),
    plugin_old: ({ runs, version }) => ({
      what: `ホストはバージョン ${runs} を実行しています。これは ${version} です`,
      fix: "habitus init",
    }),
    plugin: ({ version, folder }) => ({ what: `ホストは ${folder} のバージョン ${version} を実行しています` }),
    no_node: ({ least }) => ({ what: "PATH に `node` がありません", fix: needsNode(least) }),
    old_node: ({ version, least }) => ({ what: `PATH の \`node\` は ${version} です`, fix: needsNode(least) }),
    node: ({ version }) => ({ what: `PATH の \`node\` は ${version} です` }),
    not_on_path: () => ({
      what: "`habitus` が PATH にないため、フックやホストが入力を促すコマンドが見つかりません",
      fix: "npm install --global habitus を実行するか、そのフォルダーを PATH に加えてください。フックはなくても動きます",
    }),
    line_failed: ({ title, how, ended, said, line }) => {
      const fault = {
        ended: `フックのコマンドが ${ended} で終わりました`,
        not_on_record: "フックのコマンドは動きましたが、そのイベントが記録されていません",
        no_advice: "フックのコマンドはイベントを記録しますが、助言しません",
      }[how];
      return { what: `${title}: ${fault}${said === "" ? "" : `（${said}）`}: ${line}`, fix: "habitus init" };
    },
    line_works: ({ title, detached, tries }) => ({
      what: `${title}: ${detached ? "切り離されたフックのコマンドがイベントを記録します" : "フックのコマンドがイベントを記録し、助言します"}${tried(tries)}`,
    }),
    server_failed: ({ title, how }) => ({
      what: `${title}: ${how === "no_advice" ? "サーバーはイベントを記録しますが、助言しません" : "サーバーが受け取ったイベントが記録されていません"}`,
      fix: "habitus init",
    }),
    server_silent: ({ title, said, line }) => ({
      what: `${title}: サーバーが応答しません（${said}）: ${line}`,
      fix: "habitus init",
    }),
    server_works: ({ title, tries }) => ({ what: `${title}: サーバーがイベントを記録し、助言します${tried(tries)}` }),
  },
};
