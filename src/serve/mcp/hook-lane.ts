import { isObject } from "../../model/json.ts";

/** In every line that may be a call of the tool, however its keys are ordered and spaced. */
const METHOD = Buffer.from('"tools/call"');
const TOOL = Buffer.from('"hook"');
/** In a request's `_meta`, since the protocol has no session: its version. */
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
/** The one such version whose answers are known here; of others the library knows. */
const STATELESS = "2026-07-28";
const SERVER_KEY = "io.modelcontextprotocol/serverInfo";

/** The tool's answer to its arguments. */
export type HookCall = (fields: Readonly<Record<string, unknown>>) => Promise<object>;

/**
 * A lane of its own for the calls that an agent waits for at each step: `tools/call` of the tool `hook` is read and answered here, because
 * the way through the protocol's library costs several times what the answer does. What is anything else, or unusual in any way, is not taken.
 * @param server  who answers, as the library says it
 * @param write   gets each answer, a whole line
 * @returns takes a line; false: it is somebody else's
 */
export function createHookLane(
  call: HookCall,
  server: object,
  write: (line: string) => void,
): (line: Buffer) => boolean {
  const more = { resultType: "complete", _meta: { [SERVER_KEY]: server } };
  return (line) => {
    const asked = readCall(line);
    if (asked === undefined) return false;
    const answer = (body: object) => write(`${JSON.stringify({ jsonrpc: "2.0", id: asked.id, ...body })}\n`);
    call(asked.fields).then(
      (result) => answer({ result: asked.version === undefined ? result : { ...result, ...more } }),
      (error: unknown) => answer({ error: { code: -32603, message: (error as Error).message } }),
    );
    return true;
  };
}

interface HookAsked {
  id: string | number;
  fields: Record<string, unknown>;
  /** Absent: the version that was agreed on when the connection began. */
  version?: string;
}

function readCall(line: Buffer): HookAsked | undefined {
  if (!line.includes(METHOD) || !line.includes(TOOL)) return undefined;
  let message: unknown;
  try {
    message = JSON.parse(line.toString("utf8"));
  } catch {
    // The library says what is wrong with it.
    return undefined;
  }
  if (!isObject(message) || message.jsonrpc !== "2.0" || message.method !== "tools/call") return undefined;
  const { id, params } = message;
  if ((typeof id !== "string" && typeof id !== "number") || !isObject(params) || params.name !== "hook")
    return undefined;
  const { arguments: fields = {}, _meta: meta = {} } = params;
  if (!isObject(fields) || !isObject(meta)) return undefined;
  const version = meta[VERSION_KEY];
  if (version === undefined) return { id, fields };
  return version === STATELESS ? { id, fields, version } : undefined;
}
