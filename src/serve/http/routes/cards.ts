import type { Memory } from "../../../memory.ts";
import { textHash } from "../../../text/hash.ts";
import { define, type HttpParts } from "../define.ts";
import { HttpError } from "../errors.ts";
import * as s from "../schemas.ts";
import { toWire, toWireCard } from "../wire.ts";

/** What people do with single cards. */
export function addCards(parts: HttpParts): void {
  define(
    parts,
    "listCards",
    { about: "Cards by id.", query: s.listQuery, reply: s.listReply },
    async ({ query: { status = "active", offset = 0, limit = 100 } }, { memory }) => {
      const { cards, problems } = await memory((each) => each.list(status));
      return {
        total: cards.length,
        cards: cards.slice(offset, offset + limit).map(toWireCard),
        problems: problems.map((problem) => ({ ...problem })),
      };
    },
  );

  define(
    parts,
    "createCard",
    { about: "A card that a person wrote.", body: s.createInput, reply: s.cardReply },
    async ({ body }, { memory, emit }) => {
      const card = await memory((each) =>
        each.create({
          whenToUse: body.when_to_use,
          ...(body.id !== undefined && { id: body.id }),
          ...(body.title !== undefined && { title: body.title }),
          ...(body.body !== undefined && { body: body.body }),
          ...(body.confidence !== undefined && { confidence: body.confidence }),
          ...(body.keywords && { keywords: body.keywords }),
          ...(body.tools && { tools: body.tools }),
          ...(body.not_for && { notFor: body.not_for }),
          ...(body.only_for && { onlyFor: body.only_for }),
        }),
      );
      emit("card", { id: card.id, change: "created" });
      return { card: toWireCard(card) };
    },
  );

  define(
    parts,
    "showCard",
    { about: "One card, with its file as it is.", params: s.idParam, reply: s.cardView },
    async ({ params: { id } }, { memory }) => {
      const { experience, text, versions, stale } = await memory((each) => each.show(id));
      return {
        card: toWireCard(experience),
        text,
        hash: textHash(text),
        versions,
        ...(stale !== undefined && { stale }),
      };
    },
  );

  define(
    parts,
    "editCard",
    {
      about: "Replaces a card's file, unless somebody was faster.",
      params: s.idParam,
      body: s.editInput,
      reply: s.editReply,
    },
    async ({ params: { id }, body: { text, base_hash } }, { memory, emit }) => {
      const edited = await memory(async (each) => {
        const base = await each.text(id);
        if (textHash(base) !== base_hash) {
          throw new HttpError(
            409,
            "CONFLICT",
            `"${id}" is not the text that you started from`,
            "Read it again and put your change into it.",
          );
        }
        return { card: await each.edit(id, text, base), now: await each.text(id) };
      });
      emit("card", { id, change: "edited" });
      return { card: toWireCard(edited.card), hash: textHash(edited.now) };
    },
  );

  define(
    parts,
    "diffCard",
    {
      about: "What changed since an earlier version; default: since the one before.",
      params: s.idParam,
      query: s.diffQuery,
      reply: s.diffReply,
    },
    async ({ params: { id }, query: { version } }, { memory }) => ({
      id,
      diff: await memory((each) => each.diff(id, version)),
    }),
  );

  define(
    parts,
    "undoCard",
    { about: "Puts the earlier version back.", params: s.idParam, reply: s.undoReply },
    async ({ params: { id } }, { memory, emit }) => {
      const { experience, diff } = await memory((each) => each.undo(id));
      emit("card", { id, change: "undone" });
      return { card: toWireCard(experience), diff };
    },
  );

  for (const [name, change] of [
    ["retireCard", "retire"],
    ["restoreCard", "restore"],
  ] as const) {
    define(
      parts,
      name,
      {
        about:
          change === "retire"
            ? "Takes a card out of recall; its file and record stay."
            : "Brings a card back into recall: you vouch for it.",
        params: s.idParam,
        body: s.reasonInput,
        bodyRequired: false,
        reply: s.cardReply,
      },
      async ({ params: { id }, body: { reason = "" } }, { memory, emit }) => {
        const card = await memory((each) => each[change](id, reason));
        emit("card", { id, change: `${change}d` });
        return { card: toWireCard(card) };
      },
    );
  }

  for (const [name, change] of [
    ["reinforceCard", "reinforce"],
    ["weakenCard", "weaken"],
  ] as const) {
    define(
      parts,
      name,
      {
        about: `Moves confidence by exactly 0.1 ${change === "reinforce" ? "up" : "down"}.`,
        params: s.idParam,
        reply: s.movedReply,
      },
      async ({ params: { id } }, { memory, emit }) => {
        const moved = await memory((each) => each[change](id));
        emit("card", { id, change, confidence: moved.after });
        return moved;
      },
    );
  }

  define(
    parts,
    "cardLog",
    { about: "Ledger rows about a card, an attempt or a session, oldest first.", params: s.idParam, reply: s.logReply },
    async ({ params: { id } }, { memory }) => ({
      rows: (await memory((each) => each.log(id))).map((row) => ({ ...row })),
    }),
  );

  define(
    parts,
    "whyCard",
    { about: "What speaks for and against a card.", params: s.idParam, reply: s.whyReply },
    async ({ params: { id } }, { memory }) => toWire(await memory((each) => each.why(id))) as Record<string, unknown>,
  );
  addReview(parts);
}

function addReview(parts: HttpParts): void {
  define(
    parts,
    "waiting",
    { about: "Cards in quarantine, and why they are there.", reply: s.waitingReply },
    async (_, { memory }) => {
      const waiting = await memory((each: Memory) => each.waiting());
      return { waiting: waiting.map(({ card, reason, by }) => ({ card: toWireCard(card), reason, by })) };
    },
  );

  define(
    parts,
    "review",
    { about: "A person's decision about cards in quarantine.", body: s.reviewInput, reply: s.reviewReply },
    async ({ body: { ids, accept } }, { memory, emit }) => {
      const decided = await memory((each) => each.review(ids, accept));
      emit("reviewed", { ids: decided, accept });
      return { decided };
    },
  );

  define(
    parts,
    "dream",
    {
      about: "Puts cards in order by what changed lately.",
      body: s.dreamInput,
      bodyRequired: false,
      reply: s.dreamReply,
    },
    async ({ body: { dry_run = false, limit } }, { memory, emit }) => {
      const report = await memory((each) => each.dream({ dryRun: dry_run, ...(limit !== undefined && { limit }) }));
      if (!dry_run) emit("dreamed", { run: report.run, units: report.units.length });
      return toWire(report) as Record<string, unknown>;
    },
  );

  define(
    parts,
    "prune",
    { about: "Retires what is weak and long unseen.", body: s.pruneInput, bodyRequired: false, reply: s.pruneReply },
    async ({ body: { dry_run = false } }, { memory }) => ({
      pruned: await memory((each) => each.prune({ dryRun: dry_run })),
    }),
  );

  define(
    parts,
    "status",
    { about: "Counts, alerts and problems of the project.", reply: s.statusReply },
    async (_, { memory }) => toWire(await memory((each) => each.status())) as Record<string, unknown>,
  );
}
