import { fstatSync, writeSync } from "node:fs";
import type { TextSink } from "./output.ts";

/**
 * stdout or stderr of this process. Files and pipes are written to at once, as Node's own streams do it as well, but without loading
 * those, which would take a tenth of a start. A terminal gets Node's stream, and so does a pipe that takes no more at the moment.
 *
 * Whoever reads our answer may stop reading: `habitus list | head -1` is no failure, and ends the process.
 */
export function sinkOf(name: "stdout" | "stderr"): TextSink {
  const fd = name === "stdout" ? 1 : 2;
  let stream = isPlain(fd) ? undefined : openStream(name);
  return {
    write: (text) => {
      const rest = stream ? text : writeNow(fd, Buffer.from(text));
      if (rest.length === 0) return;
      stream ??= openStream(name);
      stream.write(rest);
    },
    ...(stream?.isTTY && { isTTY: true, columns: stream.columns }),
  };
}

function isPlain(fd: number): boolean {
  if (process.platform === "win32") return false;
  const found = fstatSync(fd);
  return found.isFile() || found.isFIFO() || found.isSocket();
}

/** @returns what the reader does not take at the moment */
function writeNow(fd: number, bytes: Buffer): Buffer {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EAGAIN") return rest;
      if (code === "EPIPE") process.exit(0);
      throw error;
    }
  }
  return rest;
}

function openStream(name: "stdout" | "stderr"): NodeJS.WriteStream {
  const stream = process[name];
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  return stream;
}
