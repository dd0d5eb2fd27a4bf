import type { Experience } from "../model/experience.ts";
import { splitCard } from "./front-matter.ts";
import { yamlFlow } from "./yaml-text.ts";

/** What the ledger says of a card, in the order in which a card has it. */
export const NUMBERS = ["tier", "confidence", "freq", "utility", "value"] as const;

/**
 * `spliceCard` for a card of which {@link NUMBERS} alone change, without reading its YAML: the lines that hold them are replaced.
 *
 * Precondition: `text` is a card that `parseCard` can read, and `before` is what it says. Where a front matter begins with a key at the
 * left margin, every line at the margin that reads like a key is one, and the only one of its name: neither quoted text nor brackets
 * may go on there, and nothing at the margin belongs to the value above it.
 * @returns undefined where one of these lines is laid out in a way of its own: then `spliceCard` has to look
 */
export function spliceNumbers(text: string, before: Experience, after: Experience): string | undefined {
  const { yaml, yamlStart, eol } = splitCard(text, "card");
  if (!/^[a-z_]+:/.test(yaml)) return undefined;
  let lines = eol + yaml;
  for (const key of NUMBERS) {
    const [old, now] = [lineOf(key, before), lineOf(key, after)];
    if (old === now) continue;
    // A value that is new stands behind the number before it.
    const known = old ?? (key === "value" ? lineOf("utility", after) : undefined);
    const at = known === undefined ? -1 : lines.indexOf(eol + known + eol);
    if (known === undefined || now === undefined || at < 0) return undefined;
    const end = at + eol.length + known.length;
    lines = lines.slice(0, old === undefined ? end : at) + eol + now + lines.slice(end);
  }
  return text.slice(0, yamlStart) + lines.slice(eol.length) + text.slice(yamlStart + yaml.length);
}

function lineOf(key: (typeof NUMBERS)[number], card: Experience): string | undefined {
  const value = key === "value" ? card.value && { mean: card.value.mean, sd: card.value.sd } : card[key];
  return value === undefined ? undefined : `${key}: ${yamlFlow(value)}`;
}
