import { type Protocol, type Script, type ScriptedServer, startScripted, textOf } from "./scripted.ts";

/** OpenAI's chat completions and embeddings, as Ollama, vLLM and llama.cpp serve them too. Does not stream. */
export function startOpenAi(script: Script): Promise<ScriptedServer> {
  return startScripted(PROTOCOL, script);
}

const PROTOCOL: Protocol = {
  read: (path, body) => {
    const model = String(body.model);
    if (path.endsWith("/embeddings")) {
      const input = Array.isArray(body.input) ? body.input.map(String) : [String(body.input)];
      return {
        asked: "embed",
        model,
        system: "",
        messages: input.map((content) => ({ role: "user", content })),
      };
    }
    if (!path.endsWith("/chat/completions")) return undefined;
    const messages = (body.messages as Array<{ role: string; content: unknown }>).map(({ role, content }) => ({
      role,
      content: textOf(content),
    }));
    const format = body.response_format as { json_schema?: { name?: string } } | undefined;
    return {
      asked: format?.json_schema?.name ?? "",
      model,
      system: messages
        .filter(({ role }) => role === "system")
        .map(({ content }) => content)
        .join("\n"),
      messages: messages.filter(({ role }) => role !== "system"),
    };
  },
  write: (reply, call) => {
    if (call.asked === "embed") {
      const vectors = typeof reply === "object" && "json" in reply ? (reply.json as number[][]) : [];
      return {
        object: "list",
        model: call.model,
        data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
        usage: { prompt_tokens: 7 * vectors.length, total_tokens: 7 * vectors.length },
      };
    }
    const base = { id: `chatcmpl-${call.n}`, object: "chat.completion", created: 1_764_500_000, model: call.model };
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    const choice = (message: object, finish: string) => ({
      ...base,
      choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }],
      usage,
    });
    if (typeof reply === "string") return choice({ content: reply }, "stop");
    if ("json" in reply) return choice({ content: JSON.stringify(reply.json) }, "stop");
    if ("toolCalls" in reply) {
      const calls = reply.toolCalls.map(({ name, input }, i) => ({
        id: `call_${call.n}_${i}`,
        type: "function",
        function: { name, arguments: JSON.stringify(input) },
      }));
      return choice({ content: reply.text ?? null, tool_calls: calls }, "tool_calls");
    }
    return choice({ content: reply.text }, reply.finish === "refusal" ? "content_filter" : reply.finish);
  },
};
