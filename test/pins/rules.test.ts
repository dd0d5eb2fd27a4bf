import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const rules = [...readFileSync(join(ROOT, "docs", "RULES.md"), "utf8").matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(
  (match) => match[1]!,
);

/** Citations stand in the names of tests and suites, in front of a sentence. */
const cited = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && path !== join("pins", "rules.test.ts"))
  .flatMap((path) =>
    [...readFileSync(join(ROOT, "test", path), "utf8").matchAll(/["'`\s]\[([A-Z]\d{1,2})\] \S/g)].map((match) => ({
      rule: match[1]!,
      path,
    })),
  );

it("every rule that a test cites is written down, once", () => {
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
  expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
});

it("every rule that is written down is guarded by a test", () => {
  const guarded = new Set(cited.map(({ rule }) => rule));
  expect(rules.filter((rule) => !guarded.has(rule))).toEqual([]);
});
