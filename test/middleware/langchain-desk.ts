import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { z } from "zod";
import { ADVICE, PRICE } from "./desk.ts";

let made = 0;
export const calling = (name: string, args: Record<string, unknown>) => {
  made += 1;
  return new AIMessage({ content: "", tool_calls: [{ id: `call-${made}`, name, args, type: "tool_call" }] });
};

/** Asks for the quote when it is told to, and else orders at a price that it makes up. */
export function nextStep(messages: readonly BaseMessage[]): AIMessage {
  const since = messages.slice(messages.findLastIndex(({ type }) => type === "human"));
  const isTold = since[0]!.text.includes(ADVICE);
  const name = [...(isTold ? ["get_quote"] : []), "place_order"][since.filter(({ type }) => type === "ai").length];
  if (name === undefined) return new AIMessage("Done.");
  return calling(name, name === "get_quote" ? { symbol: "AAPL" } : { amount: 100, price: isTold ? PRICE : 100 });
}

/** A chat model of LangChain whose answers depend on what it is shown. */
export class ScriptedModel extends FakeListChatModel {
  readonly shown: BaseMessage[][] = [];
  step: (messages: readonly BaseMessage[]) => AIMessage = nextStep;

  constructor() {
    super({ responses: [""] });
  }

  override async _generate(messages: BaseMessage[]) {
    this.shown.push(messages);
    const message = this.step(messages);
    return { generations: [{ text: message.text, message }] };
  }

  override bindTools() {
    return this as never;
  }
}

export const tools: StructuredToolInterface[] = [
  tool(async () => ({ price: PRICE }), { name: "get_quote", schema: z.object({ symbol: z.string() }) }),
  tool(
    async ({ price }) => {
      if (price !== PRICE) throw new Error("price is stale");
      return { order: 701 };
    },
    { name: "place_order", schema: z.object({ amount: z.number(), price: z.number() }) },
  ),
];
