import type { Language } from "../../text/language.ts";
import { code } from "./code.ts";
import type { RulePhrases } from "./phrases.ts";

export interface CorrectionPhrases {
  card(names: { unwanted: string; wanted: string }, topic: readonly string[]): RulePhrases;
  /** Sessions in which the user said so; in how many of them as a rule for the future. */
  said(counts: { sessions: number; standing: number }): string;
  /** Shares in whole percent: the agent then did so; the wanted name is used where nobody asked. */
  strength(shares: { followed: number; anyway: number }): string;
}

export const CORRECTION_PHRASES: Readonly<Record<Language, CorrectionPhrases>> = {
  en: {
    card: ({ unwanted, wanted }) => ({
      title: `Use ${wanted} instead of ${unwanted}`,
      whenToUse: `When ${unwanted} is about to be used, or a choice between ${unwanted} and ${wanted} comes up`,
      steps: [
        `Where you would use ${code(unwanted)}, use ${code(wanted)}.`,
        `Write what goes with it the way ${code(wanted)} expects: its own subcommands, options and file names.`,
        `If the user now asks for ${code(unwanted)} by name, use that.`,
      ],
      preconditions: [`${code(wanted)} is at hand and serves the same purpose here.`],
      failureModes: [
        `Going back to ${code(unwanted)} out of habit: the user has to say it again.`,
        `Replacing ${code(unwanted)} in files that nobody asked to change.`,
      ],
    }),
    said: ({ sessions, standing }) =>
      `the user corrected it in ${sessions} ${sessions === 1 ? "session" : "sessions"}${standing > 0 ? `, ${standing} of them as a rule for the future` : ""}`,
    strength: ({ followed, anyway }) =>
      `the agent then did so ${followed} % of the time; where nobody asked it is used in ${anyway} % of the sessions`,
  },
  ko: {
    card: ({ unwanted, wanted }) => ({
      title: `${unwanted} 대신 ${wanted} 쓰기`,
      whenToUse: `${unwanted} 사용을 앞두고 있거나 ${unwanted} 또는 ${wanted} 중에서 골라야 할 때`,
      steps: [
        `${code(unwanted)} 쓸 자리에 ${code(wanted)} 쓴다.`,
        `함께 쓰는 하위 명령, 옵션, 파일 이름도 ${code(wanted)} 방식에 맞춘다.`,
        `사용자가 이번에 ${code(unwanted)} 사용을 직접 요구하면 그것을 쓴다.`,
      ],
      preconditions: [`${code(wanted)} 사용이 가능하고, 여기서 같은 목적을 이룬다.`],
      failureModes: [
        `습관대로 ${code(unwanted)} 쪽으로 돌아가기: 사용자가 같은 말을 또 해야 한다.`,
        `고쳐 달라고 하지 않은 파일에서 ${code(unwanted)} 바꿔 쓰기.`,
      ],
    }),
    said: ({ sessions, standing }) =>
      `사용자가 세션 ${sessions}개에서 바로잡았다${standing > 0 ? `; 그중 ${standing}개는 앞으로의 규칙으로 말했다` : ""}`,
    strength: ({ followed, anyway }) =>
      `그 뒤 에이전트가 따른 비율 ${followed} %, 아무도 말하지 않은 세션에서 쓰인 비율 ${anyway} %`,
  },
  ja: {
    card: ({ unwanted, wanted }) => ({
      title: `${unwanted} の代わりに ${wanted} を使う`,
      whenToUse: `${unwanted} を使おうとするとき、または ${unwanted} と ${wanted} のどちらかを選ぶとき`,
      steps: [
        `${code(unwanted)} を使うところでは ${code(wanted)} を使う。`,
        `一緒に使うサブコマンド、オプション、ファイル名も ${code(wanted)} の書き方に合わせる。`,
        `今回ユーザーが ${code(unwanted)} を名指しで求めたら、それを使う。`,
      ],
      preconditions: [`${code(wanted)} が使え、ここで同じ目的を果たす。`],
      failureModes: [
        `習慣で ${code(unwanted)} に戻る：ユーザーが同じことを言い直すことになる。`,
        `変えるように頼まれていないファイルの ${code(unwanted)} まで置き換える。`,
      ],
    }),
    said: ({ sessions, standing }) =>
      `ユーザーが ${sessions} 件のセッションで直した${standing > 0 ? `。うち ${standing} 件は今後の決まりとして` : ""}`,
    strength: ({ followed, anyway }) =>
      `その後エージェントが従った割合 ${followed} %、誰も言わなかったセッションで使われた割合 ${anyway} %`,
  },
  zh: {
    card: ({ unwanted, wanted }) => ({
      title: `用 ${wanted} 代替 ${unwanted}`,
      whenToUse: `即将使用 ${unwanted} 时，或要在 ${unwanted} 与 ${wanted} 之间选择时`,
      steps: [
        `本来要用 ${code(unwanted)} 的地方，用 ${code(wanted)}。`,
        `与它一起用的子命令、选项和文件名，也按 ${code(wanted)} 的写法。`,
        `如果用户这次点名要用 ${code(unwanted)}，就用它。`,
      ],
      preconditions: [`可以使用 ${code(wanted)}，并且它在这里能达到同样的目的。`],
      failureModes: [
        `习惯性地回到 ${code(unwanted)}：用户就得再说一遍。`,
        `连没有要求改动的文件里的 ${code(unwanted)} 也替换掉。`,
      ],
    }),
    said: ({ sessions, standing }) =>
      `用户在 ${sessions} 个会话中纠正过${standing > 0 ? `，其中 ${standing} 次是作为以后的规矩说的` : ""}`,
    strength: ({ followed, anyway }) => `之后智能体照做的比例为 ${followed} %；没有人要求的会话中有 ${anyway} % 使用它`,
  },
};
