import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "./habitus.ts";

const PAIRS = 12;

/** Cards of another memory, in pairs that say the same. */
function filled(): Sandbox {
  const box = sandbox();
  const lines = Array.from({ length: PAIRS }, (_, i) =>
    ["every", "each"].map((word) => ({
      workspace_id: "w",
      memory_id: `m-${i}-${word}`,
      memory_type: "task",
      when_to_use: `When module number${i} is released`,
      content: `Tag module number${i} before ${word} release, then run \`publish module${i}\`.`,
      score: 0,
      metadata: { author: "a", when_to_use: `When module number${i} is released` },
    })),
  ).flat();
  const file = join(box.cwd, "cards.jsonl");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  box.ok("import", "--as-reviewed", file);
  return box;
}

const cardsOf = ({ ok }: Sandbox) =>
  ok("list", "--status", "all", "--json")
    .json()
    // biome-ignore lint/suspicious/noExplicitAny: only these fields are compared
    .cards.map(({ id, status, title, provenance }: any) => ({ id, status, title, derived: provenance.derived_from }));

describe("habitus dream", () => {
  it("[L44] goes on in a second run where the first one stopped, and the third finds nothing", () => {
    const box = filled();
    const preview = box.ok("dream", "--dry-run", "--json").json();
    const first = box.ok("dream", "--json").json();
    expect(first.units).toEqual(preview.units);
    expect([first.units.length, first.waiting]).toEqual([5, PAIRS - 5]);
    expect(box.ok("dream", "--limit", "50").stdout).toContain("habitus dream --undo");
    expect(box.ok("dream", "--json").json()).toMatchObject({ units: [], waiting: 0 });
    const undone = box.ok("dream", "--undo", "--json").json();
    expect(undone.restored.length).toBe(2 * (PAIRS - 5));
    expect(box.run("dream", "--limit", "0").status).toBe(2);
  });

  it("speaks four languages", () => {
    const box = filled();
    for (const [lang, word] of Object.entries({ en: "merged", ko: "합침", ja: "統合", zh: "合并" }))
      expect(box.ok("dream", "--dry-run", "--lang", lang).stdout).toContain(word);
  });

  it.each([0, 1])("[L49] killed with SIGKILL at any moment is finished by the next one, round %i", async (round) => {
    const calm = filled();
    const began = performance.now();
    calm.ok("dream", "--limit", "50");
    const took = performance.now() - began;
    const box = filled();
    for (let i = 0; i < 4; i += 1) {
      const child = box.start("dream", "--limit", "50");
      const ended = once(child, "exit");
      // The first part of a run is its start; writing comes towards the end.
      await Promise.race([wait(took * (0.5 + 0.13 * i + 0.06 * round)), ended]);
      child.kill("SIGKILL");
      await ended;
      const ids = readdirSync(join(box.ok("status", "--json").json().home), { recursive: true, encoding: "utf8" });
      expect(ids.filter((name) => /^(?:experiences|retired)\/.*\.md$/.test(name)).length).toBeGreaterThanOrEqual(
        2 * PAIRS,
      );
    }
    expect(box.run("doctor").status).toBe(0);
    box.ok("dream", "--limit", "50");
    expect(cardsOf(box)).toEqual(cardsOf(calm));
    expect(cardsOf(box)).toHaveLength(2 * PAIRS);
    expect(box.ok("dream", "--json").json()).toMatchObject({ units: [], waiting: 0 });
  });
});
