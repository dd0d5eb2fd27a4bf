import { z } from "zod";
import { type Place, taskKind } from "./place.ts";
import { Refusal, type ToolBox, tool } from "./tool-box.ts";

/** Prices in cents, so that sums are exact. */
interface Desk {
  loggedIn: boolean;
  market: "open" | "closed";
  prices: Record<string, number>;
  positions: Record<string, number>;
  orders: Order[];
  approvals: Array<{ id: string; symbol: string; quantity: number }>;
  quotes: Array<{ id: string; symbol: string; price: number }>;
}

interface Order {
  id: string;
  symbol: string;
  side: "buy" | "sell";
  quantity: number;
  price: number;
  status: "open" | "filled" | "cancelled";
}

/** Orders above this sum, in cents, need somebody's approval. */
const LIMIT = 1_000_000;

const SYMBOLS = ["AAPL", "NVDA", "TSLA", "MSFT", "AMZN", "ZETA", "OMEG", "QUAS"] as const;
const symbol = z.string().describe("ticker symbol, such as AAPL");
const quantity = z.number().int().positive().describe("number of shares");
const side = z.enum(["buy", "sell"]);
const session = z.enum(["regular", "extended"]).optional().describe("trading session, default regular");
const approval = z.string().optional().describe("id of an approval");
const dollars = (cents: number) => cents / 100;

function mustBeLoggedIn(desk: Desk): void {
  if (!desk.loggedIn) throw new Refusal("401 not logged in");
}

function priceOf(desk: Desk, name: string): number {
  const price = desk.prices[name];
  if (price === undefined) throw new Refusal(`404 no symbol "${name}"`);
  return price;
}

interface Wanted {
  symbol: string;
  side: "buy" | "sell";
  quantity: number;
  session?: "regular" | "extended" | undefined;
  approval_id?: string | undefined;
}

function placeOrder(desk: Desk, wanted: Wanted, price: number) {
  if (desk.market === "closed" && wanted.session !== "extended") throw new Refusal("409 the regular session is closed");
  if (wanted.side === "sell" && (desk.positions[wanted.symbol] ?? 0) < wanted.quantity)
    throw new Refusal("422 not enough shares to sell");
  const approved = desk.approvals.some(
    (each) => each.id === wanted.approval_id && each.symbol === wanted.symbol && each.quantity === wanted.quantity,
  );
  if (price * wanted.quantity > LIMIT && !approved) throw new Refusal("403 orders above 10000 need an approval_id");
  const order: Order = {
    id: `ord-${desk.orders.length + 1}`,
    symbol: wanted.symbol,
    side: wanted.side,
    quantity: wanted.quantity,
    price,
    status: "open",
  };
  desk.orders.push(order);
  return { order_id: order.id, status: order.status };
}

const shared: ToolBox<Desk> = {
  login: tool("Opens a session at the order desk.", z.object({ user: z.string() }), (desk) => {
    desk.loggedIn = true;
    return { logged_in: true };
  }),
  market_status: tool("Says whether the regular session is open.", z.object({}), (desk: Desk) => ({
    regular_session: desk.market,
  })),
  list_orders: tool("Lists the orders of the account.", z.object({}), (desk: Desk) => {
    mustBeLoggedIn(desk);
    return { orders: desk.orders.map((order) => ({ ...order, price: dollars(order.price) })) };
  }),
  get_positions: tool("Lists the shares that the account holds.", z.object({}), (desk: Desk) => {
    mustBeLoggedIn(desk);
    return { positions: { ...desk.positions } };
  }),
  request_approval: tool(
    "Asks for the approval of a large order.",
    z.object({ symbol, quantity }),
    (desk: Desk, { symbol: name, quantity: count }) => {
      mustBeLoggedIn(desk);
      priceOf(desk, name);
      const id = `apr-${desk.approvals.length + 1}${count}`;
      desk.approvals.push({ id, symbol: name, quantity: count });
      return { approval_id: id };
    },
  ),
  cancel_order: tool(
    "Cancels an order.",
    z.object({ order_id: z.string().describe("id of the order") }),
    (desk: Desk, { order_id }) => {
      mustBeLoggedIn(desk);
      const order = desk.orders.find(({ id }) => id === order_id);
      if (!order) throw new Refusal(`404 no order "${order_id}"`);
      if (order.status !== "open") throw new Refusal(`409 the order is ${order.status}`);
      order.status = "cancelled";
      return { order_id, status: order.status };
    },
  ),
};

