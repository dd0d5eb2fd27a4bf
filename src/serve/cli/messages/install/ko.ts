import { evidence } from "../format.ts";
import type { InstallMessages } from "./en.ts";

const EVIDENCE = { task: "개 작업", tasks: "개 작업", byNames: "이름이 일치" };

export const ko: InstallMessages = {
  found: (title, folder, binary) =>
    `${title}: ${folder}${binary === undefined ? " (프로그램이 PATH에 없습니다)" : `, ${binary}`}`,
  noHost: "코딩 에이전트를 찾지 못했습니다. Claude Code(`claude`, ~/.claude)도 Codex(`codex`, ~/.codex)도 없습니다.",
  noHostHint:
    "미리 준비하려면 이름을 대세요: habitus init claude 또는 habitus init codex. 다른 에이전트의 실행 기록은 habitus import PATH.",
  unknownHost: (name) => `"${name}"은(는) init이 모르는 호스트입니다`,
  unknownHostHint: "claude와 codex를 압니다.",
  same: (path) => `  ${path}: 바꿀 것 없음`,
  will: (path, created) => `  ${path}: ${created ? "새로 만듭니다" : "바꿉니다"}`,
  removes: (path) => `  ${path}: init이 만든 파일이므로 지웁니다`,
  note: (title, path) =>
    `  참고: ${title}은(는) 엄격한 JSON만 읽습니다. ${path}에 주석이나 끝 쉼표가 있는 동안에는 그 파일 전체가 적용되지 않습니다`,
  refused: (title, { path, line, problem }) =>
    `${title}은(는) 건드리지 않았습니다. ${path}${line === undefined ? "" : `:${line}`}: ${problem}`,
  wayOut: {
    claude: (plugin) =>
      `그 파일을 고친 뒤 다시 실행하거나, 한 세션만 플러그인을 불러오세요: claude --plugin-dir "${plugin}"`,
    codex: (plugin) =>
      `그 파일을 고친 뒤 다시 실행하거나, Codex가 플러그인을 설치하게 하세요: codex plugin marketplace add "${plugin}" && codex plugin add habitus@habitus`,
  },
  copies: (folder, version) => `플러그인(버전 ${version})은 ${folder}에 둡니다.`,
  dryRun: "시험 실행: 아무것도 쓰지 않았습니다.",
  ask: "이렇게 바꿀까요?",
  declined: "아무것도 쓰지 않았습니다.",
  needsYes: "바꿔도 되는지 물을 사람이 없습니다",
  needsYesHint: "habitus init --yes는 바꾸고, habitus init --dry-run은 보여 주기만 합니다.",
  installed: (titles, backups) =>
    `완료: ${titles}. 지금부터 시작하는 세션을 지켜봅니다. 원래 파일: ${backups}. \`habitus uninstall\`이 되돌립니다.`,
  already: (titles) => `이미 설치되어 있습니다: ${titles}.`,
  askTrust: (count) =>
    `Codex는 신뢰한 훅만 실행합니다. habitus의 훅 ${count}개를 지금 신뢰할까요? (호출을 기록하고 조언하며 ${"`habitus`"}만 실행합니다.)`,
  trusted: (count) => `Codex가 habitus의 훅 ${count}개를 신뢰합니다.`,
  untrusted: (count) =>
    `신뢰하기 전까지 Codex는 훅 ${count}개를 건너뜁니다: \`habitus init codex --trust-codex\` 또는 Codex의 /hooks.`,
  trustFailed: (why) => `Codex에 훅을 물어보지 못했습니다(${why}). Codex의 /hooks에서 신뢰하세요.`,

  importing: (bytes) => `지난 세션을 새것부터 읽는 중(${bytes}) …`,
  learning: (name) => `${name}에서 배우는 중 …`,
  imported: (sessions, calls, projects) =>
    `프로젝트 ${projects}개의 세션 ${sessions}개, 도구 호출 ${calls}개를 읽었습니다.`,
  wouldRead: (sessions, calls, projects, folders) =>
    `${folders.join(", ")}에서 프로젝트 ${projects}개의 지난 세션 ${sessions}개, 도구 호출 ${calls}개를 읽고 배우게 됩니다.`,
  wouldLeave: (files) => `파일 ${files}개는 시간이 모자라 남게 됩니다. 이어서 읽는 방법은 init이 알려 줍니다.`,
  nothingPast: (folders) => `${folders.length > 0 ? `${folders.join(", ")}에 ` : ""}새로 배울 지난 세션이 없습니다.`,
  moreFiles: (files, paths) =>
    `지난 세션 파일이 ${files}개 더 있습니다: \`habitus import ${paths}\`가 이어서 읽고, 그다음 \`habitus learn\`.`,
  notLearned: (ids) => `아직 배우지 않은 것:\n${ids.map((id) => `  habitus --project ${id} learn`).join("\n")}`,
  firstHabits: (shown, all) =>
    all > shown ? `첫 습관(${all}개 중 ${shown}개, \`habitus list\`가 한 프로젝트의 것을 보여 줍니다):` : "첫 습관:",
  habit: (decision, project) =>
    `  ${decision.title ?? decision.key}\n      ${evidence(decision, EVIDENCE)} · ${project} · ${decision.card}`,
  noHabits: "아직 드러난 습관이 없습니다. 앞으로의 세션에서 생깁니다. `habitus status`가 알려 줍니다.",

  nothingInstalled: "호스트에 설치된 habitus가 없습니다.",
  uninstalled: (titles) => `${titles}에서 뺐습니다.`,
  memoryStays: (home) => `기억은 남습니다: ${home}. \`habitus uninstall --purge\`는 그것도 지웁니다.`,
  askPurge: (home) => `${home}에 있는, habitus가 기억하는 모든 것을 지울까요?`,
  needsYesPurge: "기억을 지워도 되는지 물을 사람이 없습니다",
  needsYesPurgeHint: "habitus uninstall --purge --yes가 지웁니다.",
  purged: (home, left) =>
    `${home}을(를) 지웠습니다${left.length > 0 ? ` (habitus의 것이 아닌 ${left.join(", ")}은(는) 남겼습니다)` : ""}.`,
};
