import { isObject } from "../model/json.ts";
import type { Purger } from "./purge.ts";
import { purgeValue } from "./purge.ts";

/** What was renamed or rewritten on the way, so that the ledger follows. */
export interface PurgeChanges {
  /** Card ids, old to new. */
  ids: ReadonlyMap<string, string>;
  /** Hashes of card bodies, old to new. */
  bodies: ReadonlyMap<string, string>;
}

/** Members that hold habitus's own words, times and joins, never a text that somebody else wrote. */
const OWN = ["v", "at", "event", "type", "kind", "level", "outcome", "host", "project"];
/** Names of members are the format's: a line that lost one of them would be read no more, and with it all that it tells. */
const OBSERVATION_NAMES =
  "v at event host session project turn batch call tool input result outcome error ms tokens agent filled after cut";
const LEDGER_NAMES = `v at type advised after anyway attempt before body by card confidence counts days derived_from
  created ended_well family files fit followed fresh global harm hash host id into judged keywords kind left level made mean moved
  name path reason reasons retired run score sd session sessions shortlist shown since skill sources task tasks trajectories unit
  units usual waiting was when_to_use`;
/** What is in `input` of these events, in words of the format too. */
const INPUT_NAMES: Readonly<Record<string, string>> = {
  session_start: "source task trial model whole started ended cwd branch filled",
  feedback: "score by reasons",
};
/** Who did something, where it is no name of a person or a program but a word that the folds ask for. */
const OWN_BY =
  "file learn miner person policy promotion revoke screen signals test judge user benchmark trace dream import";

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const NAMES = { observation: wordsOf(OBSERVATION_NAMES), ledger: wordsOf(LEDGER_NAMES) };
const OWN_BY_WORDS = wordsOf(OWN_BY);
/** Members whose numbers may be what was purged; elsewhere a number is a count of ours. */
const FREE = ["input", "result"];

/**
 * One line of a log with every occurrence replaced, in its strings as they read and not as JSON spells them. A line that is no
 * JSON object is taken as text.
 */
export function purgeLine(line: string, purger: Purger, { ids, bodies }: PurgeChanges): string {
  const row = parseRow(line);
  if (!row) return purger.text(line);
  const isEvent = typeof row.event === "string";
  const names = isEvent ? NAMES.observation : NAMES.ledger;
  const inputNames = wordsOf(INPUT_NAMES[String(row.event)] ?? "");
  const nameOf = (key: string, own: ReadonlySet<string>): string =>
    own.has(key) ? key : (ids.get(key) ?? purger.text(key));
  const members = (value: object, own: ReadonlySet<string>, member: (key: string, value: unknown) => unknown) =>
    Object.fromEntries(Object.entries(value).map(([key, each]) => [nameOf(key, own), member(key, each)]));
  /** What a ledger row holds at any depth is ours, but for its texts; ids stand in many places of it, as values and as names. */
  const inLedger = (value: unknown): unknown => {
    if (typeof value === "string") return TIME.test(value) ? value : (ids.get(value) ?? purger.text(value));
    if (Array.isArray(value)) return value.map(inLedger);
    return isObject(value) ? members(value, names, (_, each) => inLedger(each)) : value;
  };
  const member = (key: string, value: unknown): unknown => {
    if (OWN.includes(key) || (key === "by" && isOwnBy(value))) return value;
    if (key === "body" && typeof value === "string") return bodies.get(value) ?? value;
    if (!isEvent) return inLedger(value);
    if (key === "input" && inputNames.size > 0 && isObject(value)) {
      return members(value, inputNames, (name, each) =>
        name === "source" || name === "by" ? each : purgeValue(each, purger),
      );
    }
    return typeof value === "number" && !FREE.includes(key) ? value : purgeValue(value, purger);
  };
  const after = JSON.stringify(members(row, names, member));
  return after === JSON.stringify(row) ? line : after;
}

function isOwnBy(by: unknown): boolean {
  return typeof by === "string" && (OWN_BY_WORDS.has(by) || /^(?:miner|lens)\/[a-z-]+@\d+$/.test(by));
}

/** Ids of cards that a ledger line speaks of. */
export function idsIn(line: string): string[] {
  const row = parseRow(line);
  if (!row) return [];
  const shortlist = Array.isArray(row.shortlist) ? row.shortlist.filter(isObject).map(({ id }) => id) : [];
  return [row.card, ...(Array.isArray(row.shown) ? row.shown : []), ...shortlist].filter(
    (id): id is string => typeof id === "string",
  );
}

function parseRow(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // damaged: what it holds is purged all the same, as text
  }
}
