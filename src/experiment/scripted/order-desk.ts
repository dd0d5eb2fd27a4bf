import type { JsonObject } from "../../model/json.ts";
import type { Hand, Repair } from "./hand.ts";

/** What the request names. */
const symbolIn = (query: string) => /(?<![A-Z])[A-Z]{4}(?![A-Z])/.exec(query)?.[0] ?? "";
const numberIn = (query: string) => Number(/\d+/.exec(query)?.[0] ?? 0);

interface Ways {
  side: "buy" | "sell";
  large?: boolean;
  late?: boolean;
}

/** Buys or sells: session, price or quote, and what large or late orders need. */
export function trade({ side, large = false, late = false }: Ways) {
  return (hand: Hand): void => {
    const symbol = symbolIn(hand.query);
    const session = opening(hand);
    let quantity = side === "buy" ? numberIn(hand.query) : 10;
    const lookUp = () => {
      const held = hand.insist("get_positions", () => ({}), [session]).positions as Record<string, number>;
      quantity = held[symbol] ?? quantity;
    };
    if (side === "sell" && hand.knows("positions", ["get_positions"])) lookUp();

    const named = hand.parameter("place_order", ["price", "quote_id"]);
    const priced: JsonObject = {};
    const quote = () => {
      const answer = hand.insist("get_quote", () => ({ symbol }), []);
      const field = hand.parameter("place_order", ["quote_id", "price"]) ?? "price";
      for (const name of Object.keys(priced)) delete priced[name];
      priced[field] = answer[field] ?? answer.price ?? 0;
    };
    if (hand.knows("quote", ["get_quote"])) {
      const answer = hand.insist("get_quote", () => ({ symbol }), []);
      priced[named ?? "price"] = answer[named ?? "price"] ?? answer.price ?? 0;
    } else {
      priced[named ?? "price"] = named === "quote_id" ? "latest" : 100;
    }

    const extra: JsonObject = {};
    const approve = () => {
      extra.approval_id = hand.insist("request_approval", () => ({ symbol, quantity }), [session]).approval_id!;
    };
    const stayLate = () => {
      extra.session = "extended";
    };
    if (large && hand.knows("approval", ["request_approval", "approval_id"])) approve();
    if (late && hand.knows("hours", ["extended"])) stayLate();

    hand.insist("place_order", () => ({ symbol, side, quantity, ...priced, ...extra }), [
      session,
      { error: /^(?:404 no quote|422 the price|invalid arguments)/, point: "quote", repair: quote },
      { error: /^403 /, point: "approval", repair: approve },
      { error: /^409 .*session/, point: "hours", repair: stayLate },
      { error: /^422 not enough/, point: "positions", repair: lookUp },
    ]);
  };
}

export function cancel(hand: Hand): void {
  const symbol = symbolIn(hand.query);
  const session = opening(hand);
  let id = "ord-1";
  let passOver = 0;
  const look = () => {
    const orders = hand.insist("list_orders", () => ({}), [session]).orders as Array<Record<string, string>>;
    const ofSymbol = orders.filter((order) => order.symbol === symbol);
    const picked = hand.knows("status", ["status", "open"])
      ? ofSymbol.find(({ status }) => status === "open")
      : undefined;
    id = (picked ?? ofSymbol[passOver] ?? orders[0])?.id ?? id;
  };
  if (hand.knows("list", ["list_orders"])) look();
  hand.insist("cancel_order", () => ({ order_id: id }), [
    session,
    { error: /^404 no order/, point: "list", repair: look },
    {
      error: /^409 the order is/,
      point: "status",
      repair: () => {
        passOver += 1;
        look();
      },
    },
  ]);
}

function opening(hand: Hand): Repair {
  const login = () => void hand.call("login", { user: "client" });
  if (hand.knows("session", ["login"])) login();
  return { error: /^401 /, point: "session", repair: login };
}
