import { MATTERS, REQUESTS } from "./family-words.ts";
import { NO_FAMILY } from "./policy/attempt-row.ts";

/** UTF-16 units of a task that are read: what is wanted is said early, what is pasted comes after it. A guess. */
const READ = 600;
/** Tools that must share a place of origin for it to name the matter. */
const MOST = 0.5;

/**
 * The kind of task where nobody names one: what it is about, such as `trading`; where its words do not say so, the server of most of
 * the tools; else what is asked for, such as `fix`.
 *
 * Depends on nothing but its arguments, so the same task gets the same family for good and a growing log renames none. Coarse on
 * purpose: one word out of short lists in four languages. Request and matter together make families so small that they foretell
 * success worse than none do (`bench/families`: log loss 0.716 against 0.693; by the matter 0.665).
 * @param tools  names of the tools at hand, where known; not of those that were used, for what was advised has a hand in that
 * @returns one of the names of `family-words.ts`, a server's name, or {@link NO_FAMILY}
 */
export function familyOf(task: string, tools: readonly string[]): string {
  const text = task.slice(0, READ).toLowerCase();
  return firstOf(MATTER_PATTERNS, text) ?? serverOf(tools) ?? firstOf(REQUEST_PATTERNS, text) ?? NO_FAMILY;
}

type Patterns = ReadonlyArray<{ name: string; fits: RegExp }>;

const patternsOf = (words: typeof REQUESTS): Patterns =>
  words.map(([name, en, cjk]) => ({ name, fits: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${en})|${cjk}`, "u") }));
const REQUEST_PATTERNS = patternsOf(REQUESTS);
const MATTER_PATTERNS = patternsOf(MATTERS);

function firstOf(patterns: Patterns, text: string): string | undefined {
  return patterns.find(({ fits }) => fits.test(text))?.name;
}

/** `mcp__github__create_issue` and `github/create_issue` come from `github`; the name of most of the tools, ties to the first by name. */
function serverOf(tools: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const tool of new Set(tools)) {
    const server = /^(?:mcp__)?([A-Za-z0-9-]+?)(?:__|[./:])/.exec(tool)?.[1]?.toLowerCase();
    if (server !== undefined) counts.set(server, (counts.get(server) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return most && most[1] >= MOST * new Set(tools).size ? most[0] : undefined;
}
