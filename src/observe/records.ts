import { JSONParser } from "@streamparser/json";
import { asArray, asObject, isTooDeep, MAX_DEPTH, parseJson } from "./json-text.ts";
import { HEAD_CHARS, sampleOf } from "./sample.ts";

/** Longer lines and documents are refused, so that no file can exhaust memory. A guess: far above the longest real run. */
export const MAX_RECORD_CHARS = 64 * 1024 * 1024;

/** One JSON value of a file, or what is wrong at that place. Lines are counted from 1. */
export type ReadRecord =
  | {
      line: number;
      value: unknown;
      /** Its length in the file, about. */
      chars: number;
      /** The field that it is, when it is a field of the one object and not one of its records. */
      field?: string;
    }
  | { line: number; problem: string };

/** Where one object keeps its records. */
export interface Layout {
  /** Paths of arrays that hold the records, such as `trajectories` or `groups.*.runs`; the first that is there counts. */
  lists?: readonly string[];
  /** Fields beside such an array that are wanted too. */
  fields?: readonly string[];
}

/**
 * Reads the records of a file one by one, holding one at a time: the lines of JSONL, the elements of one JSON array,
 * the elements of a list inside one JSON object, or the one object.
 */
export async function* readRecords(chunks: AsyncIterable<string>, layout: Layout = {}): AsyncIterable<ReadRecord> {
  const { head, rest } = await takeHead(chunks);
  const sample = sampleOf(head, "");
  if (sample?.shape === "array") return yield* readElements(rest, "$.*", []);
  if (sample?.shape === "document") {
    const list = listIn(sample.values[0], layout);
    if (list !== undefined) return yield* readElements(rest, `$.${list}.*`, layout.fields ?? []);
    // Also several objects one after the other, each over several lines.
    if (head.trim().includes("\n")) return yield* readElements(rest, "$", []);
  }
  for await (const record of readJsonLines(rest)) yield* unwrap(record, layout);
}

function listIn(value: unknown, { lists = [] }: Layout): string | undefined {
  return lists.find((list) => Array.isArray(asObject(value)[list.split(".")[0] as string]));
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
      : { line, chars: text.length, ...parseJson(text) };
  }
}

/** A line that wraps a list of records counts as those records. */
function* unwrap(record: ReadRecord, layout: Layout): Iterable<ReadRecord> {
  const list = "value" in record ? listIn(record.value, layout) : undefined;
  if (!("value" in record) || list === undefined) return yield record;
  const { line, value } = record;
  for (const field of layout.fields ?? []) {
    if (field in asObject(value)) yield { line, value: asObject(value)[field], chars: 0, field };
  }
  const inner = elementsAt(value, [...list.split("."), "*"]);
  const chars = Math.ceil(record.chars / Math.max(1, inner.length));
  for (const element of inner) yield { line, value: element, chars };
}

function elementsAt(value: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (step === "*") return asArray(value).flatMap((inner) => elementsAt(inner, rest));
  return elementsAt(asObject(value)[step], rest);
}

async function* readElements(
  chunks: AsyncIterable<string>,
  path: string,
  fields: readonly string[],
): AsyncIterable<ReadRecord> {
  const ready: ReadRecord[] = [];
  let line = 1;
  let began: number | undefined;
  let chars = 0;
  let broken = false;
  const paths = [path, ...fields.map((field) => `$.${field}`)];
  const parser = new JSONParser({ paths, keepStack: false, separator: "\n" });
  parser.onValue = ({ value, key, stack }) => {
    const field = stack.length === 1 && typeof key === "string" ? { field: key } : {};
    const place = { line: began ?? line };
    const deep = { ...place, problem: `nested deeper than ${MAX_DEPTH} levels` };
    ready.push(isTooDeep(value) ? deep : { ...place, value, chars, ...field });
    chars = 0;
    began = undefined;
  };
  const stop = (problem: string) => {
    // Only the first: after it every token is an error.
    if (!broken) ready.push({ line, problem });
    broken = true;
  };
  parser.onError = (error) => stop(`not JSON from here on: ${error.message}`);
  for await (const chunk of chunks) {
    for (const piece of chunk.split(/(?<=\n)/)) {
      chars += piece.length;
      if (/[^\s,[\]]/.test(piece)) began ??= line;
      if (!broken && !parser.isEnded) parser.write(piece);
      if (chars > MAX_RECORD_CHARS) stop(`longer than ${MAX_RECORD_CHARS} characters`);
      yield* ready.splice(0);
      if (piece.endsWith("\n")) line += 1;
    }
    if (broken) return;
  }
  if (!parser.isEnded) parser.end();
  yield* ready.splice(0);
}
