import { Transform } from "node:stream";

const NEWLINE = 0x0a;

/**
 * Passes whole lines on, each in one piece: a reader that puts a long line together piece by piece copies all of it each time (20 MB took
 * 50 s). A line beyond the limit is left out, so that its sender waits in vain and everybody else goes on.
 * @param maxBytes  of one line, its end not counted
 */
export function wholeLines(maxBytes: number): Transform {
  let kept: Buffer[] = [];
  let bytes = 0;
  const forget = () => {
    kept = [];
    bytes = 0;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      if (bytes > 0) {
        const end = chunk.indexOf(NEWLINE);
        const piece = end < 0 ? chunk : chunk.subarray(0, end + 1);
        bytes += piece.length;
        // Counted, and not kept.
        if (bytes > maxBytes) kept = [];
        else kept.push(piece);
        if (end < 0) return done();
        if (kept.length > 0) this.push(Buffer.concat(kept));
        forget();
        from = end + 1;
      }
      const last = chunk.lastIndexOf(NEWLINE);
      if (last >= from) this.push(chunk.subarray(from, last + 1));
      const rest = chunk.subarray(Math.max(from, last + 1));
      if (rest.length > 0) {
        kept.push(rest);
        bytes = rest.length;
      }
      done();
    },
    flush(done) {
      if (kept.length > 0) this.push(Buffer.concat(kept));
      done();
    },
  });
}
