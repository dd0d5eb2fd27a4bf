import type { Json, JsonObject } from "../../model/json.ts";
import { hiddenMark, hiddenPlaces, holdsHidden, isHidden } from "../../text/hidden.ts";
import { mustHide } from "./judge.ts";
import { classifyKey, type KeyClass } from "./key-name.ts";
import { classifyCjkKey } from "./key-words-cjk.ts";
import { scanView } from "./scan.ts";
import { mergeSpans, type Span } from "./span.ts";
import { viewsOf } from "./view.ts";

/** What would be hidden: offsets in UTF-16 units, end exclusive; `rule` says what recognised it. */
export type Hidden = Span;

/** Values that must stay although a rule matches them: the exact text, or a test that gets the text and its kind. */
export type Allow = string | ((value: string, kind: string) => boolean);

export interface Scrubber {
  /**
   * Hides secrets in every string at any depth, keys included, and in numbers beside keys such as `pin`.
   *
   * Scrubbing what is scrubbed changes nothing. Equal secrets get equal marks of their kind, as do different ones:
   * nothing of the value is left, neither its length nor a hash.
   *
   * @param value  not modified
   * @param path   keys that lead to the value; the last one speaks for it as a key beside it would
   */
  scrub<T extends Json>(value: T, path?: readonly string[]): T;
  /** The same for one text, such as a message or a whole file. Text without secrets comes back as it is. */
  scrubText(text: string): string;
  /** What {@link scrubText} would hide, in order of place. */
  find(text: string): Hidden[];
}

interface Task {
  value: Json;
  /** The key that speaks for the value. */
  key: string;
  put(value: Json): void;
}

/** Passes after which a text is taken as it is. The second finds nothing as a rule; each pass only ever removes text. */
const MAX_PASSES = 5;

/** No rule matches shorter texts: a name of two letters, a sign, a value of four. */
const MIN_TEXT = 7;

/**
 * @param options.allow  values of one's own that look like secrets and are none; default none
 */
