import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../model/json.ts";
import { whyAutomated } from "../observe/hook-event.ts";
import { readRecords } from "../observe/records.ts";
import { HOSTS, hostOf } from "./install/hosts.ts";
import { readInstalls } from "./install/records.ts";
import { createNoticeLog } from "./notice-log.ts";
import { identifyProject } from "./projects.ts";
import { createSessionPlaces } from "./session-places.ts";
import { knowsTranscript, rememberTranscript } from "./transcripts.ts";

/**
 * Looks for sessions that no hook told of, such as those of a Codex whose hooks nobody has trusted: transcripts of hosts that `init`
 * was run for, written since then. Each is noted with its project; a machine's session is noted as passed over, and counted.
 */
export async function findNewTranscripts(home: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  // A record of installs that cannot be read is `doctor`'s to tell; here it only means that nobody asked for this.
  const { hosts } = await readInstalls(home).catch(() => ({ hosts: [] }));
  for (const { host, at } of hosts) {
    const name = HOSTS.find((known) => known === host);
    if (name === undefined) continue;
    for (const path of await transcriptsBelow(hostOf(name, env).transcripts, Date.parse(at))) {
      const session = UUID.exec(path.replace(/\.jsonl$/, ""))?.[0];
      if (session === undefined || (await knowsTranscript(home, session))) continue;
      await note(home, session, path, env);
    }
  }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Folders within a host's transcripts that hold no sessions of their own. */
const PASSED = new Set(["subagents", "tool-results"]);

async function transcriptsBelow(folder: string, sinceMs: number): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!PASSED.has(entry.name)) found.push(...(await transcriptsBelow(path, sinceMs)));
    } else if (entry.name.endsWith(".jsonl")) {
      const facts = await stat(path).catch(() => undefined);
      if (facts && facts.mtimeMs >= sinceMs) found.push(path);
    }
  }
  return found;
}

async function note(home: string, session: string, path: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { cwd, entrypoint } = await headOf(path);
  if (cwd === undefined) return;
  const passed = whyAutomated({ ...env, CLAUDE_CODE_ENTRYPOINT: entrypoint }, cwd);
  await rememberTranscript(home, { session, path, found: true, ...(passed !== undefined && { passed }) });
  if (passed !== undefined) {
    await createNoticeLog(home).add({ at: new Date().toISOString(), kind: "skipped", reason: passed });
    return;
  }
  const places = createSessionPlaces(home);
  if ((await places.projectOf(session)) === undefined) {
    await places.remember(session, (await identifyProject(home, cwd)).id);
  }
}

/** Records at the beginning of a transcript that are looked at for the folder; it stands in one of the first. */
const MAX_RECORDS = 50;

async function headOf(path: string): Promise<{ cwd?: string; entrypoint?: string }> {
  let seen = 0;
  let entrypoint: string | undefined;
  for await (const record of readRecords(createReadStream(path, "utf8"))) {
    seen += 1;
    const value = "value" in record && isObject(record.value) ? record.value : {};
    const inner = isObject(value.payload) ? value.payload : value;
    if (typeof value.entrypoint === "string") entrypoint = value.entrypoint;
    if (typeof inner.cwd === "string" && inner.cwd !== "") return { cwd: inner.cwd, ...(entrypoint && { entrypoint }) };
    if (seen >= MAX_RECORDS) break;
  }
  return {};
}
