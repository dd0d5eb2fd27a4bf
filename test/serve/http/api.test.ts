import type { z } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import type { Api, Card } from "../../../src/serve/http/api.ts";
import { OPERATIONS, type OperationName } from "../../../src/serve/http/operations.ts";
import type * as s from "../../../src/serve/http/schemas.ts";

/** Each of two types takes what the other one gives. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : ["not", A, B]) : ["not", A, B];
type In<S extends z.ZodType> = z.input<S>;
type Out<S extends z.ZodType> = z.output<S>;
type Id = { id: string };
type Operation<Input, Reply> = { input: Input; reply: Reply };
type None = Record<never, never>;

interface Schemas {
  recall: Operation<In<typeof s.recallInput>, Out<typeof s.recallReply>>;
  recordOutcome: Operation<In<typeof s.outcomeInput>, Out<typeof s.outcomeReply>>;
  acquire: Operation<In<typeof s.acquireInput>, Out<typeof s.learnReply>>;
  importRuns: Operation<In<typeof s.importInput>, Out<typeof s.importReply>>;
  learn: Operation<In<typeof s.learnInput>, Out<typeof s.learnReply>>;
  listCards: Operation<Out<typeof s.listQuery>, Out<typeof s.listReply>>;
  createCard: Operation<In<typeof s.createInput>, Out<typeof s.cardReply>>;
  proposeCard: Operation<In<typeof s.proposeInput>, Out<typeof s.proposeReply>>;
  showCard: Operation<Id, Out<typeof s.cardView>>;
  editCard: Operation<Id & In<typeof s.editInput>, Out<typeof s.editReply>>;
  diffCard: Operation<Id & Out<typeof s.diffQuery>, Out<typeof s.diffReply>>;
  undoCard: Operation<Id, Out<typeof s.undoReply>>;
  retireCard: Operation<Id & In<typeof s.reasonInput>, Out<typeof s.cardReply>>;
  restoreCard: Operation<Id & In<typeof s.reasonInput>, Out<typeof s.cardReply>>;
  reinforceCard: Operation<Id, Out<typeof s.movedReply>>;
  weakenCard: Operation<Id, Out<typeof s.movedReply>>;
  cardLog: Operation<Id, Out<typeof s.logReply>>;
  whyCard: Operation<Id, Out<typeof s.whyReply>>;
  waiting: Operation<None, Out<typeof s.waitingReply>>;
  review: Operation<In<typeof s.reviewInput>, Out<typeof s.reviewReply>>;
  dream: Operation<In<typeof s.dreamInput>, Out<typeof s.dreamReply>>;
  prune: Operation<In<typeof s.pruneInput>, Out<typeof s.pruneReply>>;
  status: Operation<None, Out<typeof s.statusReply>>;
}

/** A field that one of the two does not have, or has otherwise, makes its operation no `true`, and this file a type error. */
const SAME: {
  [Name in OperationName]: Same<
    [Api[Name], keyof Api[Name]["input"], keyof Api[Name]["reply"]],
    [Schemas[Name], keyof Schemas[Name]["input"], keyof Schemas[Name]["reply"]]
  >;
} = {
  recall: true,
  recordOutcome: true,
  acquire: true,
  importRuns: true,
  learn: true,
  listCards: true,
  createCard: true,
  proposeCard: true,
  showCard: true,
  editCard: true,
  diffCard: true,
  undoCard: true,
  retireCard: true,
  restoreCard: true,
  reinforceCard: true,
  weakenCard: true,
  cardLog: true,
  whyCard: true,
  waiting: true,
  review: true,
  dream: true,
  prune: true,
  status: true,
};

/** Fields that need not be there do not show in {@link SAME}. */
const SAME_FIELDS: Same<
  [keyof Card, keyof Api["createCard"]["input"], keyof Api["recall"]["input"]],
  [keyof Out<typeof s.card>, keyof In<typeof s.createInput>, keyof In<typeof s.recallInput>]
> = true;

describe("the types of the wire", () => {
  it("[N20] are those of the schemas, for every operation", () => {
    expect(Object.keys(SAME)).toEqual(Object.keys(OPERATIONS));
    expect(SAME_FIELDS).toBe(true);
  });
});