const before: ToolBox<Desk> = {
  ...shared,
  get_quote: tool("Gives the price of a share.", z.object({ symbol }), (desk: Desk, { symbol: name }) => ({
    symbol: name,
    price: dollars(priceOf(desk, name)),
  })),
  place_order: tool(
    "Places an order.",
    z.object({
      symbol,
      side,
      quantity,
      price: z.number().describe("price of one share"),
      session,
      approval_id: approval,
    }),
    (desk: Desk, wanted) => {
      mustBeLoggedIn(desk);
      const price = priceOf(desk, wanted.symbol);
      if (Math.round(wanted.price * 100) !== price) throw new Refusal("422 the price is not the current one");
      return placeOrder(desk, wanted, price);
    },
  ),
};

const after: ToolBox<Desk> = {
  ...shared,
  get_quote: tool("Gives the price of a share.", z.object({ symbol }), (desk: Desk, { symbol: name }) => {
    const price = priceOf(desk, name);
    const id = `quo-${desk.quotes.length + 1}${name.toLowerCase()}`;
    desk.quotes.push({ id, symbol: name, price });
    return { symbol: name, price: dollars(price), quote_id: id };
  }),
  place_order: tool(
    "Places an order.",
    z.object({
      symbol,
      side,
      quantity,
      quote_id: z.string().describe("id of a quote"),
      session,
      approval_id: approval,
    }),
    (desk: Desk, wanted) => {
      mustBeLoggedIn(desk);
      const quote = desk.quotes.find(({ id, symbol: name }) => id === wanted.quote_id && name === wanted.symbol);
      if (!quote) throw new Refusal(`404 no quote "${wanted.quote_id}" for ${wanted.symbol}`);
      return placeOrder(desk, wanted, quote.price);
    },
  ),
};

interface Trade {
  symbol: string;
  quantity: number;
}

const symbolAt = (n: number) => SYMBOLS[n % SYMBOLS.length]!;

function desk(n: number, changes: Partial<Desk> = {}): Desk {
  const prices = Object.fromEntries(SYMBOLS.map((name, i) => [name, 4_000 + ((i * 1_733 + n * 397) % 9_000)]));
  return {
    loggedIn: false,
    market: "open",
    prices,
    positions: { AAPL: 12, ZETA: 30 },
    orders: [],
    approvals: [],
    quotes: [],
    ...changes,
  };
}

function ordersShouldBe(state: Desk, expected: ReadonlyArray<Omit<Order, "id" | "price">>): string[] {
  const line = ({ symbol: name, side: way, quantity: count, status }: Omit<Order, "id" | "price">) =>
    `${way} ${count} ${name} (${status})`;
  const [found, wanted] = [state.orders.map(line), expected.map(line)];
  return [
    ...wanted.filter((each) => !found.includes(each)).map((each) => `missing: ${each}`),
    ...found
      .filter((each, i) => !wanted.includes(each) || found.indexOf(each) !== i)
      .map((each) => `not asked for: ${each}`),
  ];
}

const bought = ({ symbol: name, quantity: count }: Trade) =>
  ({ symbol: name, side: "buy", quantity: count, status: "open" }) as const;

