import type { Language } from "../../text/language.ts";

/** Calls on either side of a question about an argument, and those of them that went well. */
interface Compared {
  calls: number;
  well: number;
  otherCalls: number;
  otherWell: number;
}

/** The figures of a tool as a whole. */
interface Figures {
  calls: number;
  ok: number;
  tasks: number;
  meanMs?: number;
  meanTokens?: number;
  meanScore?: number;
}

/** What a tool's guideline says. Names come in as code; shares in whole percent. */
export interface ToolPhrases {
  title(tool: string): string;
  whenToUse(tool: string): string;
  /** A step: an argument as it was in calls that went well. */
  giveSo(shaped: string, counts: Compared): string;
  /** A step: what to do after an error that these hints tell from others. */
  repairStep(
    hints: readonly string[],
    repair: string,
    tool: string,
    counts: { times: number; repaired: number },
  ): string;
  /** A step, where some failures have no repair. @param other  others have one */
  noRepair(tool: string, other: boolean): string;
  /** The only step, where nothing failed. */
  asBefore(tool: string): string;
  call(tool: string): string;
  retry(tool: string): string;
  precondition(tool: string): string;
  failed(counts: { failed: number; calls: number }, hints: readonly string[]): string;
  neverFailed: string;
  shapes: {
    given(param: string): string;
    "not given"(param: string): string;
    ":number"(param: string): string;
    ":text"(param: string): string;
    ":boolean"(param: string): string;
    ":list"(param: string): string;
    ":map"(param: string): string;
    folder(param: string): string;
    "not folder"(param: string): string;
    words(param: string): string;
    "not words"(param: string): string;
    format(param: string, format: string): string;
    value(param: string, value: string): string;
  };
  figures(figures: Figures): string;
  parameter(shaped: string, counts: Compared & { tasks: number; atLeast: number }): string;
  failure(
    error: string,
    counts: { times: number; tasks: number; repaired: number },
    repair?: { by: string; times: number; tasks: number; atLeast: number },
  ): string;
}

