import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { isObject } from "../model/json.ts";
import { isStarved } from "./disk-problem.ts";

/** Who a process is, precisely enough that a later one with the same number is not taken for it. */
export interface ProcessMark {
  pid: number;
  /** When the process started: clock ticks since boot on Linux, "" where only {@link ProcessMark.sinceMs} tells. */
  start: string;
  /** Unix milliseconds when the process started, as it saw the clock. */
  sinceMs: number;
  /** Identity of this run of the machine; "" where the system has none. */
  boot: string;
  /** Where the number counts: containers number their processes each for themselves. "" where there is one numbering. */
  space: string;
  host: string;
}

/** `foreign`: it ran on another machine or in another container, where nobody here can look. */
export type Life = "alive" | "dead" | "foreign";

/** Clocks are read in whole seconds by `ps`, and a process notes its start a little after it. */
const CLOCK_SLACK_MS = 5_000;

let own: Promise<ProcessMark> | undefined;

/**
 * The mark of this process.
 * @throws the error of a system that has no file descriptor left; the next call tries again
 */
export function ownMark(): Promise<ProcessMark> {
  own ??= markSelf().catch((error: unknown) => {
    own = undefined;
    throw error;
  });
  return own;
}

async function markSelf(): Promise<ProcessMark> {
  const [stat, boot, space] = await Promise.all([procStat(process.pid), bootId(), pidSpace()]);
  const sinceMs = Math.round(Date.now() - process.uptime() * 1000);
  return { pid: process.pid, start: stat?.start ?? "", sinceMs, boot, space, host: hostname() };
}

/** Reads a mark that some process wrote; undefined when it is none. */
export function parseMark(value: unknown): ProcessMark | undefined {
  if (!isObject(value)) return undefined;
  const { pid, start, sinceMs, boot, space, host } = value;
  if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0 || typeof sinceMs !== "number") return undefined;
  if (![start, boot, space, host].every((each) => typeof each === "string")) return undefined;
  return value as unknown as ProcessMark;
}

/** Whether the process that wrote the mark still runs. One that has ended and whose parent never asked for that is dead. */
export async function lifeOf(mark: ProcessMark): Promise<Life> {
  const here = await ownMark();
  if (mark.space !== here.space) return "foreign";
  if (mark.boot !== here.boot) return mark.host === here.host ? "dead" : "foreign";
  if (mark.boot === "" && mark.host !== here.host) return "foreign";
  if (mark.pid === here.pid) return isSameStart(mark, here) ? "alive" : "dead";
  if (!numberInUse(mark.pid)) return "dead";
  return (await hasEnded(mark)) ? "dead" : "alive";
}

function isSameStart(mark: ProcessMark, here: ProcessMark): boolean {
  if (here.start !== "") return mark.start === here.start;
  return Math.abs(mark.sinceMs - here.sinceMs) <= CLOCK_SLACK_MS;
}

function numberInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // somebody else's process, but a process
  }
}

/** Letters for a process that only its entry is left of. */
const ENDED = /^[ZX]/;

/** True when the process that has the number now is another one than the mark's, or only an entry that nobody has taken away. */
async function hasEnded(mark: ProcessMark): Promise<boolean> {
  if (mark.start !== "") {
    const stat = await procStat(mark.pid);
    return stat !== undefined && (stat.start !== mark.start || ENDED.test(stat.state));
  }
  const found = process.platform === "win32" ? undefined : await lookWithPs(mark.pid);
  return found !== undefined && (found.startedMs > mark.sinceMs + CLOCK_SLACK_MS || ENDED.test(found.state));
}

/** Fields 3 and 22 of `/proc/PID/stat`. The name before them may hold spaces and parentheses, so counting begins after the last one. */
async function procStat(pid: number): Promise<{ state: string; start: string } | undefined> {
  const stat = await readOr(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return fields[0] && fields[19] ? { state: fields[0], start: fields[19] } : undefined;
}

async function bootId(): Promise<string> {
  return (await readOr("/proc/sys/kernel/random/boot_id"))?.trim() ?? "";
}

async function pidSpace(): Promise<string> {
  try {
    return await readlink("/proc/self/ns/pid");
  } catch {
    return ""; // not Linux: one numbering for the machine
  }
}

async function readOr(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    // A mark without its parts would be taken for a stranger's, for as long as this process lives.
    if (isStarved(error)) throw error;
    return undefined; // not Linux, or the process has ended
  }
}

function lookWithPs(pid: number): Promise<{ state: string; startedMs: number } | undefined> {
  // Not imported: only a contested lock on a system without /proc needs it.
  const { execFile } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve) => {
    const environment = { ...process.env, LC_ALL: "C" };
    const asked = ["-o", "stat=", "-o", "lstart=", "-p", String(pid)];
    execFile("ps", asked, { env: environment, timeout: 2_000 }, (error, stdout) => {
      const [, state = "", started = ""] = /^(\S+)\s+(.*)$/.exec(stdout.trim()) ?? [];
      const startedMs = error ? Number.NaN : Date.parse(started);
      resolve(Number.isNaN(startedMs) ? undefined : { state, startedMs });
    });
  });
}
