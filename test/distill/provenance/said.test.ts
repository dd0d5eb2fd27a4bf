import { describe, expect, it } from "vitest";
import { nothingSaid, numbersIn } from "../../../src/distill/provenance/said.ts";
import { leavesOf } from "../../../src/distill/provenance/values.ts";

function holds(prompt: string, value: string | number): boolean {
  const said = nothingSaid();
  said.hear(prompt);
  return said.holds(leavesOf(value)[0]!);
}

describe("what the user has said", () => {
  it.each([
    ["Buy AAPL now", "AAPL"],
    ["sort 'final_report.pdf' please", "final_report.pdf"],
    ["fly to San Francisco", "san_francisco"],
    ["write to a.b@example.com", "a.b@example.com"],
    ["my budget is $1,000", 1000],
    ["my budget is 1000.0 dollars", "1000"],
    ["a limit of 5k", 5000],
    ["2.5 million won", 2_500_000],
    ["twenty-five shares", 25],
    ["one hundred and fifty shares", 150],
    ["a discount of 15%", 0.15],
    ["on May 20th", "2024-05-20"],
    ["on the 20th of May", "2024-05-20"],
    ["삼성전자 70주를 71,500원에 사 줘", 71500],
    ["예산은 15만 원이야", 150_000],
    ["AAPL을 사 줘", "AAPL"],
    ["서울에서 부산까지", "서울"],
    ["5월 20일에 출발", "2024-05-20"],
    ["東京から大阪へ、予算は3万5千円", 35_000],
    ["注文番号12446を取り消して", 12446],
    ["预算两千元", 2000],
    ["买二百五十股", 250],
    ["把订单A-1234取消", "A-1234"],
  ])("%j holds %j", (prompt, value) => {
    expect(holds(prompt, value)).toBe(true);
  });

  it.each([
    ["Buy AAPLX now", "AAPL"],
    ["I have 12 apples", 2],
    ["order 112446", 12446],
    ["version 220.345", 220.34],
    ["the porter", "port"],
    ["on May 21st", "2024-05-20"],
    ["예산은 15만 원이야", 15_000],
  ])("%j does not hold %j", (prompt, value) => {
    expect(holds(prompt, value)).toBe(false);
  });

  it("is looked up again when more is said", () => {
    const said = nothingSaid();
    const leaf = leavesOf("HAT-069")[0]!;
    said.hear("a flight, please");
    expect(said.holds(leaf)).toBe(false);
    said.hear("HAT-069 it is");
    expect(said.holds(leaf)).toBe(true);
  });

  it("takes linear time for long prompts and many values", () => {
    const said = nothingSaid();
    said.hear("word ".repeat(20_000));
    for (let i = 0; i < 20_000; i++) said.holds({ value: `value-${i}`, key: `s:value-${i}` });
    expect(said.holds({ value: "word word", key: "s:word word" })).toBe(true);
  });

  it("reads mixed numerals", () => {
    expect(numbersIn("3万5千")).toContain(35_000);
    expect(numbersIn("1억 2천만")).toContain(120_000_000);
    expect(numbersIn("二十五")).toContain(25);
  });
});
