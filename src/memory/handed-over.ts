/** Attempts that are remembered; an older one is looked up in the ledger. */
const MOST = 10_000;

/** What this process handed over lately, so that an outcome finds its attempt without a reading of the whole ledger. */
export function createHandedOver() {
  const shown = new Map<string, string[]>();
  return {
    /** Ids of the cards of an attempt that is on record. */
    of: (attempt: string): string[] | undefined => shown.get(attempt),
    add: (attempt: string, cards: string[]): void => {
      shown.set(attempt, cards);
      const [oldest] = shown.size > MOST ? shown.keys() : [];
      if (oldest !== undefined) shown.delete(oldest);
    },
  };
}
