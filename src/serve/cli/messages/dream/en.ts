import type { DreamUndo } from "../../../../memory/dream/undo-dream.ts";
import type { Conflict, DreamedUnit, DreamReport, HandOver } from "../../../../memory/dream-run.ts";

const n = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const en = {
  kinds: {
    create: "split",
    corroborate: "merged",
    refine: "refined",
    correct: "corrected",
    "hand-over": "handed over",
  } satisfies Record<DreamedUnit["kind"], string>,
  source: (ids: readonly string[]) => `source: ${ids.join(", ")}`,
  rebuttal: (text: string) => `rebuttal: ${text}`,
  moved: (card: string, from: string, to: string) => `${card}: from ${from} to ${to}`,
  ended: ({ units, waiting, dryRun, run }: DreamReport) =>
    units.length === 0 && waiting === 0
      ? "Nothing to put in order."
      : `${n(units.length, "change")} ${dryRun ? "would be made" : "made"}${waiting > 0 ? `; ${waiting} more wait for the next run` : ""}.${run !== undefined && units.length > 0 ? " `habitus dream --undo` takes this run back." : ""}`,
  left: (cards: readonly string[]) => `Left, because somebody changed it meanwhile: ${cards.join(", ")}`,
  conflict: ({ cards, why }: Conflict) =>
    `Undecided: ${cards.join(" and ")}: ${why}. Retire the one that is wrong: habitus retire ID.`,
  offer: ({ id, text }: HandOver) => `For the agent's memory file (CLAUDE.md, AGENTS.md), from ${id}: ${text}`,
  undone: ({ run, restored }: DreamUndo) => `Took dream ${run} back: ${n(restored.length, "card")} as before.`,
  leftInUndo: (card: string, reason: string) => `  ${card} stays as it is: ${reason}`,
};

export type DreamMessages = typeof en;
