import { percent } from "../format.ts";
import type { PromoteMessages } from "./en.ts";

export const ja: PromoteMessages = {
  suggestedSkill: ({ name, cards, sessions, confidence }) => [
    `スキル「${name}」: ${cards.join(", ")}`,
    `  確信度 ${confidence} 以上、良い結果のセッション ${sessions.length} 件、未解決の矛盾なし`,
  ],
  related: ({ a, b, tools, words, family }) =>
    `  ${a} と ${b}: ツールの ${percent(tools)}、重要語の ${percent(words)} が共通${family ? `、どちらも「${family}」の作業` : ""}`,
  suggestedGlobal: ({ id, title, projects }) =>
    `すべてのプロジェクト向け: ${id}  ${title}\n  ${projects.join(", ")} で成立`,
  howToSkill: (cards, name) => `  habitus promote ${cards.join(" ")} --name ${name}`,
  howToGlobal: (id) => `  habitus promote ${id} --global`,
  nothingSuggested:
    "提案できるものはまだありません。スキルには、確信度 0.7 以上の関連するカード三枚と、それで良く終わったセッション二件が必要です。全プロジェクト向けには、二つのプロジェクトで成り立つカードが必要です。有効なカードは自分で昇格できます: habitus promote ID",
  short: (what) => `注意: ${what}`,
  dryRun: "何も書き込んでいません。",
  needsYes: "何も書き込んでいません。確認する相手がいません。",
  needsYesHint: "書き込むには --yes を付けてください。",
  ask: (path, more) => `${path}${more > 0 ? ` ほか ${more} 件` : ""} を書き込みますか?`,
  declined: "何も書き込んでいません。",
  written: ({ name, cards }) =>
    `今後は「${name}」が ${cards.join(", ")} の代わりになります。\`habitus promote --undo ${name}\` で取り消せます。`,
  listed: (path, { by, client, note }) =>
    by === "client"
      ? `  ${path}: ${client} の一覧にあります`
      : `  ${path}: ホストと同じ規則で読み直して確認。ホスト自体には尋ねていません${note ? ` (${note})` : ""}`,
  demoted: ({ name, cards, retired, removed, left, reason }) => [
    `「${name}」の昇格を取り消しました: ${reason}`,
    ...removed.map((path) => `  ${path} を削除`),
    ...left.map((path) => `  ${path} は残しました: 手で変更されたので、あなたのファイルです`),
    ...(cards.length > 0 ? [`  再び想起されるカード: ${cards.join(", ")}`] : []),
    ...(retired.length > 0 ? [`  引退: ${retired.join(", ")}`] : []),
  ],
  offered: ({ text, kind, sessions, card, against }) => [
    `${{ constraint: "規則", fact: "事実", preference: "好み" }[kind]}: ${text}`,
    `  ${card === undefined ? `${sessions.length} 件のセッションで発言` : `カード ${card} から`}${against ? `。書き込みません: ${against.path}:${against.line} が反対のことを言っています: ${against.text}` : ""}`,
  ],
  nothingToHandOver: "エージェントのメモリファイルに新しく入れるものはありません。",
  howToApply: "何も書き込んでいません。`habitus handover --apply` で書き込み、元の写しを残します。",
  handedOver: (paths, copies) =>
    `書き込みました: ${paths.join(", ")}。写し: ${copies}。\`habitus handover --undo\` で取り消せます。`,
  handoverUndone: (path, became) =>
    `${path}: ${{ restored: "元のとおりに戻しました", "lines removed": "その後変更されていたので habitus の行だけを除きました", left: "その後変更され、habitus の行はありません" }[became]}`,
  conflict: ({ id, title, path, line, says }) =>
    `矛盾          ${id} (${title}) と ${path}:${line} が反対のことを言っています: ${says}`,
  suggested: (skills, all) =>
    `提案          スキル ${skills} 件、全プロジェクト向けカード ${all} 枚: \`habitus promote\``,
  leftSkill: (path) => `残存          ${path}: カードの昇格は取り消されましたが、人が変更したので残しました`,
};
