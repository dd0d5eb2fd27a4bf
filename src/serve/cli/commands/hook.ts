import { usableHome } from "../../../adapters/home.ts";
import { answerHook } from "../../hooks/answer-hook.ts";
import type { CliContext } from "../context.ts";

/** Longer payloads are dropped: no host sends them, and a hook must not fill the memory. */
const MAX_PAYLOAD_CHARS = 64 * 1024 * 1024;
/** Well below the shortest time that a host gives a hook. */
const DEADLINE_MS = 5_000;

/**
 * The command form of every hook event: reads one payload on stdin, records it, and prints the reply that the host takes, or nothing.
 * `--detach`: a process of its own does it, and nothing is printed.
 * Never fails the host's call: whatever goes wrong here is noted and the exit code is 0.
 */
export async function hookCommand(
  { host, home }: CliContext,
  [event]: string[],
  options: { detach?: boolean } = {},
): Promise<number> {
  const deadline = setTimeout(() => process.exit(0), DEADLINE_MS);
  try {
    const text = await readStdin();
    if (options.detach && !host.env.HABITUS_DETACHED) {
      await (await import("../../hooks/detach-hook.ts")).detachHook(text, host.env);
      return 0;
    }
    const reply = await answerHook(await usableHome(home, host.env), text, { env: host.env, event });
    if (reply !== "") host.stdout.write(reply);
  } catch (error) {
    // The disk may be full or read-only; the agent's work matters more than ours.
    if (host.env.HABITUS_DEBUG) host.stderr.write(`habitus hook: ${(error as Error).stack}\n`);
  } finally {
    clearTimeout(deadline);
  }
  return 0;
}

async function readStdin(): Promise<string> {
  let text = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.length > MAX_PAYLOAD_CHARS) throw new Error("the payload is too long");
  }
  return text.replace(/^\uFEFF/, "");
}
