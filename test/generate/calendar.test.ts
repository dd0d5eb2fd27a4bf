import { describe, expect, it } from "vitest";
import { generateCalendar } from "../../bench/generate/calendar.ts";

describe("a calendar of work", () => {
  it("has sixty days, none of them worked on at weekends, each session on its day", () => {
    const days = generateCalendar({ seed: 1 });
    expect(days).toHaveLength(60);
    expect(days.filter(({ sessions }) => sessions.length > 0).length).toBeGreaterThan(35);
    for (const { date, sessions } of days) {
      if ([0, 6].includes(new Date(date).getUTCDay())) expect(sessions).toEqual([]);
      for (const { trajectory } of sessions) expect(trajectory.started?.slice(0, 10)).toBe(date);
    }
    const names = days.flatMap(({ sessions }) => sessions.map(({ trajectory }) => trajectory.session));
    expect(new Set(names).size).toBe(names.length);
  });

  it("shows a habit from its first day until its last, and no other habit", () => {
    const days = generateCalendar({
      seed: 2,
      shown: { "grep-before-edit": { until: 20 }, "read-triad": { from: 10 } },
    });
    const shown = (habit: string) =>
      days.flatMap(({ day, sessions }) =>
        sessions.some(({ truth }) => truth.planted.some((planted) => planted.habit === habit)) ? [day] : [],
      );
    expect(Math.max(...shown("grep-before-edit"))).toBeLessThan(20);
    expect(Math.min(...shown("read-triad"))).toBeGreaterThanOrEqual(10);
    expect(shown("grep-before-edit").length).toBeGreaterThan(5);
    expect(shown("docker-no-cache")).toEqual([]);
  });
});
