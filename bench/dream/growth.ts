import { planDream } from "../../src/learn/dream/plan.ts";
import { toDreamCard } from "../../src/learn/dream/unit.ts";
import type { Experience } from "../../src/model/experience.ts";

const MATTERS = "invoice deploy parser cache session upload report search migration token worker email".split(" ");
const ACTS = "validate retry rename measure archive compress restart rotate index translate sample verify".split(" ");

/** How the processor time of planning grows with the number of cards: all of them new; and a hundredth of them, as after a day. */
export function growth(): void {
  plan(2_000, 1); // a first run also pays for compiling
  for (const everyNew of [1, 100]) {
    const what = everyNew === 1 ? "all cards are new" : `one card in ${everyNew} is new`;
    console.log(`\n${what}\n\n| cards | units planned | processor ms | times as much |\n| ---: | ---: | ---: | ---: |`);
    let before: number | undefined;
    for (const count of [2_000, 4_000, 8_000, 16_000]) {
      const { units, ms } = plan(count, everyNew);
      console.log(`| ${count} | ${units} | ${Math.round(ms)} | ${before ? (ms / before).toFixed(1) : ""} |`);
      before = ms;
    }
  }
}

function plan(count: number, everyNew: number): { units: number; ms: number } {
  const cards = Array.from({ length: count }, (_, i) => cardNumber(i));
  const began = process.cpuUsage();
  const dreamt = cards.map((card, i) => toDreamCard(card, { record: undefined, isChanged: i % everyNew === 0 }));
  const { units } = planDream({ now: "2026-11-30T00:00:00Z", cards: dreamt, rows: [], contradictedSince: new Map() });
  const { user, system } = process.cpuUsage(began);
  return { units: units.length, ms: (user + system) / 1000 };
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
