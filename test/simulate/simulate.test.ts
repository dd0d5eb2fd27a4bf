import { mean, sampleStandardDeviation } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { intervalOf } from "../../src/simulate/interval.ts";
import { completeSimulateOptions } from "../../src/simulate/options.ts";
import { reportOn } from "../../src/simulate/report.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { addTallies, jobsOf, tallyJob } from "../../src/simulate/tally.ts";

describe("simulate", () => {
  it("[L31] reproduces the reference figures of the article world within what sixty seeds allow", () => {
    const report = simulate(completeSimulateOptions({ seeds: 60 }));
    const of = (policy: string) => report.policies.find((each) => each.policy === policy)!;
    const reference = {
      none: 55.2,
      passive: 43.1,
      selective: 48.8,
      reme: 69.9,
      "reme-gate": 82,
      memrl: 78.9,
      advantage: 78.2,
      attribution: 79.5,
      "attribution-gate": 84.6,
    };
    for (const [policy, success] of Object.entries(reference)) {
      expect(Math.abs(of(policy).success.mean - success), policy).toBeLessThan(2.5);
    }
    expect(of("attribution").versusBaseline!.mean).toBeGreaterThan(7);
    expect(of("attribution-gate").success.mean).toBeGreaterThan(of("attribution").success.mean + 3);
    expect(of("reme").goodHeld).toBeGreaterThan(20);
    expect(of("attribution").goodHeld).toBeLessThan(1.5);
    expect(of("reme").harmfulShown.mean).toBeCloseTo(0.65, 1);
    expect(of("attribution").harmfulShown.mean).toBeCloseTo(0.15, 1);
  });

  it("reports progress run by run and the same report for the same options", () => {
    const options = completeSimulateOptions({ seeds: 3, tasks: 30, policies: ["reme", "memrl"] });
    const steps: number[][] = [];
    const report = simulate(options, (...step) => steps.push(step));
    expect(steps).toEqual([1, 2, 3, 4, 5, 6].map((done) => [done, 6]));
    expect(simulate(options)).toEqual(report);
  });

  it("[L32] counts the same however the seeds are shared out", () => {
    const options = completeSimulateOptions({ seeds: 7, tasks: 40, firstSeed: 3, policies: ["reme", "attribution"] });
    for (const seedsPerJob of [1, 2, 7]) {
      const tallies = jobsOf(options, seedsPerJob)
        .map((job) => tallyJob(options, job))
        .reverse();
      const joined = options.policies.map((policy) => addTallies(tallies.filter((tally) => tally.policy === policy)));
      expect(reportOn(options, joined)).toEqual(simulate(options));
    }
  });

  it("compares with the baseline seed by seed", () => {
    const options = completeSimulateOptions({ seeds: 8, tasks: 60, policies: ["reme", "selective"] });
    const [reme, selective] = options.policies.map(
      (policy) => tallyJob(options, { policy, firstSeed: 0, seeds: 8 }).successes,
    );
    const differences = selective!.map((count, i) => (100 * (count - reme![i]!)) / 60);
    const { versusBaseline } = simulate(options).policies[1]!;
    expect(versusBaseline!.mean).toBeCloseTo(mean(differences), 10);
    expect(versusBaseline!.half).toBeCloseTo((1.96 * sampleStandardDeviation(differences)) / Math.sqrt(8), 10);
  });
});

it("intervalOf has no width to tell of a single value", () => {
  expect(intervalOf([3])).toEqual({ mean: 3, half: null });
});
