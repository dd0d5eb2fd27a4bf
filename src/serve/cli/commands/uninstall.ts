import { existsSync } from "node:fs";
import { applyUninstall, changesOf } from "../../../adapters/install/apply.ts";
import { HOSTS, hostOf } from "../../../adapters/install/hosts.ts";
import { planUninstall } from "../../../adapters/install/plan.ts";
import { removeInstallFiles, removeMemory } from "../../../adapters/install/remove-home.ts";
import { MemoryError } from "../../../errors.ts";
import type { CliContext } from "../context.ts";
import { canAsk, confirm } from "../install/ask.ts";
import { chosenHosts, openPlace } from "../install/open-plugin.ts";
import { planData, showPlan } from "../install/show-plan.ts";
import { loadInstallMessages } from "../messages/install/load.ts";

interface UninstallOptions {
  dryRun?: boolean;
  purge?: boolean;
  yes?: boolean;
}

/** Takes out of hosts what `init` put in, and nothing else. The memory stays unless `--purge` removes it, too. */
export async function uninstallCommand(
  context: CliContext,
  [word]: string[],
  options: UninstallOptions,
): Promise<number> {
  const { out, host } = context;
  const t = await loadInstallMessages(context.lang);
  const { plugin, home, installs } = await openPlace(context);
  // Also hosts that are gone from the PATH by now.
  const hosts = word === undefined ? HOSTS.map((name) => hostOf(name, host.env)) : chosenHosts(word, context, t);
  const plans = await Promise.all(hosts.map((each) => planUninstall(each, plugin, home, installs)));
  const concerned = plans.filter((plan) => "refused" in plan || plan.files.length > 0);
  const refused = plans.filter((plan) => "refused" in plan).length;
  const report = { home, hosts: concerned.map(planData) };
  for (const plan of concerned) showPlan(context, t, plan, plugin.folder);
  if (options.dryRun) {
    out.data({ ...report, dryRun: true, written: false });
    out.line(t.dryRun);
    return refused > 0 ? 3 : 0;
  }
  if (options.purge && !options.yes) {
    if (out.json || !canAsk(host)) throw new MemoryError("INVALID_INPUT", t.needsYesPurge, t.needsYesPurgeHint);
    if (!(await confirm(context, t.askPurge(home), false))) {
      out.line(t.declined);
      return 0;
    }
  }
  await applyUninstall(plans, home, installs);
  const done = concerned.filter((plan) => changesOf(plan).length > 0);
  out.line(done.length > 0 ? t.uninstalled(done.map((plan) => plan.host.title).join(", ")) : t.nothingInstalled);
  await removeInstallFiles(home, installs);
  if (options.purge && refused === 0) out.line(t.purged(home, await removeMemory(home)));
  else if (existsSync(home)) out.line(t.memoryStays(home));
  out.data({ ...report, written: done.length > 0, purged: options.purge === true && refused === 0 });
  return refused > 0 ? 3 : 0;
}
