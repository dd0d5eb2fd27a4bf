import type { RevokePhrases } from "./lines.ts";

export const ja: RevokePhrases = {
  headline: ({ session, dryRun, undo }) => {
    if (undo) return `セッション ${session} を再び数え${dryRun ? "ることになり" : ""}ます。`;
    return dryRun
      ? `セッション ${session} を取り消すと、このセッションが示したことは何も数えなくなります。`
      : `セッション ${session} を取り消しました。このセッションが示したことは、もう何も数えません。`;
  },
  counted: (what, { dryRun, undo }) =>
    `${undo ? "再び数えるもの" : dryRun ? "数えなくなるもの" : "数えなくなったもの"}: ${what.join("、")}`,
  attempts: (count) => `試み ${count} 件`,
  sightings: (count) => `観察 ${count} 件`,
  retired: (id, why, dryRun) => `${dryRun ? "引退することになるカード" : "引退"}: ${id}、理由: ${why}`,
  restedOnIt: "このセッションに基づいていたため",
  madeOf: (cards) => `${cards} から作られたため`,
  back: (id, dryRun) => `${dryRun ? "復帰することになるカード" : "復帰"}: ${id}`,
  changed: (id, what, dryRun) => `${dryRun ? "変わることになるカード" : "変更"}: ${id}: ${what.join("、")}`,
  confidence: "確信度",
  freq: "渡した回数",
  utility: "うまくいった回数",
  sources: "元のセッション数",
  created: "誕生",
  tiers: { provisional: "暫定", validated: "検証済み", reviewed: "人が確認済み" },
  nothing: (dryRun) =>
    dryRun
      ? "このセッションに基づくものはなく、変わる数値もカードもありません。"
      : "このセッションに基づくものはなく、変わった数値もカードもありません。",
  others: (count) => `ほかのカード ${count} 枚は、置き場所も確信度も回数もそのままです。`,
  undo: (session) => `\`habitus revoke ${session} --undo\` で元に戻せます。`,
};
