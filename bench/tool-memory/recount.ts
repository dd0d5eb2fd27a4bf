/**
 * Counts again, from the raw log lines, every figure that a guideline's English text prints. Nothing of `src/` is used: what is counted
 * is said in docs/tools.md, and written down here a second time, so that a mistake in one of the two shows.
 */

export interface Recount {
  /** Figures that were read from the texts and compared. */
  figures: number;
  /** In words, what the logs say otherwise, or what could not be read. */
  wrong: string[];
}

export interface Guidelines {
  guidelines: ReadonlyArray<{ tool: string; content: string }>;
  variants: Readonly<Record<string, string>>;
}

interface Call {
  run: number;
  task: string;
  turn: number;
  /** Calls of one message. */
  batch: number;
  tool: string;
  broken: boolean;
  input: unknown;
  result: unknown;
  end: "ok" | "error" | "other";
  error: string;
}

interface Run {
  id: string;
  /** Its group. */
  task: string;
  requests: string[];
  well: boolean;
  calls: Call[];
}

/**
 * @param variants  which tasks count as one: by task id, a name of its group. What is said of it is checked too: the tasks of a group
 *   must hang together by requests that they share word for word
 * @param lines  runs as `{task_id, score, messages}`, one JSON object a line
 */
export function recount({ guidelines, variants }: Guidelines, lines: readonly string[]): Recount {
  const runs = lines.filter((line) => line.trim() !== "").map((line, i) => readRun(JSON.parse(line), i, variants));
  const result: Recount = { figures: 0, wrong: strangers(runs) };
  for (const { tool, content } of guidelines) {
    const calls = runs.flatMap((run) =>
      run.calls.filter((call) => call.tool === tool && !call.broken && call.end !== "other"),
    );
    const say = (what: string, printed: number, counted: number) => {
      result.figures += 1;
      if (printed !== counted)
        result.wrong.push(`${tool}: ${what}: the guideline says ${printed}, the logs say ${counted}`);
    };
    const unread = readText(content, { tool, calls, runs, say });
    result.wrong.push(...unread.map((line) => `${tool}: not understood: ${line}`));
  }
  return result;
}

/** Groups whose tasks do not hang together by a request that is more than a few words. */
function strangers(runs: readonly Run[]): string[] {
  const requestsOf = new Map<string, Set<string>>();
  for (const { id, requests } of runs)
    requestsOf.set(
      id,
      new Set([...(requestsOf.get(id) ?? []), ...requests.filter((text) => text.split(" ").length >= 8)]),
    );
  const groups = new Map<string, string[]>();
  for (const id of requestsOf.keys()) {
    const { task } = runs.find((run) => run.id === id)!;
    groups.set(task, [...(groups.get(task) ?? []), id]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    const together = new Set([first!]);
    const shares = (id: string) =>
      [...together].some((known) => [...requestsOf.get(known)!].some((text) => requestsOf.get(id)!.has(text)));
    for (let grew = true; grew; ) {
      const next = others.filter((id) => !together.has(id) && shares(id));
      for (const id of next) together.add(id);
      grew = next.length > 0;
    }
    return others
      .filter((id) => !together.has(id))
      .map((id) => `${id} counts as a variant of ${first}, and shares no request with it`);
  });
}

interface Facts {
  tool: string;
  calls: readonly Call[];
  runs: readonly Run[];
  say(what: string, printed: number, counted: number): void;
}

type Named = (name: string) => number;
/** One form of line, and what it says; `text` gives what stands in quotes. */
type Form = [pattern: RegExp, check: (n: Named, text: (name: string) => string | undefined) => void];

