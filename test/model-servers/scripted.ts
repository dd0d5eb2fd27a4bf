import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the model of a script says to one request. */
export type Reply =
  /** Text as it is. */
  | string
  /** An object as JSON. */
  | { json: unknown }
  | { text: string; finish: "stop" | "length" | "refusal" }
  | { toolCalls: Array<{ name: string; input: unknown }>; text?: string }
  /** Any answer of HTTP, such as 429 with Retry-After. */
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** No answer, ever. */
  | { stall: true }
  /** The connection breaks after the first bytes. */
  | { hangUp: true };

/** One request as a script sees it, the same for both protocols. */
export interface ScriptedCall {
  /** Counted from 1, over all requests. */
  n: number;
  /** Name of the shape that was asked for; "" for plain text; `embed` for embeddings. */
  asked: string;
  model: string;
  system: string;
  /** Messages after the system's, as text. */
  messages: Array<{ role: string; content: string }>;
  /** The last message of the user. */
  user: string;
  /** The body as it came. */
  body: Record<string, unknown>;
  headers: IncomingMessage["headers"];
}

/** A script decides by the request alone, so calls side by side do not disturb it. */
export type Script = (call: ScriptedCall) => Reply | Promise<Reply>;

export interface ScriptedServer {
  /** Such as `http://127.0.0.1:4711/v1`. */
  url: string;
  /** Every request, in order of arrival. */
  calls: ScriptedCall[];
  /** Those that asked for this shape. */
  asked(name: string): ScriptedCall[];
  /** Another script from now on. */
  play(script: Script): void;
  close(): Promise<void>;
}

/** How one protocol is spoken. */
export interface Protocol {
  read(path: string, body: Record<string, unknown>): Omit<ScriptedCall, "n" | "body" | "headers" | "user"> | undefined;
  write(reply: Exclude<Reply, { status: number } | { stall: true } | { hangUp: true }>, call: ScriptedCall): unknown;
}

/**
 * Replies by the name of the shape that was asked for, one after the other; the last one of each is repeated.
 * What is not named is answered with HTTP 500, so that a forgotten call is seen.
 */
export function replies(table: Record<string, Reply | Reply[]>): Script {
  const given = new Map<string, number>();
  return ({ asked }) => {
    const list = table[asked];
    if (list === undefined)
      return { status: 500, body: { error: { message: `no reply to "${asked}" in the script` } } };
    const all = Array.isArray(list) ? list : [list];
    const at = given.get(asked) ?? 0;
    given.set(asked, at + 1);
    return all[Math.min(at, all.length - 1)]!;
  };
}

/** A server on loopback that speaks a protocol of model servers and says what its script tells it. */
export async function startScripted(protocol: Protocol, script: Script): Promise<ScriptedServer> {
  let current = script;
  const calls: ScriptedCall[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ error: { message: `script: ${String(error)}` } }));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
    const read = protocol.read(request.url ?? "", body);
    if (!read) {
      response.writeHead(404).end("{}");
      return;
    }
    const user = read.messages.findLast(({ role }) => role === "user")?.content ?? "";
    const call: ScriptedCall = { n: calls.length + 1, ...read, user, body, headers: request.headers };
    calls.push(call);
    const reply = await current(call);
    if (typeof reply === "object" && "stall" in reply) return;
    if (typeof reply === "object" && "hangUp" in reply) {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"id":');
      setTimeout(() => request.socket.destroy(), 20);
      return;
    }
    if (typeof reply === "object" && "status" in reply) {
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(JSON.stringify(reply.body ?? { error: { message: `scripted ${reply.status}` } }));
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(protocol.write(reply, call)));
  }

  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    asked: (name) => calls.filter((call) => call.asked === name),
    play: (next) => {
      current = next;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Text of a message, whichever way its content is written. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: { text?: string; content?: unknown }) => part.text ?? (part.content ? textOf(part.content) : ""))
    .join("\n");
}
