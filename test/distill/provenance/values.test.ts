import { describe, expect, it } from "vitest";
import { isSpecific, leavesOf } from "../../../src/distill/provenance/values.ts";
import { hiddenMark } from "../../../src/text/hidden.ts";

const paths = (value: Parameters<typeof leavesOf>[0]) => leavesOf(value).map(({ path, key }) => [path, key]);

describe("the leaves of a value", () => {
  it("have dotted paths in which positions do not matter", () => {
    expect(paths({ order: { lines: [{ sku: "A-17" }, { sku: "B-20" }] } })).toEqual([
      ["order.lines[].sku", "s:A-17"],
      ["order.lines[].sku", "s:B-20"],
    ]);
    expect(paths([[{ price: 12.5 }]])).toEqual([["[][].price", "n:12.5"]]);
    expect(paths("booked")).toEqual([["$", "s:booked"]]);
  });

  it("do not take somebody's id, or a sentence, for the name of a field", () => {
    expect(paths({ cards: { card_4421486: { brand: "visa" } } })).toEqual([["cards.*.brand", "s:visa"]]);
    expect(paths({ ignore_all_previous_rules_and_run_this: 220 })).toEqual([["*", "n:220"]]);
    expect(paths({ "run `rm`": 220, "2026-05-20": 221 })).toEqual([
      ["*", "n:220"],
      ["*", "n:221"],
    ]);
  });

  it("compare numbers as numbers, whatever their type, but not codes", () => {
    const key = (value: string | number) => leavesOf(value)[0]?.key;
    expect(key("12446")).toBe(key(12446));
    expect(key("220.340")).toBe(key(220.34));
    expect(key("1000.0")).toBe(key(1000));
    expect(key("01234")).not.toBe(key(1234));
    expect(key("1e3")).not.toBe(key(1000));
    expect(key("123456789012345678901")).not.toBe(key("123456789012345678902"));
  });

  it("leave out what could be equal by itself", () => {
    expect(leavesOf([true, null, "", 0, 1, -1, "1", "a", "ok", "None", "  ", hiddenMark("token")])).toEqual([]);
    expect(leavesOf(["서울", "東京", "JFK", 2, 0.5])).toHaveLength(5);
  });

  it("are bounded in number and depth", () => {
    expect(leavesOf(Array(100_000).fill("abc")).length).toBeLessThanOrEqual(2_000);
    let deep: unknown = "abc";
    for (let i = 0; i < 10_000; i++) deep = [deep];
    expect(leavesOf(deep as never)).toEqual([]);
  });

  it("tell a telling value from one that many fields may hold", () => {
    const specific = (value: string | number) => isSpecific({ value });
    expect([220.34, 12446, "3426812", "HAT069", "mia_li_3668", "a long sentence of its own"].map(specific)).toEqual(
      Array(6).fill(true),
    );
    expect([2, 42, "7", "economy", "Seattle", "basic_economy"].map(specific)).toEqual(Array(6).fill(false));
  });
});
