// What the slots of one answer cost and bring: how many cards are shown, how many of them may be unproven, how much value weighs.
// Differences are paired with the defaults, seed by seed.
//   node bench/run.mjs simulate/slots [SEEDS=100] [WORLDS=article,clean,polluted]
import { attributionPolicy } from "../../src/learn/policy/attribution-policy.ts";
import { CHOOSE_DEFAULTS, type ChooseOptions } from "../../src/learn/policy/choose.ts";
import { intervalOf } from "../../src/simulate/interval.ts";
import { completeSimulateOptions } from "../../src/simulate/options.ts";
import { setUp } from "../../src/simulate/policies.ts";
import { runOnce } from "../../src/simulate/run.ts";

const seeds = Number(process.argv[2] ?? 100);
const worlds = (process.argv[3] ?? "article,clean,polluted").split(",");

const VARIANTS: ReadonlyArray<[string, Partial<ChooseOptions>]> = [
  ["defaults: 3 cards, 1 unproven", {}],
  ["3 cards, 2 unproven", { unproven: 2 }],
  ["3 cards, all may be unproven", { unproven: 3 }],
  ["5 cards, 1 unproven", { limit: 5 }],
  ["5 cards, 3 unproven", { limit: 5, unproven: 3 }],
  ["value counts as much as similarity", { valueWeight: 1 }],
  ["value counts twice", { valueWeight: 2 }],
];

for (const world of worlds) {
  const options = completeSimulateOptions({ world });
  for (const gate of [false, true]) {
    const { run } = setUp(gate ? "attribution-gate" : "attribution", options);
    const rates = VARIANTS.map(([, variant]) =>
      Array.from({ length: seeds }, (_, seed) => {
        const policy = attributionPolicy({ choose: { ...CHOOSE_DEFAULTS, ...variant } });
        const { success } = runOnce(options.world, policy, seed, run);
        return (100 * success.filter(Boolean).length) / success.length;
      }),
    );
    console.log(`\nworld ${world}${gate ? ", the gate as prior" : ""}, ${seeds} seeds`);
    VARIANTS.forEach(([name], v) => {
      const { mean } = intervalOf(rates[v]!);
      const { mean: change, half } = intervalOf(rates[v]!.map((rate, seed) => rate - rates[0]![seed]!));
      const difference = v === 0 ? "" : `${change >= 0 ? "+" : ""}${change.toFixed(1)} ± ${half!.toFixed(1)}`;
      console.log(`  ${name.padEnd(36)} ${mean.toFixed(1)}  ${difference}`);
    });
  }
}
