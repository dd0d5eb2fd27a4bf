import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a client put before the model in one request. */
export interface Shown {
  /** Every string of instructions and conversation, whichever role it was put into. */
  text: string;
  /** The strings of the last message or result. */
  last: string;
  /** Requests of this conversation so far, this one included. */
  turn: number;
}

export interface Call {
  name: string;
  /** Codex names MCP tools by their server beside the tool's own name. */
  namespace?: string;
  /** A string is a freeform call, which only Codex has. */
  input: Record<string, unknown> | string;
}

/** What the scripted model answers: words, calls or both. Neither ends the turn. */
export interface Answer {
  say?: string;
  calls?: Call[];
  /** Waits before answering. Milliseconds. */
  after?: number;
}

export type Script = (shown: Shown) => Answer | Promise<Answer>;

export interface ScriptedModel {
  url: string;
  /** Requests that offered tools: the agent's own, without a client's side questions. */
  requests(): number;
  /** All that was ever shown, for assertions about advice. */
  shown(): string[];
  close(): Promise<void>;
}

/**
 * A model on loopback that answers what a script says, for real clients: Anthropic Messages and OpenAI Responses, streaming.
 * It knows nothing of habitus; the script sees what the client shows, as a model would.
 */
export async function startScriptedModel(script: Script): Promise<ScriptedModel> {
  const shown: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const protocol = protocolOf(request);
    if (protocol === undefined) {
      response.writeHead(request.method === "HEAD" ? 200 : 404, { "content-type": "application/json" });
      response.end(
        request.method === "HEAD" ? undefined : '{"error":{"type":"not_found_error","message":"no such path"}}',
      );
      return;
    }
    if (request.url?.includes("count_tokens")) return json(response, { input_tokens: 100 });
    const messages = protocol.messages(body);
    const strings = messages.map((message) => stringsIn(message).join("\n"));
    const offersTools = Array.isArray(body.tools) && body.tools.length > 0;
    if (offersTools) shown.push(strings.join("\n"));
    const seen = { text: strings.join("\n"), last: strings.at(-1) ?? "", turn: shown.length };
    const answer = offersTools ? await script(seen) : { say: "ok" };
    if (answer.after) await new Promise((resolve) => setTimeout(resolve, answer.after));
    protocol.reply(response, String(body.model), answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => shown.length,
    shown: () => shown,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Protocol {
  messages(body: Record<string, unknown>): unknown[];
  reply(response: ServerResponse, model: string, answer: Answer): void;
}

function protocolOf({ method, url }: IncomingMessage): Protocol | undefined {
  if (method !== "POST" || url === undefined) return undefined;
  if (/\/v1\/messages(?:\/|\?|$)/.test(url)) return anthropicMessages;
  return /\/responses(?:\?|$)/.test(url) ? openaiResponses : undefined;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function json(response: ServerResponse, value: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Begins a stream of events. @returns sends one of them */
function events(response: ServerResponse): (data: { type: string } & Record<string, unknown>) => void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return (data) => response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
}

let ids = 0;
function id(prefix: string): string {
  ids += 1;
  return `${prefix}_scripted${String(ids).padStart(8, "0")}`;
}

const anthropicMessages: Protocol = {
  messages: ({ system, messages }) => [system, ...(Array.isArray(messages) ? messages : [])],
  reply(response, model, { say, calls = [] }) {
    const send = events(response);
    const usage = { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const stop = calls.length > 0 ? "tool_use" : "end_turn";
    const message = { id: id("msg"), type: "message", role: "assistant", model, content: [], stop_sequence: null };
    send({ type: "message_start", message: { ...message, stop_reason: null, usage } });
    const blocks = [
      ...(say !== undefined || calls.length === 0 ? [{ text: say ?? "" }] : []),
      ...calls.map((call) => ({ call })),
    ];
    for (const [index, block] of blocks.entries()) {
      const [start, delta] =
        "call" in block
          ? [
              { type: "tool_use", id: id("toolu"), name: block.call.name, input: {} },
              { type: "input_json_delta", partial_json: JSON.stringify(block.call.input) },
            ]
          : [
              { type: "text", text: "" },
              { type: "text_delta", text: block.text },
            ];
      send({ type: "content_block_start", index, content_block: start });
      send({ type: "content_block_delta", index, delta });
      send({ type: "content_block_stop", index });
    }
    send({ type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 10 } });
    send({ type: "message_stop" });
    response.end();
  },
};

const openaiResponses: Protocol = {
  messages: ({ instructions, input }) => [instructions, ...(Array.isArray(input) ? input : [input])],
  reply(response, model, { say, calls = [] }) {
    const send = events(response);
    const items = [
      ...(say !== undefined || calls.length === 0
        ? [
            {
              type: "message",
              id: id("msg"),
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text: say ?? "", annotations: [] }],
            },
          ]
        : []),
      ...calls.map(({ name, namespace, input }) => {
        const common = { call_id: id("call"), name, ...(namespace && { namespace }), status: "completed" };
        return typeof input === "string"
          ? { type: "custom_tool_call", id: id("ctc"), ...common, input }
          : { type: "function_call", id: id("fc"), ...common, arguments: JSON.stringify(input) };
      }),
    ];
    const usage = {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 110,
    };
    const whole = { id: id("resp"), object: "response", created_at: 1_700_000_000, model };
    send({ type: "response.created", response: { ...whole, status: "in_progress", output: [], usage: null } });
    for (const [output_index, item] of items.entries()) {
      send({ type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } });
      send({ type: "response.output_item.done", output_index, item });
    }
    send({ type: "response.completed", response: { ...whole, status: "completed", output: items, usage } });
    response.end();
  },
};
