// A small order desk for the examples: an order stands only at the price that was just quoted.

/** @returns tools as plain functions, and whether an order stands */
export function openDesk() {
  let quoted;
  const orders = [];
  return {
    getStockInfo({ symbol }) {
      quoted = { symbol, price: Math.round(22_000 + Math.random() * 1_000) / 100 };
      return quoted;
    },
    placeOrder({ symbol, amount, price }) {
      if (quoted?.symbol !== symbol || quoted.price !== price) throw new Error("refused: the price is stale");
      orders.push({ symbol, amount, price });
      return { order: orders.length };
    },
    outcome: () => ({ score: orders.length > 0 ? 1 : 0, by: "test", reasons: [`orders that stand: ${orders.length}`] }),
  };
}

export const TASK = "Buy 100 shares of AAPL at the current price";
