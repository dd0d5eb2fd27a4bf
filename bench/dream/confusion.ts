import { existsSync, readFileSync } from "node:fs";
import { prepare } from "../../src/learn/dream/prepare.ts";
import { relationOf } from "../../src/learn/dream/relation.ts";

const LABELS = ["same", "different", "opposes"] as const;
const VERDICTS = ["same", "different", "opposite"] as const;

/** By language and label, how many pairs got each verdict. */
type Confusion = Map<string, Record<string, Record<string, number>>>;

export function confusionOf(path: string): Confusion {
  const table: Confusion = new Map();
  if (!existsSync(path)) return table;
  for (const line of readFileSync(path, "utf8").trim().split("\n")) {
    const { language, label, a, b } = JSON.parse(line);
    const [left, right] = [a, b].map(({ title, when_to_use: whenToUse, tools, body }) =>
      prepare({ title, whenToUse, tools, body: `# ${title}\n\n${body}\n` }),
    );
    const { is } = relationOf(left!, right!);
    const row = table.get(language) ?? {};
    table.set(language, row);
    row[label] ??= {};
    row[label][is] = (row[label][is] ?? 0) + 1;
  }
  return table;
}

export function printConfusion(name: string, table: Confusion): void {
  if (table.size === 0) return;
  console.log(`\n${name}: labelled (rows) against found (columns)\n`);
  console.log("| language | labelled | same | different | opposite |\n| --- | --- | ---: | ---: | ---: |");
  let falseMerges = 0;
  for (const [language, rows] of table)
    for (const label of LABELS) {
      const counts = VERDICTS.map((verdict) => rows[label]?.[verdict] ?? 0);
      if (label !== "same") falseMerges += counts[0]!;
      console.log(`| ${language} | ${label} | ${counts.join(" | ")} |`);
    }
  console.log(`\nfalse merges: ${falseMerges}`);
}
