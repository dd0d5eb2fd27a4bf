/**
 * Short reasons that the layers below give in English, in the other languages: what a record holds, or what concerns one file. One that is not
 * here, such as a parser's own words, is said as it is.
 */
export type Reasons = ReadonlyArray<readonly [reason: RegExp, said: string]>;

export function reasonIn(reasons: Reasons, reason: string): string {
  const found = reasons.find(([pattern]) => pattern.test(reason));
  return found ? reason.replace(found[0], found[1]) : reason;
}

const PATTERNS = {
  noSqlite: /^no SQLite here, .*: (npm install \S+)$/,
  indexInMemory: /^the index is kept in memory only: (.*)$/,
  notJson: /^the payload is not JSON$/,
  notObject: /^the payload is not a JSON object$/,
  noField: /^no (hook_event_name|session_id)$/,
  ownCall: /^our own model call$/,
  observer: /^another tool's observer$/,
  readOnly: /^it is read-only$/,
  folderReadOnly: /^its folder (.*) is read-only$/,
  notUtf8: /^it is not UTF-8 text$/,
  noJsonObject: /^not a JSON object$/,
  noList: /^`hooks` holds something that is not a list$/,
  noObject: /^(`.*`) is not an object$/,
  byCodex: /^the plugin (\S+) is installed by Codex itself, which is enough \((`.*`) first, to change that\)$/,
  otherForm: /^(`.*`) is written in a form that is not ours$/,
  gone: /^(.*) is gone$/,
  unused: /^(.*) was not used on (\d+) days of use$/,
  otherMajor: /^it is about (.*), the project has (.*)$/,
} as const;

const inOrder = (said: Readonly<Record<keyof typeof PATTERNS, string>>): Reasons =>
  Object.entries(said).map(([name, text]) => [PATTERNS[name as keyof typeof PATTERNS], text]);

export const ko: Reasons = inOrder({
  noSqlite: "SQLite가 없어 색인을 메모리에만 두고 매번 새로 만듭니다. 남기려면: $1",
  indexInMemory: "색인을 메모리에만 둡니다: $1",
  notJson: "내용이 JSON이 아님",
  notObject: "내용이 JSON 객체가 아님",
  noField: "$1이(가) 없음",
  ownCall: "habitus 자신의 모델 호출",
  observer: "다른 도구의 관찰자",
  readOnly: "읽기 전용입니다",
  folderReadOnly: "폴더 $1이(가) 읽기 전용입니다",
  notUtf8: "UTF-8 텍스트가 아닙니다",
  noJsonObject: "JSON 객체가 아닙니다",
  noList: "`hooks`에 목록이 아닌 것이 들어 있습니다",
  noObject: "$1이(가) 객체가 아닙니다",
  byCodex: "Codex가 플러그인 $1을(를) 직접 설치했고, 그것으로 충분합니다 (바꾸려면 먼저 $2)",
  otherForm: "$1이(가) habitus가 쓰지 않은 형태로 적혀 있습니다",
  gone: "$1이(가) 없어졌습니다",
  unused: "$1이(가) 사용한 $2일 동안 쓰이지 않았습니다",
  otherMajor: "$1에 관한 것인데 프로젝트에는 $2이(가) 있습니다",
});

export const ja: Reasons = inOrder({
  noSqlite: "SQLite がないため、索引はメモリーにだけ置き、毎回作り直します。残すには: $1",
  indexInMemory: "索引はメモリーにだけ置いています: $1",
  notJson: "内容が JSON ではない",
  notObject: "内容が JSON オブジェクトではない",
  noField: "$1 がない",
  ownCall: "habitus 自身のモデル呼び出し",
  observer: "別のツールの観察役",
  readOnly: "読み取り専用です",
  folderReadOnly: "フォルダー $1 が読み取り専用です",
  notUtf8: "UTF-8 のテキストではありません",
  noJsonObject: "JSON オブジェクトではありません",
  noList: "`hooks` にリストでないものが入っています",
  noObject: "$1 がオブジェクトではありません",
  byCodex: "プラグイン $1 は Codex 自身が入れていて、それで足ります（変えるにはまず $2）",
  otherForm: "$1 が habitus のものではない形で書かれています",
  gone: "$1 がなくなりました",
  unused: "$1 は使用した $2 日の間、使われていません",
  otherMajor: "$1 についてのものですが、プロジェクトには $2 があります",
});

export const zh: Reasons = inOrder({
  noSqlite: "这里没有 SQLite，索引只放在内存中，每次重新建立。要长期保存：$1",
  indexInMemory: "索引只放在内存中：$1",
  notJson: "内容不是 JSON",
  notObject: "内容不是 JSON 对象",
  noField: "没有 $1",
  ownCall: "habitus 自己的模型调用",
  observer: "其他工具的观察者",
  readOnly: "它是只读的",
  folderReadOnly: "其目录 $1 是只读的",
  notUtf8: "它不是 UTF-8 文本",
  noJsonObject: "不是 JSON 对象",
  noList: "`hooks` 中的内容不是列表",
  noObject: "$1 不是对象",
  byCodex: "插件 $1 由 Codex 自己安装，这就够了（要更改请先运行 $2）",
  otherForm: "$1 的写法不是 habitus 的",
  gone: "$1 已不存在",
  unused: "$1 在 $2 个使用日中没有用过",
  otherMajor: "它针对 $1，而项目用的是 $2",
});

const IN_LANGUAGE: Readonly<Record<string, Reasons>> = { ko, ja, zh };

/** Reasons as that language says them; English as it is. */
export function reasonsIn(language: string): (reason: string) => string {
  const reasons = IN_LANGUAGE[language];
  return (reason) => (reasons === undefined ? reason : reasonIn(reasons, reason));
}
