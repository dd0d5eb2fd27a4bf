import type { Experience } from "../../model/experience.ts";
import { isObject } from "../../model/json.ts";
import type { Embedder, Ports, StateFile } from "../../ports.ts";
import { textHash } from "../../text/hash.ts";
import { type Calibration, calibrate } from "./calibrate.ts";
import { cosine, unit } from "./cosine.ts";

/** Version of the file; another one is thrown away, because everything in it can be made again. */
const VERSION = 1;
/** Vectors are kept as whole numbers of this fraction: a hundredth of a per cent of a cosine, at a fifth of the size. */
const SCALE = 10_000;

interface Stored {
  v: typeof VERSION;
  embedder: string;
  calibration: Calibration;
  /** By card id: hash of the text that was embedded, and its vector. */
  cards: Record<string, { h: string; x: number[] }>;
}

export interface CardVectors {
  calibration: Calibration;
  /** Cosine of a text with every card that has a vector. @param vector  of length 1 */
  near(vector: readonly number[]): Array<{ id: string; cosine: number }>;
  /** One vector a text, of length 1. */
  embed(texts: readonly string[]): Promise<number[][]>;
  /** Cards that have no vector yet because there were too many new ones. */
  missing: number;
}

/** Cards that are embedded at most before one answer; the next one goes on. */
const MOST_NEW = 512;

/** What this process knows already: reading the file of ten thousand cards for every answer would take longer than the answer. */
const held = new WeakMap<StateFile, Stored>();

/**
 * Vectors of the cards, kept beside the index and derived like it: a card whose text changed, and everything when the embedder changed,
 * is embedded anew.
 * @param cards  all that shall be compared
 * @throws MemoryError `MODEL_FAILED` when the embedder cannot be reached
 */
export async function openVectors(
  ports: Pick<Ports, "vectors">,
  embedder: Embedder,
  cards: readonly Experience[],
  signal?: AbortSignal,
): Promise<CardVectors> {
  const loaded = (ports.vectors && held.get(ports.vectors)) ?? (await ports.vectors?.load());
  const stored: Stored = isStored(loaded, embedder.name)
    ? loaded
    : { v: VERSION, embedder: embedder.name, calibration: await calibrate(embedder, signal), cards: {} };
  const kept: Stored["cards"] = {};
  const fresh: Array<{ id: string; text: string; h: string }> = [];
  for (const card of cards) {
    const text = vectorText(card);
    const h = textHash(text);
    const known = stored.cards[card.id];
    if (known?.h === h) kept[card.id] = known;
    else fresh.push({ id: card.id, text, h });
  }
  const now = fresh.slice(0, MOST_NEW);
  const embed = async (texts: readonly string[]) =>
    texts.length === 0 ? [] : (await embedder.embed(texts, signal)).vectors.map(unit);
  const vectors = await embed(now.map(({ text }) => text));
  for (const [i, { id, h }] of now.entries()) {
    kept[id] = { h, x: vectors[i]!.map((x) => Math.round(x * SCALE)) };
  }
  const next: Stored = { ...stored, cards: kept };
  if (ports.vectors) held.set(ports.vectors, next);
  if (now.length > 0 || loaded !== stored || Object.keys(kept).length !== Object.keys(stored.cards).length) {
    await ports.vectors?.save(next).catch(() => {
      // Derived: a disk that is full or read-only costs the next run some calls, and nothing else.
    });
  }
  const all = Object.entries(kept).map(([id, { x }]) => ({ id, vector: unit(x) }));
  return {
    calibration: stored.calibration,
    near: (vector) =>
      all
        .map(({ id, vector: other }) => ({ id, cosine: cosine(vector, other) }))
        .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1)),
    embed,
    missing: fresh.length - now.length,
  };
}

/** What a card is found by: the situation, and what it says to do. Everything that is compared is put together in the same way. */
export function vectorText({ whenToUse, title }: Pick<Experience, "whenToUse" | "title">): string {
  return `${whenToUse} ${title}`;
}

function isStored(value: unknown, embedder: string): value is Stored {
  return isObject(value) && value.v === VERSION && value.embedder === embedder && isObject(value.cards);
}
