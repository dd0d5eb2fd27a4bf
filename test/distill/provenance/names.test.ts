import { describe, expect, it } from "vitest";
import { lastNamedPart, namesAgree } from "../../../src/distill/provenance/names.ts";

describe("names agree", () => {
  it.each([
    ["place_order", "price", "get_stock_info", "price"],
    ["cancel_booking", "booking_id", "book_flight", "booking_id"],
    ["comment", "tweet_id", "post_tweet", "id"],
    ["close_ticket", "ticketId", "create_ticket", "id"],
    ["cancel_booking", "id", "book_flight", "booking_id"],
    ["get_order", "id", "place_order", "id"],
    ["pay", "passengers[].first_name", "get_user", "saved[].firstName"],
    ["show", "orders", "list", "order"],
  ])("for %s.%s and %s.%s", (tool, param, source, field) => {
    expect(namesAgree(tool, param, { tool: source, field })).toBe(true);
  });

  it.each([
    ["set_budget_limit", "budget_limit", "compute_exchange_rate", "exchanged_value"],
    ["get_user", "id", "get_order", "id"],
    ["mail", "name", "search", "name"],
    ["pay", "price", "quote", "volume"],
    ["comment", "user_id", "post_tweet", "id"],
    ["pay", "amount", "calculate", "$"],
  ])("and do not for %s.%s and %s.%s", (tool, param, source, field) => {
    expect(namesAgree(tool, param, { tool: source, field })).toBe(false);
  });

  it("by the last part that is a name", () => {
    expect(lastNamedPart("payment_methods.*.id")).toBe("id");
    expect(lastNamedPart("flights[]")).toBe("flights");
    expect(lastNamedPart("[][].price")).toBe("price");
    expect(lastNamedPart("$")).toBe("");
  });
});
