import { z } from "zod";
import { CARD_FORMAT, CARD_KINDS, CARD_STATUSES, CARD_TIERS } from "../model/experience.ts";
import type { Rule } from "../model/rule.ts";

// What front matter may hold, as it is on disk. Unknown keys are allowed everywhere: a newer version or a person put them there.

/** Stands for "not known": a card that a person wrote need not say when. */
export const NO_TIME = "1970-01-01T00:00:00Z";

const text = z.string("must be text");
const filled = text.refine((value) => value.trim() !== "", "must not be empty");
const texts = z
  .array(text, "must be a list, such as [first, second]")
  .nullish()
  .transform((list) => list ?? []);
/** No list and an empty one say the same: nothing. */
const families = z
  .array(filled, "must be a list, such as [first, second]")
  .nullish()
  .transform((list) => (list && list.length > 0 ? list : undefined));
const optionalText = text.nullish().transform((value) => value ?? undefined);
const number = z.number("must be a number");
const share = number.min(0, "must be a number from 0 to 1").max(1, "must be a number from 0 to 1");
const count = number.int("must be a whole number").min(0, "must be 0 or more");
const time = text.refine((value) => !Number.isNaN(Date.parse(value)), `must be a time such as ${NO_TIME}`);

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(", ")}`);
}

export const cardSchema = z.looseObject({
  format: z
    .number("must be a whole number")
    .int("must be a whole number")
    .min(1, "must be 1 or more")
    .default(CARD_FORMAT),
  id: filled,
  when_to_use: filled,
  kind: oneOf(CARD_KINDS).default("habit"),
  status: oneOf(CARD_STATUSES).default("active"),
  tier: oneOf(CARD_TIERS).default("provisional"),
  scope: oneOf(["project", "global"]).default("project"),
  confidence: share.default(0.5),
  freq: count.default(0),
  utility: count.default(0),
  value: z
    .looseObject(
      { mean: number, sd: number.min(0, "must be 0 or more") },
      "must be a map, such as {mean: 0.8, sd: 0.4}",
    )
    .nullish()
    .transform((value) => value ?? undefined),
  keywords: texts,
  tools: texts,
  not_for: families,
  only_for: families,
  rule: z
    .looseObject({ type: filled }, "must be a map with a type")
    .nullish()
    .transform((rule) => rule ?? undefined),
  task_query: optionalText,
  generalized_query: optionalText,
  created: time.default(NO_TIME),
  provenance: z
    .looseObject(
      {
        origin: text.default("person"),
        sessions: texts,
        trajectories: texts,
        author: text.default("person"),
        derived_from: texts,
      },
      "must be a map, such as {origin: person}",
    )
    .nullish()
    .transform(
      (value) => value ?? { origin: "person", sessions: [], trajectories: [], author: "person", derived_from: [] },
    ),
});

export type DiskCard = z.output<typeof cardSchema>;

/** One schema for each type of rule that this version knows. The compiler asks for one when a type is added. */
export const RULE_SCHEMAS: { readonly [Type in Rule["type"]]: z.ZodType<Extract<Rule, { type: Type }>> } = {
  provenance: z.object({
    type: z.literal("provenance"),
    tool: filled,
    param: filled,
    from: z.object({ tool: filled, field: filled }, "must be a map, such as {tool: get_price, field: price}"),
  }),
  "fix-call": z.object({
    type: z.literal("fix-call"),
    tool: filled,
    error: filled,
    fix: z.array(filled, "must be a list of tools").min(1, "must name one tool or more"),
  }),
  "fix-argument": z.object({
    type: z.literal("fix-argument"),
    tool: filled,
    error: filled,
    param: filled,
    change: filled,
  }),
  divergence: z.object({
    type: z.literal("divergence"),
    call: filled,
    side: oneOf(["success", "failure"]),
  }),
  convention: z.object({
    type: z.literal("convention"),
    call: filled,
    param: filled,
    value: z.union([filled, z.number(), z.boolean()], "must be text, a number, true or false").exactOptional(),
    format: filled.exactOptional(),
  }),
  "user-correction": z.object({
    type: z.literal("user-correction"),
    unwanted: filled,
    wanted: filled,
  }),
  "co-read": z.object({
    type: z.literal("co-read"),
    tool: filled,
    paths: z.array(filled, "must be a list of paths").min(2, "must name two paths or more"),
  }),
  order: z.object({
    type: z.literal("order"),
    do: filled,
    place: oneOf(["before", "after"]),
    action: filled,
    within: count.min(1, "must be 1 or more"),
  }),
  "correct-with": z.object({
    type: z.literal("correct-with"),
    action: filled,
    error: filled.exactOptional(),
    with: filled,
    again: z.literal(true).exactOptional(),
  }),
  workflow: z.object({
    type: z.literal("workflow"),
    steps: z.array(filled, "must be a list of steps").min(2, "must name two steps or more"),
  }),
  tool: z.object({ type: z.literal("tool"), tool: filled }),
};

export function knowsRule(type: string): type is Rule["type"] {
  return Object.hasOwn(RULE_SCHEMAS, type);
}
