import { code } from "./code.ts";
import type { ChangePhrases, Phrases } from "./phrases.ts";

const CHANGES: ChangePhrases = {
  renamed: (param) => `値を ${param} という名前で渡す`,
  added: (param) => `${param} を加える`,
  removed: (param) => `${param} を外す`,
  "string-to-number": (param) => `${param} を文字列ではなく数値で渡す`,
  "number-to-string": (param) => `${param} を数値ではなく文字列で渡す`,
  "string-to-boolean": (param) => `${param} を文字列ではなく true か false で渡す`,
  "array-to-scalar": (param) => `${param} をリストではなく一つの値で渡す`,
  "scalar-to-array": (param) => `${param} をリストで渡す`,
  "drop-folder": (param) => `${param} から前のフォルダを除き、名前だけを渡す`,
  "add-folder": (param) => `${param} の前にフォルダを付けて渡す`,
  "letter-case": (param) => `${param} の大文字と小文字を正しくする`,
  trimmed: (param) => `${param} の前後の引用符と空白を除く`,
  reformatted: (param) => `${param} を別の書式で書く`,
  "only-folder": (param) => `${param} から後ろの名前を除き、フォルダだけを渡す`,
  shortened: (param) => `${param} を要点だけに縮める`,
  lengthened: (param) => `${param} を省略せずに書く`,
  lower: (param) => `${param} を小さくする`,
  higher: (param) => `${param} を大きくする`,
  "value-from-result": (param) => `${param} をツールが返した結果から取る`,
};

