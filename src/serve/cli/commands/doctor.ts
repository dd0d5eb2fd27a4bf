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
  const mark = { ok: out.colors.green("ok"), warning: out.colors.yellow("!!"), error: out.colors.red("XX") };
  const found: Finding[] = [];
  // Each is said as soon as it is known: trying what is installed takes seconds.
  const tell = (finding: Finding, { what, fix }: Worded) => {
    found.push(finding);
    out.line(`${mark[finding.level]}  ${what}${fix ? `\n    ${t.fix}: ${fix}` : ""}`);
  };
  for (const finding of await (await memory()).doctor()) tell(finding, worded(say.files, finding.about));
  for await (const finding of checkInstalled(context)) tell(finding, worded(say.install, finding.about));
  out.data(found);
  return found.some(({ level }) => level === "error") ? 3 : 0;
}

async function* checkInstalled(context: CliContext): AsyncGenerator<InstallFinding> {
  const { env } = context.host;
  let place: Place;
  try {
    place = await openPlace(context);
  } catch (error) {
    yield installFinding("warning", { kind: "not_whole", problem: (error as Error).message });
    return;
  }
  const check = { ...place, env, folder: env.HOME || homedir() };
  let isAnywhere = place.installs.hosts.length > 0;
  for (const name of HOSTS) {
    const host = hostOf(name, env);
    const { findings, installed } = await checkHost(host, check);
    yield* findings;
    isAnywhere ||= installed;
    if (installed) yield* await probeHost(host, place, env);
  }
  if (isAnywhere) yield* await checkPrograms(check);
}
