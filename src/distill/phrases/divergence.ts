import type { Language } from "../../text/language.ts";
import { code } from "./code.ts";
import type { RulePhrases } from "./phrases.ts";

export interface DivergencePhrases {
  /** Attempts that ended well made the call, others did not. */
  include(call: string, topic: readonly string[]): RulePhrases;
  /** Attempts that failed made the call, others did not. */
  doWithout(call: string, topic: readonly string[]): RulePhrases;
  /** Attempts, in the tasks that were done well and badly, with the call, by how they ended. */
  attempts(counts: { wellWith: number; well: number; badlyWith: number; badly: number }): string;
  /** Shares in whole percent of the tasks in which attempts differed. */
  strength(shares: { atLeast: number; byChance: number }): string;
}

export const DIVERGENCE_PHRASES: Readonly<Record<Language, DivergencePhrases>> = {
  en: {
    include: (call, topic) => ({
      title: `Include ${call}: attempts that left it out failed`,
      whenToUse: `When a task that may need ${call} is planned, or about to be called done without it${aboutEn(topic)}`,
      steps: [
        `Ask whether this task needs ${code(call)}: of several attempts at such a task, those with it ended well.`,
        "If it does, make the call before the steps that rest on it, and check that it went through.",
        "Before ending, go through the request again: each part of it should be covered by something that was done.",
      ],
      preconditions: [`${code(call)} is at hand, and making the call is within what the user asked for.`],
      failureModes: [
        `Ending without ${code(call)} because everything else is done: that is how other attempts failed.`,
        "Making the call where nothing in the task asks for it.",
      ],
    }),
    doWithout: (call, topic) => ({
      title: `Look twice before ${call}: attempts that used it failed`,
      whenToUse: `When ${call} is about to be used${aboutEn(topic)}`,
      steps: [
        `Ask what ${code(call)} is for here: of several attempts at such a task, those that ended well did it another way.`,
        "If something else serves the same purpose, take that.",
        "If nothing else does, go on, and check the result before building on it.",
      ],
      preconditions: [`The user has not asked for ${code(call)}.`],
      failureModes: [`Using ${code(call)} because it is near at hand: that is how other attempts failed.`],
    }),
    attempts: ({ wellWith, well, badlyWith, badly }) =>
      `made in ${wellWith} of ${well} attempts that ended well and in ${badlyWith} of ${badly} that failed`,
    strength: ({ atLeast, byChance }) =>
      `in at least ${atLeast} % of the tasks whose attempts differ in it (95 % bound); chance alone would give ${byChance} %`,
  },
  ko: {
    include: (call, topic) => ({
      title: `${call} 빠뜨리지 않기: 빠뜨린 시도는 실패했다`,
      whenToUse: `${call} 호출이 필요할 수 있는 작업을 계획하거나 그 호출 없이 끝내려 할 때${aboutKo(topic)}`,
      steps: [
        `이 작업에 ${code(call)} 호출이 필요한지 살핀다. 같은 작업의 여러 시도 중 이것을 한 시도가 잘 끝났다.`,
        "필요하다면 그 결과에 기대는 단계보다 먼저 호출하고, 성공했는지 확인한다.",
        "끝내기 전에 요청을 다시 읽고, 요청의 모든 부분이 실제로 처리되었는지 확인한다.",
      ],
      preconditions: [`${code(call)} 호출을 쓸 수 있고, 사용자가 부탁한 범위 안의 일이다.`],
      failureModes: [
        `나머지가 끝났다고 ${code(call)} 없이 마치기: 다른 시도들이 이렇게 실패했다.`,
        "작업이 요구하지 않는데도 호출하기.",
      ],
    }),
    doWithout: (call, topic) => ({
      title: `${call} 전에 한 번 더 생각하기: 이것을 쓴 시도는 실패했다`,
      whenToUse: `${call} 호출을 하려 할 때${aboutKo(topic)}`,
      steps: [
        `여기서 ${code(call)} 호출이 왜 필요한지 살핀다. 같은 작업의 여러 시도 중 잘 끝난 시도는 다른 방법을 썼다.`,
        "같은 목적을 이루는 다른 방법이 있으면 그것을 쓴다.",
        "다른 방법이 없으면 진행하되, 결과를 확인한 뒤에 다음 단계로 간다.",
      ],
      preconditions: [`사용자가 ${code(call)} 호출을 요구하지 않았다.`],
      failureModes: [`손쉽다고 ${code(call)} 호출을 쓰기: 다른 시도들이 이렇게 실패했다.`],
    }),
    attempts: ({ wellWith, well, badlyWith, badly }) =>
      `잘 끝난 시도 ${well}번 중 ${wellWith}번, 실패한 시도 ${badly}번 중 ${badlyWith}번에 있었다`,
    strength: ({ atLeast, byChance }) =>
      `시도마다 달랐던 작업 가운데 적어도 ${atLeast} %에서 성립(95 % 하한), 우연이라면 ${byChance} %`,
  },
  ja: {
    include: (call, topic) => ({
      title: `${call} を忘れない：抜いた試行は失敗した`,
      whenToUse: `${call} が必要かもしれない作業を計画するとき、またはそれなしで終えようとするとき${aboutJa(topic)}`,
      steps: [
        `この作業に ${code(call)} が必要かを考える。同じ作業の何度かの試行のうち、これを行ったものがうまく終わった。`,
        "必要なら、その結果に頼る手順より先に行い、成功したことを確かめる。",
        "終える前に依頼を読み直し、どの部分も実際に行われたことを確かめる。",
      ],
      preconditions: [`${code(call)} が使え、行うことがユーザーの依頼の範囲に入っている。`],
      failureModes: [
        `ほかが済んだからと ${code(call)} なしで終える：ほかの試行はこうして失敗した。`,
        "作業が求めていないのに行う。",
      ],
    }),
    doWithout: (call, topic) => ({
      title: `${call} の前に考え直す：使った試行は失敗した`,
      whenToUse: `${call} を使おうとするとき${aboutJa(topic)}`,
      steps: [
        `ここで ${code(call)} が何のためかを考える。同じ作業の何度かの試行のうち、うまく終わったものは別の方法を取った。`,
        "同じ目的に別の方法があれば、それを使う。",
        "なければ進め、結果を確かめてから次に移る。",
      ],
      preconditions: [`ユーザーが ${code(call)} を求めていない。`],
      failureModes: [`手近だからと ${code(call)} を使う：ほかの試行はこうして失敗した。`],
    }),
    attempts: ({ wellWith, well, badlyWith, badly }) =>
      `うまく終わった試行 ${well} 回のうち ${wellWith} 回、失敗した試行 ${badly} 回のうち ${badlyWith} 回で行われた`,
    strength: ({ atLeast, byChance }) =>
      `試行によって違った作業の少なくとも ${atLeast} % で成立（95 % 下限）、偶然なら ${byChance} %`,
  },
  zh: {
    include: (call, topic) => ({
      title: `不要漏掉 ${call}：漏掉它的尝试都失败了`,
      whenToUse: `计划一个可能需要 ${call} 的任务时，或没有它就要结束时${aboutZh(topic)}`,
      steps: [
        `想一想这个任务是否需要 ${code(call)}：同一任务的多次尝试中，做了这一步的圆满完成。`,
        "如果需要，就在依赖它的步骤之前执行，并确认它成功了。",
        "结束之前重读一遍请求，确认其中每一部分都已经做到。",
      ],
      preconditions: [`可以使用 ${code(call)}，并且这样做在用户要求的范围之内。`],
      failureModes: [`因为其他都做完了就不做 ${code(call)}：别的尝试正是这样失败的。`, "任务并不需要时也去执行。"],
    }),
    doWithout: (call, topic) => ({
      title: `使用 ${call} 之前先想一想：用了它的尝试都失败了`,
      whenToUse: `即将使用 ${call} 时${aboutZh(topic)}`,
      steps: [
        `想一想在这里用 ${code(call)} 是为了什么：同一任务的多次尝试中，圆满完成的用了别的办法。`,
        "如果有别的办法能达到同样的目的，就用别的办法。",
        "如果没有，就继续，但先检查结果再往下做。",
      ],
      preconditions: [`用户没有要求使用 ${code(call)}。`],
      failureModes: [`因为顺手就用 ${code(call)}：别的尝试正是这样失败的。`],
    }),
    attempts: ({ wellWith, well, badlyWith, badly }) =>
      `圆满完成的 ${well} 次尝试中有 ${wellWith} 次、失败的 ${badly} 次中有 ${badlyWith} 次做了这一步`,
    strength: ({ atLeast, byChance }) =>
      `在各次尝试有差别的任务中，至少 ${atLeast} % 成立（95 % 下限），偶然只有 ${byChance} %`,
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
