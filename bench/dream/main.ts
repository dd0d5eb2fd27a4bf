// How a dream tells cards that say the same from cards that only look so, and what it does to a large memory.
//   npm run bench -- dream            tables of the labelled pairs; the paper's cards with 2,000 near-duplicates; growth
import { join } from "node:path";
import { confusionOf, printConfusion } from "./confusion.ts";
import { growth } from "./growth.ts";
import { dreamThrough } from "./paper.ts";

const repo = process.env.HABITUS_REPO ?? ".";
const shared = process.env.HABITUS_SHARED ?? join(repo, "..", "shared");

for (const name of ["dream-pairs", "dream-held-out", "dream-fresh"])
  printConfusion(name, confusionOf(join(repo, "test", "fixtures", `${name}.jsonl`)));
await dreamThrough(join(shared, "data", "reme-cards"));
growth();
