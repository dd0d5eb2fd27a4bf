import { describe, expect, it } from "vitest";
import { evidence } from "../../src/serve/cli/messages/format.ts";

describe("the evidence of a candidate on one line", () => {
  it("never says more than its bound holds, and what the card says", () => {
    const words = { task: "task", tasks: "tasks", byNames: "names agree" };
    const found = { hits: 6, chances: 6, support: 6, bound: 0.6097, p: 5e-7, tier: "evidence" } as const;
    expect(evidence(found, words)).toBe("6/6, 6 tasks, ≥ 60 %, p 5e-7");
  });
});
