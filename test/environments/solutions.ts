import type { CallAnswer, Episode } from "../../src/environments/environment.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";

/**
 * How somebody who knows the place solves each kind of task, told from the query and the answers of the tools alone.
 * `changed`: by the interface that holds later.
 */
export type Solution = (call: Call, query: string, changed: boolean) => void;
type Call = (tool: string, input?: JsonObject) => JsonObject;

export function solve(episode: Episode, solution: Solution, changed = false): void {
  solution((tool, input = {}) => resultOf(tool, episode.call(tool, input)), episode.task.query, changed);
}

function resultOf(tool: string, answer: CallAnswer): JsonObject {
  if (answer.outcome === "error") throw new Error(`${tool}: ${answer.error}`);
  return answer.result as JsonObject;
}

const words = (query: string) => ({
  symbol: /\b[A-Z]{4}\b/.exec(query)?.[0] ?? "",
  number: Number(/\d+/.exec(query)?.[0]),
  path: /\/[\w./-]*\w/.exec(query)?.[0] ?? "",
  quoted: [...query.matchAll(/"([^"]+)"/g)].map((match) => match[1]!),
});

const trade =
  (side: "buy" | "sell", extra: (call: Call, symbol: string, quantity: number) => JsonObject = () => ({})): Solution =>
  (call, query, changed) => {
    const { symbol, number } = words(query);
    call("login", { user: "me" });
    const held = (call("get_positions").positions as Record<string, number>)[symbol];
    const quantity = side === "sell" ? held! : number;
    const more = extra(call, symbol, quantity);
    const quote = call("get_quote", { symbol });
    const price: JsonObject = changed ? { quote_id: quote.quote_id! } : { price: quote.price! };
    call("place_order", { symbol, side, quantity, ...price, ...more });
  };

const closeOne = (call: Call, id: Json, as: string, changed: boolean) =>
  call("close_ticket", {
    id,
    ...(changed
      ? { reason_number: (call("list_reasons").reasons as JsonObject)[as]! }
      : { resolution: (call("list_resolutions").resolutions as JsonObject)[as]! }),
  });

const found = (call: Call, title: string) => (call("search_tickets", { words: title }).tickets as JsonObject[])[0]!.id!;

export const SOLUTIONS: Readonly<Record<string, Solution>> = {
  "order-desk/buy": trade("buy"),
  "order-desk/buy-large": trade("buy", (call, symbol, quantity) => ({
    approval_id: call("request_approval", { symbol, quantity }).approval_id!,
  })),
  "order-desk/buy-after-hours": trade("buy", () => ({ session: "extended" })),
  "order-desk/sell-all": trade("sell"),
  "order-desk/cancel": (call, query) => {
    call("login", { user: "me" });
    const orders = call("list_orders").orders as JsonObject[];
    const open = orders.find(({ symbol, status }) => symbol === words(query).symbol && status === "open");
    call("cancel_order", { order_id: open!.id! });
  },
  "file-store/change-port": (call, query, changed) => {
    const { path } = words(query);
    const port = /\d{4}/.exec(query)![0];
    call("mount_volume");
    const text = (call("read_file", { path }).text as string).replace(/port=\d+/, `port=${port}`);
    const stat = call("stat_file", { path });
    call("write_file", { path, text, ...(changed ? { replaces: stat.revision! } : { etag: stat.etag! }) });
  },
  "file-store/remove-folder": (call, query) => {
    const { path } = words(query);
    call("mount_volume");
    const { files, folders } = call("list_folder", { path }) as { files: string[]; folders: string[] };
    for (const file of files) call("delete_file", { path: file });
    for (const folder of [...folders].reverse()) call("delete_folder", { path: folder });
    call("delete_folder", { path });
  },
  "file-store/replace-release": (call, query) => {
    const [from, to] = [...query.matchAll(/\/[\w./-]*\w/g)].map(([path]) => path);
    call("mount_volume");
    call("delete_file", { path: to! });
    call("move_file", { from: from!, to: to! });
  },
  "file-store/new-note": (call, query) => {
    const { path, quoted } = words(query);
    call("mount_volume");
    call("make_folder", { path: path.slice(0, path.lastIndexOf("/")) });
    call("write_file", { path, text: quoted[0]! });
  },
  "ticket-desk/assign": (call, query) => {
    call("sign_in");
    const id = found(call, words(query).quoted[0]!);
    call("set_severity", { id, severity: "high" });
    const people = call("list_people").people as JsonObject[];
    call("assign_ticket", { id, person_id: people.find(({ name }) => query.includes(name as string))!.id! });
  },
  "ticket-desk/close": (call, query, changed) => {
    call("sign_in");
    closeOne(call, found(call, words(query).quoted[0]!), / as ([a-z ]+)\.$/.exec(query)![1]!, changed);
  },
  "ticket-desk/close-with-parts": (call, query, changed) => {
    call("sign_in");
    const id = found(call, words(query).quoted[0]!);
    for (const part of call("get_ticket", { id }).subtasks as string[]) closeOne(call, part, "fixed", changed);
    closeOne(call, id, "fixed", changed);
  },
  "ticket-desk/reply": (call, query) => {
    const { quoted } = words(query);
    call("sign_in");
    call("add_comment", { id: found(call, quoted[0]!), text: quoted[1]!, visibility: "public" });
  },
};
