import { shortHash } from "../text/hash.ts";
import { contentText, eventsOf } from "./chat.ts";
import { asObject } from "./json-text.ts";

/** Conversations that are kept open at once. A guess: more callers than log into one file at a time. */
export const MAX_THREADS = 64;

/** A conversation, as its longest telling shows it. */
export interface Thread<Facts> {
  messages: readonly unknown[];
  facts: Facts;
}

/**
 * Finds conversations in a log of model calls, where each call repeats all that was said before: a record that goes on from what
 * an earlier one held replaces it. Holds at most {@link MAX_THREADS} conversations and one hash a message of each.
 */
export class Threads<Facts> {
  private open: Array<Thread<Facts> & { keys: readonly string[] }> = [];
  private readonly join: (earlier: Facts, later: Facts) => Facts;

  /** @param join  the facts of a conversation of which two records tell */
  constructor(join: (earlier: Facts, later: Facts) => Facts) {
    this.join = join;
  }

  /** @returns the conversation that had to give way, when too many are open */
  add(messages: readonly unknown[], facts: Facts): Thread<Facts> | undefined {
    if (messages.length === 0) return undefined;
    const keys = messages.map(messageKey);
    const at = this.open.findIndex((thread) => isPrefix(thread.keys, keys) || isPrefix(keys, thread.keys));
    const known = at < 0 ? undefined : this.open.splice(at, 1)[0];
    const longest = known && known.keys.length > keys.length ? known : { messages, keys };
    // The one that spoke last is at the end.
    this.open.push({ ...longest, facts: known ? this.join(known.facts, facts) : facts });
    return this.open.length > MAX_THREADS ? this.open.shift() : undefined;
  }

  /** The conversations that are left, in the order in which they last spoke. */
  rest(): Thread<Facts>[] {
    return this.open.splice(0);
  }
}

/** Equal for two tellings of one message: what callers add to it, such as marks for a cache, does not count. */
function messageKey(given: unknown): string {
  const message = asObject(given);
  const said = [message.role ?? message.type, contentText(message.parts ?? message.content), eventsOf(message)];
  return shortHash(JSON.stringify(said), 12);
}

function isPrefix(short: readonly string[], long: readonly string[]): boolean {
  return short.length <= long.length && short.every((key, at) => key === long[at]);
}