/** Buying and selling shares: a session, the current price, approvals for large sums, hours. */
export const orderDesk: Place<Desk> = {
  name: "order-desk",
  about: "You trade shares for a client through the tools of an order desk. Do exactly what is asked, nothing else.",
  tools: [before, after],
  kinds: [
    taskKind<Desk, Trade & { n: number }>({
      name: "buy",
      goal: (n) => ({ n, symbol: symbolAt(n), quantity: 10 + 5 * n }),
      ask: {
        en: ({ symbol: name, quantity: count }) => `Buy ${count} shares of ${name} at the current price.`,
        ko: ({ symbol: name, quantity: count }) => `${name} 주식 ${count}주를 현재가로 매수해 줘.`,
        ja: ({ symbol: name, quantity: count }) => `${name} の株を ${count} 株、現在の価格で買ってください。`,
        zh: ({ symbol: name, quantity: count }) => `按当前价格买入 ${count} 股 ${name}。`,
      },
      begin: ({ n }) => desk(n),
      faults: (state, goal) => ordersShouldBe(state, [bought(goal)]),
    }),
    taskKind<Desk, Trade & { n: number }>({
      name: "buy-large",
      goal: (n) => ({ n, symbol: symbolAt(n + 3), quantity: 400 + 20 * n }),
      ask: {
        en: ({ symbol: name, quantity: count }) => `Our client wants a large position: buy ${count} shares of ${name}.`,
        ko: ({ symbol: name, quantity: count }) =>
          `고객이 큰 비중을 원합니다. ${name} 주식 ${count}주를 매수해 주세요.`,
        ja: ({ symbol: name, quantity: count }) => `顧客が大口を希望しています。${name} を ${count} 株買ってください。`,
        zh: ({ symbol: name, quantity: count }) => `客户要建大仓位：买入 ${count} 股 ${name}。`,
      },
      begin: ({ n }) => desk(n),
      faults: (state, goal) => ordersShouldBe(state, [bought(goal)]),
    }),
    taskKind<Desk, Trade & { n: number }>({
      name: "buy-after-hours",
      goal: (n) => ({ n, symbol: symbolAt(n + 5), quantity: 8 + 3 * n }),
      ask: {
        en: ({ symbol: name, quantity: count }) => `It is late, but get me ${count} shares of ${name} tonight.`,
        ko: ({ symbol: name, quantity: count }) => `늦었지만 오늘 밤 안에 ${name} ${count}주를 사 줘.`,
        ja: ({ symbol: name, quantity: count }) => `遅い時間ですが、今夜のうちに ${name} を ${count} 株お願いします。`,
        zh: ({ symbol: name, quantity: count }) => `时间不早了，但今晚请帮我买到 ${count} 股 ${name}。`,
      },
      begin: ({ n }) => desk(n, { market: "closed" }),
      faults: (state, goal) => ordersShouldBe(state, [bought(goal)]),
    }),
    taskKind<Desk, Trade & { n: number }>({
      name: "sell-all",
      goal: (n) => ({ n, symbol: symbolAt(n + 1), quantity: 7 + 4 * n }),
      ask: {
        en: ({ symbol: name }) => `Sell everything we hold of ${name}.`,
        ko: ({ symbol: name }) => `보유한 ${name}을 전부 팔아 줘.`,
        ja: ({ symbol: name }) => `保有している ${name} をすべて売ってください。`,
        zh: ({ symbol: name }) => `把我们持有的 ${name} 全部卖出。`,
      },
      begin: ({ n, symbol: name, quantity: count }) => desk(n, { positions: { [name]: count, ZZZZ: 3 } }),
      faults: (state, { symbol: name, quantity: count }) =>
        ordersShouldBe(state, [{ symbol: name, side: "sell", quantity: count, status: "open" }]),
    }),
    taskKind<Desk, { n: number; symbol: string; other: string }>({
      name: "cancel",
      goal: (n) => ({ n, symbol: symbolAt(n + 2), other: symbolAt(n + 6) }),
      ask: {
        en: ({ symbol: name }) => `Cancel the order for ${name} that is still open.`,
        ko: ({ symbol: name }) => `아직 체결되지 않은 ${name} 주문을 취소해 줘.`,
        ja: ({ symbol: name }) => `まだ約定していない ${name} の注文を取り消してください。`,
        zh: ({ symbol: name }) => `取消仍未成交的 ${name} 订单。`,
      },
      begin: ({ n, symbol: name, other }) => desk(n, { orders: standing(n, name, other) }),
      faults: (state, { n, symbol: name, other }) =>
        ordersShouldBe(
          state,
          standing(n, name, other).map((order, i) => (i === 1 ? { ...order, status: "cancelled" as const } : order)),
        ),
    }),
  ],
};

/** A filled order of the same share before the open one, and a stranger's after it: whoever guesses the id guesses wrong. */
function standing(n: number, name: string, other: string): Order[] {
  const order = (i: number, of: string, status: Order["status"]): Order => ({
    id: `ord-${7_000 + 13 * n + 31 * i}`,
    symbol: of,
    side: "buy",
    quantity: 5 + n + i,
    price: 5_000,
    status,
  });
  return [order(0, name, "filled"), order(1, name, "open"), order(2, other, "open")];
}
