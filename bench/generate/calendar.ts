import { HABIT_IDS, type HabitId } from "./habits.ts";
import { createRandom } from "./random.ts";
import { type GeneratedSession, generateSessions } from "./sessions.ts";

export interface CalendarOptions {
  seed: number | string;
  /** Default 60. */
  days?: number;
  /** RFC 3339 date of the first day. Default 2026-10-01. */
  start?: string;
  /** Sessions on a working day, at least and at most; default 1 to 3. There is none on a Saturday or Sunday. */
  perDay?: readonly [number, number];
  /** Which habits are shown on which days, counted from 0; the end is not included. Default: all, from the first day to the last. */
  shown?: Partial<Record<HabitId, { from?: number; until?: number }>>;
}

export interface CalendarDay {
  /** Counted from 0. */
  day: number;
  /** RFC 3339 date. */
  date: string;
  /** Empty on days without work. */
  sessions: GeneratedSession[];
}

const DAY_MS = 86_400_000;

/** Weeks of work on one project, day by day; habits come into use and fall out of it. */
export function generateCalendar(options: CalendarOptions): CalendarDay[] {
  const startMs = Date.parse(options.start ?? "2026-10-01");
  return Array.from({ length: options.days ?? 60 }, (_, day) => {
    const date = new Date(startMs + day * DAY_MS);
    const random = createRandom(`${options.seed}/day/${day}`);
    const isWorkday = date.getUTCDay() !== 0 && date.getUTCDay() !== 6;
    const count = isWorkday ? random.int(...(options.perDay ?? [1, 3])) : 0;
    const habits = shownOn(day, options.shown);
    const sessions = generateSessions({
      seed: `${options.seed}-d${day}`,
      sessions: count,
      // The attempts of the divergence habit are one burst, not something done every day.
      habits: habits.filter((habit) => habit !== "migrate-before-test"),
      start: new Date(date.getTime() + 9 * 3_600_000).toISOString(),
      hoursApart: 3,
    });
    return { day, date: date.toISOString().slice(0, 10), sessions };
  });
}

function shownOn(day: number, shown: CalendarOptions["shown"]): HabitId[] {
  const chosen = shown === undefined ? HABIT_IDS : HABIT_IDS.filter((habit) => shown[habit] !== undefined);
  return chosen.filter(
    (habit) => day >= (shown?.[habit]?.from ?? 0) && day < (shown?.[habit]?.until ?? Number.POSITIVE_INFINITY),
  );
}
