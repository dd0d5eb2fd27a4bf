import { usableHome } from "../../../adapters/home.ts";
import type { CliContext } from "../context.ts";

/** Serves the memory to a host over MCP, on stdin and stdout, until stdin ends. */
export async function mcpCommand(
  { host, home, project, memory }: CliContext,
  _args: string[],
  options: { learn?: boolean },
): Promise<number> {
  if (options.learn) {
    const { learnWithParent } = await import("../../mcp/learner.ts");
    await learnWithParent(async () => (await memory()).learn());
    return 0;
  }
  const { serveMcp } = await import("../../mcp/serve-mcp.ts");
  await serveMcp({
    home: await usableHome(home, host.env),
    env: host.env,
    cwd: host.cwd(),
    project,
    entry: process.argv[1],
  });
  return 0;
}
