import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { lastArrivals } from "./arrivals.ts";
import { codexHooksOf } from "./codex-trust.ts";
import { type InstallFinding, installFinding } from "./findings.ts";
import { findProgram, type Host, isHere } from "./hosts.ts";
import { entryFilesOf, planInstall } from "./plan.ts";
import { copiedVersion, type Plugin } from "./plugin-folder.ts";
import type { Installs } from "./records.ts";
import { readSettings } from "./settings-file.ts";

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
  const plan = await planInstall(host, place.plugin, place.home, place.installs);
  if ("refused" in plan) {
    const about = { kind: "refused", title, host: name, ...plan.refused } as const;
    return { findings: [installFinding(recorded ? "error" : "warning", about)], installed: false };
  }
  const entries = entryFilesOf(host, place.plugin, recorded?.trust);
  const texts = await Promise.all(host.files.map(async (path) => (await readSettings(path)).text ?? ""));
  const has = entries.map((file, index) => file.has(texts[index] as string));
  if (!has.includes(true)) {
    const about = recorded
      ? ({ kind: "entries_gone", title, host: name, at: recorded.at } as const)
      : ({ kind: "not_installed", title, host: name } as const);
    return { findings: [installFinding("warning", about)], installed: false };
  }
  const findings: InstallFinding[] = [];
  const wrong = plan.files.filter(({ file, after }) => !file.bytes || !after || !file.bytes.equals(after));
  for (const { file } of wrong) {
    const stale = /"([^"]*[\\/]plugin)(?:[\\/]bin[\\/]cli\.js\\?)?"/.exec(file.text ?? "")?.[1];
    const points = stale !== undefined && stale !== place.plugin.folder ? { points: stale } : {};
    findings.push(installFinding("error", { kind: "other_entries", title, host: name, path: file.path, ...points }));
  }
  for (const { file, isIgnored } of plan.files)
    if (isIgnored) findings.push(installFinding("error", { kind: "strict_json", title, path: file.path }));
  if (wrong.length === 0)
    findings.push(installFinding("ok", { kind: "installed", title, ...(recorded && { at: recorded.at }) }));
  if (name === "codex") findings.push(await checkTrust(host, place));
  findings.push(await checkArrival(host, place, recorded?.at));
  return { findings, installed: wrong.length === 0 };
}

/** What concerns every host: the copy that they run, and the Node that runs it. */
export async function checkPrograms({ home, plugin, env }: CheckPlace): Promise<InstallFinding[]> {
  const findings: InstallFinding[] = [];
  const version = await copiedVersion(home);
  const gone = [...plugin.files.keys()].filter((path) => !existsSync(join(plugin.folder, path)));
  if (version === undefined || gone.length > 0)
    findings.push(installFinding("error", { kind: "plugin_not_whole", folder: plugin.folder }));
  else if (version !== plugin.version)
    findings.push(installFinding("warning", { kind: "plugin_old", runs: version, version: plugin.version }));
  else findings.push(installFinding("ok", { kind: "plugin", version, folder: plugin.folder }));

  const node = spawnSync("node", ["--version"], { env, encoding: "utf8", timeout: 10_000 });
  const [major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(node.stdout ?? "") ?? []).slice(1).map(Number);
  const isNew = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  const least = LEAST_NODE.join(".");
  const found = node.stdout?.trim() ?? "";
  if (node.status !== 0) findings.push(installFinding("error", { kind: "no_node", least }));
  else if (!isNew) findings.push(installFinding("error", { kind: "old_node", version: found, least }));
  else findings.push(installFinding("ok", { kind: "node", version: found }));
  if (findProgram("habitus", env) === undefined) findings.push(installFinding("warning", { kind: "not_on_path" }));
  return findings;
}

async function checkTrust(host: Host, place: CheckPlace): Promise<InstallFinding> {
  if (host.binary === undefined) return installFinding("warning", { kind: "trust_unknown" });
  try {
    const hooks = await codexHooksOf(host, place.plugin.folder, place.folder, place.env);
    const all = hooks.length;
    const untrusted = hooks.filter(({ trust }) => trust !== "trusted");
    if (untrusted.length > 0) {
      const states = [...new Set(untrusted.map(({ trust }) => trust))];
      return installFinding("error", { kind: "untrusted", skipped: untrusted.length, all, states });
    }
    return all > 0
      ? installFinding("ok", { kind: "trusted", all })
      : installFinding("error", { kind: "no_hooks_seen" });
  } catch (error) {
    return installFinding("warning", { kind: "trust_unsaid", why: (error as Error).message });
  }
}

async function checkArrival(
  { title, name }: Host,
  { home }: CheckPlace,
  installed: string | undefined,
): Promise<InstallFinding> {
  const last = (await lastArrivals(home)).get(OBSERVED_AS[name]);
  if (last !== undefined && last >= (installed ?? ""))
    return installFinding("ok", { kind: "arrived", title, at: last });
  return installFinding("warning", {
    kind: "not_arrived",
    title,
    ...(last !== undefined && { last }),
    ...(installed !== undefined && { installed }),
  });
}
