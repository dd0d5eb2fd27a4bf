import { code } from "./code.ts";
import type { ChangePhrases, Phrases } from "./phrases.ts";

const CHANGES: ChangePhrases = {
  renamed: (param) => `값을 ${param} 이름으로 넘긴다`,
  added: (param) => `${param} 인자를 추가한다`,
  removed: (param) => `${param} 인자를 뺀다`,
  "string-to-number": (param) => `${param} 값을 문자열이 아니라 숫자로 넘긴다`,
  "number-to-string": (param) => `${param} 값을 숫자가 아니라 문자열로 넘긴다`,
  "string-to-boolean": (param) => `${param} 값을 문자열이 아니라 true나 false로 넘긴다`,
  "array-to-scalar": (param) => `${param} 값을 목록이 아니라 값 하나로 넘긴다`,
  "scalar-to-array": (param) => `${param} 값을 목록으로 넘긴다`,
  "drop-folder": (param) => `${param} 값에서 앞의 폴더를 떼고 이름만 넘긴다`,
  "add-folder": (param) => `${param} 값 앞에 폴더를 붙여 넘긴다`,
  "letter-case": (param) => `${param} 값의 대소문자를 바로잡는다`,
  trimmed: (param) => `${param} 값 앞뒤의 따옴표와 공백을 뺀다`,
  reformatted: (param) => `${param} 값을 다른 형식으로 쓴다`,
  "only-folder": (param) => `${param} 값에서 뒤의 이름을 떼고 폴더만 넘긴다`,
  shortened: (param) => `${param} 값을 핵심 부분으로 줄인다`,
  lengthened: (param) => `${param} 값을 줄이지 않고 모두 쓴다`,
  lower: (param) => `${param} 값을 낮춘다`,
  higher: (param) => `${param} 값을 높인다`,
  "value-from-result": (param) => `${param} 값을 도구가 돌려준 결과에서 가져온다`,
};

