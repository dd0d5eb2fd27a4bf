import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { lastArrivals } from "./arrivals.ts";
import { codexHooksOf } from "./codex-trust.ts";
import { findProgram, type Host, isHere } from "./hosts.ts";
import { entryFilesOf, planInstall } from "./plan.ts";
import { copiedVersion, type Plugin } from "./plugin-folder.ts";
import type { Installs } from "./records.ts";
import { readSettings } from "./settings-file.ts";

/** What is in order, or is not, and the next step. The same shape as a finding of the memory's own. */
export interface InstallFinding {
  level: "ok" | "warning" | "error";
  what: string;
  fix?: string;
}

export interface CheckPlace {
  home: string;
  plugin: Plugin;
  installs: Installs;
  env: NodeJS.ProcessEnv;
  /** Where to ask Codex about its hooks. */
  folder: string;
}

/** Oldest Node that the bundles run on. */
const LEAST_NODE = [20, 19] as const;
/** By which name observations know a host. */
const OBSERVED_AS = { claude: "claude-code", codex: "codex" } as const;

/** @returns findings, and whether the host has entries of ours, so that they can be tried */
export async function checkHost(
  host: Host,
  place: CheckPlace,
): Promise<{ findings: InstallFinding[]; installed: boolean }> {
  const recorded = place.installs.hosts.find((install) => install.host === host.name);
  if (!isHere(host) && !recorded) return { findings: [], installed: false };
  const { title, name } = host;
  const init = `habitus init ${name}`;
  const plan = await planInstall(host, place.plugin, place.home, place.installs);
  if ("refused" in plan) {
    const { path, line, problem } = plan.refused;
    const what = `${title}: ${path}${line === undefined ? "" : `:${line}`}: ${problem}`;
    return {
      findings: [{ level: recorded ? "error" : "warning", what, fix: `mend that file, then ${init}` }],
      installed: false,
    };
  }
  const entries = entryFilesOf(host, place.plugin, recorded?.trust);
  const texts = await Promise.all(host.files.map(async (path) => (await readSettings(path)).text ?? ""));
  const has = entries.map((file, index) => file.has(texts[index] as string));
  if (!has.includes(true)) {
    const what = recorded
      ? `${title}: what init wrote on ${recorded.at.slice(0, 10)} is gone from its settings`
      : `${title} is here, and habitus is not installed in it`;
    return { findings: [{ level: "warning", what, fix: init }], installed: false };
  }
  const findings: InstallFinding[] = [];
  const wrong = plan.files.filter(({ file, after }) => !file.bytes || !after || !file.bytes.equals(after));
  for (const { file } of wrong) {
    const stale = /"([^"]*[\\/]plugin)(?:[\\/]bin[\\/]cli\.js\\?)?"/.exec(file.text ?? "")?.[1];
    const points = stale !== undefined && stale !== place.plugin.folder ? `, which points at ${stale}` : "";
    findings.push({
      level: "error",
      what: `${title}: ${file.path} has other entries than this habitus writes${points}`,
      fix: init,
    });
  }
  for (const { note } of plan.files)
    if (note !== undefined)
      findings.push({ level: "error", what: note, fix: "take the comments and trailing commas out" });
  if (wrong.length === 0)
    findings.push({ level: "ok", what: `${title}: installed${recorded ? ` ${recorded.at.slice(0, 10)}` : ""}` });
  if (name === "codex") findings.push(...(await checkTrust(host, place)));
  findings.push(await checkArrival(host, place, recorded?.at));
  return { findings, installed: wrong.length === 0 };
}

/** What concerns every host: the copy that they run, and the Node that runs it. */
export async function checkPrograms({ home, plugin, env }: CheckPlace): Promise<InstallFinding[]> {
  const findings: InstallFinding[] = [];
  const version = await copiedVersion(home);
  const gone = [...plugin.files.keys()].filter((path) => !existsSync(join(plugin.folder, path)));
  if (version === undefined || gone.length > 0)
    findings.push({ level: "error", what: `the plugin in ${plugin.folder} is not whole`, fix: "habitus init" });
  else if (version !== plugin.version)
    findings.push({
      level: "warning",
      what: `hosts run version ${version}, and this is ${plugin.version}`,
      fix: "habitus init",
    });
  else findings.push({ level: "ok", what: `hosts run version ${version}, from ${plugin.folder}` });

  const node = spawnSync("node", ["--version"], { env, encoding: "utf8", timeout: 10_000 });
  const [major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(node.stdout ?? "") ?? []).slice(1).map(Number);
  const isNew = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  const need = `hooks need Node ${LEAST_NODE.join(".")} or newer as \`node\` on the PATH that hosts are started with`;
  if (node.status !== 0) findings.push({ level: "error", what: "there is no `node` on the PATH", fix: need });
  else if (!isNew) findings.push({ level: "error", what: `\`node\` on the PATH is ${node.stdout.trim()}`, fix: need });
  else findings.push({ level: "ok", what: `\`node\` on the PATH is ${node.stdout.trim()}` });
  if (findProgram("habitus", env) === undefined) {
    const fix = "npm install --global habitus, or put its folder on the PATH; hooks work without it";
    findings.push({
      level: "warning",
      what: "`habitus` is not on the PATH: what hooks and hosts tell you to type is not found",
      fix,
    });
  }
  return findings;
}

async function checkTrust(host: Host, place: CheckPlace): Promise<InstallFinding[]> {
  if (host.binary === undefined) {
    return [
      {
        level: "warning",
        what: "codex is not on the PATH: whether it trusts the hooks is not known",
        fix: "look at /hooks in Codex",
      },
    ];
  }
  try {
    const hooks = await codexHooksOf(host, place.plugin.folder, place.folder, place.env);
    const untrusted = hooks.filter(({ trust }) => trust !== "trusted");
    const findings: InstallFinding[] = [];
    if (untrusted.length > 0) {
      const what = `Codex skips ${untrusted.length} of ${hooks.length} hooks: they are ${[...new Set(untrusted.map(({ trust }) => trust))].join(", ")}`;
      findings.push({ level: "error", what, fix: "habitus init codex --trust-codex, or /hooks in Codex" });
    } else if (hooks.length > 0) findings.push({ level: "ok", what: `Codex trusts all ${hooks.length} hooks` });
    else
      findings.push({
        level: "error",
        what: "Codex sees no hook of habitus",
        fix: "look whether `features.hooks` is off in its config.toml",
      });
    return findings;
  } catch (error) {
    return [
      {
        level: "warning",
        what: `Codex does not say which hooks it trusts: ${(error as Error).message}`,
        fix: "look at /hooks in Codex",
      },
    ];
  }
}

async function checkArrival(
  { title, name }: Host,
  { home }: CheckPlace,
  installed: string | undefined,
): Promise<InstallFinding> {
  const last = (await lastArrivals(home)).get(OBSERVED_AS[name]);
  const since = installed === undefined ? "" : ` (installed ${when(installed)})`;
  if (last !== undefined && last >= (installed ?? ""))
    return { level: "ok", what: `${title}: its last event arrived ${when(last)}` };
  return {
    level: "warning",
    what: `${title}: ${last === undefined ? "no event has arrived yet" : `no event since ${when(last)}`}${since}`,
    fix: `start a new session of ${title}: one that was open already keeps its old settings`,
  };
}

const when = (at: string) => `${at.slice(0, 16).replace("T", " ")} UTC`;
