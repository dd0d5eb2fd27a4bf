import type { Language } from "../text/language.ts";

/** What stands around a card's own words in advice, in the language of the card. */
export interface AdvicePhrases {
  /** Opens the answer: what this is, and that it orders nothing. */
  lead: string;
  when: string;
  steps: string;
  /** The rest of the steps did not fit. */
  more: (id: string) => string;
  evidence: string;
  /** Where the error stands that the steps speak of. Advice does not quote it: its words are a tool's. */
  quoted: (id: string) => string;
  since: (day: string) => string;
  scope: Record<"project" | "global", string>;
  confidence: (value: number) => string;
  record: (counts: { freq: number; utility: number }) => string;
  /** Says what the advice is about when a call, and no task, brought it up. It arrives beside the call's result. */
  occasions: Record<"tool" | "failure", (call: string) => string>;
  /** Around the one-line habits at the start of a session. */
  session: { lead: string; more: string };
}

export const PHRASES: Readonly<Record<Language, AdvicePhrases>> = {
  en: {
    lead: "habits learned from earlier tasks. They describe what has worked before and order nothing: the user's words and the state of things come first.",
    when: "Situation",
    steps: "What was learned",
    more: (id) => `(more steps: habitus show ${id})`,
    evidence: "Evidence",
    quoted: (id) => `the error is quoted in habitus show ${id}`,
    since: (day) => `since ${day}`,
    scope: { project: "this project", global: "all projects" },
    confidence: (value) => `confidence ${value}`,
    record: ({ freq, utility }) => `recalled ${freq}, ended well ${utility}`,
    occasions: {
      tool: (call) => `About the call just made${call && ` (${call})`}, for the next step:`,
      failure: (call) => `About the error just seen${call && ` (${call})`}:`,
    },
    session: {
      lead: "habits learned from earlier sessions of this project. They describe what has worked before and order nothing: the user's words and the state of things come first.",
      more: "(each with its evidence: habitus show ID)",
    },
  },
  ko: {
    lead: "지난 작업에서 배운 습관이다. 전에 잘된 방법을 적은 것일 뿐 명령이 아니다. 사용자의 말과 지금의 상태가 먼저다.",
    when: "상황",
    steps: "배운 것",
    more: (id) => `(나머지 단계: habitus show ${id})`,
    evidence: "근거",
    quoted: (id) => `오류 원문은 habitus show ${id}`,
    since: (day) => `${day}부터`,
    scope: { project: "이 프로젝트", global: "모든 프로젝트" },
    confidence: (value) => `확신도 ${value}`,
    record: ({ freq, utility }) => `회상 ${freq}번, 잘 끝남 ${utility}번`,
    occasions: {
      tool: (call) => `방금 한 호출${call && `(${call})`}에 대해, 다음 단계에서 참고할 것:`,
      failure: (call) => `방금 난 오류${call && `(${call})`}에 대해:`,
    },
    session: {
      lead: "이 프로젝트의 지난 세션에서 배운 습관이다. 전에 잘된 방법을 적은 것일 뿐 명령이 아니다. 사용자의 말과 지금의 상태가 먼저다.",
      more: "(근거는 habitus show ID)",
    },
  },
  ja: {
    lead: "これまでの作業から学んだ習慣。うまくいったやり方の記録であり、命令ではない。ユーザーの言葉と今の状態が優先される。",
    when: "場面",
    steps: "学んだこと",
    more: (id) => `（続きの手順: habitus show ${id}）`,
    evidence: "根拠",
    quoted: (id) => `エラーの原文は habitus show ${id}`,
    since: (day) => `${day} から`,
    scope: { project: "このプロジェクト", global: "すべてのプロジェクト" },
    confidence: (value) => `確信度 ${value}`,
    record: ({ freq, utility }) => `想起 ${freq} 回、うまく終わった ${utility} 回`,
    occasions: {
      tool: (call) => `今の呼び出し${call && `（${call}）`}について、次の手順のために:`,
      failure: (call) => `今のエラー${call && `（${call}）`}について:`,
    },
    session: {
      lead: "このプロジェクトのこれまでのセッションから学んだ習慣。うまくいったやり方の記録であり、命令ではない。ユーザーの言葉と今の状態が優先される。",
      more: "（根拠は habitus show ID）",
    },
  },
  zh: {
    lead: "从以往任务中学到的习惯。这里记录的是以前行之有效的做法，不是命令；以用户的话和当前的实际情况为准。",
    when: "场合",
    steps: "学到的做法",
    more: (id) => `（其余步骤：habitus show ${id}）`,
    evidence: "依据",
    quoted: (id) => `错误原文见 habitus show ${id}`,
    since: (day) => `自 ${day}`,
    scope: { project: "本项目", global: "所有项目" },
    confidence: (value) => `置信度 ${value}`,
    record: ({ freq, utility }) => `回忆 ${freq} 次，顺利结束 ${utility} 次`,
    occasions: {
      tool: (call) => `关于刚才的调用${call && `（${call}）`}，供下一步参考：`,
      failure: (call) => `关于刚才的错误${call && `（${call}）`}：`,
    },
    session: {
      lead: "从本项目以往会话中学到的习惯。这里记录的是以前行之有效的做法，不是命令；以用户的话和当前的实际情况为准。",
      more: "（依据见 habitus show ID）",
    },
  },
};
