import { homedir } from "node:os";
import { checkHost, checkPrograms, type InstallFinding } from "../../../adapters/install/check.ts";
import { HOSTS, hostOf } from "../../../adapters/install/hosts.ts";
import type { CliContext } from "../context.ts";
import { openPlace, type Place } from "../install/open-plugin.ts";
import { probeHost } from "../install/probe.ts";

/** Looks at the files of this project and at what is installed in hosts, and tries that for real. */
export async function doctorCommand(context: CliContext): Promise<number> {
  const { memory, out, t } = context;
  const findings = [...(await (await memory()).doctor()), ...(await checkInstalled(context))];
  out.data(findings);
  const mark = { ok: out.colors.green("ok"), warning: out.colors.yellow("!!"), error: out.colors.red("XX") };
  for (const { level, what, fix } of findings)
    out.line(`${mark[level]}  ${what}${fix ? `\n    ${t.fix}: ${fix}` : ""}`);
  return findings.some(({ level }) => level === "error") ? 3 : 0;
}

async function checkInstalled(context: CliContext): Promise<InstallFinding[]> {
  const { env } = context.host;
  let place: Place;
  try {
    place = await openPlace(context);
  } catch (error) {
    return [{ level: "warning", what: (error as Error).message, fix: "install habitus anew" }];
  }
  const check = { ...place, env, folder: env.HOME || homedir() };
  const findings: InstallFinding[] = [];
  let isAnywhere = place.installs.hosts.length > 0;
  for (const name of HOSTS) {
    const host = hostOf(name, env);
    const { findings: own, installed } = await checkHost(host, check);
    findings.push(...own);
    isAnywhere ||= installed;
    if (installed) findings.push(...(await probeHost(host, place, env)));
  }
  return isAnywhere ? [...findings, ...(await checkPrograms(check))] : findings;
}
