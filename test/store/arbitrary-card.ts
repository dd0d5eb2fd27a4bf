import fc from "fast-check";
import { CARD_KINDS, CARD_STATUSES, CARD_TIERS, type Experience } from "../../src/model/experience.ts";
import type { Rule } from "../../src/model/rule.ts";
import { firstHeading } from "../../src/store/heading.ts";

/** Text as people and tools write it: of several scripts, with what YAML takes for syntax, and with line ends. */
const awkward = fc.constantFrom(
  ...[
    "429",
    "true",
    "null",
    "~",
    "no",
    "- a",
    "a: b",
    "#x",
    "a #b",
    "[x",
    "{y",
    "'q'",
    '"d"',
    "*a",
    "&b",
    "!t",
    "| x",
    "> y",
    "%",
    "@z",
    "`c`",
  ],
  ...[
    "배포 전에",
    "デプロイ前",
    "部署前",
    "é",
    "😀",
    " lead",
    "trail ",
    "two\nlines",
    "tab\tx",
    "\u2028",
    "\u0085",
    "\ufeff",
    "c:\\d",
    "1e3",
    "0x1F",
  ],
  ...[
    "2026-11-30",
    "passengers[].dob",
    "main.tf",
    "miner/co-read@1",
    "---",
    "...",
    "? x",
    "a,b",
    "x, y",
    "=",
    "<<",
    "\ud800",
    "\u007f",
  ],
);
const text = fc.oneof(
  { weight: 3, arbitrary: awkward },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);
const filled = text.filter((value) => value.trim() !== "");
const share = fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100);
const time = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));