export const TOOL_PHRASES: Readonly<Record<Language, ToolPhrases>> = {
  en: {
    title: (tool) => `How calls of ${tool} go well`,
    whenToUse: (tool) => `When ${tool} is about to be called, or has failed`,
    giveSo: (shaped, { calls, well, otherCalls, otherWell }) =>
      `${capital(shaped)}: ${well} of ${calls} such calls went well, ${otherWell} of ${otherCalls} others.`,
    repairStep: (hints, repair, tool, { times, repaired }) =>
      `If it fails${inBrackets(hints)}: ${repair}, then call ${tool} again; ${times} of ${repaired} repairs went this way.`,
    noRepair: (tool, other) =>
      `After ${other ? "any other" : "an"} error read what it says before calling ${tool} again; the same call mostly fails the same way.`,
    asBefore: (tool) =>
      `Call ${tool} with the arguments that the request gives; nothing else made a difference so far.`,
    call: (tool) => `call ${tool}`,
    retry: (tool) => `call ${tool} once more, unchanged`,
    precondition: (tool) => `${tool} is at hand, and calling it is within what the user asked for.`,
    failed: ({ failed, calls }, hints) =>
      `${failed} of ${calls} calls failed${hints.length > 0 ? `, mostly about: ${hints.join("; ")}` : ""}. The errors are quoted under Evidence.`,
    neverFailed: "None has failed yet; that proves nothing about calls of another kind.",
    shapes: {
      given: (param) => `give ${param}`,
      "not given": (param) => `leave ${param} out`,
      ":number": (param) => `give ${param} as a number`,
      ":text": (param) => `give ${param} as text`,
      ":boolean": (param) => `give ${param} as true or false`,
      ":list": (param) => `give ${param} as a list`,
      ":map": (param) => `give ${param} as an object`,
      folder: (param) => `give ${param} with a path`,
      "not folder": (param) => `give ${param} as a bare name, without a path`,
      words: (param) => `give ${param} in several words`,
      "not words": (param) => `give ${param} as one word`,
      format: (param, format) => `write ${param} in the form ${format}`,
      value: (param, value) => `give ${param} the value ${value}`,
    },
    figures: ({ calls, ok, tasks, ...means }) =>
      [
        `${ok} of ${calls} calls succeeded (${share(ok, calls)} %), in ${tasks} ${tasks === 1 ? "task" : "tasks"}`,
        ...(means.meanMs === undefined ? [] : [`${Math.round(means.meanMs)} ms a call`]),
        ...(means.meanTokens === undefined ? [] : [`about ${Math.round(means.meanTokens)} tokens a call`]),
        ...(means.meanScore === undefined ? [] : [`mean score ${score(means.meanScore)}`]),
      ].join(", "),
    parameter: (shaped, { calls, well, tasks, atLeast, otherCalls, otherWell }) =>
      `${shaped}: ${well} of ${calls} calls went well, in ${tasks} tasks (at least ${atLeast} % of tasks, 95 % bound); otherwise ${otherWell} of ${otherCalls}`,
    failure: (error, { times, tasks, repaired }, repair) =>
      `failed ${times} times in ${tasks} tasks: ${error}; repaired ${repaired} times${
        repair
          ? `, ${repair.times} of them so: ${repair.by} (${repair.tasks} tasks, at least ${repair.atLeast} % of those repaired, 95 % bound)`
          : ""
      }`,
  },
  ko: {
    title: (tool) => `${tool} 호출이 잘되는 방법`,
    whenToUse: (tool) => `${tool} 호출을 앞두고 있거나 호출이 실패했을 때`,
    giveSo: (shaped, { calls, well, otherCalls, otherWell }) =>
      `${shaped}. 이런 호출은 ${calls}번 중 ${well}번, 나머지는 ${otherCalls}번 중 ${otherWell}번 잘되었다.`,
    repairStep: (hints, repair, tool, { times, repaired }) =>
      `실패하면${inBrackets(hints)} ${repair}. 그런 다음 ${tool} 호출을 다시 한다. 고쳐진 ${repaired}번 중 ${times}번이 이렇게 되었다.`,
    noRepair: (tool) =>
      `다른 오류가 나면 ${tool} 호출을 되풀이하기 전에 오류를 읽는다. 같은 호출은 대개 똑같이 실패한다.`,
    asBefore: (tool) => `요청에 나온 인자로 ${tool} 호출을 한다. 지금까지 다른 것은 차이를 만들지 않았다.`,
    call: (tool) => `${tool} 호출을 먼저 한다`,
    retry: (tool) => `${tool} 호출을 그대로 한 번 더 한다`,
    precondition: (tool) => `${tool} 도구를 쓸 수 있고, 호출이 사용자가 요청한 범위 안에 있다.`,
    failed: ({ failed, calls }, hints) =>
      `호출 ${calls}번 중 ${failed}번 실패했다${hints.length > 0 ? `. 주로 ${hints.join("; ")}` : ""}. 오류는 Evidence 아래에 인용되어 있다.`,
    neverFailed: "아직 실패한 적이 없다. 다른 종류의 호출에 대해서는 아무것도 말해 주지 않는다.",
    shapes: {
      given: (param) => `${param} 인자를 준다`,
      "not given": (param) => `${param} 인자를 뺀다`,
      ":number": (param) => `${param} 값을 숫자로 준다`,
      ":text": (param) => `${param} 값을 텍스트로 준다`,
      ":boolean": (param) => `${param} 값을 true 또는 false로 준다`,
      ":list": (param) => `${param} 값을 목록으로 준다`,
      ":map": (param) => `${param} 값을 객체로 준다`,
      folder: (param) => `${param} 값을 경로와 함께 준다`,
      "not folder": (param) => `${param} 값을 경로 없이 이름만 준다`,
      words: (param) => `${param} 값을 여러 단어로 준다`,
      "not words": (param) => `${param} 값을 한 단어로 준다`,
      format: (param, format) => `${param} 값을 ${format} 형식으로 쓴다`,
      value: (param, value) => `${param} 값을 ${value}(으)로 준다`,
    },
    figures: ({ calls, ok, tasks, ...means }) =>
      [
        `작업 ${tasks}개에서 호출 ${calls}번 중 ${ok}번 성공(${share(ok, calls)} %)`,
        ...(means.meanMs === undefined ? [] : [`호출당 ${Math.round(means.meanMs)} ms`]),
        ...(means.meanTokens === undefined ? [] : [`호출당 약 ${Math.round(means.meanTokens)} 토큰`]),
        ...(means.meanScore === undefined ? [] : [`평균 점수 ${score(means.meanScore)}`]),
      ].join(", "),
    parameter: (shaped, { calls, well, tasks, atLeast, otherCalls, otherWell }) =>
      `${shaped}: 작업 ${tasks}개에서 호출 ${calls}번 중 ${well}번 잘됨(작업의 적어도 ${atLeast} %, 95 % 하한), 나머지는 ${otherCalls}번 중 ${otherWell}번`,
    failure: (error, { times, tasks, repaired }, repair) =>
      `작업 ${tasks}개에서 ${times}번 실패: ${error}; ${repaired}번 고쳐짐${
        repair
          ? `, 그중 ${repair.times}번은 이렇게: ${repair.by}(작업 ${repair.tasks}개, 고쳐진 작업의 적어도 ${repair.atLeast} %, 95 % 하한)`
          : ""
      }`,
  },
  ja: {
    title: (tool) => `${tool} の呼び出しがうまくいくやり方`,
    whenToUse: (tool) => `${tool} を呼び出そうとするとき、または失敗したとき`,
    giveSo: (shaped, { calls, well, otherCalls, otherWell }) =>
      `${shaped}。こうした呼び出しは ${calls} 回中 ${well} 回、ほかは ${otherCalls} 回中 ${otherWell} 回うまくいった。`,
    repairStep: (hints, repair, tool, { times, repaired }) =>
      `失敗したら${inWideBrackets(hints)}、${repair}。それから ${tool} をもう一度呼び出す。直った ${repaired} 回のうち ${times} 回がこのやり方だった。`,
    noRepair: (tool, other) =>
      `${other ? "ほかの" : ""}エラーのときは、${tool} を呼び出し直す前にエラーを読む。同じ呼び出しはたいてい同じように失敗する。`,
    asBefore: (tool) => `依頼にある引数で ${tool} を呼び出す。これまでほかの違いは結果に表れていない。`,
    call: (tool) => `先に ${tool} を呼び出す`,
    retry: (tool) => `${tool} をそのままもう一度呼び出す`,
    precondition: (tool) => `${tool} が使え、呼び出すことがユーザーの依頼の範囲にある。`,
    failed: ({ failed, calls }, hints) =>
      `${calls} 回中 ${failed} 回失敗した${hints.length > 0 ? `。主な内容：${hints.join("；")}` : ""}。エラーは Evidence に引用してある。`,
    neverFailed: "まだ失敗したことがない。別の種類の呼び出しについては何も言えない。",
    shapes: {
      given: (param) => `${param} を渡す`,
      "not given": (param) => `${param} を省く`,
      ":number": (param) => `${param} を数値で渡す`,
      ":text": (param) => `${param} を文字列で渡す`,
      ":boolean": (param) => `${param} を true か false で渡す`,
      ":list": (param) => `${param} をリストで渡す`,
      ":map": (param) => `${param} をオブジェクトで渡す`,
      folder: (param) => `${param} をパス付きで渡す`,
      "not folder": (param) => `${param} をパスなしの名前だけで渡す`,
      words: (param) => `${param} を複数の語で渡す`,
      "not words": (param) => `${param} を一語で渡す`,
      format: (param, format) => `${param} を ${format} の形で書く`,
      value: (param, value) => `${param} に ${value} を渡す`,
    },
    figures: ({ calls, ok, tasks, ...means }) =>
      [
        `${tasks} 件の作業で ${calls} 回中 ${ok} 回成功（${share(ok, calls)} %）`,
        ...(means.meanMs === undefined ? [] : [`1 回 ${Math.round(means.meanMs)} ms`]),
        ...(means.meanTokens === undefined ? [] : [`1 回およそ ${Math.round(means.meanTokens)} トークン`]),
        ...(means.meanScore === undefined ? [] : [`平均スコア ${score(means.meanScore)}`]),
      ].join("、"),
    parameter: (shaped, { calls, well, tasks, atLeast, otherCalls, otherWell }) =>
      `${shaped}：${tasks} 件の作業で ${calls} 回中 ${well} 回うまくいった（作業の少なくとも ${atLeast} %、95 % 下限）。ほかは ${otherCalls} 回中 ${otherWell} 回`,
    failure: (error, { times, tasks, repaired }, repair) =>
      `${tasks} 件の作業で ${times} 回失敗：${error}。${repaired} 回直った${
        repair
          ? `。うち ${repair.times} 回は：${repair.by}（${repair.tasks} 件、直った作業の少なくとも ${repair.atLeast} %、95 % 下限）`
          : ""
      }`,
  },
  zh: {
    title: (tool) => `怎样让 ${tool} 的调用顺利`,
    whenToUse: (tool) => `即将调用 ${tool} 或调用失败时`,
    giveSo: (shaped, { calls, well, otherCalls, otherWell }) =>
      `${shaped}：这样的调用 ${calls} 次中 ${well} 次顺利，其他 ${otherCalls} 次中 ${otherWell} 次。`,
    repairStep: (hints, repair, tool, { times, repaired }) =>
      `如果失败${inWideBrackets(hints)}，${repair}，然后再次调用 ${tool}。修复的 ${repaired} 次中有 ${times} 次是这样做的。`,
    noRepair: (tool, other) =>
      `遇到${other ? "其他" : ""}错误时，先读错误信息再调用 ${tool}；同样的调用多半会同样失败。`,
    asBefore: (tool) => `用请求给出的参数调用 ${tool}；到目前为止没有别的因素造成差别。`,
    call: (tool) => `先调用 ${tool}`,
    retry: (tool) => `原样再调用一次 ${tool}`,
    precondition: (tool) => `可以使用 ${tool}，并且调用它在用户请求的范围之内。`,
    failed: ({ failed, calls }, hints) =>
      `${calls} 次调用中失败 ${failed} 次${hints.length > 0 ? `，多与这些有关：${hints.join("；")}` : ""}。错误引用在 Evidence 之下。`,
    neverFailed: "还没有失败过；这不说明其他类型的调用也会成功。",
    shapes: {
      given: (param) => `给出 ${param}`,
      "not given": (param) => `省略 ${param}`,
      ":number": (param) => `把 ${param} 写成数字`,
      ":text": (param) => `把 ${param} 写成文本`,
      ":boolean": (param) => `把 ${param} 写成 true 或 false`,
      ":list": (param) => `把 ${param} 写成列表`,
      ":map": (param) => `把 ${param} 写成对象`,
      folder: (param) => `${param} 带上路径`,
      "not folder": (param) => `${param} 只写名称，不带路径`,
      words: (param) => `${param} 用多个词`,
      "not words": (param) => `${param} 只用一个词`,
      format: (param, format) => `${param} 写成 ${format} 的形式`,
      value: (param, value) => `${param} 取值 ${value}`,
    },
    figures: ({ calls, ok, tasks, ...means }) =>
      [
        `在 ${tasks} 个任务中，${calls} 次调用成功 ${ok} 次（${share(ok, calls)} %）`,
        ...(means.meanMs === undefined ? [] : [`每次 ${Math.round(means.meanMs)} ms`]),
        ...(means.meanTokens === undefined ? [] : [`每次约 ${Math.round(means.meanTokens)} 个 token`]),
        ...(means.meanScore === undefined ? [] : [`平均得分 ${score(means.meanScore)}`]),
      ].join("，"),
    parameter: (shaped, { calls, well, tasks, atLeast, otherCalls, otherWell }) =>
      `${shaped}：在 ${tasks} 个任务中 ${calls} 次调用有 ${well} 次顺利（至少 ${atLeast} % 的任务，95 % 下限）；其他 ${otherCalls} 次中 ${otherWell} 次`,
    failure: (error, { times, tasks, repaired }, repair) =>
      `在 ${tasks} 个任务中失败 ${times} 次：${error}；修复 ${repaired} 次${
        repair
          ? `，其中 ${repair.times} 次的做法：${repair.by}（${repair.tasks} 个任务，至少占修复任务的 ${repair.atLeast} %，95 % 下限）`
          : ""
      }`,
  },
};

function share(part: number, all: number): number {
  return Math.round((100 * part) / Math.max(1, all));
}

function score(mean: number): string {
  return mean.toFixed(2);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function inBrackets(hints: readonly string[]): string {
  return hints.length > 0 ? ` (${hints.join(", ")})` : "";
}

function inWideBrackets(hints: readonly string[]): string {
  return hints.length > 0 ? `（${hints.join("、")}）` : "";
}
