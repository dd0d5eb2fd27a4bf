import { homedir, platform } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/**
 * Where habitus keeps its files: `$HABITUS_HOME`, else the platform's data directory.
 * @param env  the process's environment
 */
export function habitusHome(env: NodeJS.ProcessEnv): string {
  if (env.HABITUS_HOME) return resolve(env.HABITUS_HOME);
  if (platform() === "darwin") return join(homedir(), "Library", "Application Support", "habitus");
  if (platform() === "win32") return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "habitus");
  // The XDG specification says that a relative path must be ignored.
  const xdg =
    env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(homedir(), ".local", "share");
  return join(xdg, "habitus");
}
