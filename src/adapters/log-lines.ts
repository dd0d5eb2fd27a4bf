import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { LogLine, LogPositions, LogProblem } from "../ports.ts";

/** Bytes of one line that are kept while looking for its end. A longer line is damage: writers cut at 64 KiB. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;
const CHUNK_BYTES = 256 * 1024;

/** A line of a log that was about to be replaced when whoever did it died (`log-seal.ts`); it says nothing. */
export const SEAL_LINE = /^=== (sealed|open again) (\S+) ===$/;

/** Where a log's bytes come from: a folder, or plain memory. */
export interface LogSource {
  /** Names of the log's files, in order. */
  files(): Promise<string[]>;
  /** The file's bytes from the offset to its present end, in pieces; none when it is gone. */
  chunks(file: string, from: number): AsyncIterable<Buffer>;
  /** For messages to people. */
  pathOf(file: string): string;
}

/** undefined: a line that is not wanted, whatever it holds. */
export type LineParser<T extends object> = (line: string) => T | { problem: string } | undefined;

/**
 * Reads whole lines from these positions on. Memory stays bounded by the longest line, at most {@link MAX_LINE_BYTES}.
 *
 * A file that is shorter than its position, or has no line end there, is not the file that was read before: it is reported
 * and read again from its start, because reading a line twice does less harm than losing one.
 */
export async function* readLog<T extends object>(
  source: LogSource,
  from: LogPositions,
  parse: LineParser<T>,
  onProblem: (problem: LogProblem) => void = () => undefined,
): AsyncGenerator<LogLine<T>> {
  for (const file of await source.files()) {
    let offset = Object.hasOwn(from, file) ? from[file]! : 0;
    if (offset > 0 && !(await lineEndsAt(source, file, offset))) {
      const problem = "shorter or other than when it was read before; read again from its start";
      onProblem({ path: source.pathOf(file), line: 1, problem });
      offset = 0;
    }
    yield* readFile(source, file, offset, parse, onProblem);
  }
}

async function lineEndsAt(source: LogSource, file: string, offset: number): Promise<boolean> {
  for await (const chunk of source.chunks(file, offset - 1)) return chunk[0] === NEWLINE;
  return false;
}

/** Lines in front of a place: counted only when one behind it has to be named. */
async function linesBefore(source: LogSource, file: string, offset: number): Promise<number> {
  let lines = 0;
  let left = offset;
  if (left === 0) return 0;
  for await (const chunk of source.chunks(file, 0)) {
    for (const byte of chunk.subarray(0, left)) if (byte === NEWLINE) lines += 1;
    left -= chunk.length;
    if (left <= 0) break;
  }
  return lines;
}

async function* readFile<T extends object>(
  source: LogSource,
  file: string,
  from: number,
  parse: LineParser<T>,
  onProblem: (problem: LogProblem) => void,
): AsyncGenerator<LogLine<T>> {
  let before: number | undefined;
  const report = async (line: number, problem: string) => {
    before ??= await linesBefore(source, file, from);
    onProblem({ path: source.pathOf(file), line: before + line, problem });
  };
  let line = 0;
  for await (const { bytes, start, next } of splitLines(source.chunks(file, from), from)) {
    line += 1;
    if (bytes === undefined) {
      await report(line, `longer than ${MAX_LINE_BYTES} bytes`);
      continue;
    }
    if (!isUtf8(bytes)) {
      await report(line, "not UTF-8 text");
      continue;
    }
    const text = start === 0 ? bytes.toString("utf8").replace(/^\uFEFF/, "") : bytes.toString("utf8");
    if (text.trim() === "" || (text.startsWith("=== ") && SEAL_LINE.test(text))) continue;
    const value = parse(text);
    if (value === undefined) continue;
    if ("problem" in value) {
      await report(line, value.problem as string);
      continue;
    }
    yield { value: value as T, file, start, next };
  }
}

interface RawLine {
  /** Without the line end; undefined when the line was too long to keep. */
  bytes: Buffer | undefined;
  start: number;
  next: number;
}

/** Cuts the pieces into lines. What follows the last line end is left for another time. */
async function* splitLines(chunks: AsyncIterable<Buffer>, from: number): AsyncGenerator<RawLine> {
  let pieces: Buffer[] = [];
  let kept = 0;
  let tooLong = false;
  let start = from;
  let position = from;
  for await (const chunk of chunks) {
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, begin)) {
      const tail = chunk.subarray(begin, end);
      const next = position + end + 1;
      tooLong ||= kept + tail.length > MAX_LINE_BYTES;
      yield { bytes: tooLong ? undefined : pieces.length === 0 ? tail : Buffer.concat([...pieces, tail]), start, next };
      pieces = [];
      kept = 0;
      tooLong = false;
      start = next;
      begin = end + 1;
    }
    const rest = chunk.subarray(begin);
    kept += rest.length;
    tooLong ||= kept > MAX_LINE_BYTES;
    if (tooLong) pieces = [];
    else if (rest.length > 0) pieces.push(rest);
    position += chunk.length;
  }
}

/** Lines of any length, without their line ends; the last one is not closed when the file does not end with a line end. */
export async function* rawLines(
  handle: FileHandle,
  from: number,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ bytes: Buffer; closed: boolean }> {
  let pieces: Buffer[] = [];
  for (let position = from; position < end; ) {
    const wanted = Math.min(CHUNK_BYTES, end - position);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    let begin = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, begin)) {
      yield { bytes: Buffer.concat([...pieces, chunk.subarray(begin, at)]), closed: true };
      pieces = [];
      begin = at + 1;
    }
    if (begin < chunk.length) pieces.push(chunk.subarray(begin));
  }
  if (pieces.length > 0) yield { bytes: Buffer.concat(pieces), closed: false };
}
