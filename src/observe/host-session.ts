import type { SessionInfo } from "../model/observation.ts";
import { trajectoryId } from "./identity.ts";
import type { ImportItem } from "./importer.ts";
import { TurnBuilder, taskQueryOf } from "./turn-builder.ts";

/**
 * A session longer than this is imported in pieces, so that no transcript can fill memory. Characters of the file. Measured: with
 * 4 Mi a file of 200 MB takes 1.3 times the memory of one of 20 MB, with 16 Mi 1.9 times.
 */
export const PIECE_CHARS = 4 * 1024 * 1024;

/**
 * One session of a host while its transcript is read.
 *
 * A long one comes out in pieces, cut where the next prompt begins (or, if none comes for eight times as long, where no call waits
 * for its result): the first has the session's own name, the others `<name>+1`, `<name>+2` …
 */
export class HostSession {
  readonly source: string;
  readonly name: string;
  cwd: string | undefined;
  branch: string | undefined;
  model: string | undefined;
  turns = new TurnBuilder(true);
  private started: string | undefined;
  private ended: string | undefined;
  private chars = 0;
  private pieces = 0;

  constructor(source: string, name: string) {
    this.source = source;
    this.name = name;
  }

  /** Notes when something happened: RFC 3339 or Unix milliseconds; anything else is passed over. */
  sawTime(time: unknown): void {
    const ms = typeof time === "number" ? time : typeof time === "string" ? Date.parse(time) : Number.NaN;
    if (!(Math.abs(ms) < 8.64e15)) return;
    const at = new Date(ms).toISOString();
    if (this.started === undefined || at < this.started) this.started = at;
    if (this.ended === undefined || at > this.ended) this.ended = at;
  }

  /** The folder the session began in, and the branch it ended on. */
  sawPlace(cwd: unknown, branch: unknown): void {
    if (typeof cwd === "string" && cwd !== "") this.cwd ??= cwd;
    if (typeof branch === "string" && branch !== "" && branch !== "HEAD") this.branch = branch;
  }

  /**
   * Call before a record is taken in.
   * @param chars  length of the record
   * @returns the piece that is complete, when the session has become too long
   */
  *grow(chars: number, beginsTurn: boolean): Iterable<ImportItem> {
    const fits = this.chars < PIECE_CHARS;
    const words = this.turns.turns.at(-1)?.user ?? "";
    const mayCut =
      beginsTurn || (this.chars > 8 * PIECE_CHARS && this.turns.isSettled()) || this.chars > 16 * PIECE_CHARS;
    if (!fits && mayCut) {
      yield* this.takePiece();
      // What goes on in the next piece was asked for in the same words.
      if (!beginsTurn && words !== "") this.turns.prompt(words);
    }
    this.chars += chars;
  }

  /** What has been read so far as a trajectory; nothing when no turn was. */
  *takePiece(): Iterable<ImportItem> {
    const { turns } = this.turns;
    if (turns.length > 0) {
      const session = this.pieces === 0 ? this.name : `${this.name}+${this.pieces}`;
      this.pieces += 1;
      const times = { ...(this.started && { started: this.started }), ...(this.ended && { ended: this.ended }) };
      const info: SessionInfo = {
        source: this.source,
        whole: true,
        ...times,
        ...(this.model !== undefined && { model: this.model }),
        ...(this.cwd !== undefined && { cwd: this.cwd }),
        ...(this.branch !== undefined && { branch: this.branch }),
      };
      yield {
        trajectory: {
          id: trajectoryId(this.source, session),
          source: this.source,
          task: `${this.source}:${session}`,
          taskQuery: taskQueryOf(turns),
          session,
          ...times,
          recalled: [],
          turns,
        },
        session: info,
      };
    }
    this.turns = new TurnBuilder(true);
    this.chars = 0;
    this.started = undefined;
    this.ended = undefined;
  }
}
