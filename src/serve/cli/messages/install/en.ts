import type { Refusal } from "../../../../adapters/install/plan.ts";
import type { Decision } from "../../../../memory/types.ts";
import { evidence } from "../format.ts";

const EVIDENCE = { task: "task", tasks: "tasks", byNames: "names agree" };
const n = (count: number, one: string, many = `${one}s`) =>
  `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")} ${count === 1 ? one : many}`;

/** What `init` and `uninstall` say, in English. */
export const en = {
  found: (title: string, folder: string, binary: string | undefined) =>
    `${title}: ${folder}${binary === undefined ? " (its program is not on the PATH)" : `, ${binary}`}`,
  noHost: "No coding agent found: neither Claude Code (`claude`, ~/.claude) nor Codex (`codex`, ~/.codex).",
  noHostHint:
    "Name one to prepare it: habitus init claude, or habitus init codex. Runs of other agents: habitus import PATH.",
  unknownHost: (name: string) => `"${name}" is no host that init knows`,
  unknownHostHint: "Known are claude and codex.",
  same: (path: string) => `  ${path}: nothing to change`,
  will: (path: string, created: boolean) => `  ${path}: ${created ? "will be created" : "will be changed"}`,
  removes: (path: string) => `  ${path}: will be removed, since init made it`,
  note: (title: string, path: string) =>
    `  Note: ${title} reads strict JSON only: while comments or trailing commas stand in ${path}, nothing in it is in effect`,
  refused: (title: string, { path, line, problem }: Refusal) =>
    `${title} was left alone. ${path}${line === undefined ? "" : `:${line}`}: ${problem}`,
  wayOut: {
    claude: (plugin: string) =>
      `Mend that file and run it again; or load the plugin for one session: claude --plugin-dir "${plugin}"`,
    codex: (plugin: string) =>
      `Mend that file and run it again; or let Codex install the plugin: codex plugin marketplace add "${plugin}" && codex plugin add habitus@habitus`,
  },
  copies: (folder: string, version: string) => `The plugin (version ${version}) goes to ${folder}.`,
  dryRun: "Dry run: nothing was written.",
  ask: "Write these changes?",
  declined: "Nothing was written.",
  needsYes: "there is nobody to ask whether these changes may be written",
  needsYesHint: "habitus init --yes writes them; habitus init --dry-run only shows them.",
  installed: (titles: string, backups: string) =>
    `Done: ${titles}. Sessions that start from now on are watched. Files as they were: ${backups}. \`habitus uninstall\` takes it back.`,
  already: (titles: string) => `Already installed: ${titles}.`,
  askTrust: (count: number) =>
    `Codex runs hooks only after you trusted them. Trust these ${count} of habitus now? (They record calls and give advice; they run ${"`habitus`"} only.)`,
  trusted: (count: number) => `Codex trusts ${n(count, "hook")} of habitus.`,
  untrusted: (count: number) =>
    `Codex skips ${n(count, "hook")} that you have not trusted yet: \`habitus init codex --trust-codex\`, or /hooks in Codex.`,
  trustFailed: (why: string) => `Codex could not be asked about its hooks (${why}): trust them by /hooks in Codex.`,

  importing: (bytes: string) => `Reading past sessions, the newest first (${bytes}) …`,
  learning: (name: string) => `Learning from ${name} …`,
  imported: (sessions: number, calls: number, projects: number) =>
    `Read ${n(sessions, "session")} with ${n(calls, "tool call")}, of ${n(projects, "project")}.`,
  wouldRead: (sessions: number, calls: number, projects: number, folders: readonly string[]) =>
    `Would read ${n(sessions, "past session")} with ${n(calls, "tool call")}, of ${n(projects, "project")}, from ${folders.join(" and ")}, and learn from them.`,
  wouldLeave: (files: number) =>
    `The time for that would not suffice for ${n(files, "more file")}; init would say how to go on.`,
  nothingPast: (folders: readonly string[]) =>
    `No new past sessions to learn from${folders.length > 0 ? ` in ${folders.join(" and ")}` : ""}.`,
  moreFiles: (files: number, paths: string) =>
    `${n(files, "more file")} of past sessions: \`habitus import ${paths}\` goes on from here, then \`habitus learn\`.`,
  notLearned: (ids: readonly string[]) =>
    `Not learned from yet:\n${ids.map((id) => `  habitus --project ${id} learn`).join("\n")}`,
  firstHabits: (shown: number, all: number) =>
    all > shown ? `First habits (${shown} of ${all}; \`habitus list\` shows those of a project):` : "First habits:",
  habit: (decision: Decision, project: string) =>
    `  ${decision.title ?? decision.key}\n      ${evidence(decision, EVIDENCE)} · ${project} · ${decision.card}`,
  noHabits: "No habit shows in them yet. They come with the sessions to follow; `habitus status` tells.",

  nothingInstalled: "Nothing of habitus is installed in a host.",
  uninstalled: (titles: string) => `Taken out of ${titles}.`,
  memoryStays: (home: string) => `The memory stays: ${home}. \`habitus uninstall --purge\` removes it, too.`,
  askPurge: (home: string) => `Remove everything that habitus remembers, in ${home}?`,
  needsYesPurge: "there is nobody to ask whether the memory may be removed",
  needsYesPurgeHint: "habitus uninstall --purge --yes removes it.",
  purged: (home: string, left: readonly string[]) =>
    `Removed ${home}${left.length > 0 ? `, except for what is not habitus's: ${left.join(", ")}` : ""}.`,
};

export type InstallMessages = typeof en;
