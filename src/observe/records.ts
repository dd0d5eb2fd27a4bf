import { JSONParser } from "@streamparser/json";
import { isObject } from "../model/json.ts";
import { isTooDeep, MAX_DEPTH, parseJson } from "./json-text.ts";
import { HEAD_CHARS, sampleOf } from "./sample.ts";

/** Longer lines and documents are refused, so that no file can exhaust memory. A guess: far above the longest real run. */
export const MAX_RECORD_CHARS = 64 * 1024 * 1024;

/** One JSON value of a file, or what is wrong at that place. Lines are counted from 1; in arrays it is the line where the value ends. */
export type ReadRecord = { line: number; value: unknown } | { line: number; problem: string };

/**
 * Reads the records of a file one by one, holding one at a time: the lines of JSONL, the elements of one JSON array,
 * the elements of a list inside one JSON object, or the one object.
 *
 * @param lists  keys of an object whose array holds the records, such as `trajectories`
 */
export async function* readRecords(
  chunks: AsyncIterable<string>,
  lists: readonly string[] = [],
): AsyncIterable<ReadRecord> {
  const { head, rest } = await takeHead(chunks);
  const sample = sampleOf(head, "");
  if (sample?.shape === "array") return yield* readElements(rest, "$.*");
  if (sample?.shape === "document") {
    const first = sample.values[0];
    const list = lists.find((key) => isObject(first) && Array.isArray(first[key]));
    if (list !== undefined) return yield* readElements(rest, `$.${list}.*`);
    if (isSeveralLines(head)) return yield* readDocument(rest);
  }
  for await (const record of readJsonLines(rest)) yield* unwrap(record, lists);
}

/** The first characters of a stream, and the whole stream again. */
export async function takeHead(chunks: AsyncIterable<string>): Promise<{ head: string; rest: AsyncIterable<string> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = "";
  let done = false;
  while (head.length < HEAD_CHARS && !done) {
    const next = await iterator.next();
    done = next.done === true;
    if (!next.done) head += next.value;
  }
  async function* all() {
    try {
      yield head.replace(/^\uFEFF/, "");
      while (!done) {
        const next = await iterator.next();
        done = next.done === true;
        if (!next.done) yield next.value;
      }
    } finally {
      // A reader that stops early must let go of the file too.
      if (!done) await iterator.return?.();
    }
  }
  return { head: head.slice(0, HEAD_CHARS), rest: all() };
}

function isSeveralLines(head: string): boolean {
  return head.trim().includes("\n");
}

/** Lines without their end; a line that is too long comes as `undefined`. Empty lines are left out. */
export async function* readLines(
  chunks: AsyncIterable<string>,
): AsyncIterable<{ line: number; text: string | undefined }> {
  let line = 0;
  let open: string | undefined = "";
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", from)) {
      line += 1;
      const text: string | undefined = open === undefined ? undefined : open + chunk.slice(from, end);
      if (text === undefined || text.trim() !== "") yield { line, text };
      open = "";
      from = end + 1;
    }
    if (open !== undefined) open += chunk.slice(from);
    if (open !== undefined && open.length > MAX_RECORD_CHARS) open = undefined;
  }
  if (open === undefined || open.trim() !== "") yield { line: line + 1, text: open };
}

async function* readJsonLines(chunks: AsyncIterable<string>): AsyncIterable<ReadRecord> {
  for await (const { line, text } of readLines(chunks)) {
    yield text === undefined
      ? { line, problem: `longer than ${MAX_RECORD_CHARS} characters` }
      : { line, ...parseJson(text) };
  }
}

/** A line that wraps a list of records counts as those records. */
function* unwrap(record: ReadRecord, lists: readonly string[]): Iterable<ReadRecord> {
  const value = "value" in record ? record.value : undefined;
  const list = lists.find((key) => isObject(value) && Array.isArray(value[key]));
  if (list === undefined) return yield record;
  for (const inner of (value as Record<string, unknown[]>)[list] ?? []) yield { line: record.line, value: inner };
}

async function* readDocument(chunks: AsyncIterable<string>): AsyncIterable<ReadRecord> {
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > MAX_RECORD_CHARS) return yield { line: 1, problem: `longer than ${MAX_RECORD_CHARS} characters` };
  }
  yield { line: 1, ...parseJson(text) };
}

async function* readElements(chunks: AsyncIterable<string>, path: string): AsyncIterable<ReadRecord> {
  const ready: ReadRecord[] = [];
  let line = 1;
  let broken = false;
  const parser = new JSONParser({ paths: [path], keepStack: false, separator: "\n" });
  parser.onValue = ({ value }) => {
    ready.push(isTooDeep(value) ? { line, problem: `nested deeper than ${MAX_DEPTH} levels` } : { line, value });
  };
  parser.onError = (error) => {
    // Only the first: after it every token is an error.
    if (!broken) ready.push({ line, problem: `not JSON from here on: ${error.message}` });
    broken = true;
  };
  for await (const chunk of chunks) {
    for (const piece of chunk.split(/(?<=\n)/)) {
      if (!broken && !parser.isEnded) parser.write(piece);
      yield* ready.splice(0);
      if (piece.endsWith("\n")) line += 1;
    }
    if (broken) return;
  }
  if (!parser.isEnded) parser.end();
  yield* ready.splice(0);
}
