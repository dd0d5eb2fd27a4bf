import { code } from "../code.ts";
import type { HabitPhrases } from "./habits.ts";
import { plain, shortList, type Vocabulary, wordsFor } from "./letter-words.ts";

/** Nouns, so that no particle depends on how a name ends: "코드 검색", "npm test 실행". */
const WORDS: Vocabulary<string> = {
  kinds: {
    search: "코드 검색",
    list: "파일 목록 확인",
    read: "파일 읽기",
    edit: "파일 수정",
    create: "파일 작성",
    web: "웹 검색",
    agent: "하위 에이전트에 맡기기",
    plan: "계획 갱신",
  },
  purposes: {
    test: "테스트 실행",
    build: "빌드 실행",
    lint: "린터 실행",
    typecheck: "타입 검사",
    check: "검사 실행",
    run: "프로그램 실행",
    format: "코드 서식 정리",
    install: "의존성 설치",
    stage: "변경 사항 스테이징",
    sync: "저장소의 새 내용 가져오기",
    branch: "브랜치 전환",
    migrate: "마이그레이션 실행",
    clean: "빌드 결과 정리",
    commit: "커밋",
    push: "푸시",
    deploy: "배포",
    release: "릴리스",
    move: "파일 이동",
  },
  roles: {
    test: "테스트 파일",
    source: "소스 파일",
    config: "설정 파일",
    ci: "CI 설정",
    manifest: "패키지 매니페스트",
    lockfile: "잠금 파일",
    migration: "마이그레이션 파일",
    infra: "인프라 파일",
    docs: "문서",
    style: "스타일 시트",
    data: "데이터 파일",
    asset: "애셋 파일",
  },
  onFile: (kind, file) => `${file} ${{ read: "읽기", edit: "수정", create: "작성" }[kind]}`,
  running: (command) => `${command} 실행`,
  calling: (tool) => `${tool} 호출`,
  other: "해당 단계",
};

const inTitle = (letter: string): string => wordsFor(letter, WORDS, plain);
const inText = (letter: string): string => wordsFor(letter, WORDS, code);

export const ko: HabitPhrases = {
  coRead({ paths }, topic) {
    return {
      title: `${paths.join(", ")} 파일은 함께 읽는다`,
      whenToUse: `${paths.join(", ")} 가운데 하나를 읽으려 할 때${about(topic)}`,
      steps: [
        `${paths.map(code).join(", ")} 파일을 한 번에 병렬로, 또는 잇달아 읽는다.`,
        "없는 파일이 있으면 나머지만 읽는다.",
        "그다음에 변경을 제안한다: 한 파일에는 다른 파일의 내용이 빠져 있다.",
      ],
      preconditions: ["이 파일들에서 한 줄보다 많은 것을 알아야 하는 작업이다."],
      failureModes: ["하나만 읽고 다른 파일과 어긋나는 변경을 하기."],
    };
  },
  order({ do: step, place, action, within }, topic) {
    const [what, when] = [inText(step), inText(action)];
    const preconditions = ["요청에 다른 말이 없고, 이 단계에 필요한 것을 쓸 수 있다."];
    if (place === "before") {
      return {
        title: `${inTitle(action)} 전에 ${inTitle(step)}`,
        whenToUse: `${inTitle(action)}: 시작하려 할 때${about(topic)}`,
        steps: [
          `${when} ${within === 1 ? "바로 전에" : "조금 전에"} 먼저 할 일: ${what}.`,
          "돌아온 내용을 읽고, 계획과 맞지 않으면 계획을 바꾼다.",
          `그다음 할 일: ${when}.`,
        ],
        preconditions,
        failureModes: [
          `곧바로 시작하기: 이 단계가 알려 주었을 것을 너무 늦게 알게 된다.`,
          "돌아온 내용을 읽지 않고 형식으로만 하기.",
        ],
      };
    }
    return {
      title: `${inTitle(action)} 뒤에 ${inTitle(step)}`,
      whenToUse: `${inTitle(action)}: 하려 할 때나 막 끝냈을 때${about(topic)}`,
      steps: [
        `먼저 할 일: ${when}.`,
        `${within === 1 ? "바로 이어서" : "곧 이어서"} 할 일: ${what}.`,
        "돌아온 내용을 읽고, 다음 단계 전에 해결한다.",
      ],
      preconditions,
      failureModes: [
        "끝까지 미루기: 여러 단계 중 무엇이 원인인지 알 수 없게 된다.",
        "문제가 보이는데도 그대로 넘어가기.",
      ],
    };
  },
  correctWith({ action, error, with: by, again }, topic, hints) {
    const [what, when] = [inText(by), inText(action)];
    if (error === undefined) {
      return {
        title: `${inTitle(action)} 뒤에 같은 파일 다시 손보기: ${inTitle(by)}`,
        whenToUse: `${inTitle(action)}: 하려 할 때나 막 끝냈을 때${about(topic)}`,
        steps: [
          `${when} 뒤에 지금 내용을 다시 읽는다.`,
          `빠지거나 틀린 것이 있으면 같은 파일에서 바로 할 일: ${what}.`,
          "그다음에 다른 파일로 넘어간다.",
        ],
        preconditions: ["사용자가 부탁한 범위 안의 파일이다."],
        failureModes: ["고칠 것이 있는 초안을 두고 넘어가기."],
      };
    }
    return {
      title: `${inTitle(action)} 실패 시 ${inTitle(by)}${inBrackets(hints)}`,
      whenToUse: `${inTitle(action)}: 실패했을 때${inBrackets(hints)}${about(topic)}`,
      steps: [
        "오류를 Evidence에 인용된 오류와 비교한다.",
        again
          ? `같은 오류이면 먼저 할 일: ${what}. 그다음 그 단계를 되풀이한다.`
          : `같은 오류이면 되풀이하지 않고 대신 할 일: ${what}.`,
        "그래도 풀리지 않으면 원인을 찾는다.",
      ],
      preconditions: ["같은 목적에 맞고, 사용자가 부탁한 범위 안의 일이다."],
      failureModes: [`같은 단계를 ${again ? "바로 " : ""}되풀이하기: 같은 오류가 다시 난다.`],
    };
  },
  workflow({ steps }, topic) {
    const names = steps.map((step) => inTitle(step).replace(/ (?:실행|호출)$/, ""));
    return {
      title: `순서대로: ${shortList(names, ", ")}`,
      whenToUse: `${inTitle(steps[0]!)}: 시작하려 할 때${about(topic)}`,
      steps: steps.map((step) => `${inText(step)}.`),
      preconditions: [
        "사용자가 전부 부탁했다. 공개하거나 푸시하거나 지우는 단계는 사용자의 말이 있어야 한다.",
        "앞 단계가 성공한 뒤에 다음 단계를 시작한다.",
      ],
      failureModes: ["단계를 빠뜨리거나 순서를 바꾸기.", "실패한 단계를 두고 넘어가기."],
    };
  },
};

function about(topic: readonly string[]): string {
  return topic.length > 0 ? `; 관련 작업: ${topic.join(", ")}` : "";
}

function inBrackets(hints: readonly string[]): string {
  return hints.length > 0 ? ` (${hints.join(", ")})` : "";
}
