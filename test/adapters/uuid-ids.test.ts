import { expect, it } from "vitest";
import { createUuidIds } from "../../src/adapters/uuid-ids.ts";

it("ids sort by time of creation, also within a millisecond", () => {
  const ids = createUuidIds();
  const made = Array.from({ length: 5000 }, () => ids.next());
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
  expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
