import type { RevokePhrases } from "./lines.ts";

export const ko: RevokePhrases = {
  headline: ({ session, dryRun, undo }) => {
    if (undo) return `세션 ${session}: 다시 ${dryRun ? "세게 됩니다" : "셉니다"}.`;
    return dryRun
      ? `세션 ${session}: 취소하면 이 세션이 보여 준 것은 더는 세지 않게 됩니다.`
      : `세션 ${session}: 취소했습니다. 이 세션이 보여 준 것은 더는 세지 않습니다.`;
  },
  counted: (what, { dryRun, undo }) => {
    const again = dryRun ? "다시 세게 될 것" : "다시 세는 것";
    return `${undo ? again : dryRun ? "세지 않게 될 것" : "더는 세지 않는 것"}: ${what.join(", ")}`;
  },
  attempts: (count) => `시도 ${count}건`,
  sightings: (count) => `관찰 ${count}건`,
  retired: (id, why, dryRun) => `${dryRun ? "은퇴하게 될 카드" : "은퇴"}: ${id}, 이유: ${why}`,
  restedOnIt: "이 세션에 기댄 카드라서",
  madeOf: (cards) => `${cards}에서 만들어진 카드라서`,
  back: (id, dryRun) => `${dryRun ? "다시 쓰이게 될 카드" : "다시 쓰임"}: ${id}`,
  changed: (id, what, dryRun) => `${dryRun ? "바뀌게 될 카드" : "바뀜"}: ${id}: ${what.join(", ")}`,
  confidence: "확신도",
  freq: "건넨 횟수",
  utility: "잘 끝난 횟수",
  sources: "출처 세션 수",
  created: "생긴 때",
  tiers: { provisional: "잠정", validated: "검증됨", reviewed: "사람이 확인함" },
  nothing: (dryRun) =>
    `이 세션에 기댄 것이 없어 ${dryRun ? "바뀔 숫자도 카드도 없습니다" : "바뀐 숫자도 카드도 없습니다"}.`,
  others: (count) => `나머지 카드 ${count}개는 자리, 확신도, 횟수가 그대로입니다.`,
  undo: (session) => `\`habitus revoke ${session} --undo\`로 되돌릴 수 있습니다.`,
};
