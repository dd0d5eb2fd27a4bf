// A chat model over OpenAI's chat completions, so that the examples need no package for one provider.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";

export class ChatModel extends BaseChatModel {
  constructor({ baseUrl, name, bound = [] }) {
    super({ maxRetries: 0 });
    Object.assign(this, { baseUrl, modelName: name, bound });
  }

  _llmType() {
    return "openai-compatible";
  }

  bindTools(tools) {
    return new ChatModel({ baseUrl: this.baseUrl, name: this.modelName, bound: tools });
  }

  async _generate(messages, { signal } = {}) {
    const response = await fetch(`${this.baseUrl}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        model: this.modelName,
        messages: messages.map(toOpenAi),
        tools: this.bound.map(convertToOpenAITool),
      }),
      signal,
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const { message } = (await response.json()).choices[0];
    const calls = (message.tool_calls ?? []).map(({ id, function: called }) => ({
      id,
      name: called.name,
      args: JSON.parse(called.arguments),
      type: "tool_call",
    }));
    const reply = new AIMessage({ content: message.content ?? "", tool_calls: calls });
    return { generations: [{ text: reply.text, message: reply }] };
  }
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
