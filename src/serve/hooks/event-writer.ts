import type { HookRead } from "../../adapters/hook-facts.ts";
import { takeCalls, takeReading } from "../../adapters/hook-intake.ts";

/** Calls that are told of within this time are written with one write. */
const PAUSE_MS = 100;
/** So many events do not wait for the pause. */
const MOST_WAITING = 50;
/** UTF-16 units of text in an event that is written at once, so that what waits stays small. */
const BULKY = 256 * 1024;
/** Sessions whose place is remembered: a server has one, and somebody who serves many has their files. */
const MOST_SESSIONS = 100;

export interface EventWriterOptions {
  /** Compares a session that ends with its transcript. */
  compare: (project: string, session: string, env: NodeJS.ProcessEnv) => Promise<unknown>;
  /** What could not be written. */
  onError: (error: unknown, env: NodeJS.ProcessEnv) => void;
}

/** Writes events in the order in which they came, and calls a moment later: who answers them must not wait for a disk. */
export interface EventWriter {
  /** Takes an event; when it is written is said by {@link EventWriter.flush}. */
  add(read: HookRead, env: NodeJS.ProcessEnv, nowMs: number): void;
  /** Writes what waits. Contract: never rejects. */
  flush(): Promise<void>;
  /** The project of a session some event of which was written. */
  placeOf(session: string): string | undefined;
}

interface Waiting {
  read: HookRead;
  env: NodeJS.ProcessEnv;
  nowMs: number;
}

export function createEventWriter(home: string, { compare, onError }: EventWriterOptions): EventWriter {
  const places = new Map<string, string>();
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<void> = Promise.resolve();
  const knownPlace = ({ reading }: HookRead) =>
    "lines" in reading && reading.session !== undefined ? places.get(reading.session) : undefined;
  const writeOne = async ({ read: { reading }, env, nowMs }: Waiting): Promise<void> => {
    const project = await takeReading(
      home,
      reading,
      { compare: (place, session) => compare(place, session, env) },
      nowMs,
    );
    if (project === undefined || !("lines" in reading)) return;
    places.set(reading.session!, project);
    if (places.size > MOST_SESSIONS) places.delete(places.keys().next().value!);
  };
  /** Undefined for what needs more than its lines in the log. */
  const placeOfCalls = (read: HookRead) => (isCalls(read) ? knownPlace(read) : undefined);
  const write = async (batch: readonly Waiting[]): Promise<void> => {
    for (let at = 0, end = 1; at < batch.length; at = end, end += 1) {
      const first = batch[at]!;
      const project = placeOfCalls(first.read);
      while (project !== undefined && end < batch.length && placeOfCalls(batch[end]!.read) === project) end += 1;
      const run = batch.slice(at, end).map(({ read, nowMs }) => ({ reading: read.reading, nowMs }));
      try {
        await (project === undefined ? writeOne(first) : takeCalls(home, project, run));
      } catch (error) {
        // Advice is worth giving also where nothing can be written.
        onError(error, first.env);
      }
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) written = written.then(() => write(batch));
    return written;
  };
  return {
    add: (read, env, nowMs) => {
      waiting.push({ read, env, nowMs });
      if (waiting.length >= MOST_WAITING || isBulky(read)) void flush();
      else timer ??= setTimeout(flush, PAUSE_MS).unref();
    },
    flush,
    placeOf: (session) => places.get(session),
  };
}

/** Nothing but calls: such an event needs no more than its lines in the log. */
function isCalls({ reading }: HookRead): boolean {
  return (
    "lines" in reading && reading.lines.length > 0 && reading.lines.every(({ event }) => event.startsWith("tool_"))
  );
}

function isBulky({ reading }: HookRead): boolean {
  if (!("lines" in reading)) return false;
  let size = 0;
  for (const { input, result, error } of reading.lines) size += textIn(input) + textIn(result) + (error?.length ?? 0);
  return size > BULKY;
}

/** UTF-16 units of the strings in a value. */
function textIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + textIn(each), 0);
}
