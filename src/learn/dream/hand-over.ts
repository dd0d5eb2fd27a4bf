import type { Experience } from "../../model/experience.ts";
import { stepsOf } from "./prepare.ts";
import type { DreamCard, DreamUnit } from "./unit.ts";

/** Something that no card should hold: it belongs into the host's own memory file. */
export interface HandOver {
  id: string;
  kind: "personal" | "knowledge";
  /** One line, ready for that file. */
  text: string;
}

/** Who the user is, what they like, where they live. */
const PERSONAL =
  /\b(?:my|the user'?s|their) (?:name|birthday|e-?mail|phone|wife|husband|favou?rite|home town|time ?zone|pronouns)\b|\b(?:i|the user) (?:am|is|lives?|likes?|loves?|prefers?|was born|works? (?:at|for))\b|(?:내|제|사용자의?) ?(?:이름|생일|취미|전화번호|고향)|사용자는 .*(?:산다|좋아한다|선호한다|이다)|(?:私|僕|ユーザー)の(?:名前|誕生日|趣味|電話番号|出身)|ユーザーは.*(?:住んで|好き|好む)|(?:我|用户)的(?:名字|生日|爱好|电话|家乡)|用户(?:喜欢|住在|偏好|是)/iu;

/** "X is Y", without anything to do. */
const DEFINES =
  /^(?:[A-Z][\w .-]{1,60}|the [\w -]{1,60}) (?:is|are|was|were|means|stands for) (?:a|an|the|one of|located|called)\b|^[\p{L}\p{N} ]{1,30}[은는이가] .{2,60}(?:이다|입니다|의미한다|뜻한다)[.。]?$|^[\p{L}\p{N}ー]{1,30}(?:は|とは).{2,60}(?:である|です|を指す|のことだ)[.。]?$|^[\p{L}\p{N}]{1,20}(?:是指|是一种|是一個|是一个|指的是|位于|意思是)/iu;

/** A card that a machine or a tool has to do with tells how to do something. */
const TELLS_WORK =
  /[`_]|\b(?:run|call|use|check|open|write|read|pass|set|add|before|after|step|command|test)\b|\w\(\)/i;

/**
 * Personal facts and general knowledge are not kept as cards: they are offered to the host's memory file, and leave recall. What a
 * person wrote or reviewed is offered and stays.
 */
export function handOverUnits(cards: readonly DreamCard[]): { offers: HandOver[]; units: DreamUnit[] } {
  const offers: HandOver[] = [];
  const units: DreamUnit[] = [];
  for (const each of cards) {
    const { card } = each;
    if (card.status !== "active" && card.status !== "quarantined") continue;
    const kind = kindOf(card);
    if (!kind || each.isAlarming) continue;
    offers.push({ id: card.id, kind, text: lineOf(card) });
    if (card.tier === "reviewed") continue;
    const what = kind === "personal" ? "a personal fact" : "general knowledge";
    units.push({
      kind: "hand-over",
      reason: `${card.id} is ${what}, no procedure: it belongs into the host's memory file`,
      sources: [card.id],
      changes: [{ next: { ...card, status: "retired" }, placed: `${what}, offered to the host's memory file` }],
    });
  }
  return { offers, units };
}

export function kindOf(card: Pick<Experience, "title" | "body" | "tools" | "rule">): HandOver["kind"] | undefined {
  if (card.rule || card.tools.length > 0) return undefined;
  const steps = stepsOf(card.body);
  if (PERSONAL.test(card.title) && (steps === "" || PERSONAL.test(steps) || sameLine(steps, card.title)))
    return "personal";
  const sentences = [card.title, ...steps.split("\n")].filter((line) => line.trim() !== "");
  return sentences.every((line) => DEFINES.test(line.trim()) && !TELLS_WORK.test(line)) ? "knowledge" : undefined;
}

function sameLine(a: string, b: string): boolean {
  return a.replaceAll(/\W/gu, "") === b.replaceAll(/\W/gu, "");
}

function lineOf(card: Experience): string {
  const [first = ""] = stepsOf(card.body).split("\n");
  return sameLine(first, card.title) || first === "" ? card.title : `${card.title}: ${first}`;
}