export const ja: Phrases = {
  provenance({ rule, words, looksUp, oneOfSeveral, topic }) {
    const { tool, param, from } = rule;
    return {
      title: looksUp
        ? `${tool} の前に ${from.tool} で ${words} を調べる`
        : `${tool} の ${words} は ${from.tool} の結果から取る`,
      whenToUse: `ユーザーが言っていない ${words} が ${tool} の呼び出しに必要なとき${about(topic)}`,
      steps: [
        looksUp
          ? `${code(tool)} より先に、依頼が指しているまさにその対象について ${code(from.tool)} を呼び出す。`
          : `この会話で ${code(from.tool)} が返した結果に戻る。値を得るためだけに呼び出し直さない。`,
        oneOfSeveral
          ? `最新の結果の ${code(from.field)} にある値から、依頼に合うものを選ぶ。`
          : `最新の結果から ${code(from.field)} を読む。`,
        `その値を変えずに ${code(tool)} の ${code(param)} に渡す。ユーザーが ${words} を言っていれば、その値を使う。`,
      ],
      preconditions: [
        looksUp
          ? `${code(from.tool)} が使える。`
          : `この会話で ${code(from.tool)} が ${code(from.field)} を返している。`,
        `どの ${words} を使うかをユーザーが言っていない。`,
      ],
      failureModes: [
        `記憶や古い結果から取った ${words}、途中で丸められたり書式が変わったりした値：呼び出しが通っても、違うことが行われうる。`,
      ],
    };
  },
  fixCall({ rule, topic, hints }) {
    const { tool, fix } = rule;
    const first = fix[0]!;
    return {
      title: `${tool} が失敗したら ${fix.join(" か ")} を呼び出す${inBrackets(hints)}`,
      whenToUse: `${tool} が失敗したとき${inBrackets(hints)}、またはこれから呼び出すとき${about(topic)}`,
      steps: [
        `${code(tool)} のエラーを Evidence に引用されたものと比べる。`,
        fix.length === 1
          ? `同じエラーなら ${code(first)} を呼び出す。`
          : `同じエラーなら ${code(first)} を、合わないときは ${fix.slice(1).map(code).join(" か ")} を呼び出す。`,
        `同じ目的で ${code(tool)} をもう一度呼び出す。`,
        "今度は別のエラーになったら、新しいエラーとして扱う。",
      ],
      preconditions: [`${fix.map(code).join(" か ")} が使え、呼び出すことがユーザーの依頼の範囲に入っている。`],
      failureModes: [
        `${code(tool)} をそのまま繰り返す：同じエラーがまた出る。`,
        "一手で直せるのに、最初の失敗であきらめる。",
      ],
    };
  },
  fixArgument({ rule, topic, hints }) {
    const { tool, param, change } = rule;
    if (change === "clean-name") {
      return {
        title: "ツール名は後ろに印を付けず、そのまま書く",
        whenToUse: "存在するツールの呼び出しが拒まれたとき、またはツールを呼び出す前に",
        steps: [
          "拒まれた呼び出しのツール名を見る。",
          "名前の後ろに付いたものをすべて除く：チャンネルの印、山括弧、縦線、空白。",
          "引数はそのままにして、元の名前で同じ呼び出しを送る。",
        ],
        preconditions: ["元の名前が使えるツールの一覧にある。"],
        failureModes: ["壊れた名前のまま繰り返す：毎回拒まれる。", "原因ではない引数を変える。"],
      };
    }
    if (change === "retry") {
      return {
        title: `${tool} が失敗したら一度だけ繰り返す${inBrackets(hints)}`,
        whenToUse: `${tool} が失敗したとき${inBrackets(hints)}${about(topic)}`,
        steps: [
          `${code(tool)} のエラーを Evidence に引用されたものと比べる。`,
          "同じエラーなら、同じ呼び出しをもう一度だけ送る。",
          "また失敗したら、止めて原因を探す。",
        ],
        preconditions: [`${code(tool)} を繰り返しても害がない：二重に支払ったり、送ったり、消したりしない。`],
        failureModes: ["何度も繰り返す：戻ってくるエラーは一時的なものではない。"],
      };
    }
    const changed = CHANGES[change as keyof ChangePhrases];
    return {
      title: `${tool} が失敗したら ${changed(param)}${inBrackets(hints)}`,
      whenToUse: `${tool} が失敗したとき${inBrackets(hints)}、または ${param} を埋めるとき${about(topic)}`,
      steps: [
        `${code(tool)} のエラーを Evidence に引用されたものと比べる。`,
        `同じエラーなら、${changed(code(param))}。`,
        `ほかの引数はそのままにして ${code(tool)} をもう一度呼び出す。`,
      ],
      preconditions: [`${code(tool)} のほかの引数はユーザーの依頼どおりである。`],
      failureModes: [
        `${code(tool)} をそのまま繰り返す：同じエラーがまた出る。`,
        "いくつもの引数を一度に変える：何が原因だったか分からなくなる。",
      ],
    };
  },
  changes: CHANGES,
  evidence: {
    span: (first, last) => (first === undefined ? "" : first === last ? first : `${first}～${last}`),
    held: ({ support, tasks, hits, chances }) =>
      `${tasks} 件の作業のうち ${support} 件で成立、${chances} 回中 ${hits} 回`,
    strength: ({ atLeast, byChance }) => `少なくとも ${atLeast} % で成立（95 % 下限）、偶然なら ${byChance} %`,
    amongErrors: ({ atLeast, elsewhere }) =>
      `少なくとも ${atLeast} % で成立（95 % 下限）、このエラーでなければ ${elsewhere} %`,
    byName: "名前が一致し、その結果で初めて現れた値である。値がほとんど変わらないため、偶然とは比べられない",
    said: (count) => `ほかに ${count} 回はユーザーが値を言っていた`,
    withoutUserText: (unexplained) =>
      `記録にユーザーの言葉がない${unexplained > 0 ? `。どの結果にもない ${unexplained} 個の値はユーザーのものかもしれない` : ""}`,
    unrepaired: ({ failed, unrepaired }) => `${failed} 回の失敗のうち ${unrepaired} 回は直らなかった`,
    error: (quoted) => `エラー：${quoted}`,
    outcomes: ({ well, badly, unknown }) =>
      well > 0
        ? `これらの作業のうち ${well} 件がうまく終わった`
        : badly > 0
          ? `うまく終わった作業はない${unknown > 0 ? `（不明 ${unknown} 件）` : ""}。成立したのはこの手順であり、作業全体ではない`
          : "これらの作業がどう終わったかは分からない",
    seenIn: (links) => `観察された作業：${links}`,
  },
};

function about(topic: readonly string[]): string {
  return topic.length > 0 ? `。関連する作業：${topic.join("、")}` : "";
}

function inBrackets(hints: readonly string[]): string {
  return hints.length > 0 ? `（${hints.join("、")}）` : "";
}
