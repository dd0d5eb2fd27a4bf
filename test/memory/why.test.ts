import { describe, expect, it } from "vitest";
import { liftOf } from "../../src/learn/policy/lift.ts";
import { LANGUAGES } from "../../src/serve/cli/language.ts";
import { beginning } from "../../src/serve/cli/messages/why/figures.ts";
import { loadWhyMessages } from "../../src/serve/cli/messages/why/load.ts";
import { named, store, times } from "./store-on-disk.ts";

const STOCK = "Buy 100 shares of AAPL at the market price";
const CAR = "Start the engine of the car";

/** A card that helps with trading, its twin, and one that does harm. */
async function world() {
  const made = await store();
  for (const id of ["good", "twin", "bad", "fair", "fresh"]) await named(made.memory, id);
  const rows = times(16, (i) => [
    { ids: ["good", "twin"], score: i % 8 === 0 ? 0 : 1, task: STOCK },
    { ids: [], score: i % 2, task: STOCK },
    { ids: ["bad"], score: 0, task: CAR },
    { ids: i % 2 ? ["fair"] : [], score: i % 4 === 0 ? 0 : 1, task: CAR },
  ]).flat();
  for (const [i, { ids, task }] of rows.entries()) {
    await made.ports.ledger.append([
      {
        type: "recalled",
        attempt: `w-${String(i).padStart(3, "0")}`,
        task,
        level: "prompt",
        shown: ids,
        shortlist: [],
      },
    ]);
  }
  await made.ports.ledger.append(
    rows.flatMap(({ score, ids }, i) => {
      const attempt = `w-${String(i).padStart(3, "0")}`;
      const followed = ids.includes("good") && i < 20 ? [{ good: i < 8 ? 1 : 0 }] : [];
      return [
        { type: "outcome" as const, attempt, score, by: "test" as const, reasons: [] },
        ...followed.map((shares) => ({ type: "followed" as const, attempt, followed: shares, by: "trace" as const })),
      ];
    }),
  );
  await made.memory.learn();
  return made;
}

describe("[L26] why a card stands where it stands", () => {
  it("is told with its counts, its kind of task and its company", async () => {
    const { memory } = await world();
    const report = await memory.why("good");
    expect(report).toMatchObject({
      shown: 16,
      judged: 16,
      endedWell: 14,
      looked: 5,
      followed: 2,
      family: "trading",
      tasks: [STOCK],
      alwaysWith: ["twin"],
      status: "active",
      policy: "attribution",
      believed: { mean: 0.9, sd: 1.2 },
    });
    expect(report.usual).toBeGreaterThan(0.35);
    expect(report.usual).toBeLessThan(0.7);
    expect(report.lift).toEqual(liftOf(report.estimate, report.usual));
    expect(report.lift.points).toBeGreaterThan(10);
    expect(Math.round(report.estimate.mean * 20) / 20).toBe((await memory.show("good")).experience.value!.mean);
  });

  it("is what is believed of its kind as long as no outcome is known", async () => {
    const { memory } = await world();
    const report = await memory.why("fresh");
    expect(report).toMatchObject({ shown: 0, judged: 0, estimate: { mean: 0.9, sd: 1.2, effective: 0 }, tasks: [] });
    await expect(memory.why("frash")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("keeps the counts that led to a verdict, and what a person set aside by bringing the card back", async () => {
    const { memory, pass } = await world();
    const retired = await memory.why("bad");
    expect(retired).toMatchObject({ status: "retired", family: "vehicle" });
    expect(retired.placed).toMatchObject({ type: "retired", by: "policy/attribution" });
    expect(retired.placed!.counts).toMatchObject({ shown: 16, judged: 16, ended_well: 0 });
    pass(1000);
    await memory.restore("bad", "");
    const back = await memory.why("bad");
    expect(back).toMatchObject({ status: "active", shown: 0, setAside: { shown: 16, judged: 16, endedWell: 0 } });
    expect(back.estimate).toMatchObject({ mean: 0.9, sd: 1.2 });
  });

  it.each(LANGUAGES)("is said in %s with every number", async (language) => {
    const { memory } = await world();
    const t = await loadWhyMessages(language);
    const [good, bad] = [await memory.why("good"), await memory.why("bad")];
    const text = t.why(good).join("\n");
    const [low, high] = good.lift.interval.map((points) => String(Math.round(points)).replace("-", "−"));
    for (const part of [`+${Math.round(good.lift.points)}`, `[${low}, ${high}]`, "16", "14", "trading", STOCK, "twin"])
      expect(text).toContain(part);
    expect(t.placed(bad.placed!)).toMatch(/16.*16/);
    expect(t.placed(bad.placed!)).toContain(`${Math.round(100 * bad.placed!.counts!.harm)} %`);
    if (language !== "en") expect(text).toMatch(/[\p{Script=Hangul}\p{Script=Han}]/u);
  });
});

it("[L24] status names the kind of task in which things suddenly go worse", async () => {
  const { memory, happened } = await store();
  await happened(times(30, (i) => ({ ids: [], score: i % 10 === 0 ? 0 : 1, family: "deploy" })));
  await happened(times(30, (i) => ({ ids: [], score: i % 2, family: "review" })));
  expect((await memory.status()).alerts).toEqual([]);
  await happened(times(8, () => ({ ids: [], score: 0, family: "deploy" })));
  const { alerts } = await memory.status();
  expect(alerts).toMatchObject([{ family: "deploy", attempts: 8, endedWell: 0 }]);
  expect(alerts[0]!.expected).toBeGreaterThan(5);
});

it("tells of a long task its beginning alone", () => {
  expect(beginning("short")).toBe("short");
  expect(beginning("first line\nsecond")).toBe("first line …");
  expect(beginning("길".repeat(100))).toBe(`${"길".repeat(80)} …`);
});
