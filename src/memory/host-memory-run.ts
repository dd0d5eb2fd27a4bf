import { type HostLine, type HostRelation, hostLines, relationToHost } from "../learn/host-memory.ts";
import type { IndexedCard, Ports } from "../ports.ts";
import type { LeftOut } from "../recall/recall.ts";
import { textHash } from "../text/hash.ts";
import { HELD_NOTE } from "./held-back.ts";

/** A card and the line of a host's memory file that says the opposite. */
export interface HostConflict {
  id: string;
  title: string;
  path: string;
  line: number;
  says: string;
}

/** What the hosts' own memory says about the cards in recall. */
export interface HostFindings {
  /** Cards that a file opposes: a person decides which of the two is right. */
  conflicts: HostConflict[];
  /** Cards that a file says already: the agent has read it, so they are not handed over. */
  said: Array<{ id: string; path: string; line: number }>;
}

interface Held {
  /** Of the files and cards that it was made from. */
  from: string;
  findings: HostFindings;
  held: Array<[string, LeftOut]>;
}

/**
 * Compares the cards in recall with the memory files of the hosts, and notes in the index which of them recall leaves out. Compares
 * anew only when a file or a card changed.
 */
export async function compareWithHosts(ports: Ports): Promise<HostFindings> {
  if (!ports.hostMemory) return { conflicts: [], said: [] };
  const files = await (await ports.hostMemory()).read();
  const before = await ports.index.note(HELD_NOTE);
  if (files.length === 0 && before === undefined) return { conflicts: [], said: [] };
  const cards = [...(await ports.index.all("experiences")), ...(await ports.index.all("global"))].filter(
    ({ experience }) => experience.status === "active",
  );
  const from = textHash(
    [
      ...files.map(({ path, text }) => `${path}\n${text}`),
      ...cards.map(({ experience, hash }) => `${experience.id} ${hash}`),
    ].join("\n"),
  );
  const known = before === undefined ? undefined : (JSON.parse(before) as Held);
  if (known?.from === from) return known.findings;
  const { findings, held } = find(cards, hostLines(files));
  await ports.index.setNote(HELD_NOTE, JSON.stringify({ from, findings, held } satisfies Held));
  return findings;
}

function find(cards: readonly IndexedCard[], lines: readonly HostLine[]): Omit<Held, "from"> {
  const findings: HostFindings = { conflicts: [], said: [] };
  const held: Held["held"] = [];
  for (const { experience } of cards) {
    const relation = relationToHost(experience, lines);
    if (!relation) continue;
    const { id, title } = experience;
    const { path, line, text } = relation;
    if (relation.how === "opposed") findings.conflicts.push({ id, title, path, line, says: text });
    else findings.said.push({ id, path, line });
    held.push([id, leftOut(relation)]);
  }
  return { findings, held };
}

function leftOut({ how, path, line }: HostRelation): LeftOut {
  const name = `${path.split(/[\\/]/).at(-1)}:${line}`;
  return how === "opposed" ? `opposes ${name}` : `said by ${name}`;
}
