import { Transform } from "node:stream";

const NEWLINE = 0x0a;

/**
 * Passes whole lines on, each in one piece: a reader that puts a long line together piece by piece copies all of it each time (20 MB took
 * 50 s). A line beyond the limit is left out, so that its sender waits in vain and everybody else goes on.
 * @param maxBytes  of one line, its end not counted
 * @param take      gets each whole line with its end; true: it is not passed on
 */
export function wholeLines(maxBytes: number, take: (line: Buffer) => boolean = () => false): Transform {
  let kept: Buffer[] = [];
  let bytes = 0;
  const forget = () => {
    kept = [];
    bytes = 0;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const pass = (line: Buffer) => {
        if (!take(line)) this.push(line);
      };
      let from = 0;
      if (bytes > 0) {
        const end = chunk.indexOf(NEWLINE);
        const piece = end < 0 ? chunk : chunk.subarray(0, end + 1);
        bytes += piece.length;
        // Counted, and not kept.
        if (bytes > maxBytes) kept = [];
        else kept.push(piece);
        if (end < 0) return done();
        if (kept.length > 0) pass(Buffer.concat(kept));
        forget();
        from = end + 1;
      }
      for (let end = chunk.indexOf(NEWLINE, from); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        pass(chunk.subarray(from, end + 1));
        from = end + 1;
      }
      const rest = chunk.subarray(from);
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
