import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";

/** Learns beside the session, in a process of its own, so that no hook waits for it. */
export interface Learner {
  /** Something of this project was recorded, or a session begins: learns when there is anything new. */
  consider(project: string): void;
  /** Ends what is running. */
  close(): void;
}

/** A run that takes longer is ended; what it had not saved, the next one reads. */
const MOST_MS = 60_000;

/**
 * One run at a time, none while nothing was appended since the last one. The child ends with us, however we end: its stdin is our
 * pipe, and it ends when that does; and it ends after a minute whatever happens.
 * @param entry  the file that this process was started with
 */
export function createLearner(home: string, env: NodeJS.ProcessEnv, entry: string | undefined): Learner {
  const seen = new Map<string, number>();
  let child: ReturnType<typeof spawn> | undefined;
  let closed = false;
  const run = async (project: string) => {
    const folder = join(home, "projects", project);
    const last = await lastAppended(join(folder, "observations"));
    if (entry === undefined || last === undefined || last <= (seen.get(project) ?? learnedAt(folder))) return;
    if (child || closed) return;
    seen.set(project, last);
    const started = spawn(process.execPath, [entry, "--home", home, "--project", project, "mcp", "--learn"], {
      env: { ...env, NODE_EXTRA_CA_CERTS: "" },
      stdio: ["pipe", "ignore", "ignore"],
    });
    child = started;
    started.once("error", () => {
      child = undefined;
    });
    started.once("exit", () => {
      child = undefined;
    });
    // A pipe whose other end is gone must not end us.
    started.stdin?.on("error", () => undefined);
    // It must neither keep us alive nor take the agent's processor.
    started.unref();
    (started.stdin as unknown as { unref?: () => void } | null)?.unref?.();
    try {
      if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended, or the system does not allow it.
    }
  };
  return {
    consider: (project) => {
      // Learning later is no harm, and no reason to trouble anybody.
      run(project).catch(() => undefined);
    },
    close: () => {
      closed = true;
      child?.kill();
    },
  };
}

function learnedAt(folder: string): number {
  return statSync(join(folder, "learn.json"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Unix milliseconds of the latest line; undefined when there is none. */
async function lastAppended(folder: string): Promise<number | undefined> {
  try {
    const times = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).mtimeMs);
    const latest = Math.max(...(await Promise.all(times)));
    return Number.isFinite(latest) ? latest : undefined;
  } catch {
    // No log yet.
    return undefined;
  }
}

/** The child: learns once, and ends when whoever started it does. */
export async function learnWithParent(learn: () => Promise<unknown>): Promise<void> {
  process.stdin.once("end", () => process.exit(0)).resume();
  setTimeout(() => process.exit(0), MOST_MS).unref();
  try {
    await learn();
  } catch {
    // Another process learns already, or the disk is full: the next run does it.
  }
  process.exit(0);
}
