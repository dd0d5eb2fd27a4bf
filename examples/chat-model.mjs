// A chat model over OpenAI's chat completions, so that the example needs no package for one provider.
import { AIMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";

export function chatModel({ baseUrl, name, tools }) {
  return {
    async invoke(messages) {
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: name, messages: messages.map(toOpenAi), tools: tools.map(convertToOpenAITool) }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      const { message } = (await response.json()).choices[0];
      const calls = (message.tool_calls ?? []).map(({ id, function: called }) => ({
        id,
        name: called.name,
        args: JSON.parse(called.arguments),
        type: "tool_call",
      }));
      return new AIMessage({ content: message.content ?? "", tool_calls: calls });
    },
  };
}

function toOpenAi(message) {
  if (message.type === "tool") return { role: "tool", tool_call_id: message.tool_call_id, content: message.content };
  if (message.type !== "ai") return { role: message.type === "system" ? "system" : "user", content: message.content };
  const calls = message.tool_calls.map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { role: "assistant", content: message.content, ...(calls.length > 0 && { tool_calls: calls }) };
}
