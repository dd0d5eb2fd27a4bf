/** Sections of a card's body that are read by their headings. */
export type CardSection = "preconditions" | "failures" | "evidence";

const HEADINGS: Readonly<Record<CardSection, RegExp>> = {
  preconditions: /^(?:preconditions?|전제 ?조건|前提(?:条件)?|前置条件|前置條件)$/i,
  failures:
    /^(?:failure modes?|failures?|실패(?:하는)? ?(?:경우|방식|유형)?|失敗(?:する場合|例|パターン)?|失败(?:情形|模式)?)$/i,
  evidence: /^(?:evidence|근거|증거|根拠|証拠|证据|證據|依据|依據)$/i,
};

/** The lines of one section of a card's body, without list marks and empty ones; `[]` when it has none. */
export function sectionLines(body: string, section: CardSection): string[] {
  const lines = body.split(/\r?\n/);
  const start = lines.findIndex((line) => HEADINGS[section].test(/^##\s+(.*?)\s*$/.exec(line)?.[1] ?? ""));
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#{1,2}\s/.test(line));
  return (end < 0 ? rest : rest.slice(0, end))
    .map((line) => line.replace(/^\s{0,3}(?:\d{1,9}[.)]|[-*+])\s+/, "").trim())
    .filter((line) => line !== "");
}
