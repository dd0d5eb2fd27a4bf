import { MemoryError } from "../../errors.ts";
import { contentHash } from "../content-hash.ts";
import { writeBackup } from "./backups.ts";
import type { HostPlan, PlannedFile } from "./plan.ts";
import { type Plugin, writePlugin } from "./plugin-folder.ts";
import { type ChangedFile, type Install, type Installs, saveInstalls } from "./records.ts";
import { readSettings, removeSettings, writeSettings } from "./settings-file.ts";

/** Does a plan change anything? */
export function changesOf(plan: HostPlan): PlannedFile[] {
  if (!("files" in plan)) return [];
  return plan.files.filter(({ file, after }) => !sameBytes(file.bytes, after));
}

/**
 * Writes what was planned: the plugin's copy, a backup of every file, the record, and then the files themselves, each whole. A crash in between leaves
 * a host that works as before or as after.
 * @param at  RFC 3339
 */
export async function applyInstall(
  plans: readonly HostPlan[],
  plugin: Plugin,
  home: string,
  installs: Installs,
  at: string,
  trust?: Readonly<Record<string, string>>,
): Promise<void> {
  const copied = await writePlugin(plugin, installs);
  const changing = plans.filter((plan) => changesOf(plan).length > 0);
  if (!copied && changing.length === 0 && installs.hosts.length > 0) return;
  for (const plan of changing) await assertUntouched(changesOf(plan));
  for (const plan of changing) {
    const files: ChangedFile[] = [];
    for (const planned of changesOf(plan)) files.push(await recordOf(planned, home));
    const own = installs.hosts.find(({ host }) => host === plan.host.name);
    const others = own?.files.filter(({ path }) => !files.some((file) => file.path === path)) ?? [];
    const trusted = trust ?? own?.trust;
    const install: Install = {
      host: plan.host.name,
      at,
      version: plugin.version,
      files: [...others, ...files],
      ...(trusted !== undefined && { trust: { ...trusted } }),
    };
    installs.hosts = [...installs.hosts.filter(({ host }) => host !== plan.host.name), install];
  }
  await saveInstalls(home, installs);
  for (const plan of changing) for (const planned of changesOf(plan)) await write(planned);
}

/** Takes our entries out as planned, and forgets the hosts in the record. */
export async function applyUninstall(plans: readonly HostPlan[], home: string, installs: Installs): Promise<void> {
  for (const plan of plans) {
    if (!("files" in plan)) continue;
    await assertUntouched(changesOf(plan));
    for (const planned of changesOf(plan)) await write(planned);
    installs.hosts = installs.hosts.filter(({ host }) => host !== plan.host.name);
  }
  await saveInstalls(home, installs);
}

async function recordOf({ file, after, original, fragments }: PlannedFile, home: string): Promise<ChangedFile> {
  return {
    path: file.path,
    after: contentHash(after as Buffer),
    ...(original !== undefined && { backup: await writeBackup(home, file.path, original) }),
    created: original === undefined,
    fragments,
  };
}

/** The host or its owner may have written while the question was on screen. */
async function assertUntouched(files: readonly PlannedFile[]): Promise<void> {
  for (const { file } of files) {
    const now = await readSettings(file.path);
    if (!sameBytes(now.bytes, file.bytes))
      throw new MemoryError("STORE_BUSY", `${file.path} was changed meanwhile`, "Nothing was written; run it again.");
  }
}

async function write({ file, after }: PlannedFile): Promise<void> {
  if (after === undefined) await removeSettings(file);
  else await writeSettings(file, after);
}

function sameBytes(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}
