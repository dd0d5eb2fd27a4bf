import type { ServeMessages } from "./en.ts";

export const ja: ServeMessages = {
  started: ({ url, tokenFile, newToken, exchange }, open) => [
    `${url} で提供しています（説明: ${url}/openapi.json）。Ctrl+C で停止します。`,
    newToken === undefined
      ? `トークンは ${tokenFile} にあります。`
      : `新しいトークンです。表示は今回だけで、${tokenFile} に保存されます:\n  ${newToken}`,
    ...(exchange === undefined
      ? []
      : [`ReMe のエンドポイントが有効です。プールの書き出しと読み込みは ${exchange} で行います。`]),
    ...(open ? ["ReMe のエンドポイントはトークンを求めません。このマシンのどのプログラムからも呼び出せます。"] : []),
  ],
  stopping: "停止しています。受け付けた要求には先に答えます。",
};
