import { planDream } from "../../src/learn/dream/plan.ts";
import { toDreamCard } from "../../src/learn/dream/unit.ts";
import type { Experience } from "../../src/model/experience.ts";

const MATTERS = "invoice deploy parser cache session upload report search migration token worker email".split(" ");
const ACTS = "validate retry rename measure archive compress restart rotate index translate sample verify".split(" ");

/** How the time of planning grows with the number of cards, all of them new. */
export function growth(): void {
  console.log("\n| cards | units planned | ms | µs a card |\n| ---: | ---: | ---: | ---: |");
  for (const count of [500, 1_000, 2_000, 4_000, 8_000, 16_000]) {
    const cards = Array.from({ length: count }, (_, i) => cardNumber(i));
    const began = performance.now();
    const dreamt = cards.map((card) => toDreamCard(card, { record: undefined, isAlarming: false, isChanged: true }));
    const { units } = planDream({ now: "2026-11-30T00:00:00Z", cards: dreamt, rows: [], contradictedSince: new Map() });
    const ms = performance.now() - began;
    console.log(`| ${count} | ${units.length} | ${Math.round(ms)} | ${Math.round((1000 * ms) / count)} |`);
  }
}

/** Every fourth card says what the one before it says. */
function cardNumber(i: number): Experience {
  const n = i % 4 === 3 ? i - 1 : i;
  const [matter, act] = [MATTERS[n % 12]!, ACTS[Math.floor(n / 12) % 12]!];
  const title = `${act} the ${matter} of module${n} before ${i === n ? "every" : "each"} release`;
  return {
    format: 1,
    id: `card-${i}`,
    whenToUse: `When the ${matter} of module${n} changes`,
    kind: "habit",
    status: "active",
    tier: "provisional",
    scope: "project",
    confidence: 0.5,
    freq: 0,
    utility: 0,
    keywords: [],
    tools: [],
    created: "2026-11-30T00:00:00Z",
    provenance: { origin: "import", sessions: [], trajectories: [], author: "bench", derivedFrom: [] },
    title,
    body: `# ${title}\n\n1. Open \`src/module${n}.ts\`.\n2. ${act} the ${matter} there.\n`,
  };
}
