import { homedir } from "node:os";
import { checkHost, checkPrograms } from "../../../adapters/install/check.ts";
import { type InstallFinding, installFinding } from "../../../adapters/install/findings.ts";
import { HOSTS, hostOf } from "../../../adapters/install/hosts.ts";
import { type Finding, type Worded, worded } from "../../../model/finding.ts";
import type { CliContext } from "../context.ts";
import { openPlace, type Place } from "../install/open-plugin.ts";
import { probeHost } from "../install/probe.ts";
import { loadDoctorMessages } from "../messages/doctor/load.ts";

/** Looks at the files of this project and at what is installed in hosts, and tries that for real. */
export async function doctorCommand(context: CliContext): Promise<number> {
  const { memory, out, t, lang } = context;
  const say = await loadDoctorMessages(lang);
  const files = await (await memory()).doctor();
  const installed = await checkInstalled(context);
  out.data([...files, ...installed]);
  const mark = { ok: out.colors.green("ok"), warning: out.colors.yellow("!!"), error: out.colors.red("XX") };
  const print = ({ level }: Pick<Finding, "level">, { what, fix }: Worded) =>
    out.line(`${mark[level]}  ${what}${fix ? `\n    ${t.fix}: ${fix}` : ""}`);
  for (const found of files) print(found, worded(say.files, found.about));
  for (const found of installed) print(found, worded(say.install, found.about));
  return [...files, ...installed].some(({ level }) => level === "error") ? 3 : 0;
}

async function checkInstalled(context: CliContext): Promise<InstallFinding[]> {
  const { env } = context.host;
  let place: Place;
  try {
    place = await openPlace(context);
  } catch (error) {
    return [installFinding("warning", { kind: "not_whole", problem: (error as Error).message })];
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
