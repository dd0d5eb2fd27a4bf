import { meterModels } from "../../ask/meter.ts";
import { describeHits, screenText } from "../../distill/gate.ts";
import type { Experience } from "../../model/experience.ts";
import { createScrubber } from "../../observe/scrub/scrub.ts";
import type { MemoryOptions } from "../../options.ts";
import { isSearched, type Ports } from "../../ports.ts";
import type { Near } from "../../recall/fuse.ts";
import { judgeFit } from "../../recall/models/judge-fit.ts";
import { rewrite } from "../../recall/models/rewrite.ts";
import type { RecallOptions } from "../../recall/recall.ts";
import { languageOf } from "../../text/language.ts";
import type { RecallRequest } from "../types.ts";
import { openVectors } from "./card-vectors.ts";

/** What models do for one recall. Each part is left out, with a note that says why, when its model fails: advice never waits for one. */
export interface RecallModels {
  /** Options for `recall` that need a model. */
  options: Pick<RecallOptions, "near" | "judgeFit">;
  /** The text of the advice; `text` itself when nothing else could be made. */
  rewrite(cards: readonly Experience[], text: string): Promise<string>;
  /** In words, what could not be done. */
  notes: string[];
}

const scrubber = createScrubber();

/** Cards that vectors bring in at most, before they are fused with those that words find. */
const MOST_NEAR = 20;

/** @param task  as it was asked; secrets in it are hidden before a model sees it */
export async function recallModels(
  ports: Ports,
  options: MemoryOptions,
  task: string,
  request: RecallRequest,
): Promise<RecallModels> {
  const notes: string[] = [];
  const { models } = meterModels(ports.models ?? {}, options.models, ports.modelUse);
  const { rewrite: model = models.summarise, embed } = models;
  const asked = scrubber.scrubText(task);
  const { signal } = request;
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      notes.push(`${what}: ${(error as Error).message}`);
      return undefined;
    }
  };
  if ((request.rerank || request.rewrite) && !model)
    notes.push("no model is set that could rerank or rewrite (models.rewrite)");
  const searchesSituations = request.key === undefined || request.key === "all" || request.key === "when_to_use";
  const near = embed && searchesSituations ? await attempt("only words were compared", findNear) : undefined;

  async function findNear(): Promise<Near[]> {
    const stored = (await ports.index.all()).filter(
      ({ place, experience }) => isSearched(place) && experience.status === "active",
    );
    const byId = new Map(stored.map((card) => [card.experience.id, card]));
    const vectors = await openVectors(
      ports,
      embed!,
      stored.map(({ experience }) => experience),
      signal,
    );
    if (vectors.missing > 0)
      notes.push(`${vectors.missing} new cards have no vector yet; the next answers go on with them`);
    const { relatedAt } = vectors.calibration[languageOf(asked)];
    if (relatedAt === undefined) {
      notes.push(`only words were compared: ${embed!.name} cannot tell which card is about a request in this language`);
      return [];
    }
    const [vector] = await vectors.embed([asked]);
    return vectors
      .near(vector!)
      .filter(({ cosine }) => cosine >= relatedAt)
      .slice(0, MOST_NEAR)
      .map(({ id, cosine }) => ({ card: byId.get(id)!, cosine }));
  }

  return {
    notes,
    options: {
      ...(near && near.length > 0 && { near }),
      ...(request.rerank &&
        model && {
          judgeFit: (cards) => attempt("the order is that of the words", () => judgeFit(model, asked, cards, signal)),
        }),
    },
    rewrite: async (cards, text) => {
      if (!request.rewrite || !model || cards.length === 0) return text;
      const maxTokens = request.maxTokens ?? options.maxTokens;
      const made = await attempt("the cards are given as they stand", () =>
        rewrite(model, asked, cards, maxTokens, alarmOf, signal),
      );
      return made ?? text;
    },
  };
}

/** The model has read cards and a task, and either may have led it astray. */
function alarmOf(text: string): string | undefined {
  const hits = screenText("guidance", text);
  return hits.length > 0 ? describeHits(hits) : undefined;
}
