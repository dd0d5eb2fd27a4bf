import type { Language } from "../../text/language.ts";
import { code } from "./code.ts";
import type { RulePhrases } from "./phrases.ts";

export interface ConventionPhrases {
  /** An option that is always there. */
  option(call: string, option: string, topic: readonly string[]): RulePhrases;
  /** An argument that always has this value, which is shown as it would be typed. */
  value(call: string, param: string, value: string, topic: readonly string[]): RulePhrases;
  /** An argument that is always written in one form, which is shown by an example or a pattern. */
  format(call: string, param: string, format: string, topic: readonly string[]): RulePhrases;
  /** Shares in whole percent; `usual` is how often comparable options are there, and comparable arguments have their most frequent value. */
  strength(shares: { atLeast: number; usual: number }): string;
  /** Times the user had asked for it by name. */
  asked(count: number): string;
}

export const CONVENTION_PHRASES: Readonly<Record<Language, ConventionPhrases>> = {
  en: {
    option: (call, option, topic) => ({
      title: `Run ${call} with ${option}`,
      whenToUse: `When ${call} is about to be run${aboutEn(topic)}`,
      steps: [
        `Look whether the request says how ${code(call)} is to be run. If it does, follow the request.`,
        `Otherwise run ${code(`${call} ${option}`)}, with whatever else this task needs.`,
        `If the user wants it without ${code(option)}, leave the option out.`,
      ],
      preconditions: [`In this project ${code(call)} is run with ${code(option)}; the request says nothing else.`],
      failureModes: [
        `${code(call)} without ${code(option)}: it does something else than everywhere else in this project.`,
        `The option on another command, to which it means something else or nothing.`,
      ],
    }),
    value: (call, param, value, topic) => ({
      title: `Give ${param} of ${call} the value ${value} unless told otherwise`,
      whenToUse: `When ${call} is about to be called and the user has not named its ${param}${aboutEn(topic)}`,
      steps: [
        `Look whether the request says anything about ${code(param)}. If it does, follow the request.`,
        `Otherwise pass ${code(value)} as ${code(param)} of ${code(call)}.`,
        `Say in the answer which ${code(param)} it was, so that the user can object.`,
      ],
      preconditions: [`The user has not named the ${param}, and nothing that a tool returned settles it.`],
      failureModes: [
        `Choosing the ${param} anew each time: results then differ for no reason.`,
        `Keeping ${code(value)} although the user has asked for something else.`,
      ],
    }),
    format: (call, param, format, topic) => ({
      title: `Write ${param} of ${call} as ${format}`,
      whenToUse: `When ${call} is about to be called and its ${param} is to be written${aboutEn(topic)}`,
      steps: [
        `Look whether the user has written the ${code(param)} out. If so, keep it as it is.`,
        `Otherwise write it in the form ${code(format)}.`,
        `Use the same form wherever else the same thing is named.`,
      ],
      preconditions: [`${code(call)} takes ${code(param)} in this form; it would take others too.`],
      failureModes: [`A ${param} in another form: it is accepted, and does not fit what is there already.`],
    }),
    strength: ({ atLeast, usual }) =>
      `in at least ${atLeast} % of the tasks (95 % bound); comparable options and values hold in ${usual} %`,
    asked: (count) => `${count} ${count === 1 ? "time" : "times"} the user had asked for it`,
  },
  ko: {
    option: (call, option, topic) => ({
      title: `${call} 실행에는 ${option} 붙이기`,
      whenToUse: `${call} 명령을 실행하려 할 때${aboutKo(topic)}`,
      steps: [
        `요청에 ${code(call)} 실행 방법에 관한 말이 있는지 본다. 있으면 요청을 따른다.`,
        `없으면 ${code(`${call} ${option}`)} 형태로 실행하고, 이 작업에 필요한 나머지를 덧붙인다.`,
        `사용자가 ${code(option)} 없이 하기를 원하면 뺀다.`,
      ],
      preconditions: [
        `이 프로젝트에서는 ${code(call)} 명령에 ${code(option)} 옵션을 붙여 왔고, 요청에 다른 말이 없다.`,
      ],
      failureModes: [
        `${code(option)} 없는 ${code(call)}: 이 프로젝트의 다른 곳과 다르게 동작한다.`,
        "뜻이 다르거나 없는 다른 명령에 같은 옵션을 붙이기.",
      ],
    }),
    value: (call, param, value, topic) => ({
      title: `다른 말이 없으면 ${call}의 ${param} 값은 ${value}`,
      whenToUse: `${call} 호출에 ${param} 값이 필요한데 사용자가 말하지 않았을 때${aboutKo(topic)}`,
      steps: [
        `요청에 ${code(param)} 값에 관한 말이 있는지 본다. 있으면 요청을 따른다.`,
        `없으면 ${code(call)}의 ${code(param)} 인자로 ${code(value)} 값을 넘긴다.`,
        `사용자가 바로잡을 수 있도록 어떤 ${code(param)} 값을 썼는지 답에 밝힌다.`,
      ],
      preconditions: [`사용자가 ${param} 값을 말하지 않았고, 도구가 돌려준 결과도 그것을 정하지 않는다.`],
      failureModes: [
        `${param} 값을 매번 새로 고르기: 까닭 없이 결과가 달라진다.`,
        `사용자가 다른 값을 원하는데도 ${code(value)} 값을 고집하기.`,
      ],
    }),
    format: (call, param, format, topic) => ({
      title: `${call}의 ${param} 값은 ${format} 형식으로 쓰기`,
      whenToUse: `${call} 호출에 넘길 ${param} 값을 쓰려 할 때${aboutKo(topic)}`,
      steps: [
        `사용자가 ${code(param)} 값을 그대로 적어 주었는지 본다. 그렇다면 바꾸지 않는다.`,
        `그렇지 않으면 ${code(format)} 형식으로 쓴다.`,
        "같은 것을 가리키는 다른 곳에서도 같은 형식을 쓴다.",
      ],
      preconditions: [`${code(call)} 도구가 이 형식의 ${code(param)} 값을 받는다. 다른 형식도 받을 수 있다.`],
      failureModes: [`다른 형식의 ${param} 값: 통과하더라도 이미 있는 것과 맞지 않는다.`],
    }),
    strength: ({ atLeast, usual }) => `적어도 ${atLeast} %의 작업에서 성립(95 % 하한), 비슷한 옵션과 값은 ${usual} %`,
    asked: (count) => `사용자가 직접 요구한 것이 ${count}번`,
  },
  ja: {
    option: (call, option, topic) => ({
      title: `${call} は ${option} を付けて実行する`,
      whenToUse: `${call} を実行しようとするとき${aboutJa(topic)}`,
      steps: [
        `依頼に ${code(call)} の実行方法の指定があるかを見る。あれば依頼に従う。`,
        `なければ ${code(`${call} ${option}`)} の形で実行し、この作業に必要なものを加える。`,
        `ユーザーが ${code(option)} なしを望むなら、外す。`,
      ],
      preconditions: [`このプロジェクトでは ${code(call)} に ${code(option)} を付けてきた。依頼に別の指定がない。`],
      failureModes: [
        `${code(option)} のない ${code(call)}：このプロジェクトのほかの場所と違う動きをする。`,
        "意味の違う、または意味のない別のコマンドに同じオプションを付ける。",
      ],
    }),
    value: (call, param, value, topic) => ({
      title: `指定がなければ ${call} の ${param} は ${value} にする`,
      whenToUse: `${call} に ${param} が要るのにユーザーが言っていないとき${aboutJa(topic)}`,
      steps: [
        `依頼に ${code(param)} についての指定があるかを見る。あれば依頼に従う。`,
        `なければ ${code(call)} の ${code(param)} に ${code(value)} を渡す。`,
        `ユーザーが直せるように、どの ${code(param)} を使ったかを答えに書く。`,
      ],
      preconditions: [`ユーザーが ${param} を言っておらず、ツールが返した結果からも決まらない。`],
      failureModes: [
        `${param} を毎回選び直す：理由もなく結果が変わる。`,
        `ユーザーが別の値を求めているのに ${code(value)} のままにする。`,
      ],
    }),
    format: (call, param, format, topic) => ({
      title: `${call} の ${param} は ${format} の形で書く`,
      whenToUse: `${call} に渡す ${param} を書くとき${aboutJa(topic)}`,
      steps: [
        `ユーザーが ${code(param)} をそのまま書いているかを見る。書いていれば変えない。`,
        `そうでなければ ${code(format)} の形で書く。`,
        "同じものを指すほかの場所でも同じ形を使う。",
      ],
      preconditions: [`${code(call)} は ${code(param)} をこの形で受け取る。ほかの形も受け取りうる。`],
      failureModes: [`別の形の ${param}：通っても、すでにあるものと合わない。`],
    }),
    strength: ({ atLeast, usual }) =>
      `少なくとも ${atLeast} % の作業で成立（95 % 下限）、似たオプションや値では ${usual} %`,
    asked: (count) => `ユーザーが自分で求めたのは ${count} 回`,
  },
  zh: {
    option: (call, option, topic) => ({
      title: `运行 ${call} 时带上 ${option}`,
      whenToUse: `即将运行 ${call} 时${aboutZh(topic)}`,
      steps: [
        `看看请求中有没有说明怎样运行 ${code(call)}。有就按请求来。`,
        `没有就运行 ${code(`${call} ${option}`)}，再加上这个任务需要的其他内容。`,
        `如果用户希望不带 ${code(option)}，就去掉它。`,
      ],
      preconditions: [`本项目中运行 ${code(call)} 时都带 ${code(option)}，请求中也没有别的说法。`],
      failureModes: [
        `不带 ${code(option)} 的 ${code(call)}：它的行为会与本项目其他地方不同。`,
        "把同样的选项用在别的命令上，那里它的含义不同或没有含义。",
      ],
    }),
    value: (call, param, value, topic) => ({
      title: `没有另外说明时，${call} 的 ${param} 用 ${value}`,
      whenToUse: `调用 ${call} 需要 ${param} 而用户没有说明时${aboutZh(topic)}`,
      steps: [
        `看看请求中有没有关于 ${code(param)} 的说法。有就按请求来。`,
        `没有就把 ${code(value)} 作为 ${code(call)} 的 ${code(param)} 传入。`,
        `在回答中说明用的是哪个 ${code(param)}，以便用户纠正。`,
      ],
      preconditions: [`用户没有说明 ${param}，工具返回的结果也没有决定它。`],
      failureModes: [`每次都重新选 ${param}：结果会无缘无故地不同。`, `用户要的是别的值，却仍然用 ${code(value)}。`],
    }),
    format: (call, param, format, topic) => ({
      title: `${call} 的 ${param} 写成 ${format} 的形式`,
      whenToUse: `要为 ${call} 写 ${param} 时${aboutZh(topic)}`,
      steps: [
        `看看用户是否已经把 ${code(param)} 写了出来。写了就原样保留。`,
        `没有就写成 ${code(format)} 的形式。`,
        "在其他指同一事物的地方也用同样的形式。",
      ],
      preconditions: [`${code(call)} 接受这种形式的 ${code(param)}，也可能接受别的形式。`],
      failureModes: [`另一种形式的 ${param}：即使通过，也与已有的不一致。`],
    }),
    strength: ({ atLeast, usual }) => `至少在 ${atLeast} % 的任务中成立（95 % 下限），类似的选项和值为 ${usual} %`,
    asked: (count) => `其中用户自己要求过 ${count} 次`,
  },
};

function aboutEn(topic: readonly string[]): string {
  return topic.length > 0 ? `; tasks about ${topic.join(", ")}` : "";
}

function aboutKo(topic: readonly string[]): string {
  return topic.length > 0 ? `; 관련 작업: ${topic.join(", ")}` : "";
}

function aboutJa(topic: readonly string[]): string {
  return topic.length > 0 ? `。関連する作業：${topic.join("、")}` : "";
}

function aboutZh(topic: readonly string[]): string {
  return topic.length > 0 ? `；相关任务：${topic.join("、")}` : "";
}
