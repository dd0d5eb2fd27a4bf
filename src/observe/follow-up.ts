import type { Turn } from "../model/trajectory.ts";
import { reactionTo } from "./signals/reaction.ts";

/**
 * True when a prompt only goes on with the work before it: thanks for it, blames it, corrects it, or says no more than "yes" or "continue".
 * What may be another task is one.
 */
export function isFollowUp({ user }: Pick<Turn, "user">): boolean {
  return user === "" || reactionTo(user) !== "moves-on" || goesOn(user);
}

/** Longer text says what to go on with. UTF-16 units. */
const LONGEST = 60;

function goesOn(prompt: string): boolean {
  if (prompt.length > LONGEST) return false;
  const text = prompt
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s,.!。、，！~…]+/g, " ")
    .trim();
  return GOES_ON.some((pattern) => pattern.test(text));
}

/** "Continue", and nothing besides but a yes or a please. */
const GOES_ON: readonly RegExp[] = [
  /^(?:(?:yes|yeah|yep|ok|okay|sure|alright|right|please|then|now|and|just) )*(?:continue|go on|go ahead|keep going|keep on|carry on|proceed|resume|do it|do that|finish it)(?: (?:please|then|now|with it|with that|working|from where you (?:left off|stopped)|where you (?:left off|stopped)))*$/,
  /^(?:(?:응|네|넵|예|그래|좋아|좋아요|오케이|ㅇㅇ|ok|그럼|이제) ?)*(?:계속(?:해서)?(?: ?(?:해|하자|진행|진행해|작업해|가자)(?:요| ?(?:줘|줘요|주세요|라))?|하세요)?|(?:그대로 |이어서 )?진행해?(?: ?(?:줘|줘요|주세요)|요)?|이어서 해(?: ?(?:줘|주세요))?)$/,
  /^(?:(?:はい|うん|ええ|では|じゃあ|ok|了解) ?)*(?:(?:そのまま|引き続き) ?)?(?:続けて|進めて|続行(?:して)?|継続して|続き(?:を)?)(?: ?(?:ください|下さい|お願い(?:します)?|くれ|いい(?:です)?よ))?$/,
  /^(?:(?:好|好的|嗯|行|可以|是的?|ok|那(?:就)?|请|請) ?)*(?:请|請)?(?:继续|繼續|接着|接著|往下)(?:做|干|幹|来|來|进行|進行|走|执行|執行)?(?:下去)?(?:吧)?$/,
];
