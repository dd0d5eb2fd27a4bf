import { code } from "../code.ts";
import type { HabitPhrases } from "./habits.ts";
import { plain, shortList, spaced, type Vocabulary, wordsFor } from "./letter-words.ts";

/** Nouns: 「コードの検索」「npm test の実行」. */
const WORDS: Vocabulary<string> = {
  kinds: {
    search: "コードの検索",
    list: "ファイル一覧の確認",
    read: "ファイルの読み込み",
    edit: "ファイルの編集",
    create: "ファイルの作成",
    web: "ウェブの検索",
    agent: "サブエージェントへの依頼",
    plan: "計画の更新",
  },
  purposes: {
    test: "テストの実行",
    build: "ビルドの実行",
    lint: "リンターの実行",
    typecheck: "型の検査",
    check: "検査の実行",
    run: "プログラムの実行",
    format: "コードの整形",
    install: "依存関係のインストール",
    stage: "変更のステージング",
    sync: "リポジトリの更新の取り込み",
    branch: "ブランチの切り替え",
    migrate: "マイグレーションの実行",
    clean: "ビルド結果の掃除",
    commit: "コミット",
    push: "プッシュ",
    deploy: "デプロイ",
    release: "リリース",
    move: "ファイルの移動",
  },
  roles: {
    test: "テストファイル",
    source: "ソースファイル",
    config: "設定ファイル",
    ci: "CI の設定",
    manifest: "パッケージのマニフェスト",
    lockfile: "ロックファイル",
    migration: "マイグレーション",
    infra: "インフラのファイル",
    docs: "ドキュメント",
    style: "スタイルシート",
    data: "データファイル",
    asset: "アセット",
  },
  onFile: (kind, file) => `${file}の${{ read: "読み込み", edit: "編集", create: "作成" }[kind]}`,
  running: (command) => `${command}の実行`,
  calling: (tool) => `${tool}の呼び出し`,
  other: "その手順",
};

const inTitle = (letter: string): string => wordsFor(letter, WORDS, plain);
const inText = (letter: string): string => wordsFor(letter, WORDS, code);

const PHRASES: HabitPhrases = {
  coRead({ paths }, topic) {
    return {
      title: `${paths.join("、")} は一緒に読む`,
      whenToUse: `${paths.join("、")} のどれかを読もうとするとき${about(topic)}`,
      steps: [
        `${paths.map(code).join("、")} を一度に並列で、または続けて読む。`,
        "ないファイルがあれば、残りだけを読む。",
        "変更を提案するのはそのあとにする：一つだけでは、ほかに書かれていることが抜ける。",
      ],
      preconditions: ["これらのファイルから一行より多くを知る必要がある作業である。"],
      failureModes: ["一つだけを読んで、ほかと食い違う変更をする。"],
    };
  },
  order({ do: step, place, action, within }, topic) {
    const [what, when] = [inText(step), inText(action)];
    const preconditions = ["依頼に別の指定がなく、この手順に要るものが使える。"];
    if (place === "before") {
      return {
        title: `${inTitle(action)}の前に${inTitle(step)}`,
        whenToUse: `${inTitle(action)}を始めようとするとき${about(topic)}`,
        steps: [
          `${when}の${within === 1 ? "直前に" : "少し前に"}、${what}を行う。`,
          "返ってきた内容を読み、計画と合わなければ計画を変える。",
          `それから${when}を行う。`,
        ],
        preconditions,
        failureModes: [
          "すぐに始める：この手順で分かったはずのことに気づくのが遅れる。",
          "返ってきた内容を読まず、形だけ行う。",
        ],
      };
    }
    return {
      title: `${inTitle(action)}のあとに${inTitle(step)}`,
      whenToUse: `${inTitle(action)}をしようとするとき、または終えた直後${about(topic)}`,
      steps: [
        `${when}を行う。`,
        `${within === 1 ? "その直後に" : "そのあとすぐに"}${what}を行う。`,
        "返ってきた内容を読み、次の手順の前に片づける。",
      ],
      preconditions,
      failureModes: ["最後まで後回しにする：どの手順が原因か分からなくなる。", "問題が出ているのにそのまま進む。"],
    };
  },
  correctWith({ action, error, with: by, again }, topic, hints) {
    const [what, when] = [inText(by), inText(action)];
    if (error === undefined) {
      return {
        title: `${inTitle(action)}のあとに同じファイルを直す：${inTitle(by)}`,
        whenToUse: `${inTitle(action)}をしようとするとき、または終えた直後${about(topic)}`,
        steps: [
          `${when}のあと、今の内容を読み返す。`,
          `抜けや誤りがあれば、同じファイルですぐに${what}を行う。`,
          "ほかのファイルに移るのはそのあとにする。",
        ],
        preconditions: ["ユーザーが頼んだ範囲のファイルである。"],
        failureModes: ["直すところのある下書きのまま先へ進む。"],
      };
    }
    return {
      title: `${inTitle(action)}が失敗したら${inTitle(by)}${inBrackets(hints)}`,
      whenToUse: `${inTitle(action)}が失敗したとき${inBrackets(hints)}${about(topic)}`,
      steps: [
        "エラーを Evidence に引用されたエラーと比べる。",
        again
          ? `同じエラーなら、先に${what}を行い、それからその手順を繰り返す。`
          : `同じエラーなら繰り返さず、代わりに${what}を行う。`,
        "それでも進まなければ原因を調べる。",
      ],
      preconditions: ["同じ目的にかない、ユーザーが頼んだ範囲のことである。"],
      failureModes: [`同じ手順を${again ? "すぐに" : ""}繰り返す：同じエラーがまた出る。`],
    };
  },
  workflow({ steps }, topic) {
    const names = steps.map((step) => inTitle(step).replace(/の(?:実行|呼び出し)$/, ""));
    return {
      title: `この順に：${shortList(names, "、")}`,
      whenToUse: `${inTitle(steps[0]!)}を始めようとするとき${about(topic)}`,
      steps: steps.map((step) => `${inText(step)}。`),
      preconditions: [
        "ユーザーがすべてを頼んでいる。公開、プッシュ、削除の手順にはユーザーの言葉が要る。",
        "前の手順が成功してから次の手順を始める。",
      ],
      failureModes: ["手順を抜かす、または順序を入れ替える。", "失敗した手順を残して先へ進む。"],
    };
  },
};

export const ja: HabitPhrases = {
  coRead: (...given) => spaced(PHRASES.coRead(...given)),
  order: (...given) => spaced(PHRASES.order(...given)),
  correctWith: (...given) => spaced(PHRASES.correctWith(...given)),
  workflow: (...given) => spaced(PHRASES.workflow(...given)),
};

function about(topic: readonly string[]): string {
  return topic.length > 0 ? `。関連する作業：${topic.join("、")}` : "";
}

function inBrackets(hints: readonly string[]): string {
  return hints.length > 0 ? `（${hints.join("、")}）` : "";
}
