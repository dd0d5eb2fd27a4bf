import { describe, expect, it } from "vitest";
import { queryOf } from "../../src/recall/query.ts";
import { retrieve } from "../../src/recall/retrieve.ts";
import { tokenize } from "../../src/text/tokens.ts";
import { card, fillers, indexOf } from "./support.ts";

describe("what is searched for", () => {
  it("is every distinct token of the task first", () => {
    const task = "Run the tests, run them again: src/a.ts 배포";
    const tokens = [...new Set(tokenize(task))];
    expect(queryOf(task).terms.slice(0, tokens.length)).toEqual(tokens);
  });

  it("[R16] joins neighbouring words into the name of the tool they ask for", async () => {
    expect(queryOf("Please place an order").terms).toContain("placeorder");
    expect(queryOf("get the stock info").terms).toContain("getstockinfo");
    expect(queryOf("book flights").terms).toContain("bookflight");
    const index = await indexOf(
      card({
        id: "cancel",
        title: "Order ids",
        whenToUse: "When cancel_order needs the id of an order",
        tools: ["cancel_order", "get_order_history"],
      }),
      card({ id: "place", title: "Prices", whenToUse: "When place_order needs a price", tools: ["place_order"] }),
      ...fillers(5),
    );
    const [first] = await retrieve(index, "place an order for 50 shares", { topK: 1 });
    expect(first!.card.experience.id).toBe("place");
  });

  it("tells people the words of the task, not the stems", () => {
    const query = queryOf("Placing orders with getUserById");
    expect(tokenize("Placing orders").map(query.wordOf)).toEqual(["Placing", "orders"]);
    expect(query.wordOf("getuserbyid")).toBe("getUserById");
    expect(query.wordOf("placingorder")).toBe("placing orders");
    expect(queryOf("배포를 한다").wordOf("배포")).toBe("배포");
  });

  it("has an end, however long the prompt", () => {
    const prompt = Array.from({ length: 20_000 }, (_, i) => `word${i} place order`).join(" ");
    expect(queryOf(prompt).terms.length).toBeLessThan(500);
  });
});
