import { describe, expect, it } from "vitest";
import type { AdviceMoment } from "../../../src/memory/advise/moment.ts";
import { createWorld } from "../memory-in-memory.ts";

const CALLS: ReadonlyArray<Pick<AdviceMoment, "level" | "tool" | "input" | "error">> = [
  { level: "tool", tool: "place_order", input: { symbol: "AAPL" } },
  { level: "failure", tool: "place_order", input: { symbol: "AAPL" }, error: "price quote expired" },
];

/** Whether the card speaks at a call, and at an error, of a session that was given this prompt. */
async function speaks(
  list: string,
  prompt?: string,
  after?: (advise: (moment: AdviceMoment) => Promise<unknown>) => Promise<unknown>,
) {
  const { memory } = createWorld();
  const when = "When place_order is called, or the price quote expired";
  await memory.create({
    id: "quote.first",
    whenToUse: when,
    title: "Ask for the price quote first",
    tools: ["place_order"],
  });
  const text = await memory.text("quote.first");
  await memory.edit("quote.first", text.replace("keywords:", `${list}\nkeywords:`), text);
  const said: boolean[] = [];
  for (const [n, call] of CALLS.entries()) {
    const session = `s${n}`;
    if (prompt !== undefined) await memory.advise({ level: "prompt", session, text: prompt });
    await after?.((moment) => memory.advise({ ...moment, session }));
    said.push((await memory.advise({ ...call, session })) !== undefined);
  }
  return said;
}

const TRADING = "Purchase a few stocks";

describe("[C11] a card at a call and at an error of a session", () => {
  it("of which nobody said the task speaks with not_for, and keeps silent with only_for", async () => {
    expect(await speaks("not_for: [trading]")).toEqual([true, true]);
    expect(await speaks("only_for: [trading]")).toEqual([false, false]);
  });

  it("knows the task after the context was compacted and after a follow-up", async () => {
    const goesOn = async (advise: (moment: AdviceMoment) => Promise<unknown>) => {
      await advise({ level: "prompt", session: "", text: "yes, go on" });
      await advise({ level: "session", session: "", fresh: true, silent: true });
    };
    expect(await speaks("not_for: [trading]", TRADING, goesOn)).toEqual([false, false]);
    expect(await speaks("only_for: [trading]", TRADING, goesOn)).toEqual([true, true]);
  });
});
