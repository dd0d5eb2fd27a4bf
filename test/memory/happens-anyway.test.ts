import { describe, expect, it } from "vitest";
import { noise, session } from "../distill/habits/sessions.ts";
import { createWorld, DAY_MS } from "./memory-in-memory.ts";

const sessions = Array.from({ length: 10 }, (_, n) =>
  session(n, [...noise(n, 4), `read src/m${n}.ts`, `edit src/m${n}.ts`, ...noise(n + 3, 4)], {
    outcome: { score: 1, by: "benchmark", reasons: [] },
  }),
);

describe("[D51] what every agent does anyway", () => {
  it("becomes no card, however often it is seen", async () => {
    const { memory } = createWorld();
    const report = await memory.acquire(sessions);
    expect(report.decisions.filter(({ verdict }) => verdict === "created")).toEqual([]);
  });

  it("lends no belief to a card that somebody wrote about it, shown or not", async () => {
    const world = createWorld();
    const { id } = await world.memory.create({ whenToUse: "When about to edit a file", title: "Read before edit" });
    const text = await world.memory.text(id);
    const rule = "rule: {type: order, do: read, place: before, action: edit, within: 3}";
    await world.memory.edit(id, text.replace(/^kind:/m, `${rule}\nkind:`), text);
    const before = (await world.memory.show(id)).experience;
    expect(before.rule).toMatchObject({ type: "order", do: "read" });
    world.pass(DAY_MS);
    // Without outcomes: how a task ended says something of its own about what was handed over for it.
    const unjudged = sessions.map(({ outcome: _outcome, ...rest }) => rest);
    for (const each of unjudged.slice(0, 5)) await world.memory.recall("edit a file", { session: each.session });
    await world.memory.acquire(unjudged);
    const after = (await world.memory.show(id)).experience;
    expect(after.confidence).toBe(before.confidence);
    expect(after.value?.mean ?? 0).toBeLessThanOrEqual(before.value?.mean ?? 0);
    expect(after.tier).toBe(before.tier);
  });

  it("is no sign of use either where the step is so common that it stands before anything", async () => {
    const world = createWorld();
    const { id } = await world.memory.create({ whenToUse: "When about to edit a file", title: "Search before edit" });
    const text = await world.memory.text(id);
    const rule = "rule: {type: order, do: search, place: before, action: edit, within: 1}";
    await world.memory.edit(id, text.replace(/^kind:/m, `${rule}\nkind:`), text);
    world.pass(DAY_MS);
    const calls = (n: number) => [
      "search",
      "search",
      "list",
      "search",
      "search",
      `edit src/m${n}.ts`,
      "search",
      "search",
    ];
    await world.memory.acquire(Array.from({ length: 6 }, (_, n) => session(n, calls(n))));
    const rows = (await world.memory.log(id)).map((row) => row as unknown as Record<string, unknown>);
    expect((await world.memory.show(id)).experience.confidence).toBe(0.5);
    expect(rows.filter((row) => row.type === "seen").every((row) => row.anyway === true)).toBe(true);
    expect(rows.filter((row) => row.type === "seen")).toHaveLength(6);
  });
});
