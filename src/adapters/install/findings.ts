import { type Finding, finding, type Wording } from "../../model/finding.ts";
import type { HostName } from "./hosts.ts";
import type { Refusal } from "./plan.ts";

/** What `doctor` finds about habitus in hosts. `title` is the host's name for people; times are RFC 3339. */
export type InstallAbout =
  | { kind: "not_whole"; problem: string }
  | ({ kind: "refused"; title: string; host: HostName } & Refusal)
  | { kind: "entries_gone"; title: string; host: HostName; at: string }
  | { kind: "not_installed"; title: string; host: HostName }
  | { kind: "other_entries"; title: string; host: HostName; path: string; points?: string }
  | { kind: "strict_json"; title: string; path: string }
  | { kind: "installed"; title: string; at?: string }
  | { kind: "trust_unknown" }
  | { kind: "untrusted"; skipped: number; all: number; states: string[] }
  | { kind: "trusted"; all: number }
  | { kind: "no_hooks_seen" }
  | { kind: "trust_unsaid"; why: string }
  | { kind: "arrived"; title: string; at: string }
  | { kind: "not_arrived"; title: string; last?: string; installed?: string }
  | { kind: "plugin_not_whole"; folder: string }
  | { kind: "plugin_old"; runs: string; version: string }
  | { kind: "plugin"; version: string; folder: string }
  | { kind: "no_node"; least: string }
  | { kind: "old_node"; version: string; least: string }
  | { kind: "node"; version: string }
  | { kind: "not_on_path" }
  | { kind: "line_failed"; title: string; how: LineFault; ended?: string; said: string; line: string }
  | { kind: "line_works"; title: string; detached: boolean; tries: number }
  | { kind: "server_failed"; title: string; how: "not_on_record" | "no_advice" }
  | { kind: "server_silent"; title: string; said: string; line: string }
  | { kind: "server_works"; title: string; tries: number };

export type LineFault = "ended" | "not_on_record" | "no_advice";
export type InstallFinding = Finding<InstallAbout>;

export function installFinding(level: Finding["level"], about: InstallAbout): InstallFinding {
  return finding(INSTALL_IN_ENGLISH, level, about);
}

/** `/path:3: problem`; without the line where none is to blame. */
export function placeOf({ path, line, problem }: Refusal): string {
  return `${path}${line === undefined ? "" : `:${line}`}: ${problem}`;
}

/** `2026-11-30 15:04 UTC` */
export function utc(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`;
}

const tried = (tries: number) => (tries === 1 ? "" : `, at try ${tries}`);
const needsNode = (least: string) =>
  `hooks need Node ${least} or newer as \`node\` on the PATH that hosts are started with`;

export const INSTALL_IN_ENGLISH: Wording<InstallAbout> = {
  not_whole: ({ problem }) => ({ what: problem, fix: "install habitus anew" }),
  refused: (about) => ({
    what: `${about.title}: ${placeOf(about)}`,
    fix: `mend that file, then habitus init ${about.host}`,
  }),
  entries_gone: ({ title, host, at }) => ({
    what: `${title}: what init wrote on ${at.slice(0, 10)} is gone from its settings`,
    fix: `habitus init ${host}`,
  }),
  not_installed: ({ title, host }) => ({
    what: `${title} is here, and habitus is not installed in it`,
    fix: `habitus init ${host}`,
  }),
  other_entries: ({ title, host, path, points }) => ({
    what: `${title}: ${path} has other entries than this habitus writes${points === undefined ? "" : `, which points at ${points}`}`,
    fix: `habitus init ${host}`,
  }),
  strict_json: ({ title, path }) => ({
    what: `${title} reads strict JSON only: while comments or trailing commas stand in ${path}, nothing in it is in effect`,
    fix: "take the comments and trailing commas out",
  }),
  installed: ({ title, at }) => ({ what: `${title}: installed${at === undefined ? "" : ` ${at.slice(0, 10)}`}` }),
  trust_unknown: () => ({
    what: "codex is not on the PATH: whether it trusts the hooks is not known",
    fix: "look at /hooks in Codex",
  }),
  untrusted: ({ skipped, all, states }) => ({
    what: `Codex skips ${skipped} of ${all} hooks: they are ${states.join(", ")}`,
    fix: "habitus init codex --trust-codex, or /hooks in Codex",
  }),
  trusted: ({ all }) => ({ what: `Codex trusts all ${all} hooks` }),
  no_hooks_seen: () => ({
    what: "Codex sees no hook of habitus",
    fix: "look whether `features.hooks` is off in its config.toml",
  }),
  trust_unsaid: ({ why }) => ({
    what: `Codex does not say which hooks it trusts: ${why}`,
    fix: "look at /hooks in Codex",
  }),
  arrived: ({ title, at }) => ({ what: `${title}: its last event arrived ${utc(at)}` }),
  not_arrived: ({ title, last, installed }) => ({
    what: `${title}: ${last === undefined ? "no event has arrived yet" : `no event since ${utc(last)}`}${installed === undefined ? "" : ` (installed ${utc(installed)})`}`,
    fix: `start a new session of ${title}: one that was open already keeps its old settings`,
  }),
  plugin_not_whole: ({ folder }) => ({ what: `the plugin in ${folder} is not whole`, fix: "habitus init" }),
  plugin_old: ({ runs, version }) => ({
    what: `hosts run version ${runs}, and this is ${version}`,
    fix: "habitus init",
  }),
  plugin: ({ version, folder }) => ({ what: `hosts run version ${version}, from ${folder}` }),
  no_node: ({ least }) => ({ what: "there is no `node` on the PATH", fix: needsNode(least) }),
  old_node: ({ version, least }) => ({ what: `\`node\` on the PATH is ${version}`, fix: needsNode(least) }),
  node: ({ version }) => ({ what: `\`node\` on the PATH is ${version}` }),
  not_on_path: () => ({
    what: "`habitus` is not on the PATH: what hooks and hosts tell you to type is not found",
    fix: "npm install --global habitus, or put its folder on the PATH; hooks work without it",
  }),
  line_failed: ({ title, how, ended, said, line }) => {
    const fault = {
      ended: `ended with ${ended}`,
      not_on_record: "ran, and its event is not on record",
      no_advice: "records events and gives no advice",
    }[how];
    return { what: `${title}: the hook line ${fault}${said === "" ? "" : ` (${said})`}: ${line}`, fix: "habitus init" };
  },
  line_works: ({ title, detached, tries }) => ({
    what: `${title}: ${detached ? "the detached hook line records an event" : "the hook line records an event and gives advice"}${tried(tries)}`,
  }),
  server_failed: ({ title, how }) => ({
    what: `${title}: the server ${how === "no_advice" ? "records events and gives no advice" : "took an event that is not on record"}`,
    fix: "habitus init",
  }),
  server_silent: ({ title, said, line }) => ({
    what: `${title}: the server does not answer (${said}): ${line}`,
    fix: "habitus init",
  }),
  server_works: ({ title, tries }) => ({
    what: `${title}: the server records an event and gives advice${tried(tries)}`,
  }),
};
