import { type Protocol, type Script, type ScriptedServer, startScripted, textOf } from "./scripted.ts";

/** Anthropic's Messages API. Does not stream. */
export function startAnthropic(script: Script): Promise<ScriptedServer> {
  return startScripted(PROTOCOL, script);
}

interface Tool {
  name: string;
  input_schema?: { title?: string };
}

const PROTOCOL: Protocol = {
  read: (path, body) => {
    if (!path.endsWith("/messages")) return undefined;
    return {
      asked: jsonTool(body)?.input_schema?.title ?? "",
      model: String(body.model),
      system: textOf(body.system),
      messages: (body.messages as Array<{ role: string; content: unknown }>).map(({ role, content }) => ({
        role,
        content: textOf(content),
      })),
    };
  },
  write: (reply, call) => {
    const message = (content: unknown[], stop: string) => ({
      id: `msg_${call.n}`,
      type: "message",
      role: "assistant",
      model: call.model,
      content,
      stop_reason: stop,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20 },
    });
    const use = (name: string, input: unknown, i: number) => ({
      type: "tool_use",
      id: `toolu_${call.n}_${i}`,
      name,
      input,
    });
    const text = (words: string) => ({ type: "text", text: words });
    if (typeof reply === "string") return message([text(reply)], "end_turn");
    if ("json" in reply) {
      return jsonTool(call.body)
        ? message([use("json", reply.json, 0)], "tool_use")
        : message([text(JSON.stringify(reply.json))], "end_turn");
    }
    if ("toolCalls" in reply) {
      const calls = reply.toolCalls.map(({ name, input }, i) => use(name, input, i));
      return message([...(reply.text ? [text(reply.text)] : []), ...calls], "tool_use");
    }
    const stop = { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[reply.finish];
    return message([text(reply.text)], stop);
  },
};

/** The tool through which an older model is made to answer in a shape. */
function jsonTool(body: Record<string, unknown>): Tool | undefined {
  return (body.tools as Tool[] | undefined)?.find(({ name }) => name === "json");
}
