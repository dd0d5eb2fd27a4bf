import type { Experience } from "../model/experience.ts";
import type { LeftOut } from "./explain.ts";

/** The part of a card that says for which kinds of task it is; nobody else reads it. */
type Kinds = Pick<Experience, "notFor" | "onlyFor">;

/** Whether the kind of a task decides anything about this card. */
export function isForSomeKinds({ notFor, onlyFor }: Kinds): boolean {
  return notFor !== undefined || onlyFor !== undefined;
}

/**
 * What outcomes, or a person, say about this kind of task. Recall and advice at a call ask here, so that they cannot disagree.
 * @param family  undefined or "": nobody knows the kind, and then nothing is said
 */
export function notForThis({ notFor, onlyFor }: Kinds, family: string | undefined): LeftOut | undefined {
  if (family === undefined || family === "") return undefined;
  return notFor?.includes(family) || (onlyFor && !onlyFor.includes(family)) ? `not for ${family}` : undefined;
}