export function createScrubber(options: { allow?: readonly Allow[] } = {}): Scrubber {
  const allow = options.allow ?? [];
  const isAllowed = (value: string, kind: string): boolean =>
    allow.some((entry) => (typeof entry === "string" ? entry === value : entry(value, kind)));

  return {
    scrub: (value, path = []) => scrubJson(value, path[path.length - 1] ?? "") as typeof value,
    scrubText,
    find,
  };

  function find(text: string): Hidden[] {
    const spans = viewsOf(text).flatMap((view) =>
      view.windows.flatMap(({ from, to }) =>
        scanView(view.text, from, to).map((span) => ({
          ...span,
          start: view.origin(span.start),
          end: view.origin(span.end),
        })),
      ),
    );
    const fresh = awayFrom(hiddenPlaces(text), mergeSpans(spans.filter((span) => span.end > span.start)));
    return fresh.filter((span) => !isAllowed(text.slice(span.start, span.end), span.kind));
  }

  function scrubText(text: string): string {
    if (text.length < MIN_TEXT) return text;
    let current = text;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const spans = find(current);
      if (spans.length === 0) return current;
      current = replaceSpans(current, spans);
    }
    return current;
  }

  /** Without recursion: how deep a value is nested is up to whoever wrote it. */
  function scrubJson(root: Json, rootKey: string): Json {
    let result: Json = null;
    const todo: Task[] = [{ value: root, key: rootKey, put: (value) => (result = value) }];
    for (let task = todo.pop(); task; task = todo.pop()) {
      const { value, key, put } = task;
      if (typeof value === "string") put(scrubField(value, key));
      else if (typeof value === "number") put(scrubNumber(value, key));
      else if (Array.isArray(value)) put(openList(value, key, todo));
      else put(value !== null && typeof value === "object" ? openObject(value, todo) : value);
    }
    return result;
  }

  /** Arguments of a command keep their order, so `["--password", "x"]` reads like an object. */
  function openList(list: readonly Json[], key: string, todo: Task[]): Json[] {
    const result: Json[] = list.map(() => null);
    for (const [index, value] of list.entries()) {
      const before = list[index - 1];
      const isFlag =
        typeof before === "string" && /^--?[A-Za-z][\w.-]{0,60}$/.test(before) && classOf(before) !== undefined;
      todo.push({ value, key: isFlag ? before : key, put: (scrubbed) => (result[index] = scrubbed) });
    }
    return result;
  }

  function openObject(object: JsonObject, todo: Task[]): JsonObject {
    const named = pairName(object);
    const keys = new Map<string, string>();
    for (const key of Object.keys(object)) {
      const safe = freeKey(keys, scrubKey(key));
      keys.set(safe, key);
    }
    // Own entries from the start, so that a key such as `__proto__` stays data.
    const result: JsonObject = Object.fromEntries([...keys].map(([safe]) => [safe, null]));
    for (const [safe, key] of keys) {
      const speaking = named !== undefined && PAIR_VALUES.has(key) ? named : safe;
      todo.push({ value: object[key] as Json, key: speaking, put: (scrubbed) => (result[safe] = scrubbed) });
    }
    return result;
  }

  /** Most keys are short plain words, which no rule looks at. */
  function scrubKey(key: string): string {
    return key.length < 16 && /^[\w.-]*$/.test(key) ? key : scrubText(key);
  }

  function scrubField(value: string, key: string): string {
    const keyClass = classOf(key);
    if (!keyClass) return scrubText(value);
    let current = value;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      if (hides(current, keyClass, key)) return hiddenMark(keyClass.kind);
      const next = scrubText(current);
      if (next === current) break;
      current = next;
    }
    return current;
  }

  function hides(value: string, keyClass: KeyClass, key: string): boolean {
    return (
      !isHidden(value) &&
      mustHide(value, keyClass, key, { quoted: true, style: "pair", goesOn: false, inCode: false }) &&
      !isAllowed(value, keyClass.kind)
    );
  }

  function scrubNumber(value: number, key: string): Json {
    const keyClass = classOf(key);
    if (!keyClass || (keyClass.demand !== "any" && keyClass.demand !== "digits")) return value;
    return hides(String(value), keyClass, key) ? hiddenMark(keyClass.kind) : value;
  }
}

/** Spans that touch no mark of an earlier pass. Both lists are in order of place. */
function awayFrom(marks: ReadonlyArray<{ start: number; end: number }>, spans: readonly Span[]): Span[] {
  if (marks.length === 0) return [...spans];
  let next = 0;
  return spans.filter((span) => {
    while ((marks[next]?.end ?? Number.POSITIVE_INFINITY) <= span.start) next++;
    return (marks[next]?.start ?? Number.POSITIVE_INFINITY) >= span.end;
  });
}

/** Writes the marks. What is inside an escaped text needs no escape itself: marks are letters, a colon, hyphens, brackets. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const span of spans) {
    const wrap = span.wrap ?? "";
    pieces.push(text.slice(done, span.start), wrap, hiddenMark(span.kind), wrap);
    done = span.end;
  }
  pieces.push(text.slice(done));
  return pieces.join("");
}

/** A key that was hidden itself says nothing about its value. */
function classOf(key: string): KeyClass | undefined {
  return key === "" || holdsHidden(key) ? undefined : (classifyKey(key) ?? classifyCjkKey(key));
}

const PAIR_NAMES = ["name", "key", "field", "header", "variable", "k"];
const PAIR_VALUES = new Set(["value", "val", "content", "v", "data"]);

/** `{name: "DB_PASSWORD", value: "x"}`: the name speaks for the value. */
function pairName(object: JsonObject): string | undefined {
  for (const key of PAIR_NAMES) {
    const name = object[key];
    if (typeof name === "string" && classOf(name)) return name;
  }
  return undefined;
}

/** Two keys that became the same mark both stay. */
function freeKey(taken: ReadonlyMap<string, string>, key: string): string {
  if (!taken.has(key)) return key;
  let n = 2;
  while (taken.has(`${key} ${n}`)) n++;
  return `${key} ${n}`;
}
