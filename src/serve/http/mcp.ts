import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Memory } from "../../memory.ts";
import { createHookAnswerer } from "../hooks/answer-hook.ts";
import { createServer } from "../mcp/create-server.ts";

/** Largest message, as large as one on stdin may be in practice: a hook holds a tool's whole result. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The MCP server that speaks on stdio, over streamable HTTP: the same tools, one request at a time, nothing kept between them. */
export function createMcpOverHttp(home: string, env: NodeJS.ProcessEnv, onFault: (line: string) => void) {
  const hooks = createHookAnswerer(home);
  return {
    answer: (request: Request, memory: Memory): Promise<Response> => {
      const server = () =>
        createServer({
          project: {
            // The request names the project; what a session belongs to does not change that.
            follow: () => false,
            id: async () => memory.project.id,
            memory: async () => memory,
            close: async () => undefined,
          },
          hooks,
          learner: { consider: () => undefined, close: () => undefined },
          env,
        });
      const handler = createMcpHandler(server, {
        maxRequestBodySize: MOST_BYTES,
        onerror: (error) => onFault(`mcp: ${error.message}`),
      });
      return handler.fetch(request);
    },
    close: () => hooks.close(),
  };
}
