/** A card of the paper, as its file has it. */
export interface PaperCard {
  memory_id: string;
  when_to_use: string;
  content: string;
  [key: string]: unknown;
}

export interface NearDuplicate {
  card: PaperCard;
  of: string;
  /** What was changed; a merge of any but `words` would lose a rule. */
  kind: "words" | "number" | "denial" | "name" | "part";
}

/** Changes that say nothing: an article, an emphasis, a spelling of the plural of politeness. */
const LIGHT: ReadonlyArray<(text: string) => string> = [
  (text) => text.replace(/\.(?=\s|$)/, " ."),
  (text) => text.replace(/\bthe (?=\w)/i, ""),
  (text) => text.replace(/^(\w)/, (first) => `Please ${first.toLowerCase()}`),
  (text) => text.replace(/\b(?:also|just|then) /i, ""),
  (text) => `${text.replace(/\.$/, "")} .`,
  (text) => text.replace(/ a (?=\w)/, " the "),
];

const HARD: ReadonlyArray<[NearDuplicate["kind"], (text: string, i: number) => string]> = [
  ["number", (text, i) => `${text.replace(/\.$/, "")}, ${2 + (i % 7)} times.`],
  ["denial", (text) => text.replace(/\b(use|call|check|ensure|verify|validate|is|are|was|were)\b/i, "do not $1")],
  ["name", (text, i) => text.replace(/\b[a-z]+_[a-z_]+\b/, (name) => `${name}_v${2 + (i % 3)}`)],
  ["part", (text, i) => `${text.replace(/\.$/, "")} ${["on weekends", "for admins", "in staging"][i % 3]}.`],
];

/** Every second one says the same in other words, the others say something else in nearly the same. In turn, without chance. */
export function nearDuplicates(cards: readonly PaperCard[], count: number): NearDuplicate[] {
  const made: NearDuplicate[] = [];
  for (let i = 0; made.length < count; i += 1) {
    const card = cards[i % cards.length]!;
    const isLight = i % 2 === Math.floor(i / cards.length) % 2;
    const round = Math.floor(i / cards.length);
    const [kind, change] = isLight
      ? (["words", LIGHT[(i + round) % LIGHT.length]!] as const)
      : HARD[(Math.floor(i / 2) + round) % HARD.length]!;
    let content = change(card.content, i + round);
    if (content === card.content) content = isLight ? `${content} ` : HARD[3]![1](content, i + round);
    const changed = content === `${card.content} ` ? "words" : kind;
    made.push({ card: { ...card, memory_id: `near-${i}`, content }, of: card.memory_id, kind: changed });
  }
  return made;
}
