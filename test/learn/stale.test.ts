import { describe, expect, it } from "vitest";
import { beyondQuota, quotaReason } from "../../src/learn/quota.ts";
import { type Present, staleReason, TOOL_GONE_AFTER_DAYS, tiesOf } from "../../src/learn/stale.ts";
import type { Experience } from "../../src/model/experience.ts";

const card = (fields: Partial<Experience>) => ({
  body: "# T\n\n1. Do it.\n",
  keywords: [],
  whenToUse: "",
  tools: [],
  ...fields,
});
const days = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2026, 8, 1 + i)).toISOString().slice(0, 10));
const all: Present = { gonePaths: new Set(), toolsUsed: {}, days, majors: new Map() };

describe("what a card is tied to", () => {
  it("are paths in its steps; names, patterns, addresses and what stands below are none", () => {
    const body =
      "# T `src/title.ts`\n\n1. Read `src/db/schema.ts` and `./docs/how-to.md`, then `main.tf`, `*.test.ts`, `src/**/a.ts`, `../up.ts`, `https://a.b/c.html`, `and/or`.\n2. `npm test`\n\n## Failure modes\n- `old/gone.ts`\n";
    expect(tiesOf(card({ body })).paths).toEqual(["src/title.ts", "src/db/schema.ts", "docs/how-to.md"]);
  });

  it.each([
    ["next@14", [{ name: "next", major: 14 }]],
    ["When upgrading to React 18.2", [{ name: "to react", major: 18 }]],
    ["node v20", [{ name: "node", major: 20 }]],
    ["Next.js 14 앱을 배포할 때", [{ name: "next.js", major: 14 }]],
    ["@scope/kit@3.x", [{ name: "@scope/kit", major: 3 }]],
    ["django 4.2", [{ name: "django", major: 4 }]],
    ["port8080 and 2026-11-30", []],
  ])("are versions: %s", (text, expected) => {
    const found = tiesOf(card({ keywords: [text] })).versions;
    if (text.includes("React")) expect(found).toContainEqual({ name: "react", major: 18 });
    else expect(found).toEqual(expected);
  });
});

describe("a stale card", () => {
  const paths = { paths: ["src/a.ts"], tools: [], versions: [] };
  it("[L37] speaks of a file that is gone", () => {
    expect(staleReason(paths, all)).toBeUndefined();
    expect(staleReason(paths, { ...all, gonePaths: new Set(["src/a.ts"]) })).toBe("src/a.ts is gone");
  });

  it("[L37] speaks of a tool that was not used on many days of use, nor any other of its server", () => {
    const ties = { paths: [], tools: ["mcp__shop__order"], versions: [] };
    const reason = (toolsUsed: Record<string, string>) => staleReason(ties, { ...all, toolsUsed });
    const [long, lately] = [days.at(-1 - TOOL_GONE_AFTER_DAYS)!, days.at(-TOOL_GONE_AFTER_DAYS)!];
    expect(reason({ mcp__shop__order: long })).toContain("mcp__shop__order");
    expect(reason({ mcp__shop__order: lately })).toBeUndefined();
    expect(reason({ mcp__shop__order: long, mcp__shop__list: lately })).toBeUndefined();
    expect(reason({ mcp__shop__order: long, mcp__other__list: lately })).toBeDefined();
    expect(reason({})).toBeUndefined();
  });

  it("[L37] is about another major version than the project's", () => {
    const ties = { paths: [], tools: [], versions: [{ name: "next", major: 14 }] };
    expect(staleReason(ties, { ...all, majors: new Map([["next", 14]]) })).toBeUndefined();
    expect(staleReason(ties, { ...all, majors: new Map([["react", 15]]) })).toBeUndefined();
    expect(staleReason(ties, { ...all, majors: new Map([["next", 15]]) })).toBe(
      "it is about next 14, the project has 15",
    );
  });
});

describe("more cards than a project keeps", () => {
  const of = (id: string, fields: Partial<Experience>) =>
    ({ id, tier: "provisional", confidence: 0.5, created: "2026-11-02T09:00:00.000Z", ...fields }) as Experience;
  it("[L38] lose those that are worth least, and reviewed ones last of all", () => {
    const cards = [
      of("harmful", { value: { mean: -1, sd: 0.3 }, confidence: 0.9 }),
      of("weak", { confidence: 0.3 }),
      of("plain", {}),
      of("older", { created: "2026-11-01T09:00:00.000Z" }),
      of("helpful", { value: { mean: 1, sd: 0.3 }, confidence: 0.3 }),
      of("reviewed", { tier: "reviewed", value: { mean: -2, sd: 0.3 }, confidence: 0.1 }),
    ];
    const gone = (max: number) => beyondQuota(cards, max).map(({ id }) => id);
    expect(gone(6)).toEqual([]);
    expect(gone(3)).toEqual(["harmful", "weak", "older"]);
    expect(gone(1)).toEqual(["harmful", "weak", "older", "plain", "helpful"]);
    expect(quotaReason(cards[0]!, 3)).toBe(
      "the project keeps at most 3 cards (max_cards), and this one was worth least: value -1, confidence 0.9",
    );
  });
});
