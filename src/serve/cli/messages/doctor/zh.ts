import { placeOf, utc } from "../../../../adapters/install/findings.ts";
import { reasonIn, zh as reasons } from "../reasons.ts";
import { zh as messages } from "../zh.ts";
import type { DoctorMessages } from "./en.ts";

const say = (reason: string) => reasonIn(reasons, reason);
const tried = (tries: number) => (tries === 1 ? "" : `（第 ${tries} 次尝试）`);
const needsNode = (least: string) => `钩子需要 Node ${least} 或更新版本，在启动宿主所用的 PATH 中名为 \`node\``;
const LEFT = { skipped: "已跳过", dropped: "无法使用", failed: "失败" };

export const zh: DoctorMessages = {
  files: {
    project: ({ project, files }) => ({
      what: `项目 ${project.id}（${messages.chosen(project)}），文件在 ${files}`,
    }),
    index: ({ name, note }) => ({ what: `索引：${name}`, ...(note !== undefined && { fix: say(note) }) }),
    broken_card: ({ path, line, problem }) => ({
      what: `${path}:${line}：${problem}`,
      fix: "请改正该行；在此之前不会想起这张卡片",
    }),
    readable: ({ observations, rows }) => ({ what: `可以读取 ${observations} 条观察和 ${rows} 行账本` }),
    broken_line: ({ path, line, problem }) => ({
      what: `${path}:${line}：${problem}`,
      fix: "只跳过该行，其余照常读取",
    }),
    empty_results: ({ times }) => ({
      what: `最近完成的 ${times} 次调用没有结果`,
      fix: "结果没有送达 habitus：请检查宿主的钩子发送了什么",
    }),
    no_hook: ({ sessions }) => ({
      what: `有 ${sessions} 个会话没有任何钩子告知，取自会话记录`,
      fix: "有宿主没有运行钩子：在 Codex 中请用 /hooks 或 habitus init 信任它们",
    }),
    filled: ({ calls, prompts }) => ({ what: `钩子漏掉的 ${calls} 次调用和 ${prompts} 条请求已从会话记录补全` }),
    left: ({ left, reason, times }) => ({ what: `未记录的事件 ${times} 个，${LEFT[left]}：${say(reason)}` }),
    cards: ({ files, indexed }) => ({ what: `${files} 个卡片文件，索引中有 ${indexed} 个` }),
  },
  install: {
    not_whole: ({ problem }) => ({ what: problem, fix: "请重新安装 habitus" }),
    refused: (about) => ({
      what: `${about.title}：${placeOf({ ...about, problem: say(about.problem) })}`,
      fix: `修好该文件，然后运行 habitus init ${about.host}`,
    }),
    entries_gone: ({ title, host, at }) => ({
      what: `${title}：init 于 ${at.slice(0, 10)} 写入的内容已不在其设置中`,
      fix: `habitus init ${host}`,
    }),
    not_installed: ({ title, host }) => ({
      what: `有 ${title}，但其中没有安装 habitus`,
      fix: `habitus init ${host}`,
    }),
    other_entries: ({ title, host, path, points }) => ({
      what: `${title}：${path} 中的内容与当前 habitus 写入的不同${points === undefined ? "" : `（指向 ${points}）`}`,
      fix: `habitus init ${host}`,
    }),
    strict_json: ({ title, path }) => ({
      what: `${title} 只读取严格的 JSON。只要 ${path} 中还有注释或末尾逗号，其中的内容就全部不生效`,
      fix: "请去掉注释和末尾逗号",
    }),
    installed: ({ title, at }) => ({ what: `${title}：已安装${at === undefined ? "" : `（${at.slice(0, 10)}）`}` }),
    trust_unknown: () => ({ what: "codex 不在 PATH 中，无法得知它是否信任钩子", fix: "请在 Codex 中用 /hooks 查看" }),
    untrusted: ({ skipped, all, states }) => ({
      what: `Codex 会跳过 ${all} 个钩子中的 ${skipped} 个，状态：${states.join("、")}`,
      fix: "habitus init codex --trust-codex，或在 Codex 中用 /hooks",
    }),
    trusted: ({ all }) => ({ what: `Codex 信任全部 ${all} 个钩子` }),
    no_hooks_seen: () => ({
      what: "Codex 看不到 habitus 的钩子",
      fix: "请查看其 config.toml 中 `features.hooks` 是否已关闭",
    }),
    trust_unsaid: ({ why }) => ({
      what: `Codex 没有说明它信任哪些钩子：${why}`,
      fix: "请在 Codex 中用 /hooks 查看",
    }),
    arrived: ({ title, at }) => ({ what: `${title}：最近的事件于 ${utc(at)} 到达` }),
    not_arrived: ({ title, last, installed }) => ({
      what: `${title}：${last === undefined ? "还没有事件到达" : `自 ${utc(last)} 起没有事件`}${installed === undefined ? "" : `（安装于 ${utc(installed)}）`}`,
      fix: `请开始一个新的 ${title} 会话：已经打开的会话仍用旧设置`,
    }),
    plugin_not_whole: ({ folder }) => ({ what: `${folder} 中的插件不完整`, fix: "habitus init" }),
    plugin_old: ({ runs, version }) => ({
      what: `宿主运行的是版本 ${runs}，而当前是 ${version}`,
      fix: "habitus init",
    }),
    plugin: ({ version, folder }) => ({ what: `宿主运行 ${folder} 中的版本 ${version}` }),
    no_node: ({ least }) => ({ what: "PATH 中没有 `node`", fix: needsNode(least) }),
    old_node: ({ version, least }) => ({ what: `PATH 中的 \`node\` 是 ${version}`, fix: needsNode(least) }),
    node: ({ version }) => ({ what: `PATH 中的 \`node\` 是 ${version}` }),
    not_on_path: () => ({
      what: "`habitus` 不在 PATH 中：找不到钩子和宿主让您输入的命令",
      fix: "运行 npm install --global habitus，或把其目录加入 PATH；没有它钩子也能工作",
    }),
    line_failed: ({ title, how, ended, said, line }) => {
      const fault = {
        ended: `钩子命令以 ${ended} 结束`,
        not_on_record: "钩子命令运行了，但其事件没有记录",
        no_advice: "钩子命令会记录事件，但不给出建议",
      }[how];
      return { what: `${title}：${fault}${said === "" ? "" : `（${said}）`}：${line}`, fix: "habitus init" };
    },
    line_works: ({ title, detached, tries }) => ({
      what: `${title}：${detached ? "分离运行的钩子命令会记录事件" : "钩子命令会记录事件并给出建议"}${tried(tries)}`,
    }),
    server_failed: ({ title, how }) => ({
      what: `${title}：${how === "no_advice" ? "服务器会记录事件，但不给出建议" : "服务器收到的事件没有记录"}`,
      fix: "habitus init",
    }),
    server_silent: ({ title, said, line }) => ({
      what: `${title}：服务器没有应答（${said}）：${line}`,
      fix: "habitus init",
    }),
    server_works: ({ title, tries }) => ({ what: `${title}：服务器会记录事件并给出建议${tried(tries)}` }),
  },
};
