import { percent } from "../format.ts";
import type { PromoteMessages } from "./en.ts";

export const ko: PromoteMessages = {
  suggestedSkill: ({ name, cards, sessions, confidence }) => [
    `스킬 "${name}": ${cards.join(", ")}`,
    `  확신도 ${confidence} 이상, 함께 잘 끝난 세션 ${sessions.length}개, 열린 충돌 없음`,
  ],
  related: ({ a, b, tools, words, family }) =>
    `  ${a}, ${b}: 도구의 ${percent(tools)}, 중요한 낱말의 ${percent(words)}가 같음${family ? `, 둘 다 "${family}" 작업` : ""}`,
  suggestedGlobal: ({ id, title, projects }) => `모든 프로젝트용: ${id}  ${title}\n  ${projects.join(", ")}에서 성립`,
  howToSkill: (cards, name) => `  habitus promote ${cards.join(" ")} --name ${name}`,
  howToGlobal: (id) => `  habitus promote ${id} --global`,
  nothingSuggested:
    "아직 제안할 것이 없습니다. 스킬이 되려면 확신도 0.7 이상인 관련 카드 세 장과, 그 카드로 잘 끝난 세션 두 개가 필요합니다. 모든 프로젝트용이 되려면 두 프로젝트에서 성립해야 합니다. 활성 카드는 직접 승격할 수 있습니다: habitus promote ID",
  short: (what) => `참고: ${what}`,
  dryRun: "아무것도 쓰지 않았습니다.",
  needsYes: "아무것도 쓰지 않았습니다. 물어볼 사람이 없습니다.",
  needsYesHint: "쓰려면 --yes를 붙이세요.",
  ask: (path, more) => `${path}${more > 0 ? ` 외 ${more}개` : ""}를 쓸까요?`,
  declined: "아무것도 쓰지 않았습니다.",
  written: ({ name, cards }) =>
    `이제 "${name}"이(가) ${cards.join(", ")}을(를) 대신합니다. \`habitus promote --undo ${name}\`로 되돌립니다.`,
  listed: (path, { by, client, note }) =>
    by === "client"
      ? `  ${path}: ${client} 목록에 있음`
      : `  ${path}: 호스트가 읽는 방식대로 다시 읽어 확인함, 호스트에 직접 묻지는 않음${note ? ` (${note})` : ""}`,
  demoted: ({ name, cards, retired, removed, left, reason }) => [
    `"${name}"의 승격을 취소했습니다: ${reason}`,
    ...removed.map((path) => `  ${path} 지움`),
    ...left.map((path) => `  ${path} 남겨 둠: 손으로 고친 파일이므로 사용자의 것입니다`),
    ...(cards.length > 0 ? [`  다시 회상됨: ${cards.join(", ")}`] : []),
    ...(retired.length > 0 ? [`  은퇴함: ${retired.join(", ")}`] : []),
  ],
  offered: ({ text, kind, sessions, card, against }) => [
    `${{ constraint: "규칙", fact: "사실", preference: "취향" }[kind]}: ${text}`,
    `  ${card === undefined ? `세션 ${sessions.length}개에서 말함` : `카드 ${card}에서`}${against ? `, 쓰지 않음: ${against.path}:${against.line}이(가) 반대로 말함: ${against.text}` : ""}`,
  ],
  nothingToHandOver: "에이전트의 메모리 파일에 새로 넣을 것이 없습니다.",
  howToApply: "아무것도 쓰지 않았습니다. `habitus handover --apply`가 쓰며, 원본 사본을 남깁니다.",
  handedOver: (paths, copies) =>
    `썼습니다: ${paths.join(", ")}. 사본: ${copies}. \`habitus handover --undo\`로 되돌립니다.`,
  handoverUndone: (path, became) =>
    `${path}: ${{ restored: "이전 그대로 되돌림", "lines removed": "그 뒤에 바뀌어 habitus의 줄만 뺌", left: "그 뒤에 바뀌었고 habitus의 줄은 없음" }[became]}`,
  conflict: ({ id, title, path, line, says }) =>
    `충돌      ${id} (${title})와(과) ${path}:${line}이(가) 서로 반대로 말함: ${says}`,
  suggested: (skills, all) => `제안      스킬 ${skills}개, 모든 프로젝트용 카드 ${all}장: \`habitus promote\``,
  leftSkill: (path) => `남음      ${path}: 카드의 승격은 취소됐지만 사람이 고친 파일이라 남겨 둠`,
};
