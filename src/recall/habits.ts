import type { Experience } from "../model/experience.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import { fence } from "../text/fence.ts";
import { languageOf } from "../text/language.ts";
import { PHRASES } from "./phrases.ts";
import { oneLine } from "./render.ts";

const MAX_TITLE = 160;
const MAX_WHEN = 160;

/**
 * One line a card, for the start of a session. The same cards give the same text, byte for byte: numbers that move from day to day
 * are left out, so that a host's cache of the conversation holds.
 * @param cards  in the order in which they are shown
 * @returns the fenced text, and the cards that fitted; "" and [] when none did
 */
export function renderHabits(cards: readonly Experience[], maxTokens: number): { text: string; shown: Experience[] } {
  const first = cards[0];
  if (!first) return { text: "", shown: [] };
  const { lead, more } = PHRASES[languageOf(`${first.title}\n${first.whenToUse}`)].session;
  const shown: Experience[] = [];
  let text = "";
  for (const card of cards) {
    const lines = [...shown, card].map(lineOf);
    const next = fence([lead, ...lines, more].join("\n"));
    if (estimateTokens(next) > maxTokens) break;
    shown.push(card);
    text = next;
  }
  return { text, shown };
}

function lineOf({ title, whenToUse, id }: Experience): string {
  const when = oneLine(whenToUse, MAX_WHEN);
  const what = oneLine(title, MAX_TITLE);
  return what === "" || what === when ? `- ${when} [${id}]` : `- ${when}: ${what} [${id}]`;
}
