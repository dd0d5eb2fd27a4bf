import type { RevokePhrases } from "./lines.ts";

const n = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const en: RevokePhrases = {
  headline: ({ session, dryRun, undo }) => {
    if (undo) return `Session ${session} ${dryRun ? "would count" : "counts"} again.`;
    return dryRun
      ? `Session ${session} would be revoked: nothing that it showed would count any more.`
      : `Session ${session} is revoked: nothing that it showed counts any more.`;
  },
  counted: (what, { dryRun, undo }) => {
    const again = dryRun ? "would count again" : "counted again";
    return `${undo ? again : dryRun ? "would no longer be counted" : "no longer counted"}: ${what.join(", ")}`;
  },
  attempts: (count) => n(count, "attempt"),
  sightings: (count) => n(count, "sighting"),
  retired: (id, why, dryRun) => `${dryRun ? "would be retired" : "retired"}: ${id}, because ${why}`,
  restedOnIt: "it rested on this session",
  madeOf: (cards) => `it was made from ${cards}`,
  back: (id, dryRun) => `${dryRun ? "would be back in use" : "back in use"}: ${id}`,
  changed: (id, what, dryRun) => `${dryRun ? "would change" : "changed"}: ${id}: ${what.join(", ")}`,
  confidence: "confidence",
  freq: "handed over",
  utility: "ended well",
  sources: "source sessions",
  created: "known since",
  tiers: { provisional: "provisional", validated: "validated", reviewed: "reviewed" },
  nothing: (dryRun) =>
    `Nothing ${dryRun ? "rests" : "rested"} on it: no number and no card ${dryRun ? "would change" : "changed"}.`,
  others: (count) =>
    count === 1
      ? "1 other card keeps its place, confidence and counts."
      : `${count} other cards keep their place, confidence and counts.`,
  undo: (session) => `\`habitus revoke ${session} --undo\` takes this back.`,
};
