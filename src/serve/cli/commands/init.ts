import { join } from "node:path";
import { applyInstall, changesOf } from "../../../adapters/install/apply.ts";
import { planInstall } from "../../../adapters/install/plan.ts";
import { MemoryError } from "../../../errors.ts";
import type { CliContext } from "../context.ts";
import { canAsk, confirm } from "../install/ask.ts";
import { type FirstImport, firstImport, lookAtPast, showFirstImport, showPast } from "../install/first-import.ts";
import { chosenHosts, openPlace } from "../install/open-plugin.ts";
import { planData, showPlan } from "../install/show-plan.ts";
import { type TrustReport, trustCodex } from "../install/trust-codex.ts";
import type { InstallMessages } from "../messages/install/en.ts";
import { loadInstallMessages } from "../messages/install/load.ts";

interface InitOptions {
  yes?: boolean;
  dryRun?: boolean;
  trustCodex?: boolean;
  /** False: `--no-import`. */
  import?: boolean;
}

/** Finds hosts, shows what would change in their settings, asks, writes, and shows what past sessions teach. */
export async function initCommand(context: CliContext, [word]: string[], options: InitOptions): Promise<number> {
  const { out, host } = context;
  const t = await loadInstallMessages(context.lang);
  const hosts = chosenHosts(word, context, t);
  if (hosts.length === 0) throw new MemoryError("NOT_FOUND", t.noHost, t.noHostHint);
  const place = await openPlace(context);
  const { plugin, home, installs } = place;
  mustFitCommandLine(plugin.folder);
  const plans = await Promise.all(hosts.map((each) => planInstall(each, plugin, home, installs)));
  const report = { home, plugin: { folder: plugin.folder, version: plugin.version }, hosts: plans.map(planData) };
  for (const plan of plans) showPlan(context, t, plan, plugin.folder);
  const ready = plans.filter((plan) => "files" in plan);
  const refused = plans.length - ready.length;
  const changing = plans.filter((plan) => changesOf(plan).length > 0);
  if (changing.length > 0) out.line(t.copies(plugin.folder, plugin.version));
  const from = ready.map((plan) => plan.host);
  const reads = options.import !== false && ready.length > 0;
  if (options.dryRun) {
    const past = reads ? await lookAtPast(context, from, t) : undefined;
    if (past) showPast(context, t, past);
    out.data({ ...report, dryRun: true, written: false, ...(past && { wouldImport: past }) });
    out.line(t.dryRun);
    return refused > 0 ? 3 : 0;
  }
  if (changing.length > 0 && !options.yes && !(await consent(context, t))) {
    out.data({ ...report, written: false });
    out.line(t.declined);
    return 0;
  }
  await applyInstall(plans, plugin, home, installs, new Date().toISOString());
  const titles = (list: typeof plans) => list.map((plan) => plan.host.title).join(", ");
  if (changing.length > 0) out.line(t.installed(titles(changing), join(home, "backups")));
  else if (ready.length > 0) out.line(t.already(titles(ready)));

  let trust: TrustReport | undefined;
  const codex = ready.find((plan) => plan.host.name === "codex")?.host;
  if (codex?.binary !== undefined) {
    const ask = canAsk(host) && !options.yes && !out.json ? "ask" : false;
    trust = await trustCodex(context, t, codex, place, options.trustCodex === true || ask);
    showTrust(context, t, trust);
  }
  let imported: FirstImport | undefined;
  if (reads) {
    imported = await firstImport(context, from, t);
    showFirstImport(context, t, from, imported);
  }
  out.data({
    ...report,
    written: changing.length > 0,
    ...(trust && { trust }),
    ...(imported && { imported }),
  });
  return refused > 0 ? 3 : 0;
}

/** Hosts run their hooks by a shell, with the folder between double quotes. */
function mustFitCommandLine(folder: string): void {
  if (process.platform === "win32" || !/["$`\\\n\r]/.test(folder)) return;
  throw new MemoryError(
    "INVALID_INPUT",
    `${folder}: a host's command line cannot hold ", $, \`, \\ or a line end in a path`,
    "Choose another folder: habitus --home DIR init, or HABITUS_HOME.",
  );
}

async function consent(context: CliContext, t: InstallMessages): Promise<boolean> {
  const { host, out } = context;
  if (out.json || !canAsk(host)) throw new MemoryError("INVALID_INPUT", t.needsYes, t.needsYesHint);
  return confirm(context, t.ask);
}

function showTrust({ out }: CliContext, t: InstallMessages, { trusted, untrusted, failed }: TrustReport): void {
  if (failed !== undefined) out.note(t.trustFailed(failed));
  else if (untrusted > 0) out.line(t.untrusted(untrusted));
  else if (trusted > 0) out.line(t.trusted(trusted));
}
