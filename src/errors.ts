/**
 * Why something could not be done, sorted by who must act.
 *
 * | code | who acts | CLI exit |
 * | --- | --- | --- |
 * | `INVALID_INPUT`, `NOT_FOUND` | the caller | 2 |
 * | `CARD_FORMAT`, `STORE_TOO_NEW` | whoever owns the files | 3 |
 * | `STORE_BUSY`, `MODEL_FAILED` | nobody yet: wait, or go on without | 4 |
 */
export type MemoryErrorCode =
  | "INVALID_INPUT"
  | "NOT_FOUND"
  | "CARD_FORMAT"
  | "STORE_TOO_NEW"
  | "STORE_BUSY"
  | "MODEL_FAILED";

export class MemoryError extends Error {
  override readonly name: string = "MemoryError";
  readonly code: MemoryErrorCode;
  /** The next step, for the person or agent that reads the message. */
  readonly hint: string | undefined;

  constructor(code: MemoryErrorCode, message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}

/** A card on disk is not a card. The person editing it must act, so it knows the path and the line (counted from 1). */
export class CardFormatError extends MemoryError {
  override readonly name = "CardFormatError";
  readonly path: string;
  readonly line: number;

  constructor(path: string, line: number, problem: string, options?: ErrorOptions) {
    super("CARD_FORMAT", `${path}:${line}: ${problem}`, "Correct that line; the other cards go on working.", options);
    this.path = path;
    this.line = line;
  }
}
