import { describe, expect, it } from "vitest";
import { createMemorySessionNotes } from "../../../src/adapters/memory-session-notes.ts";
import { forgetTold, maySpeakIn, noteTaskKind, taskKindOf } from "../../../src/memory/advise/task-kind.ts";
import { createWorld } from "../memory-in-memory.ts";

function session() {
  const ports = { notes: createMemorySessionNotes() };
  const told = (key: string) => ports.notes.read(key);
  return {
    ports,
    prompt: async (text: string, key = "s") => noteTaskKind(ports, key, await told(key), text),
    kind: async (key = "s") => taskKindOf(ports, await told(key), "s"),
  };
}

describe("the kind of the task that a session is at", () => {
  it("[C11] is that of the latest prompt, in every language, also when an earlier kind comes back", async () => {
    const { prompt, kind } = session();
    expect(await kind()).toBe("");
    await prompt("Buy 100 shares of AAPL");
    expect(await kind()).toBe("trading");
    await prompt("이메일 메시지를 팀에 보내 줘");
    expect(await kind()).toBe("messages");
    await prompt("買う: AAPL の株を100株");
    expect(await kind()).toBe("trading");
    await prompt("给团队发一封邮件");
    expect(await kind()).toBe("messages");
  });

  it("[C11] stays while prompts only go on with it, and ends with another task of which nobody can tell the kind", async () => {
    const { prompt, kind, ports } = session();
    await prompt("Buy 100 shares of AAPL");
    for (const text of ["yes", "thanks, that works", "No, use limit orders instead of market orders", "아니, 틀렸어"]) {
      await prompt(text);
      expect(await kind(), text).toBe("trading");
    }
    expect([...(await ports.notes.read("s"))]).toHaveLength(1);
    await prompt("Sing about a lonely whale");
    expect(await kind()).toBe("");
  });

  it("[C11] is the session's for a subagent that was given no task of its own", async () => {
    const { prompt, kind } = session();
    await prompt("Buy 100 shares of AAPL");
    expect(await kind("s/agent-1")).toBe("trading");
    await prompt("Send the team a message", "s/agent-1");
    expect(await kind("s/agent-1")).toBe("messages");
    expect(await kind()).toBe("trading");
  });

  it("[C11] outlives the context, while what was told does not", async () => {
    const { prompt, kind, ports } = session();
    await ports.notes.add("s", ["quote.first"]);
    await prompt("Send the team a message");
    await prompt("Buy 100 shares of AAPL");
    await forgetTold(ports, "s");
    expect(await kind()).toBe("trading");
    expect((await ports.notes.read("s")).has("quote.first")).toBe(false);
    await prompt("Send the team a message");
    expect(await kind()).toBe("messages");
  });

  it("is noted without the words of the prompt", async () => {
    const { prompt, ports } = session();
    await prompt("Buy shares with the password hunter2");
    expect([...(await ports.notes.read("s"))]).toEqual(["kind 1 trading"]);
  });
});

it("[C11] a card keeps silent in a task that is not its own; where nobody knows the kind, one for some kinds alone does", () => {
  const trading = { onlyFor: ["trading"] };
  const other = { notFor: ["trading"] };
  const both = { onlyFor: ["trading", "messages"], notFor: ["messages"] };
  const said = (kind: string) => [{}, trading, other, both].map((card) => maySpeakIn(kind, card));
  expect(said("trading")).toEqual([true, true, false, true]);
  expect(said("messages")).toEqual([true, false, true, false]);
  expect(said("")).toEqual([true, false, true, false]);
});

describe("what a session begins with", () => {
  it.each(["not_for", "only_for"])(
    "[C11] leaves out a card with %s, for it holds for every task that follows",
    async (key) => {
      const { memory } = createWorld();
      for (const id of ["a.narrow", "b.wide"])
        await memory.create({ id, whenToUse: `when ${id} is due`, title: `Do ${id}`, confidence: 0.9 });
      const shown = async () =>
        (await memory.advise({ level: "session", session: "s", fresh: true }))?.cards.map(({ id }) => id);
      expect(await shown()).toEqual(["a.narrow", "b.wide"]);
      const text = await memory.text("a.narrow");
      await memory.edit("a.narrow", text.replace("keywords:", `${key}: [trading]\nkeywords:`), text);
      expect(await shown()).toEqual(["b.wide"]);
    },
  );
});