export const rules: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    type: fc.constant("provenance" as const),
    tool: filled,
    param: filled,
    from: fc.record({ tool: filled, field: filled }),
  }),
  fc.record({
    type: fc.constant("fix-call" as const),
    tool: filled,
    error: filled,
    fix: fc.array(filled, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ type: fc.constant("fix-argument" as const), tool: filled, error: filled, param: filled, change: filled }),
  fc.record({
    type: fc.constant("divergence" as const),
    call: filled,
    side: fc.constantFrom("success" as const, "failure" as const),
  }),
  fc.record(
    {
      type: fc.constant("convention" as const),
      call: filled,
      param: filled,
      value: fc.oneof(filled, number, fc.boolean()),
      format: filled,
    },
    { requiredKeys: ["type", "call", "param"] },
  ),
  fc.record({ type: fc.constant("user-correction" as const), unwanted: filled, wanted: filled }),
  fc.record({
    type: fc.constant("co-read" as const),
    tool: filled,
    paths: fc.array(filled, { minLength: 2, maxLength: 4 }),
  }),
  fc.record({
    type: fc.constant("order" as const),
    do: filled,
    place: fc.constantFrom("before" as const, "after" as const),
    action: filled,
    within: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record(
    { type: fc.constant("correct-with" as const), action: filled, error: filled, with: filled },
    { requiredKeys: ["type", "action", "with"] },
  ),
  fc.record({ type: fc.constant("workflow" as const), steps: fc.array(filled, { minLength: 2, maxLength: 5 }) }),
);

export const bodies = fc
  .array(
    fc.constantFrom(
      "# Title",
      "## Second",
      "Text.",
      "",
      "```",
      "# in code",
      "---",
      "- item",
      "배포",
      "trailing  ",
      "    code",
      "Setext\n====",
    ),
    { maxLength: 8 },
  )
  .chain((lines) => fc.constantFrom("", "\n", "\n\n").map((end) => lines.join("\n") + end));

export const experiences: fc.Arbitrary<Experience> = fc
  .record(
    {
      format: fc.constant(1),
      id: filled,
      whenToUse: filled,
      kind: fc.constantFrom(...CARD_KINDS),
      status: fc.constantFrom(...CARD_STATUSES),
      tier: fc.constantFrom(...CARD_TIERS),
      scope: fc.constantFrom("project" as const, "global" as const),
      confidence: share,
      freq: fc.nat(),
      utility: fc.nat(),
      value: fc.record({ mean: number, sd: number.map(Math.abs) }),
      keywords: fc.array(text, { maxLength: 4 }),
      tools: fc.array(text, { maxLength: 4 }),
      notFor: fc.array(filled, { minLength: 1, maxLength: 3 }),
      onlyFor: fc.array(filled, { minLength: 1, maxLength: 3 }),
      rule: rules,
      taskQuery: text,
      generalizedQuery: text,
      created: time,
      provenance: fc.record({
        origin: text,
        sessions: fc.array(text, { maxLength: 3 }),
        trajectories: fc.array(text, { maxLength: 3 }),
        author: text,
        derivedFrom: fc.array(text, { maxLength: 3 }),
      }),
      body: bodies,
    },
    {
      requiredKeys: [
        ...(["format", "id", "whenToUse", "kind", "status", "tier", "scope", "confidence", "freq", "utility"] as const),
        ...(["keywords", "tools", "created", "provenance", "body"] as const),
      ],
    },
  )
  .map((experience) => ({ ...experience, title: firstHeading(experience.body) ?? experience.whenToUse }) as Experience);

/** Lines of one key of front matter, as a person might have laid them out. */
type Block = string[];

const q = (value: string) => JSON.stringify(value);
const comment = fc.constantFrom("", "", "  # why", " #", " # 설명: a");
const oneLine = (key: string, values: string[]) =>
  fc.tuple(fc.constantFrom(...values), comment).map(([value, note]): Block => [`${key}: ${value}${note}`]);
const list = (key: string, items: string[]): fc.Arbitrary<Block> =>
  fc.oneof(
    oneLine(key, [`[${items.join(", ")}]`, `[ ${items.join(" , ")} ]`, `[${items.join(", ")},]`]),
    fc.constantFrom("", "  ").map((indent): Block => [`${key}:`, ...items.map((item) => `${indent}- ${item}`)]),
    comment.map(
      (note): Block => [
        `${key}: # of these`,
        ...items.map((item, at) => `    - ${item}${at === 0 ? note : ""}`),
        "    # and no more",
      ],
    ),
    fc.constant<Block>([`${key}: [`, ...items.map((item) => `  ${item}, # yes`), "]"]),
  );

/** Front matter in any order and style, with comments, blank lines and keys that no version knows. */
const blocks: fc.Arbitrary<Block>[] = [
  oneLine("format", ["1", "0x1", "1.0"]),
  oneLine("id", ["a.b", '"a.b"', "'a.b'"]),
  fc.oneof(
    oneLine("when_to_use", ["before a deploy", "'it''s: time'", q('a "quoted" # one'), "배포 전에 테스트를 실행할 때"]),
    fc.constant<Block>(["when_to_use: >-", "  folded", "  text", ""]),
    fc.constant<Block>(["when_to_use: |", "  kept", "  lines"]),
    fc.constant<Block>(["when_to_use: plain", "  over two lines"]),
    oneLine("trigger", ["under the old name"]),
  ),
  oneLine("kind", ["habit", "correction"]),
  oneLine("status", ["active", '"retired"']),
  oneLine("confidence", ["0.70", ".5", "7e-1", "1"]),
  oneLine("freq", ["6", "0"]),
  fc.oneof(
    oneLine("value", ["{mean: 0.82, sd: 0.41}", "{ mean : 1, sd: 2, from: fold }", "~"]),
    fc.constant<Block>(["value:", "  mean: 0.82 # log-odds", "  sd: 0.4", "  n: 7"]),
  ),
  list("keywords", ["terraform", "429", "'it''s'", q("a, b"), "모듈"]),
  list("tools", ["Read", "Grep"]),
  fc.oneof(
    oneLine("rule", [
      "{type: not-yet-known, tool: Read, paths: [main.tf, {x: 1}]}",
      "{type: provenance, tool: a, param: b, from: {tool: c, field: d}, seen: 14}",
    ]),
    fc.constant<Block>([
      "rule:",
      "  type: fix-call",
      "  tool: a",
      "  error: b # class",
      "  fix:",
      "  - c",
      "  more: [1]",
    ]),
  ),
  oneLine("task_query", ["as asked", q("as\nasked"), ""]),
  oneLine("created", ["2026-11-02T09:14:03Z", "2026-11-02"]),
  fc.oneof(
    oneLine("provenance", ["{origin: mined, sessions: [s_1, s_7], by: me}", "{}"]),
    fc.constant<Block>([
      "provenance:",
      "    origin: mined # here",
      "    sessions:",
      "    - s_1 # first",
      "    trajectories: []",
    ]),
  ),
];
const extras = fc.subarray<Block>([
  ["# a remark of its own"],
  [""],
  ["mine: !tag {x: [1, 2]}"],
  ["note: |", "  kind: not this one", "  confidence: 0.1"],
  ['"quoted key": "v"'],
  ["review:", "  by: kim # not", "  at: 2026-11-30"],
  ["   # indented remark"],
]);

export const layouts: fc.Arbitrary<string> = fc
  .record({
    known: fc.tuple(...blocks).chain((all) => fc.subarray(all.slice(3)).map((some) => [...all.slice(0, 3), ...some])),
    extras,
    order: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
    body: fc.oneof(bodies, fc.constant("\n\n# Title\n\n1. Do it.\n\n## Evidence\n")),
    gap: fc.constantFrom("", "\n", "  \n"),
    fence: fc.constantFrom("---", "--- "),
    bom: fc.boolean(),
    crlf: fc.boolean(),
  })
  .map(({ known, extras, order, body, gap, fence, bom, crlf }) => {
    const shuffled = [...known, ...extras]
      .map((block) => ({ block, at: order.next().value as number }))
      .sort((a, b) => a.at - b.at);
    const front = shuffled.flatMap(({ block }) => block).join("\n");
    const card = `${fence}\n${front}\n---\n${gap}${body}`;
    return (bom ? "\uFEFF" : "") + (crlf ? card.replaceAll("\n", "\r\n") : card);
  });