export const ko: Phrases = {
  provenance({ rule, words, looksUp, oneOfSeveral, topic }) {
    const { tool, param, from } = rule;
    return {
      title: looksUp
        ? `${tool} 전에 ${from.tool} 호출로 ${words} 값을 확인한다`
        : `${tool}의 ${words} 값은 ${from.tool} 결과에서 가져온다`,
      whenToUse: `사용자가 말하지 않은 ${words} 값이 ${tool} 호출에 필요할 때${about(topic)}`,
      steps: [
        looksUp
          ? `${code(tool)}보다 먼저, 요청이 가리키는 바로 그 대상에 대해 ${code(from.tool)} 도구를 호출한다.`
          : `이 대화에서 ${code(from.tool)} 도구가 돌려준 결과를 다시 본다. 값만 얻으려고 다시 호출하지 않는다.`,
        oneOfSeveral
          ? `가장 최근 결과의 ${code(from.field)} 값들 가운데 요청에 맞는 것을 고른다.`
          : `가장 최근 결과에서 ${code(from.field)} 값을 읽는다.`,
        `그 값을 바꾸지 않고 ${code(tool)}의 ${code(param)} 인자로 넘긴다. 사용자가 ${words} 값을 말했다면 그 값을 쓴다.`,
      ],
      preconditions: [
        looksUp
          ? `${code(from.tool)} 도구를 쓸 수 있다.`
          : `${code(from.tool)} 도구가 이 대화에서 ${code(from.field)} 값을 돌려준 적이 있다.`,
        `사용자가 어떤 ${words} 값을 쓸지 말하지 않았다.`,
      ],
      failureModes: [
        `기억이나 오래된 결과에서 온 ${words} 값, 도중에 반올림되거나 형식이 바뀐 값: 호출이 통과하더라도 엉뚱한 일을 할 수 있다.`,
      ],
    };
  },
  fixCall({ rule, topic, hints }) {
    const { tool, fix } = rule;
    const first = fix[0]!;
    return {
      title: `${tool} 호출이 실패하면 ${fix.join(" 또는 ")} 호출하기${inBrackets(hints)}`,
      whenToUse: `${tool} 호출이 실패했거나${inBrackets(hints)} 곧 호출하려 할 때${about(topic)}`,
      steps: [
        `${code(tool)}의 오류를 Evidence에 인용된 오류와 비교한다.`,
        fix.length === 1
          ? `같은 오류이면 ${code(first)} 도구를 호출한다.`
          : `같은 오류이면 ${code(first)} 도구를 호출하고, 상황에 맞지 않으면 ${fix.slice(1).map(code).join(" 또는 ")} 도구를 호출한다.`,
        `같은 목적으로 ${code(tool)} 도구를 다시 호출한다.`,
        "이번에는 다른 오류가 나면 새로운 오류로 보고 따로 다룬다.",
      ],
      preconditions: [`${fix.map(code).join(" 또는 ")} 도구를 쓸 수 있고, 사용자가 부탁한 범위 안의 일이다.`],
      failureModes: [
        `${code(tool)} 도구를 그대로 되풀이하기: 같은 오류가 다시 난다.`,
        "한 단계로 고칠 수 있는데 첫 실패에서 포기하기.",
      ],
    };
  },
  fixArgument({ rule, topic, hints }) {
    const { tool, param, change } = rule;
    if (change === "clean-name") {
      return {
        title: "도구 이름은 뒤에 표식을 붙이지 않고 그대로 쓴다",
        whenToUse: "있는 도구인데 호출이 거절되었을 때, 또는 도구를 호출하기 전에",
        steps: [
          "거절된 호출의 도구 이름을 본다.",
          "이름 뒤에 붙은 것을 모두 뗀다: 채널 표식, 꺾쇠괄호, 세로줄, 공백.",
          "인자는 그대로 두고 본래 이름으로 같은 호출을 보낸다.",
        ],
        preconditions: ["본래 이름이 쓸 수 있는 도구 목록에 있다."],
        failureModes: ["깨진 이름으로 되풀이하기: 매번 거절된다.", "원인이 아닌 인자를 바꾸기."],
      };
    }
    if (change === "retry") {
      return {
        title: `${tool} 호출이 실패하면 한 번 더 보내기${inBrackets(hints)}`,
        whenToUse: `${tool} 호출이 실패했을 때${inBrackets(hints)}${about(topic)}`,
        steps: [
          `${code(tool)}의 오류를 Evidence에 인용된 오류와 비교한다.`,
          "같은 오류이면 똑같은 호출을 한 번 더 보낸다.",
          "또 실패하면 멈추고 원인을 찾는다.",
        ],
        preconditions: [`${code(tool)} 도구를 되풀이해도 해가 없다: 두 번 결제되거나 보내지거나 지워지지 않는다.`],
        failureModes: ["계속 되풀이하기: 다시 나는 오류는 일시적인 오류가 아니다."],
      };
    }
    const changed = CHANGES[change as keyof ChangePhrases];
    return {
      title: `${tool} 호출이 실패하면 ${changed(param)}${inBrackets(hints)}`,
      whenToUse: `${tool} 호출이 실패했거나${inBrackets(hints)} ${param} 값을 채우려 할 때${about(topic)}`,
      steps: [
        `${code(tool)}의 오류를 Evidence에 인용된 오류와 비교한다.`,
        `같은 오류이면 ${changed(code(param))}.`,
        `나머지 인자는 그대로 두고 ${code(tool)} 도구를 다시 호출한다.`,
      ],
      preconditions: [`${code(tool)}의 나머지 인자는 사용자가 부탁한 그대로이다.`],
      failureModes: [
        `${code(tool)} 도구를 그대로 되풀이하기: 같은 오류가 다시 난다.`,
        "여러 인자를 한꺼번에 바꾸기: 무엇이 원인이었는지 알 수 없게 된다.",
      ],
    };
  },
  changes: CHANGES,
  evidence: {
    span: (first, last) => (first === undefined ? "" : first === last ? first : `${first} ~ ${last}`),
    held: ({ support, tasks, hits, chances }) => `작업 ${tasks}개 중 ${support}개에서 성립, ${chances}번 중 ${hits}번`,
    strength: ({ atLeast, byChance }) => `적어도 ${atLeast} %의 경우에 성립(95 % 하한), 우연이라면 ${byChance} %`,
    amongErrors: ({ atLeast, elsewhere }) =>
      `적어도 ${atLeast} %의 경우에 성립(95 % 하한), 이 오류가 아니라면 ${elsewhere} %`,
    byName: "이름이 서로 맞고 그 결과에서 처음 나온 값이다; 값이 거의 변하지 않아 우연과 비교할 수 없다",
    said: (count) => `그 밖에 ${count}번은 사용자가 값을 말했다`,
    withoutUserText: (unexplained) =>
      `기록에 사용자의 말이 없다${unexplained > 0 ? `; 어떤 결과에도 없는 값 ${unexplained}개는 사용자가 말했을 수 있다` : ""}`,
    unrepaired: ({ failed, unrepaired }) => `실패 ${failed}번 중 ${unrepaired}번은 고쳐지지 않았다`,
    error: (quoted) => `오류: ${quoted}`,
    outcomes: ({ well, badly, unknown }) =>
      well > 0
        ? `이 작업들 중 ${well}개가 잘 끝났다`
        : badly > 0
          ? `잘 끝난 작업은 없다${unknown > 0 ? ` (모름 ${unknown}개)` : ""}; 성립한 것은 이 단계이지 작업 전체가 아니다`
          : "이 작업들이 어떻게 끝났는지는 알 수 없다",
    seenIn: (links) => `관찰된 곳: ${links}`,
  },
};

function about(topic: readonly string[]): string {
  return topic.length > 0 ? `; 관련 작업: ${topic.join(", ")}` : "";
}

function inBrackets(hints: readonly string[]): string {
  return hints.length > 0 ? ` (${hints.join(", ")})` : "";
}
