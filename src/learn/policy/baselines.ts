import type { Offer, Policy } from "./policy.ts";

/** Cards shown by policies that do not say otherwise (ReMe's top_k). */
export const DEFAULT_SHOWN = 5;

/** Nothing is remembered: what the agent does alone. */
export function noMemoryPolicy(): Policy {
  return { ...keepEverything(0), name: "none", learnsFrom: "nothing", dedups: true };
}

/** Everything is written down, twice if need be, and nothing is ever forgotten. */
export function passivePolicy(limit = DEFAULT_SHOWN): Policy {
  return { ...keepEverything(limit), name: "passive", learnsFrom: "everything", dedups: false };
}

/** Only what ended well is written down; nothing is ever forgotten. */
export function selectivePolicy(limit = DEFAULT_SHOWN): Policy {
  return { ...keepEverything(limit), name: "selective", learnsFrom: "successes", dedups: true };
}

function keepEverything(limit: number): Omit<Policy, "name" | "learnsFrom" | "dedups"> {
  return {
    admit: () => undefined,
    choose: (offer) => mostSimilar(offer, limit),
    hear: () => [],
    offers: () => limit > 0,
    valueOf: () => undefined,
  };
}

export function mostSimilar(offer: Offer, limit: number): string[] {
  return offer.candidates
    .filter((candidate) => !candidate.retired)
    .slice(0, limit)
    .map((candidate) => candidate.id);
}
