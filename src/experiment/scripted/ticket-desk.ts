import type { JsonObject } from "../../model/json.ts";
import type { Hand, Repair } from "./hand.ts";

const quotedIn = (query: string) => [...query.matchAll(/["“「]([^"”」]+)["”」]/g)].map((match) => match[1]!);
const RESOLUTIONS = ["fixed", "duplicate", "cannot reproduce", "works as designed"];

export function assign(hand: Hand): void {
  const session = opening(hand);
  const id = find(hand, session);
  let person = (/[A-Z][a-z]+ [A-Z][a-z]+(?=[^A-Za-z]*$)/.exec(hand.query)?.[0] ?? "").toLowerCase().replace(" ", ".");
  const look = () => {
    const { people } = hand.insist("list_people", () => ({}), []) as { people: Array<Record<string, string>> };
    person = people.find(({ name }) => hand.query.includes(name!))?.id ?? person;
  };
  const triage = () => void hand.insist("set_severity", () => ({ id, severity: "high" }), [session]);
  const inOrder = hand.knows("triage-first", ["set_severity", "triaged"]);
  if (inOrder) triage();
  if (hand.knows("people", ["list_people"])) look();
  hand.insist("assign_ticket", () => ({ id, person_id: person }), [
    session,
    { error: /^404 no person/, point: "people", repair: look },
    { error: /must be triaged/, point: "triage-first", repair: triage },
  ]);
  if (!inOrder) triage();
}

export function close(hand: Hand): void {
  const session = opening(hand);
  closeOne(hand, find(hand, session), RESOLUTIONS.find((name) => hand.query.includes(name)) ?? "fixed", session, []);
}

export function closeWithParts(hand: Hand): void {
  const session = opening(hand);
  const id = find(hand, session);
  const parts = () => {
    const { subtasks } = hand.insist("get_ticket", () => ({ id }), [session]) as { subtasks: string[] };
    for (const part of subtasks) closeOne(hand, part, "fixed", session, []);
  };
  if (hand.knows("parts", ["get_ticket", "subtasks"])) parts();
  closeOne(hand, id, "fixed", session, [{ error: /open subtasks/, point: "parts", repair: parts }]);
}

export function reply(hand: Hand): void {
  const session = opening(hand);
  const id = find(hand, session);
  const visibility = hand.knows("public", ["public", "visibility"]) ? { visibility: "public" } : {};
  hand.insist("add_comment", () => ({ id, text: quotedIn(hand.query)[1] ?? "", ...visibility }), [session]);
}

function closeOne(hand: Hand, id: string, as: string, session: Repair, more: readonly Repair[]): void {
  const named = hand.parameter("close_ticket", ["resolution", "reason_number"]) ?? "resolution";
  const how: JsonObject = { [named]: named === "resolution" ? as : 1 };
  const look = (field: string) => {
    const [tool, key] = field === "resolution" ? ["list_resolutions", "resolutions"] : ["list_reasons", "reasons"];
    const answer = hand.call(tool!);
    for (const name of Object.keys(how)) delete how[name];
    how[field] = answer.outcome === "ok" ? ((answer.result as JsonObject)[key!] as JsonObject)[as]! : as;
  };
  if (hand.knows("codes", ["list_resolutions", "list_reasons"])) look(named);
  hand.insist("close_ticket", () => ({ id, ...how }), [
    session,
    {
      error: /^(?:422|invalid arguments)/,
      point: "codes",
      repair: () => look(hand.parameter("close_ticket", ["reason_number", "resolution"]) ?? "resolution"),
    },
    ...more,
  ]);
}

function find(hand: Hand, session: Repair): string {
  const words = quotedIn(hand.query)[0] ?? "";
  const { tickets } = hand.insist("search_tickets", () => ({ words }), [session]) as { tickets: Array<{ id: string }> };
  return tickets[0]?.id ?? "T-1";
}

function opening(hand: Hand): Repair {
  const signIn = () => void hand.call("sign_in");
  if (hand.knows("session", ["sign_in"])) signIn();
  return { error: /^401 /, point: "session", repair: signIn };
}
