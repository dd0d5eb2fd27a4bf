import type { Skill, SkillPart } from "../model/skill.ts";
import { type Language, languageOf } from "../text/language.ts";
import { cutAtCodePoint } from "../text/scripts.ts";

/** Longest description that no host cuts, in UTF-16 units: Codex cuts at 1,024. */
const LONGEST_DESCRIPTION = 1_000;

/**
 * One skill out of cards, in the language that most of them speak.
 * @param parts  one or more, in the order in which they are to be read
 * @param title  heading; default: the card's own where there is one, else the name
 */
export function skillOf(name: string, parts: readonly SkillPart[], title?: string): Skill {
  const words = WORDS[languageOf(parts.map((part) => `${part.title}\n${part.whenToUse}`).join("\n"))];
  const single = parts.length === 1 ? parts[0]! : undefined;
  const sections = [
    [`# ${oneLine(title ?? single?.title ?? name)}`],
    section(words.when, bullets(parts.map(({ whenToUse }) => whenToUse))),
    section(
      words.steps,
      single ? single.steps : parts.flatMap(({ title: own, steps }) => [`### ${oneLine(own)}`, ...steps]),
    ),
    section(words.preconditions, bullets(parts.flatMap(({ preconditions }) => preconditions))),
    section(words.failures, bullets(parts.flatMap(({ failureModes }) => failureModes))),
    section(
      words.evidence,
      bullets(parts.map((part) => [`\`${part.id}\`: ${words.record(part)}`, ...part.evidence].join("; "))),
    ),
    [`<!-- ${words.origin(parts.map(({ id }) => id).join(", "), name)} -->`],
  ];
  const text = sections
    .flat()
    .join("\n\n")
    .replaceAll(/^((?:-|\d+\.) .*)\n\n(?=(?:-|\d+\.) )/gm, "$1\n");
  return { name, description: descriptionOf(parts), body: `${text}\n` };
}

/** The file's text: hosts read the front matter as YAML, of which a JSON string is a part. */
export function renderSkill({ name, description, body }: Skill): string {
  return `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}`;
}

/** When to use it, which is all that an agent sees before it decides. */
function descriptionOf(parts: readonly SkillPart[]): string {
  const titles = new Map<string, Set<string>>();
  for (const { title, whenToUse } of parts) {
    const [when, what] = [oneLine(whenToUse), oneLine(title)];
    const known = titles.get(when) ?? new Set();
    titles.set(when, what === "" || what === when ? known : known.add(what));
  }
  const whens = [...titles].map(([when, whats]) => (whats.size === 0 ? when : `${when}: ${[...whats].join("; ")}`));
  const whole = whens.join(" · ");
  return whole.length <= LONGEST_DESCRIPTION ? whole : `${cutAtCodePoint(whole, LONGEST_DESCRIPTION - 1).trimEnd()}…`;
}

/** A section without content is left out. */
function section(heading: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`## ${heading}`, ...blocks];
}

function bullets(lines: readonly string[]): string[] {
  return [...new Set(lines)].map((line) => `- ${oneLine(line)}`);
}

/** No text of a card may begin a heading of its own or close the comment. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("-->", "--＞").trim();
}

interface Words {
  when: string;
  steps: string;
  preconditions: string;
  failures: string;
  evidence: string;
  record(part: SkillPart): string;
  origin(cards: string, name: string): string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    when: "When to use",
    steps: "Steps",
    preconditions: "Preconditions",
    failures: "Failure modes",
    evidence: "Evidence",
    record: ({ confidence, sessions, shown, endedWell }) =>
      `confidence ${confidence}, ${sessions} session${sessions === 1 ? "" : "s"}${shown > 0 ? `, handed over ${shown}, ended well ${endedWell}` : ""}`,
    origin: (cards, name) => `Made by habitus from: ${cards}. To take it back: habitus promote --undo ${name}`,
  },
  ko: {
    when: "언제 쓰나",
    steps: "순서",
    preconditions: "전제 조건",
    failures: "실패하는 경우",
    evidence: "근거",
    record: ({ confidence, sessions, shown, endedWell }) =>
      `확신도 ${confidence}, 세션 ${sessions}개${shown > 0 ? `, 건넨 횟수 ${shown}, 그중 잘 끝남 ${endedWell}` : ""}`,
    origin: (cards, name) => `habitus가 만든 스킬. 바탕이 된 카드: ${cards}. 되돌리기: habitus promote --undo ${name}`,
  },
  ja: {
    when: "使う場面",
    steps: "手順",
    preconditions: "前提条件",
    failures: "失敗する場合",
    evidence: "根拠",
    record: ({ confidence, sessions, shown, endedWell }) =>
      `確信度 ${confidence}、セッション ${sessions} 件${shown > 0 ? `、渡した回数 ${shown}、うち良い結果 ${endedWell}` : ""}`,
    origin: (cards, name) => `habitus が作ったスキル。元のカード: ${cards}。取り消し: habitus promote --undo ${name}`,
  },
  zh: {
    when: "何时使用",
    steps: "步骤",
    preconditions: "前提条件",
    failures: "失败情形",
    evidence: "依据",
    record: ({ confidence, sessions, shown, endedWell }) =>
      `可信度 ${confidence}，${sessions} 个会话${shown > 0 ? `，交出 ${shown} 次，顺利 ${endedWell} 次` : ""}`,
    origin: (cards, name) => `由 habitus 根据这些卡片生成：${cards}。撤销：habitus promote --undo ${name}`,
  },
};
