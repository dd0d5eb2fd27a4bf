import { type StdioServerHandle, StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createHookAnswerer } from "../hooks/answer-hook.ts";
import { createServer, SERVER_INFO } from "./create-server.ts";
import { createHookLane } from "./hook-lane.ts";
import { answerHookTool } from "./hook-tool.ts";
import { createLearner } from "./learner.ts";
import { followProject } from "./project.ts";
import { wholeLines } from "./whole-lines.ts";

/** Hosts send a tool's whole result in a hook; what is longer the transcript tells. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
/** What is being written when the host goes is finished within this time. */
const LAST_MS = 2_000;
/** Until then the client has been told what the server has. A guess. */
const WARM_MS = 50;

export interface McpStart {
  home: string;
  env: NodeJS.ProcessEnv;
  cwd: string;
  project: string | undefined;
  /** The file that the process was started with: to learn, it is started once more. Absent: nothing is learned beside the session. */
  entry?: string | undefined;
}

/**
 * Serves MCP on stdin and stdout until stdin ends: the server lives as long as the host's session and no longer.
 * stdout belongs to the protocol; what is to be said to people goes to stderr.
 */
export async function serveMcp(start: McpStart): Promise<void> {
  const project = followProject(start);
  const learner = createLearner(start.home, start.env, start.entry);
  const answerer = createHookAnswerer(start.home);
  const working = new Set<Promise<unknown>>();
  const hooks = {
    ...answerer,
    answer: (...given: Parameters<typeof answerer.answer>) => {
      const work = answerer.answer(...given);
      working.add(work);
      void work.finally(() => working.delete(work));
      return work;
    },
  };
  const parts = { project, hooks, learner, env: start.env };
  const takeHook = createHookLane(
    (fields) => answerHookTool(parts, fields),
    SERVER_INFO,
    (line) => process.stdout.write(line),
  );
  const lines = process.stdin.pipe(wholeLines(MAX_LINE_BYTES, takeHook));
  const transport = new StdioServerTransport(lines, process.stdout, { maxBufferSize: 2 * MAX_LINE_BYTES });
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
  const handle: StdioServerHandle = serveStdio(() => createServer(parts), {
    transport,
    onerror: (error) => {
      if (start.env.HABITUS_DEBUG) process.stderr.write(`habitus mcp: ${error.stack}\n`);
    },
  });
  // While the client is busy with its own start.
  setTimeout(() => void answerer.warm(), WARM_MS).unref();
  await ended;
  // Whatever hangs now hangs alone: the host is gone.
  setTimeout(() => process.exit(0), LAST_MS).unref();
  learner.close();
  await Promise.allSettled([...working]);
  await handle.close();
  await Promise.all([answerer.close(), project.close()]);
}
