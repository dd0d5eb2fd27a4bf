import { spawn } from "node:child_process";

/** Set for the process that a detached hook leaves behind, so that it leaves none itself. */
export const DETACHED_MARK = "HABITUS_DETACHED";

/**
 * Hands the payload to a process of its own and comes back at once: Claude Code ends a plugin's hooks at the end of a session after 1.5 s,
 * whatever time they ask for, and a busy machine needs longer. That process ends by the hook's own deadline.
 */
export async function detachHook(payload: string, env: NodeJS.ProcessEnv): Promise<void> {
  const words = process.argv.slice(1).filter((word) => word !== "--detach");
  const child = spawn(process.execPath, words, {
    detached: true,
    windowsHide: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { ...env, [DETACHED_MARK]: "1" },
  });
  await new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.stdin?.on("error", reject);
    child.stdin?.end(payload, resolve);
  });
  child.unref();
}
