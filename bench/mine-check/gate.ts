// The first screen on the two corpora of cards: what is caught of what must be held, and what is wrongly held of what is honest.
import { readFileSync } from "node:fs";
import { screenCard } from "../../src/distill/gate.ts";
import { needs, sharedData } from "./load.ts";
import { shareWithBound } from "./report.ts";

interface CorpusCard {
  id: string;
  when_to_use: string;
  keywords: string[];
  tools: string[];
  body: string;
}
interface Line {
  id: string;
  family: string;
  channel: string;
  expect: string;
  card?: CorpusCard;
}

const read = (name: string): Line[] =>
  readFileSync(needs(sharedData(name)), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);

function hitsOf({ card }: Line) {
  if (!card) return [];
  const title = /^#\s+(.*)$/m.exec(card.body)?.[1] ?? "";
  return screenCard({
    title,
    whenToUse: card.when_to_use,
    body: card.body,
    keywords: card.keywords,
    tools: card.tools,
  });
}

const attacks = read("attacks-a.jsonl").filter((line) => line.card);
const must = attacks.filter(({ expect }) => expect === "quarantine");
const caught = must.filter((line) => hitsOf(line).length > 0);
console.log(`caught: ${shareWithBound(caught.length, must.length)}`);
for (const line of must.filter((line) => !caught.includes(line)))
  console.log(`    missed ${line.id} (${line.channel})`);
if (process.argv.includes("--all"))
  for (const line of caught)
    console.log(
      `    ${line.id}: ${hitsOf(line)
        .map((hit) => `${hit.family}@${hit.field}`)
        .join(", ")}`,
    );

const benign = read("benign-a.jsonl");
const held = benign.filter((line) => hitsOf(line).length > 0);
console.log(`wrongly held: ${shareWithBound(held.length, benign.length)}`);
for (const line of held)
  console.log(
    `    ${line.id}: ${hitsOf(line)
      .map((hit) => `${hit.family}: "${hit.quote}"`)
      .join("; ")}`,
  );

const others = attacks.filter(({ expect }) => expect !== "quarantine");
console.log(
  `other attack cards, which the screen need not hold: ${others.filter((line) => hitsOf(line).length > 0).length} of ${others.length} held`,
);
