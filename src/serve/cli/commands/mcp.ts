import { habitusHome } from "../../../adapters/home.ts";
import { serveMcp } from "../../mcp/serve-mcp.ts";
import type { CliContext } from "../context.ts";

/** Serves the memory to a host over MCP, on stdin and stdout, until stdin ends. */
export async function mcpCommand({ host, home, project }: CliContext): Promise<number> {
  await serveMcp({ home: home ?? habitusHome(host.env), env: host.env, cwd: host.cwd(), project });
  return 0;
}
