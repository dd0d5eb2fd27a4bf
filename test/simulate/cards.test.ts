import { describe, expect, it } from "vitest";
import { applyDrift, BROAD, firstPool, lessonFrom, lessonOf, sameLesson, writeCard } from "../../src/simulate/cards.ts";
import { streamsOf } from "../../src/simulate/streams.ts";
import { WORLDS } from "../../src/simulate/world.ts";

const world = WORLDS.article!;
const streams = streamsOf(3);

describe("the pool at the start", () => {
  it("has two good and one harmful card a family, three neutral and one harmful broad ones", () => {
    const counts = new Map<string, number>();
    for (const { kind, lesson } of firstPool(world, streams)) {
      const key = `${kind} ${lesson.family === BROAD ? "broad" : "own"}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({
      "good own": 10,
      "harmful own": 5,
      "neutral broad": 3,
      "harmful broad": 1,
    });
  });

  it("keeps effects within their ranges and ids free of what the cards are", () => {
    for (let seed = 0; seed < 50; seed++) {
      for (const { id, kind, effect } of firstPool(world, streamsOf(seed))) {
        if (kind === "neutral") expect(effect).toBe(0);
        else if (kind === "good") expect(effect >= 0.8 && effect <= 1.6).toBe(true);
        else expect(effect <= -1 && effect >= -2.2).toBe(true);
        expect(id).toMatch(/^[0-9a-z]+@-1$/);
      }
    }
  });
});

describe("lessons", () => {
  it("come in the promised shares after success and after failure", () => {
    const share = (kind: string, succeeded: boolean) => {
      const kinds = Array.from(
        { length: 20_000 },
        (_, t) => lessonFrom(world, streamsOf(t), t % 60, 2, succeeded).kind,
      );
      return kinds.filter((each) => each === kind).length / kinds.length;
    };
    expect(share("good", true)).toBeCloseTo(0.85, 1);
    expect(share("harmful", true)).toBeCloseTo(0.07, 1);
    expect(share("good", false)).toBeCloseTo(0.2, 1);
    expect(share("harmful", false)).toBeCloseTo(0.5, 1);
  });

  it("have the same effect whenever they are written down, but pass the gate each on its own", () => {
    const lesson = lessonOf("good", 2, 1);
    const copies = Array.from({ length: 400 }, (_, born) => writeCard(world, streams, lesson, born));
    expect(new Set(copies.map(({ effect }) => effect)).size).toBe(1);
    expect(new Set(copies.map(({ id }) => id)).size).toBe(400);
    expect(copies.filter(({ passedGate }) => passedGate).length / 400).toBeCloseTo(0.9, 1);
  });

  it("from the drift on teach the new way instead of the old one, in the drifting family alone", () => {
    const taught = (t: number, family: number) =>
      Array.from({ length: 300 }, (_, seed) => lessonFrom(world, streamsOf(seed), t, family, true)).filter(
        ({ kind }) => kind === "good",
      );
    const oldWay = lessonOf("good", 1, 0);
    expect(taught(59, 1).some((lesson) => sameLesson(lesson, oldWay))).toBe(true);
    expect(taught(60, 1).some((lesson) => sameLesson(lesson, oldWay))).toBe(false);
    expect(taught(60, 2).some((lesson) => sameLesson(lesson, lessonOf("good", 2, 0)))).toBe(true);
    expect(new Set(taught(60, 1).map(({ number }) => number)).size).toBe(4);
  });
});

it("the drift turns every card of the old way harmful, retired ones too, and no other", () => {
  const oldWay = lessonOf("good", 1, 0);
  const copies = [writeCard(world, streams, oldWay, -1), { ...writeCard(world, streams, oldWay, 5), living: false }];
  const other = writeCard(world, streams, lessonOf("good", 1, 1), -1);
  applyDrift(world, [...copies, other]);
  expect(copies.map(({ kind, effect }) => [kind, effect])).toEqual([
    ["harmful", -1.6],
    ["harmful", -1.6],
  ]);
  expect(other.kind).toBe("good");
});
