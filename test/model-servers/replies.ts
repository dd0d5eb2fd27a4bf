import type { Step, Trajectory } from "../../src/model/trajectory.ts";

/** The experience that a model writes about buying shares at the current price. */
export const STOCK = {
  title: "Ask for the quote before an order at the market price",
  when_to_use: "When a user wants to buy or sell shares at the current price",
  steps: [
    "Call `get_stock_info` with the symbol and read its `price`.",
    "Pass exactly this price to `place_order`; never take one from memory.",
  ],
  preconditions: ["The session is logged in."],
  failure_modes: ["A remembered price is out of date and the order is refused."],
  keywords: ["stock", "shares", "market price", "order"],
  tools: ["get_stock_info", "place_order"],
  generalized_query: "Buy shares of a company at the current price",
  confidence: 0.9,
};

export const GOOD_JUDGEMENT = {
  actionability: 0.9,
  accuracy: 0.9,
  relevance: 0.8,
  clarity: 0.9,
  uniqueness: 0.7,
  score: 0.85,
  valid: true,
  reason: "The record shows it.",
};

export const KEY_POINTS = { points: [{ from: 2, to: 3, why: "The price of the order is the one just quoted." }] };

/** An attempt to buy shares: four calls, well or badly. */
export function purchase(
  n: number,
  { score = 1, task = `buy-${n}`, session = `s-${n}`, symbol = "AAPL", language = "en" } = {},
): Trajectory {
  const price = 227 + n * 0.31;
  const asked = {
    en: `Buy ${100 + n} shares of ${symbol} at the current price`,
    ko: `${symbol} ${100 + n}주를 현재 시장가로 매수해 주세요`,
    ja: `${symbol} の株を ${100 + n} 株、現在の価格で買ってください`,
    zh: `请按当前价格买入 ${100 + n} 股 ${symbol}`,
  }[language] as string;
  const step = (tool: string, input: Step["input"], result: Step["result"], ok = true): Step => ({
    tool,
    input,
    outcome: ok ? "ok" : "error",
    ...(ok ? { result: result! } : { error: String(result) }),
  });
  const good = score >= 0.5;
  return {
    id: `t-${session}`,
    source: "test",
    task,
    taskQuery: asked,
    session,
    started: "2026-11-29T10:00:00Z",
    ended: "2026-11-29T10:05:00Z",
    recalled: [],
    outcome: { score, by: "benchmark", reasons: [] },
    turns: [
      {
        user: asked,
        steps: [
          step("login", { user: "kim" }, { session: `x${n}` }),
          ...(good ? [step("get_stock_info", { symbol }, { price, volume: 9_000_000 + n })] : []),
          step(
            "place_order",
            { symbol, amount: 100 + n, price: good ? price : 100 },
            good ? { id: 700 + n } : "price is stale",
            good,
          ),
          step("get_orders", {}, [{ symbol }]),
          step("logout", {}, { done: true }),
        ],
      },
    ],
  };
}
