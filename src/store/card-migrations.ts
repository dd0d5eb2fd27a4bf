/** One step from a card format to the next: pure, on the front matter as data. */
export interface CardMigration {
  /** The format it leads to. */
  to: number;
  up(card: Record<string, unknown>): Record<string, unknown>;
}

/** In order, each `to` one more than the one before; the last one leads to `CARD_FORMAT`. Format 1 is the first. */
export const CARD_MIGRATIONS: readonly CardMigration[] = [];
