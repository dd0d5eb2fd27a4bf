import type { Turn } from "../model/trajectory.ts";
import { reactionTo } from "./signals/reaction.ts";

/**
 * True when a prompt only goes on with the work before it: thanks for it, blames it, corrects it, or says no more than "yes".
 * What may be another task is one.
 */
export function isFollowUp({ user }: Pick<Turn, "user">): boolean {
  return user === "" || reactionTo(user) !== "moves-on";
}
