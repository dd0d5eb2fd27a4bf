import type { SessionNotice } from "../../../memory/notice-run.ts";
import type { Decision } from "../../../memory/types.ts";
import type { PlacedRow } from "../../../model/ledger.ts";
import type { Messages } from "./en.ts";
import { bytes, clock, evidence, followedShares, oneDigit, percent, points, worthSaying } from "./format.ts";

const EVIDENCE = { task: "개 작업", tasks: "개 작업", byNames: "이름이 일치" };

const VERDICTS: Readonly<Record<Decision["verdict"], string>> = {
  created: "새 카드",
  refreshed: "근거 갱신",
  unchanged: "그대로",
  merged: "합침",
  quarantined: "격리",
  rejected: "제외",
  withdrawn: "철회",
  restored: "되살림",
  "kept retired": "은퇴 유지",
};

const STATUSES: Readonly<Record<string, string>> = {
  active: "활성",
  quarantined: "격리",
  retired: "은퇴",
  promoted: "승격",
};
const TIERS: Readonly<Record<string, string>> = { provisional: "잠정", validated: "검증됨", reviewed: "사람이 확인함" };

export const ko: Messages = {
  help: {
    about:
      "AI 에이전트의 절차 기억: 실제 작업 기록에서 일을 잘하는 법을 배우고, 필요할 때 돌려주고, 도움이 안 되는 것은 잊습니다.",
    version: "버전을 출력합니다",
    help: "이 도움말을 출력합니다",
    more: "(--help를 붙이면 더 볼 수 있습니다)",
    example: "예:",
    home: "모든 파일이 놓이는 폴더 (기본값: $HABITUS_HOME, 없으면 플랫폼의 데이터 폴더)",
    project: "프로젝트 이름 (기본값: 현재 폴더의 프로젝트)",
    json: "표준 출력에 JSON 문서 하나로 답합니다",
    lang: "en, ko, ja, zh 중 하나 (기본값: $HABITUS_LANG, 없으면 로캘)",
    import: "파일이나 폴더에서 에이전트 작업 기록을 읽습니다. 형식은 내용으로 알아냅니다",
    learn: "새 관찰에서 카드를 만듭니다",
    candidates: "받아들인 것이든 아니든 모든 후보를 이유와 함께 출력합니다",
    open: "아직 끝나지 않은 세션에서도 배웁니다",
    recall: "작업에 맞는 카드를 건네줍니다",
    limit: "카드 수의 상한",
    maxTokens: "조언 토큰 수의 상한",
    tools: "쓸 수 있는 도구, 쉼표로 구분: 다른 도구가 필요한 카드는 빠집니다",
    explain: "각 카드가 왜 보였는지, 왜 빠졌는지 말합니다",
    noRecord: "보기만 합니다: 건네준 것으로 세지 않습니다",
    rerank: "모델이 카드를 읽고 순서를 정하게 함 (models.rewrite)",
    rewrite: "모델이 카드를 이 작업을 위한 하나의 안내로 합치게 함",
    rawEvidence: "카드마다 근거가 된 호출을 세 개까지 인용",
    recallKey: "찾을 필드: all, when_to_use, task_query, generalized_query, keywords, content",
    outcome: "마지막 시도가 어떻게 끝났는지 말합니다: good, bad 또는 0에서 1 사이의 수",
    attempt: "어느 시도인지 (기본값: 가장 최근)",
    reason: "이유를 자신의 말로",
    list: "카드 목록을 봅니다",
    statusFilter: "active (기본값), quarantined, retired, promoted 또는 all",
    show: "카드 파일을 출력합니다",
    why: "카드의 근거: 얼마나 자주 도움이 됐는지, 카드 없이는 보통 어떤지, 얼마나 확실한지",
    toolsKnown: "도구에 대해 아는 것: 도구마다 한 줄, 이름을 주면 그 지침",
    create: "카드를 손으로 씁니다",
    trigger: "이 카드를 떠올려야 할 상황",
    when: "--trigger와 같습니다",
    title: "무엇을 할지 짧게 (기본값: 상황)",
    body: "제목 아래의 마크다운: 단계, 전제 조건, 실패 양상",
    confidence: "0에서 1 (기본값 0.5)",
    keywords: "찾을 때 쓸 낱말, 쉼표로 구분",
    cardTools: "관련된 도구, 쉼표로 구분",
    edit: "카드를 $EDITOR로 엽니다",
    editFile: "새 글을 이 파일에서 가져옵니다",
    diff: "이전 버전에서 무엇이 바뀌었는지 봅니다 (기본값: 바로 앞 버전)",
    undo: "바로 앞 버전으로 되돌립니다. 두 번 하면 다시 실행입니다",
    log: "카드, 시도, 세션 하나 또는 전체에 일어난 일; 세션은 어떻게 끝났고 무엇이 그것을 보여 주었는지도",
    reinforce: "카드의 확신도를 0.1 올립니다",
    weaken: "카드의 확신도를 0.1 내립니다",
    retire: "카드를 회상에서 뺍니다. 파일과 기록은 남습니다",
    restore: "은퇴했거나 격리된 카드를 되살립니다",
    dream: "최근에 바뀐 것을 정리: 근거에 따라 카드를 바로잡고, 합치고, 나누고, 보완",
    dreamDryRun: "무엇을 할지 말하기만",
    dreamLimit: "한 번에 바꿀 최대 건수(기본 5), 나머지는 다음에",
    dreamUndo: "마지막 실행을 통째로 되돌리기",
    prune: "약하고 오래 보이지 않은 카드를 은퇴시킵니다",
    dryRun: "무엇이 은퇴할지 말하기만 합니다",
    export: "카드를 한 줄에 하나씩 JSON으로 씁니다. 파일 내용은 그대로입니다",
    out: "표준 출력 대신 이 파일에 씁니다",
    scrub: "글을 저장하기 전에 무엇이 가려지는지 보여 줍니다",
    scrubTest: "파일(기본값: 표준 입력)을 읽기만 하고 아무것도 저장하지 않습니다",
    asReviewed: "파일 속 카드를 직접 확인했습니다: 격리하지 않습니다",
    review: "격리된 카드를 보고, 받아들이거나 거절합니다",
    accept: "이제부터 회상에 씁니다",
    refuse: "은퇴시킵니다",
    reviewAll: "기다리는 모든 카드, 검사에 걸린 것은 제외",
    revoke: "세션에서 나온 모든 것을 되돌리기: 카드, 수치, 캐낸 것; 또는 다시 셈에 넣기",
    revokeDryRun: "무엇이 사라질지만 말하기",
    revokeUndo: "세션을 다시 셈에 넣기",
    purge: "저장된 모든 것(관찰, 카드와 그 이력, 장부, 색인)에서 어떤 글을 없앱니다",
    purgeMatch: "그 글 또는 패턴: /…/; - 는 표준 입력에서 읽어 셸에 남지 않게 합니다",
    purgeDryRun: "파일과 횟수만 보여 줍니다",
    allProjects: "현재 프로젝트만이 아니라 모든 프로젝트에서",
    projects: "프로젝트 목록; `merge FROM INTO` 는 둘을 합치고 `split PATH` 는 폴더를 독립된 프로젝트로 만듭니다",
    hook: "코딩 에이전트의 훅 이벤트 하나를 표준 입력에서 받습니다",
    mcp: "코딩 에이전트에 기억을 MCP로 제공합니다(표준 입력과 표준 출력)",
    serve: "HTTP로 기억을 제공합니다: /v1, /mcp의 MCP, 원하면 ReMe 엔드포인트도",
    promote:
      "카드로 호스트가 찾는 곳에 스킬을 만들거나 모든 프로젝트에 알린다. ID가 없으면: 만들 수 있는 것을 보여 준다",
    promoteName: "스킬 이름 (기본값: 카드에서 따온다)",
    promoteTo: "user (기본값): 이 컴퓨터에 있는 호스트의 폴더, project: 프로젝트 폴더 안, 또는 폴더 경로",
    promoteGlobal: "스킬 대신 모든 프로젝트에 알린다",
    promoteDryRun: "무엇이 쓰일지만 보여 준다",
    promoteUndo: "되돌린다: 스킬 이름이나 카드 ID로",
    handover: "직접 말한 규칙, 사실, 취향처럼 에이전트의 메모리 파일(CLAUDE.md, AGENTS.md)에 어울리는 것을 제안한다",
    handoverTo: "project, user 또는 파일 (기본값: 프로젝트에 있으면 그 파일, 없으면 사용자 파일)",
    handoverApply: "실제로 쓴다. 파일의 사본을 남긴다",
    handoverUndo: "마지막 것을 되돌린다",
    bench: "ReMe 논문의 실험을 내장 환경에서 실행 (bench reme)",
    simulate: "모의 세계에서 정책들을 서로 겨루게 하기; 기억은 건드리지 않음",
    status: "무엇을 기억하고 있는지, 어느 프로젝트인지",
    doctor: "파일에 잘못된 것이 있는지 살피고 고치는 법을 말합니다",
    init: "Claude Code와 Codex에 설치합니다: 바뀔 것을 보여 주고, 묻고, 쓰고, 지난 세션에서 배웁니다",
    yes: "묻지 않음",
    initDryRun: "쓸 것을 보여 주기만 함",
    trustCodex: "habitus의 훅을 Codex에서 신뢰한 것으로 표시 (그러지 않으면 건너뜀)",
    noImport: "지난 세션은 건드리지 않음",
    uninstall: "`init`이 호스트에 넣은 것을 뺍니다. 기억은 남습니다",
    uninstallPurge: "기억하는 모든 것도 지움",
  },

  usage: {
    titles: { Usage: "사용법:", Options: "옵션:", Commands: "명령:", Arguments: "인자:" },
    missing: (name) => `${name}이(가) 빠졌습니다`,
    noValue: (option) => `${option}에는 값이 필요합니다`,
    wrongValue: (option, value, kind) => `${option}에 "${value}"은(는) 쓸 수 없습니다: ${kind}`,
    kinds: { whole: "1 이상의 정수여야 합니다", number: "숫자여야 합니다" },
    unknownOption: (option) => `${option}이라는 옵션은 없습니다.`,
    unknownCommand: (command) => `"${command}"이라는 명령은 없습니다.`,
    tooMany: (command, most, got) =>
      `${command}에는 ${most === 0 ? "더 붙일 것이 없는데" : `${most}개만 쓸 수 있는데`} ${got}개를 받았습니다. 한 덩어리는 따옴표로 묶으세요`,
    similar: (names) => `혹시 ${names}?`,
  },
  serveHelp: {
    port: "포트. 0이면 비어 있는 아무 포트(기본값 8002)",
    host: "주소(기본값 127.0.0.1, 이 컴퓨터에서만)",
    tokenFile: "토큰이 든 파일(기본값: 홈의 serve-token)",
    remeCompat: "ReMe 0.2의 엔드포인트도 제공합니다",
    noToken: "ReMe 엔드포인트는 토큰을 묻지 않습니다. 이 컴퓨터에서만",
    exchangeDir: "ReMe 클라이언트가 풀을 저장하고 불러오는 폴더(기본값: 홈의 exchange)",
    allowHost: "호출자가 쓸 수 있는 다른 호스트 이름, 쉼표로 구분",
    allowOrigin: "호출할 수 있는 웹 페이지의 오리진, 쉼표로 구분",
    dream: "이 일정(cron 형식)에 따라 정리합니다. 기본은 꺼짐",
  },
  benchHelp: {
    environment: "order-desk, file-store, ticket-desk 또는 all (기본값)",
    taskLang: "과제의 언어: en (기본값), ko, ja, zh",
    tables: "main, granularity, refine, reuse, key, k, 쉼표로 구분 (기본값: 전부)",
    runs: "조건마다 독립 실행 횟수 (기본값 4)",
    trainingRuns: "학습 과제마다 실행 횟수 (기본값 8)",
    perKind: "종류마다 과제 수, 1~8 (기본값 4)",
    change: "실행마다 0부터 센 시험 과제 시도 가운데 인터페이스가 바뀌는 시도 (기본값: 바뀌지 않음)",
    endpoint: "OpenAI 호환 서버 (기본값: 모델 없이 각본대로 움직이는 에이전트)",
    model: "행동하는 모델",
    summariser: "배우는 모델 (기본값: 행동하는 모델)",
    keyEnv: "키가 든 환경 변수",
    maxCalls: "모델 호출 상한 (기본값 100000)",
    out: "풀, 부분 결과, 보고서를 두는 폴더; 멈춘 실험은 거기서 이어짐",
  },
  simulateHelp: {
    world: "article (기본값), hard, easy, polluted … (--names 참고)",
    policies: "비교할 정책, 쉼표로 구분 (기본값: 전부)",
    seeds: "정책마다 실행 횟수 (기본값 100)",
    firstSeed: "첫 시드 (기본값 0)",
    shown: "한 번에 보여 주는 카드 수 K (기본값: 정책마다 정한 수)",
    minFreq: "reme 규칙의 α (기본값 5)",
    maxUselessRate: "reme 규칙의 β (기본값 0.5)",
    strict: "reme 규칙을 ≤ 대신 <로",
    tasks: "차례로 하는 과제 수",
    families: "과제 종류의 수",
    ease: "모든 과제의 성공 로그 오즈에 더하는 값; 음수면 더 어려움",
    pollution: "처음에 과제 종류마다 있는 해로운 카드 수, 0~3",
    noise: "거꾸로 들리는 결과의 비율, 0~1",
    unknown: "전혀 들리지 않는 결과의 비율, 0~1",
    outcomes: "additive 또는 follow-one",
    gateGood: "관문을 통과하는 좋은 카드의 비율, 0~1",
    gateOther: "관문을 통과하는 나머지 카드의 비율, 0~1",
    drift: "좋은 카드가 틀리게 되는 과제 번호, 또는 never",
    threads: "스레드 수 (기본값: 코어 수)",
    plots: "그림(SVG)을 이 폴더에 쓰기",
    markdown: "표를 Markdown으로 출력",
    names: "세계와 정책의 이름 보기",
  },
  progress: ({ stage, done, total, unit }) => {
    const doing =
      stage === "import"
        ? "가져오는 중"
        : stage === "dream"
          ? "정리하는 중"
          : stage === "revoke"
            ? "기댄 것을 찾는 중"
            : "배우는 중";
    if (stage === "bench")
      return `과제 시도 중 … ${total ? `${total}개 중 ` : ""}${done}개${total ? `, ${percent(done / total)}` : ""}`;
    if (unit === "runs")
      return `모의실험 중 … ${total ? `${total}회 중 ` : ""}${done}회${total ? `, ${percent(done / total)}` : ""}`;
    if (unit === "bytes")
      return `${doing} … ${total ? `${bytes(total)} 중 ` : ""}${bytes(done)}${total ? `, ${percent(done / total)}` : ""}`;
    return `${doing} … ${unit === "cards" ? "카드" : "시도"} ${done}개`;
  },
  importedFile: ({ path, format, added, known, cards }) =>
    `  ${path}: ${format}, ${cards ? "카드" : "시도"} ${added}개${known > 0 ? `, 이미 아는 것 ${known}개` : ""}`,
  passedFile: (path, why) => `  ${path}: 건너뜀, ${why}`,
  imported: ({ trajectories, calls }) =>
    trajectories === 0
      ? "새로운 것이 없습니다."
      : `시도 ${trajectories}개, 도구 호출 ${calls}개를 가져왔습니다. \`habitus learn\`이 카드로 만듭니다.`,
  importedInto: ({ projects }) =>
    `세션이 돌던 폴더에 따라 나눴습니다: ${projects.map(({ name, added }) => `${name} ${added}개`).join(", ")}.\n${projects.map(({ id }) => `  habitus --project ${id} learn`).join("\n")}`,
  importedCards: ({ cards }) =>
    `카드 ${cards.added}개를 가져왔습니다${cards.alarming > 0 ? ` (검사에 걸린 것 ${cards.alarming}개)` : ""}. \`habitus review\`가 격리된 것을 보여 줍니다.`,
  problem: ({ path, line, problem }) => `건너뜀 ${path}:${line}: ${problem}`,
  knownFormats:
    "읽을 수 있는 형식: Claude Code, Codex, Gemini CLI, OpenCode의 대화 기록, OpenAI 채팅과 Anthropic 메시지, OpenTelemetry GenAI 추적, ReMe 궤적, BFCL과 tau-bench 기록, 내보낸 카드.",
  moreProblems: (count) => `… 그 밖에 ${count}개. --json이 모두 보여 줍니다`,

  learned: ({ trajectories, calls, open, decisions }) => {
    const created = decisions.filter(({ verdict }) => verdict === "created").length;
    const waiting = open > 0 ? ` 아직 진행 중인 세션 ${open}개.` : "";
    if (trajectories === 0)
      return `새로 배울 것이 없습니다.${waiting} \`habitus init\`으로 설정한 호스트의 세션은 저절로 들어오고, 다른 실행 기록은 \`habitus import PATH\`로 가져옵니다.`;
    return `시도 ${trajectories}개, 도구 호출 ${calls}개에서 배웠습니다: 새 카드 ${created}개.${waiting}`;
  },
  decision: ({ verdict, card, title, reason, key, ...counts }) =>
    `  ${VERDICTS[verdict]}: ${title ?? key}${card ? ` [${card}]` : ""}\n      ${evidence(counts, EVIDENCE)}${verdict === "created" ? "" : `; ${reason}`}`,
  allCandidates: (count) => `모든 후보 ${count}개:`,
  candidate: ({ verdict, key, reason, ...counts }) =>
    `  ${VERDICTS[verdict]}  ${key}\n      ${evidence(counts, EVIDENCE)}; ${reason}`,
  otherCandidates: (count) => `다른 후보 ${count}개: --candidates가 이유와 함께 보여 줍니다.`,

  nothingFits: "배운 것 가운데 이 작업에 맞는 것이 없습니다.",
  nothingNear:
    "관련 있는 카드가 하나도 없습니다. 여기서 무엇을 배웠고 다음에 무엇을 하면 되는지는 `habitus status`가 알려 줍니다.",
  explain: (explained) => [
    "",
    "이유:",
    ...worthSaying(explained).flatMap(({ id, rank, score, shown, leftOut, coverage, fields, record }) => [
      `  ${rank}. ${id}  점수 ${score.toFixed(2)}  ${shown ? "보임" : `빠짐: ${leftOut}`}`,
      `       맞은 곳 ${fields.map(({ field, terms }) => `${field}: ${terms.join(", ")}`).join("; ")}`,
      `       작업의 중요한 낱말 중 ${percent(coverage)}; ${TIERS[record.tier]}, 확신도 ${record.confidence}, 건넨 횟수 ${record.freq}, 잘 끝난 횟수 ${record.utility}`,
    ]),
  ],
  handedOver: ({ attempt, cards }) =>
    `카드 ${cards.length}개를 건넸습니다. 끝나면 결과를 알려 주세요: habitus outcome good|bad  (시도 ${attempt})`,
  unrecorded: (why) => `기록하지 못했으므로 결과도 기록할 수 없습니다: ${why}`,
  lenses: ({ attempts, used, failed, decisions, notes }) => [
    `모델이 시도 ${attempts}개를 살펴봄 (호출 ${used.calls}회, 토큰 ${used.tokens}개):`,
    ...decisions.map(({ verdict, title, card, reason }) => {
      const name = {
        created: "새 카드",
        merged: "이미 있음",
        quarantined: "보류",
        rejected: "거절",
        "kept retired": "은퇴 유지",
      }[verdict];
      return `  ${name}: ${title}${card === undefined ? "" : ` (${card})`}: ${reason}`;
    }),
    ...notes.map((note) => `  ${note}`),
    ...(failed === undefined ? [] : [`아무것도 저장하지 않았습니다: ${failed}`]),
  ],
  models: ({ roles, today, most, waiting }) => {
    const named = Object.entries(roles)
      .map(([role, model]) => `${role} ${model}`)
      .join(", ");
    return (
      (today && most
        ? `모델: ${named}; 오늘 호출 ${today.calls}/${most.calls}회, 토큰 ${today.tokens}/${most.tokens}개`
        : `모델: ${named}`) + (waiting > 0 ? `, 시도 ${waiting}개가 기다리는 중` : "")
    );
  },
  outcomeRecorded: ({ outcome, cards, attempt }) =>
    `시도 ${attempt}에 ${outcome.score}점을 기록했습니다. 건네진 카드: ${cards.length > 0 ? cards.join(", ") : "없음"}.`,
  retiredBecause: (id, reason) => `  은퇴: ${id}, 이유: ${reason}. \`habitus restore ${id}\`가 되살립니다.`,

  listed: (card, colors) => [
    `${colors.bold(card.id)}  ${card.title}`,
    colors.dim(
      `  ${STATUSES[card.status]}, ${TIERS[card.tier]}, 확신도 ${card.confidence}, 건넨 횟수 ${card.freq}, 잘 끝난 횟수 ${card.utility}`,
    ),
  ],
  noCards: (status) =>
    status === "all" || status === "active"
      ? `${status === "all" ? "" : "활성 상태의 "}카드가 아직 없습니다. \`habitus init\`은 코딩 에이전트의 지난 세션에서, \`habitus import PATH\`와 \`habitus learn\`은 가지고 있는 실행 기록에서 배웁니다.`
      : `${STATUSES[status]} 상태의 카드가 없습니다.`,
  shown: ({ path, versions }) => `파일: ${path}${versions > 0 ? `, 이전 버전 ${versions}개: habitus diff, undo` : ""}`,
  noTools: "아직 지침이 있는 도구가 없습니다. `habitus import PATH`와 `habitus learn`이 만듭니다.",
  toolFigures: ({ ok, calls, tasks, failures, repaired, reported, unread }) =>
    `작업 ${tasks}개에서 호출 ${calls}번 중 ${ok}번 성공, 실패 종류 ${failures}개, 그중 고치는 방법이 있는 것 ${repaired}개${reported > 0 ? `, 따로 보고된 호출 ${reported}개(아직 배우지 않은 것 ${unread}개)` : ""}`,
  keptBack: (reason) => `회상에서 보류됨: ${reason}`,
  followed: ({ checked, times, muted }) =>
    `확인할 수 있던 ${checked}번 가운데 ${times}번 따름${muted ? "; 음소거됨: 묻지 않으면 더는 건네지 않음" : ""}.`,
  created: ({ id }) => `${id} 카드를 만들었습니다. \`habitus show ${id}\`로 볼 수 있습니다.`,
  unchanged: (id) => `${id} 카드는 그대로입니다.`,
  edited: (id) => `${id} 카드를 고쳤습니다. \`habitus undo ${id}\`가 되돌립니다.`,
  undone: (id) => `${id} 카드를 되돌렸습니다. 한 번 더 \`habitus undo ${id}\`를 하면 다시 실행됩니다.`,
  moved: (id, before, after) => `${id}: 확신도 ${before} → ${after}`,
  retired: (id) => `${id} 카드를 은퇴시켰습니다. \`habitus restore ${id}\`가 되살립니다.`,
  restored: (id) => `${id} 카드가 다시 활성입니다.`,
  pruned: (count, dryRun) => (dryRun ? `카드 ${count}개가 은퇴하게 됩니다.` : `카드 ${count}개를 은퇴시켰습니다.`),
  written: (path) => `${path}에 썼습니다.`,
  simulateNames: (worlds, policies) =>
    `세계: ${worlds.join(", ")}\n\n정책:\n${policies.map(([name, note]) => `  ${name.padEnd(18)}${note}`).join("\n")}`,
  exported: (count, path) => `카드 ${count}개를 ${path}에 썼습니다.`,

  hookNotice: ({ kind, count }: SessionNotice) =>
    kind === "waiting"
      ? `habitus: 새로 배울 관찰이 ${count}개 있습니다. 세션이 끝나면 학습하고, /habitus:learn은 지금 교훈을 정리합니다.`
      : `habitus: 최근에 끝난 호출 ${count}개에 결과가 없어 배울 수 없습니다. \`habitus doctor\`가 알려 줍니다.`,
  waiting: (card, reason, by, colors) => [
    `${colors.bold(card.id)}  ${card.title}`,
    colors.dim(`  격리 (${by}): ${reason}`),
  ],
  waitingCount: (count) =>
    count === 0
      ? "검토를 기다리는 것이 없습니다."
      : `격리된 카드 ${count}개. \`habitus review --accept ID…\` 또는 \`--refuse ID…\`로 정합니다.`,
  accepted: (count) => `카드 ${count}개를 받아들였습니다.`,
  refused: (count) => `카드 ${count}개를 거절하고 은퇴시켰습니다.`,

  sessionAccount: ({ parts }) =>
    parts.flatMap(({ started, calls, outcome, signals, session }) => [
      `${started ? `${clock(started)}  ` : ""}세션 ${session}: 호출 ${calls}번`,
      outcome
        ? `  결과 ${outcome.score}, 판단 근거 ${outcome.by}${outcome.reasons.length > 0 ? `: ${outcome.reasons.join("; ")}` : ""}`
        : "  어떻게 끝났는지 알 수 없음: 확실히 보여 주는 것이 없었습니다",
      ...signals.map(({ turn, says, reason }) => `  ${turn + 1}번째 차례, ${says}: ${reason}`),
    ]),
  nothingLogged: "아직 아무 일도 없었습니다.",
  logged: (row) => {
    const when = clock(row.at);
    switch (row.type) {
      case "born":
        return `${when}  ${row.card}  태어남, 확신도 ${row.confidence} (${row.by})`;
      case "seen":
        return `${when}  ${row.card}  ${row.session}에서 다시 보임${row.advised ? ". 카드를 건넨 세션이라 근거로 세지 않음" : ""}`;
      case "contradicted":
        return `${when}  ${row.card}  ${row.session}에서 어긋남`;
      case "idle":
        return `${when}  ${row.card}  사용한 ${row.days}일 동안 보이지 않음`;
      case "reinforced":
        return `${when}  ${row.card}  손으로 강화함`;
      case "weakened":
        return `${when}  ${row.card}  손으로 약화함`;
      case "edited":
        return `${when}  ${row.card}  손으로 고침${row.confidence === undefined ? "" : `, 이제 확신도 ${row.confidence}`}`;
      case "written":
        return `${when}  ${row.card}  ${row.by}가 씀`;
      case "recalled":
        return `${when}  ${row.level === "session" ? "세션을 시작할 때" : `"${row.task}"에`} ${row.shown.length > 0 ? `${row.shown.join(", ")} 건넴` : "건넨 것 없음"} (시도 ${row.attempt})`;
      case "outcome":
        return `${when}  시도 ${row.attempt}의 결과 ${row.score} (${row.by})${row.reasons.length > 0 ? `: ${row.reasons.join("; ")}` : ""}`;
      case "followed":
        return `${when}  시도 ${row.attempt}: ${followedShares(row, "따름")}`;
      case "revoked":
        return `${when}  세션 ${row.session} 취소함${row.reason ? `: ${row.reason}` : ""}`;
      case "dreamed":
        return `${when}  ${row.card}  정리하며 바꿈 (${row.kind}): ${row.reason}`;
      case "dream_ended":
        return `${when}  정리 끝남: 변경 ${row.units}건, 대기 ${row.waiting}건 (실행 ${row.run})`;
      case "dream_undone":
        return `${when}  정리 ${row.run} 되돌림`;
      case "unrevoked":
        return `${when}  세션 ${row.session} 다시 셈에 넣음${row.reason ? `: ${row.reason}` : ""}`;
      default:
        return `${when}  ${row.card}  ${PLACED[row.type]} (${row.by})${row.reason ? `: ${row.reason}` : ""}`;
    }
  },

  hidden: (kind, rule, line, column) => `${line}:${column}  ${kind}  (${rule})`,
  hiddenCount: (count) => (count === 0 ? "가려질 것이 없습니다." : `${count}곳이 가려집니다.`),

  purged: ({ files, places, dropped, left, dryRun }) => [
    ...files.map(({ path, places, renamed }) => `  ${path}: ${places}곳${renamed ? ", 그리고 이름" : ""}`),
    places === 0 && files.length === 0
      ? "저장된 것 중에 그 글은 없습니다."
      : `파일 ${files.length}개의 ${places}곳${dryRun ? "이 지워지게 됩니다." : "을 지웠습니다."}`,
    ...(dropped.length > 0
      ? [
          `파생 파일 ${dropped.length}개${dryRun ? "가 없어지게 됩니다" : "를 없앴습니다"}. 필요할 때 다시 만들어집니다.`,
        ]
      : []),
    ...left.map(
      ({ path, places }) => `  아직 ${path}에 ${places}곳: 폴더나 설정, 형식 자체의 이름이거나 글이 아닌 파일입니다`,
    ),
  ],
  listedProject: ({ id, name, root, cards, observations, current }, colors) => [
    `${current ? "* " : "  "}${colors.bold(name)}  ${id}`,
    colors.dim(`    카드 ${cards}개, 관찰 ${observations}개${root === undefined ? "" : `, ${root}`}`),
  ],
  noProjects: "아직 프로젝트가 없습니다. 무언가를 기억하면 생깁니다.",
  projectsMerged: ({ from, into, cards, observations, renamed, kept }) => [
    `${from} 은(는) 이제 ${into} 의 일부입니다: 카드 ${cards}개, 관찰 ${observations}개.`,
    ...renamed.map(({ before, after }) => `  ${before} 은(는) 이미 있는 id여서 ${after} (으)로 불립니다.`),
    `원래 파일은 ${kept} 에 있습니다. \`habitus learn\` 이 다시 셉니다.`,
  ],
  projectSplit: ({ id, from, sessions, observations }) =>
    `${id} 은(는) 이제 독립된 프로젝트이며 ${from} 에서 세션 ${sessions}개(관찰 ${observations}개)를 가져왔습니다. 카드는 그대로 남습니다. \`habitus learn\` 이 다시 셉니다.`,

  chosen: ({ why, chosen }) =>
    chosen === undefined ? why : CHOSEN[chosen.by](chosen.by === "name" ? "" : chosen.path),
  status: ({
    project,
    home,
    cards,
    waiting,
    trajectories,
    attempts,
    followed,
    stale,
    alerts,
    index,
    lastLearned,
    left,
    unassigned,
    emptyResults,
    filled,
  }) => [
    `프로젝트  ${project.name} (${project.id}), 근거: ${ko.chosen(project)}`,
    `파일      ${home}`,
    `카드      활성 ${cards.active}, 격리 ${cards.quarantined}, 은퇴 ${cards.retired}, 승격 ${cards.promoted}${cards.broken.length > 0 ? `, 깨짐 ${cards.broken.length}` : ""}`,
    `배움      시도 ${trajectories}개${lastLearned ? `, 마지막 ${clock(lastLearned)}` : ""}; 새 관찰 ${waiting}개${waiting > 0 ? ": `habitus learn`" : ""}`,
    `회상      ${attempts.recalled}번; 결과를 아는 ${attempts.known}번 중 ${attempts.endedWell}번 잘 끝남${attempts.known > 0 ? ` (${points(attempts.endedWell / attempts.known)})` : ""}`,
    ...(followed.checked > 0 ? [`따름      확인할 수 있던 조언 ${followed.checked}건 가운데 ${followed.times}건`] : []),
    ...followed.muted.map((id) => `  에이전트가 계속 무시해서 음소거됨: ${id}`),
    ...stale.map(({ id, reason }) => `  낡음: ${id}, ${reason}`),
    ...alerts.map(
      ({ family, attempts, endedWell, expected }) =>
        `경보      ${family || "작업"}: 최근 ${attempts}번 중 ${oneDigit(endedWell)}번만 잘 끝남, 기대는 ${oneDigit(expected)}번`,
    ),
    `색인      ${index.name}${index.note ? `: ${index.note}` : ""}`,
    ...(filled.calls + filled.prompts + filled.corrected > 0
      ? [
          `채움      훅이 놓친 호출 ${filled.calls}개와 요청 ${filled.prompts}개, 고친 결과 ${filled.corrected}개: 모두 대화 기록에서`,
        ]
      : []),
    ...(filled.sessions > 0
      ? [`주의      어떤 훅도 알리지 않은 세션 ${filled.sessions}개를 대화 기록에서 가져왔습니다: habitus doctor`]
      : []),
    ...left.map(({ kind, reason, times }) => `남기지 않음  이벤트 ${times}개, ${LEFT[kind]}: ${reason}`),
    ...(unassigned > 0 ? [`남기지 않음  폴더를 모르는 세션 ${unassigned}개: 어느 프로젝트에도 속하지 않음`] : []),
    ...(emptyResults >= 20
      ? [`주의      마지막으로 끝난 호출 ${emptyResults}개에 결과가 없습니다: habitus doctor`]
      : []),
  ],
  nextLabel: "다음      ",
  next: {
    init: "`habitus init`이 Claude Code와 Codex를 설정하고, 남아 있는 지난 세션에서 배웁니다",
    import: "`habitus import PATH`가 가지고 있는 실행 기록을 읽고, `habitus learn`이 그것으로 카드를 만듭니다",
    work: "평소처럼 일하세요. 지금부터 시작하는 세션을 지켜보므로 습관은 저절로 생깁니다",
    learn: "`habitus learn`이 새 관찰로 카드를 만듭니다",
    review: "`habitus review`가 검토를 기다리는 카드를 보여 줍니다",
  },
  answers: { yes: "예", no: "아니요", cancelled: "취소했습니다", wrong: "문제가 생겼습니다" },
  fix: "할 일",
};

const LEFT = { skipped: "제외", dropped: "쓸 수 없음", failed: "실패" };

const PLACED: Readonly<Record<PlacedRow["type"] | "promoted" | "demoted", string>> = {
  retired: "은퇴함",
  restored: "되살아남",
  quarantined: "격리됨",
  released: "격리에서 풀림",
  undone: "되돌려짐",
  promoted: "승격됨",
  demoted: "승격이 취소됨",
};

const CHOSEN = {
  git: (path: string) => `git 디렉터리 ${path}`,
  folder: (path: string) => `git으로 관리되지 않는 폴더 ${path}`,
  below: (path: string) => `이미 아는 ${path} 아래`,
  split: (path: string) => `따로 나눈 ${path} 아래`,
  name: () => "이름",
};