/** @returns lines with digits in them that no rule here understands */
function readText(content: string, facts: Facts): string[] {
  const forms = formsOf(content, facts);
  return content.split("\n").filter((line) => {
    const found = forms.find(([pattern]) => pattern.test(line));
    if (!found)
      return /\d/.test(line.replace(/^\d+\. /, "").replaceAll(/`[^`]*`/g, "")) && !line.startsWith("- seen in ");
    const groups = found[0].exec(line)!.groups!;
    found[1](
      (name) => Number(groups[name]),
      (name) => groups[name],
    );
    return false;
  });
}

function formsOf(content: string, { tool, calls, runs, say }: Facts): Form[] {
  const went = (list: readonly Call[]) => list.filter(({ end }) => end === "ok").length;
  const ok = went(calls);
  const failures = failuresOf(tool, runs);
  return [
    [
      /(?<ok>\d+) of (?<calls>\d+) calls succeeded \((?<share>\d+) %\), in (?<tasks>\d+) tasks?, about (?<tokens>\d+) tokens a call$/,
      (n) => {
        say("calls that succeeded", n("ok"), ok);
        say("calls", n("calls"), calls.length);
        say("share", n("share"), Math.round((100 * ok) / calls.length));
        say("tasks", n("tasks"), distinct(calls));
        say("tokens", n("tokens"), Math.round(mean(calls.map(tokensOf))));
      },
    ],
    [
      /^- (?<failed>\d+) of (?<calls>\d+) calls failed/,
      (n) => {
        say("calls that failed", n("failed"), calls.length - ok);
        say("calls", n("calls"), calls.length);
      },
    ],
    [
      /^- (?<well>\d+) of these tasks ended well$/,
      (n) => say("tasks that ended well", n("well"), distinct(calls.filter(({ run }) => runs[run]!.well))),
    ],
    [
      /^(?:- |\d+\. )(?<shape>(?:[Ll]eave|[Gg]ive|[Ww]rite) .*): (?<well>\d+) of (?<calls>\d+) (?:such )?calls went well, (?:in (?<tasks>\d+) tasks \(at least (?<bound>\d+) % of tasks, 95 % bound\); otherwise )?(?<otherWell>\d+) of (?<others>\d+)/,
      (n, text) => {
        const { like, others } = split(text("shape")!, calls);
        say("calls of that shape", n("calls"), like.length);
        say("of them well", n("well"), went(like));
        say("other calls", n("others"), others.length);
        say("of them well", n("otherWell"), went(others));
        if (text("tasks") === undefined) return;
        const tasks = [...byTask(like).values()];
        say("tasks of that shape", n("tasks"), tasks.length);
        const good = tasks.filter((list) => went(list) >= list.length / 2).length;
        say("bound", n("bound"), Math.floor(100 * wilson(good, tasks.length)));
      },
    ],
    [
      /^- failed (?<times>\d+) times in (?<tasks>\d+) tasks: "(?<error>.*)"; repaired (?<repaired>\d+) times(?:, (?<so>\d+) of them so: (?<by>.*) \((?<soTasks>\d+) tasks, at least (?<bound>\d+) % of those repaired, 95 % bound\))?$/,
      (n, text) => {
        const alike = failures.filter(({ call }) => isOfClass(call.error, text("error")!));
        const repaired = alike.filter(({ repair }) => repair);
        say("failures", n("times"), alike.length);
        say("tasks with them", n("tasks"), distinct(alike.map(({ call }) => call)));
        say("repairs", n("repaired"), repaired.length);
        const by = text("by");
        if (by === undefined) return;
        const so = repaired.filter(({ repair }) => did(by, repair!));
        say("repairs of that kind", n("so"), so.length);
        const [soTasks, all] = [distinct(so.map(({ call }) => call)), distinct(repaired.map(({ call }) => call))];
        say("tasks with them", n("soTasks"), soTasks);
        say("bound", n("bound"), Math.floor(100 * wilson(soTasks, all)));
      },
    ],
    [
      /^\d+\. If it fails.*?: (?<by>.*), then call `[^`]+` again; (?<so>\d+) of (?<repaired>\d+) repairs went this way\.$/,
      (n, text) => {
        // Which error it is about, only its hints say: one of the classes that the evidence quotes must have these figures.
        const known = [...content.matchAll(/^- failed .*: ".*"; repaired (\d+) times, (\d+) of them so: (.*) \(/gm)];
        const says = known.some(
          ([, repaired, so, by]) => by === text("by") && Number(so) === n("so") && Number(repaired) === n("repaired"),
        );
        say("the evidence says so too", 1, Number(says));
      },
    ],
  ];
}

// ---- the log ----

function readRun(value: Record<string, unknown>, run: number, variants: Guidelines["variants"]): Run {
  const id = String(value.task_id);
  const task = variants[id] ?? id;
  const requests: string[] = [];
  const calls: Call[] = [];
  const byId = new Map<string, Call>();
  let turn = -1;
  (value.messages as Array<Record<string, unknown>>).forEach((message, batch) => {
    if (message.role === "user") turn += 1;
    if (message.role === "user") requests.push(String(message.content).replaceAll(/\s+/g, " ").trim().toLowerCase());
    for (const given of (message.tool_calls as Array<Record<string, unknown>> | undefined) ?? []) {
      const named = given.function as { name: string; arguments: string };
      const tool = /^[\p{L}\p{N}_.:/-]+/u.exec(named.name.trim())?.[0] ?? "";
      const input = parsed(named.arguments) ?? named.arguments;
      const broken = tool !== named.name;
      const call: Call = { run, task, turn, batch, tool, broken, input, result: undefined, end: "other", error: "" };
      calls.push(call);
      byId.set(String(given.id), call);
    }
    if (message.role !== "tool") return;
    const call = byId.get(String(message.tool_call_id));
    if (!call) return;
    const text = String(message.content);
    const object = /^\s*[{[]/.test(text) ? parsed(text) : undefined;
    call.result = object ?? text;
    const error = object === undefined ? (/^\s*Error\b/.test(text) ? text : undefined) : errorIn(object);
    call.end = error === undefined ? "ok" : "error";
    call.error = error ?? "";
  });
  return { id, task, requests, well: value.score === 1, calls };
}

function errorIn(object: unknown): string | undefined {
  const { error } = object as { error?: unknown };
  return typeof error === "string" && error !== "" ? error : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // the log holds arguments that are not JSON
  }
}

// ---- figures ----

function distinct(calls: ReadonlyArray<{ task: string }>): number {
  return new Set(calls.map(({ task }) => task)).size;
}

function byTask(calls: readonly Call[]): Map<string, Call[]> {
  const tasks = new Map<string, Call[]>();
  for (const call of calls) tasks.set(call.task, [...(tasks.get(call.task) ?? []), call]);
  return tasks;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function tokensOf({ input, result }: Call): number {
  const length = (value: unknown) =>
    value === undefined ? 0 : (typeof value === "string" ? value : JSON.stringify(value)).length;
  return Math.floor((length(input) + length(result)) / 4);
}

/** Lower end of the 95 % interval of Wilson. */
function wilson(hits: number, trials: number): number {
  const [z, p] = [1.959963984540054, hits / trials];
  const root = z * Math.sqrt(p * (1 - p) * (1 / trials) + z ** 2 / (4 * trials ** 2));
  return (p + z ** 2 / (2 * trials) - root) / (1 + z ** 2 / trials);
}

/** Calls that are as the words say, and those of the same question that are not. */
function split(words: string, calls: readonly Call[]): { like: Call[]; others: Call[] } {
  const [param = "", value = ""] = [...words.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  const has = (call: Call) => typeof call.input === "object" && call.input !== null && Object.hasOwn(call.input, param);
  const of = (call: Call) => (call.input as Record<string, unknown>)[param];
  const text = (test: (text: string) => boolean) => (call: Call) => {
    const given = of(call);
    return typeof given === "string" && test(given);
  };
  const rest = words.replaceAll(/`[^`]+`/g, "_").toLowerCase();
  const partition = (among: readonly Call[], test: (call: Call) => boolean) => ({
    like: among.filter(test),
    others: among.filter((call) => !test(call)),
  });
  const given = calls.filter(has);
  const hasPath = text((given) => /[/\\]/.test(given));
  const hasWords = text((given) => /\S\s+\S/.test(given));
  switch (rest) {
    case "leave _ out":
      return partition(calls, (call) => !has(call));
    case "give _":
      return partition(calls, has);
    case "give _ as a bare name, without a path":
      return partition(given, (call) => !hasPath(call));
    case "give _ with a path":
      return partition(given, hasPath);
    case "give _ in several words":
      return partition(given, hasWords);
    case "give _ as one word":
      return partition(given, (call) => !hasWords(call));
    case "give _ as a number":
      return partition(given, (call) => typeof of(call) === "number");
    case "give _ as text":
      return partition(given, (call) => typeof of(call) === "string");
    case "give _ as a list":
      return partition(given, (call) => Array.isArray(of(call)));
    case "give _ the value _":
      return partition(given, (call) => String(of(call)) === value);
    default:
      throw new Error(`nobody counts "${words}" yet`);
  }
}

// ---- failures and their repairs ----

interface Failure {
  call: Call;
  repair?: { calls: string[]; changed: Change[] };
}

interface Change {
  param: string;
  kinds: string[];
}

/** Steps after a failure within which its repair is looked for. */
const REACH = 16;

function failuresOf(tool: string, runs: readonly Run[]): Failure[] {
  return runs.flatMap(({ calls }) => {
    if (!calls.some((call) => call.tool === tool && call.end === "error")) return [];
    const turns = [...new Set(calls.map(({ turn }) => turn))];
    return turns.flatMap((turn) => {
      const steps = calls.filter((call) => call.turn === turn);
      const found = new Map<Call, Failure>();
      for (let i = steps.length - 1; i >= 0; i--) {
        const call = steps[i]!;
        if (call.tool !== tool || call.broken || call.end !== "error") continue;
        const repair = repairOf(steps, i, found, (key, at) => returnedBefore(calls, key, at));
        found.set(call, { call, ...(repair && { repair }) });
      }
      return [...found.values()];
    });
  });
}

function returnedBefore(calls: readonly Call[], key: string, at: Call): boolean {
  return calls.slice(0, calls.indexOf(at)).some((call) => call.end === "ok" && keysIn(call.result).includes(key));
}

/** The next success of the same errand; a failure of another kind in between counts when that one is repaired. */
function repairOf(
  steps: readonly Call[],
  failed: number,
  later: ReadonlyMap<Call, Failure>,
  returned: (key: string, at: Call) => boolean,
): Failure["repair"] {
  const first = steps[failed]!;
  let last = failed;
  for (let i = failed + 1; i < steps.length && i <= failed + REACH; i++) {
    const next = steps[i]!;
    if (next.tool !== first.tool || next.batch === first.batch || next.broken) continue;
    const changed = changesOf(first.input, next.input, (key) => returned(key, next));
    if (!isSameErrand(first.input, next.input, changed)) continue;
    if (next.end === "error" && sameClass(first, next)) {
      last = i;
      continue;
    }
    if (next.end !== "ok" && !(next.end === "error" && later.get(next)?.repair)) continue;
    const between = steps
      .slice(last + 1, i)
      .filter(
        (call) =>
          call.end === "ok" &&
          !call.broken &&
          call.tool !== first.tool &&
          call.batch !== steps[last]!.batch &&
          call.batch !== next.batch,
      )
      .map((call) => call.tool);
    return { calls: [...new Set(between.reverse())].slice(0, 6), changed: changed ?? [] };
  }
  return undefined;
}

function did(words: string, { calls, changed }: NonNullable<Failure["repair"]>): boolean {
  const [name = ""] = [...words.matchAll(/`([^`]+)`/g)].map(([, each]) => each!);
  const rest = words.replaceAll(/`[^`]+`/g, "_");
  if (rest === "call _") return calls.includes(name);
  if (rest === "call _ once more, unchanged") return calls.length === 0 && changed.length === 0;
  const kind = DONE[rest];
  if (kind === undefined) throw new Error(`nobody counts "${words}" yet`);
  // What changed together with something else is no repair by itself.
  return changed.length === 1 && changed[0]!.param === name && changed[0]!.kinds.includes(kind);
}

const DONE: Readonly<Record<string, string>> = {
  "take _ from what a tool has returned": "returned",
  "give only the folder in _, without the name behind it": "only-folder",
  "give _ as a bare name, without the folder in front of it": "drop-folder",
  "give _ with its folder in front of it": "add-folder",
  "shorten _ to its essential part": "shortened",
  "give _ in full": "lengthened",
  "lower _": "lower",
  "raise _": "higher",
  "add _": "added",
  "leave _ out": "removed",
};

type Input = Record<string, unknown>;

function changesOf(before: unknown, after: unknown, returned: (key: string) => boolean): Change[] | undefined {
  const isMap = (value: unknown): value is Input =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMap(before) || !isMap(after)) return undefined;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !same(before[name], after[name]),
  );
  const [gone, come] = [names.find((name) => !(name in after)), names.find((name) => !(name in before))];
  if (names.length === 2 && gone !== undefined && come !== undefined && same(before[gone], after[come]))
    return [{ param: come, kinds: ["renamed"] }];
  return names.map((param) => ({ param, kinds: kindsOf(before[param], after[param], returned) }));
}

function kindsOf(before: unknown, after: unknown, returned: (key: string) => boolean): string[] {
  const fromResult = () => {
    const keys = keysIn(after);
    return keys.length > 0 && keys.every(returned) ? ["returned"] : [];
  };
  if (before === undefined) return ["added", ...fromResult()];
  if (after === undefined) return ["removed"];
  const kinds: string[] = [];
  if (typeof before !== typeof after || Array.isArray(before) !== Array.isArray(after)) {
    const pair = `${Array.isArray(before) ? "list" : typeof before} ${Array.isArray(after) ? "list" : typeof after}`;
    if (["string number", "number string", "string boolean"].includes(pair) || /^list |\slist$/.test(pair))
      kinds.push("retyped");
  }
  if (typeof before === "string" && typeof after === "string") kinds.push(...rewriting(before, after));
  if (typeof before === "number" && typeof after === "number") kinds.push(after < before ? "lower" : "higher");
  return [...kinds, ...fromResult()];
}

function rewriting(before: string, after: string): string[] {
  const endsWithPart = (long: string, short: string) =>
    short !== "" && long.endsWith(short) && /[/\\]$/.test(long.slice(0, long.length - short.length));
  const bare = (text: string) => text.replaceAll(/^[\s'"`]+|[\s'"`]+$/gu, "");
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  if (endsWithPart(before, after)) return ["drop-folder"];
  if (endsWithPart(after, before)) return ["add-folder"];
  if (after !== "" && before.startsWith(after) && /^[/\\]./.test(before.slice(after.replace(/[/\\]$/, "").length)))
    return ["only-folder"];
  if (bare(before) === bare(after)) return ["trimmed"];
  if (before.toLowerCase() === after.toLowerCase() || letters(before) === letters(after)) return ["respelled"];
  if (after.length >= 3 && before.includes(after)) return ["shortened"];
  return before.length >= 3 && after.includes(before) ? ["lengthened"] : [];
}

/** Two calls with nothing in common are two errands. */
function isSameErrand(before: unknown, after: unknown, changed: Change[] | undefined): boolean {
  if (!changed) return JSON.stringify(before) === JSON.stringify(after);
  const all = new Set([...Object.keys(before as Input), ...Object.keys(after as Input)]).size;
  if (all === 0 || changed.length < all) return true;
  return changed.some(({ kinds }) => kinds.some((kind) => kind !== "returned" || all === 1));
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

/** Scalars that can be told from chance: no switches, no 0 and 1, nothing of one or two letters. */
function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 500).flatMap(keysIn);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(keysIn);
  if (typeof value !== "number" && typeof value !== "string") return [];
  const text = String(value).trim();
  const isNumber = typeof value === "number" || /^[-+]?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text);
  if (isNumber) return Number.isInteger(Number(text)) && Math.abs(Number(text)) <= 1 ? [] : [`number ${Number(text)}`];
  if (/^(?:true|false|null|none|undefined|nan)$/i.test(text) || [...text].length < 2) return [];
  return [...text].length < 3 && /^[\x20-\x7e]*$/.test(text) ? [] : [`text ${text}`];
}

// ---- errors ----

/** Quoted classes have `*` for values, and neither brackets nor double quotes; long ones are cut. */
function isOfClass(error: string, quoted: string): boolean {
  const pattern = quoted
    .split("*")
    .map((part) => plain(part).replaceAll(/[.+?^${}()|\\]/g, "\\$&"))
    .join(".+");
  return new RegExp(`^${pattern}${quoted.endsWith("*") ? "" : quoted.length >= 120 ? ".*" : "$"}`, "s").test(
    plain(error).trim(),
  );
}

/** Two errors that differ in the values of their calls alone. */
function sameClass(a: Call, b: Call): boolean {
  return skeleton(a) === skeleton(b);
}

function skeleton({ error, input }: Call): string {
  const values = typeof input === "object" && input !== null ? Object.values(input).map(String) : [];
  const masked = values
    .filter((value) => /[^\p{L}\s]/u.test(value))
    .reduce((text, value) => text.replaceAll(value, "*"), error);
  return plain(masked.replaceAll(/'[^']*'|\d+(?:\.\d+)?/g, "*"));
}

function plain(text: string): string {
  return text
    .replaceAll(/[`<>[\]|#]/g, " ")
    .replaceAll(/["“”]/g, "'")
    .replaceAll(/\s+/g, " ");
}
