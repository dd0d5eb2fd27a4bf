import type { Act } from "./acts.ts";
import type { Run, Slot } from "./run.ts";

/** A run as plain JSON, each different act written once. Paths are replaced by numbers within the run. */
export interface StoredRun {
  acts: string[];
  /** `[turn, slots]`; slots joined by spaces, acts in a slot by `+`, each its place in `acts` and, behind `:`, the number of its file. */
  turns: Array<[number, string]>;
}

export function storeRun(run: Run): StoredRun {
  const acts = new Map<string, number>();
  const files = new Map<string, number>();
  const number = (map: Map<string, number>, key: string): number => {
    const known = map.get(key) ?? map.size;
    map.set(key, known);
    return known;
  };
  const storeAct = (act: Act): string => {
    const at = number(acts, encodeAct(act));
    return act.file === undefined ? `${at}` : `${at}:${number(files, act.file)}`;
  };
  const turns = run.turns.map(({ turn, slots }): [number, string] => [
    turn,
    slots.map((slot) => slot.map(storeAct).join("+")).join(" "),
  ]);
  return { acts: [...acts.keys()], turns };
}

export function loadRun({ acts, turns }: StoredRun): Run {
  const known = acts.map(decodeAct);
  const loadAct = (text: string): Act => {
    const [at, file] = text.split(":");
    const act = known[Number(at)]!;
    return file === undefined ? act : { ...act, file };
  };
  return {
    turns: turns.map(([turn, slots]) => ({
      turn,
      slots: slots.split(" ").map((slot): Slot => slot.split("+").map(loadAct)),
    })),
  };
}

/** Letters and names of tools hold no bar; the error, which may, stands last. */
function encodeAct({ letters, tool, failed }: Act): string {
  return [
    ...letters,
    ...(tool === undefined ? [] : [`@${tool}`]),
    ...(failed === undefined ? [] : [`!${failed}`]),
  ].join("|");
}

export function decodeAct(text: string): Act {
  const error = text.indexOf("|!");
  const parts = (error < 0 ? text : text.slice(0, error)).split("|");
  const tool = parts.at(-1)!.startsWith("@") ? parts.pop()!.slice(1) : undefined;
  return {
    letters: parts,
    ...(tool !== undefined && { tool }),
    ...(error >= 0 && { failed: text.slice(error + 2) }),
  };
}
