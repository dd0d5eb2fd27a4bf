import { describe, expect, it } from "vitest";
import { type AttemptRow, exposure } from "../../../src/learn/policy/attempt-row.ts";
import { ATTRIBUTION_DEFAULTS, fitAttribution } from "../../../src/learn/policy/attribution.ts";
import type { Envelope } from "../../../src/learn/policy/cholesky.ts";
import { sigmoid } from "../../../src/learn/policy/gaussian.ts";
import { refit, type UpdatedFit, updateFit } from "../../../src/learn/policy/update.ts";
import { streamsOf } from "../../../src/simulate/streams.ts";
import { inverse, type Matrix, times } from "./dense.ts";
import { aged, row } from "./rows.ts";

const prior = () => 0.4;
/** Without ageing, so that one step and a whole fit are asked the same question. */
const AGELESS = { ...ATTRIBUTION_DEFAULTS, decay: 1 };

function history(count: number, cards: number, from = 0): AttemptRow[] {
  const { uniform } = streamsOf(5);
  return Array.from({ length: count }, (_, i) => {
    const t = from + i;
    const shown = [0, 1, 2].map((k) => Math.floor(uniform("luck", t, k) * cards));
    const z = shown.reduce((sum, card) => sum + uniform("effect", card) * 3 - 1.5, 0);
    return row(
      t,
      shown.map((card) => `c${card}`),
      uniform("outcome", t) < sigmoid(z) ? 1 : 0,
      { family: `f${t % 3}` },
    );
  });
}

function lowerTimesUpper({ size, first, base, values }: Envelope): Matrix {
  const at = (i: number, j: number) => (j < first[i]! || j > i ? 0 : values[base[i]! + j]!);
  const all = Array.from({ length: size }, (_, i) => i);
  return all.map((i) => all.map((j) => all.reduce((sum, k) => sum + at(i, k) * at(j, k), 0)));
}

describe("updateFit", () => {
  it("[L25] stays close to a whole fit over twenty rows, with cards and a family nobody had met", () => {
    const old = history(400, 40);
    const fresh = [
      ...history(18, 60, 400),
      row(900, ["unheard-of"], 0, { family: "new" }),
      row(901, ["unheard-of", "c1"], 1, { family: "new" }),
    ];
    const start = fitAttribution(old, prior, AGELESS);
    const stepped = fresh.reduce<UpdatedFit>(
      (fit, each) => updateFit(fit, each, prior),
      updateFit(start, row(0, []), prior),
    );
    const whole = fitAttribution([...old, ...fresh], prior, AGELESS);
    expect([...stepped.cards.keys()].sort()).toEqual([...whole.cards.keys()].sort());
    expect([...stepped.families.keys()].sort()).toEqual([...whole.families.keys()].sort());
    for (const [id, { mean, sd, effective }] of whole.cards) {
      const near = stepped.cards.get(id)!;
      expect(Math.abs(near.mean - mean), id).toBeLessThan(0.1);
      expect(Math.abs(near.sd - sd), id).toBeLessThan(0.08);
      expect(near.effective).toBeCloseTo(effective, 9);
    }
    expect(Math.abs(stepped.intercept.mean - whole.intercept.mean)).toBeLessThan(0.05);
  });

  it("is exactly one Newton step, and the covariance exactly that of one row more", () => {
    const fit = fitAttribution(history(60, 8), prior, AGELESS);
    const { cardIndex, familyIndex, interceptIndex, mean, factor } = fit.posterior;
    const fresh = row(900, ["c1", "c2"], 0, { family: "f0", trust: 0.8, followed: { c2: 0 } });
    const x = new Array<number>(factor.size).fill(0);
    x[interceptIndex] = 1;
    x[familyIndex.get("f0")!] = 1;
    x[cardIndex.get("c1")!] = 1;
    x[cardIndex.get("c2")!] = exposure(fresh, "c2");
    const p = sigmoid(x.reduce((sum, share, i) => sum + share * mean[i]!, 0));
    const precision = lowerTimesUpper(factor).map((line, i) =>
      line.map((value, j) => value + 0.8 * p * (1 - p) * x[i]! * x[j]!),
    );
    const covariance = inverse(precision);
    const expected = times(covariance, x).map((slope, i) => mean[i]! + slope * 0.8 * (0 - p));
    const { posterior } = updateFit(fit, fresh, prior);
    expected.forEach((value, i) => {
      expect(posterior.mean[i]).toBeCloseTo(value, 10);
      expect(posterior.variance[i]).toBeCloseTo(covariance[i]![i]!, 10);
    });
  });

  it("learns nothing from an unknown outcome and does not touch the fit it was given", () => {
    const start = fitAttribution(history(50, 10), prior, AGELESS);
    const before = start.posterior.mean.slice();
    expect(updateFit(start, row(900, ["c1"]), prior).cards).toEqual(start.cards);
    updateFit(start, row(901, ["c1"], 0), prior);
    expect(start.posterior.mean).toEqual(before);
  });
});

describe("refit", () => {
  it("fits anew while cards are few", () => {
    const rows = aged(history(30, 10));
    const start = fitAttribution(rows.slice(0, 29), prior);
    expect(refit(start, rows[29]!, () => rows, prior)).not.toHaveProperty("updates");
  });

  it("takes rows one by one above 300 cards, and fits anew after fifty of them", () => {
    const rows = aged(history(700, 400));
    const start = fitAttribution(rows.slice(0, 600), prior);
    expect(start.cards.size).toBeGreaterThan(300);
    let fits = 0;
    const all = () => {
      fits += 1;
      return rows;
    };
    const end = rows
      .slice(600, 651)
      .reduce<ReturnType<typeof refit>>((fit, each) => refit(fit, each, all, prior), start);
    expect(fits).toBe(1);
    expect(end).not.toHaveProperty("updates");
  });
});
