import type { ServeMessages } from "./en.ts";

export const zh: ServeMessages = {
  started: ({ url, tokenFile, newToken, exchange }, open) => [
    `正在 ${url} 提供服务（说明见 ${url}/openapi.json）。按 Ctrl+C 停止。`,
    newToken === undefined ? `令牌在 ${tokenFile} 中。` : `新令牌，只显示这一次，保存在 ${tokenFile}：\n  ${newToken}`,
    ...(exchange === undefined ? [] : [`ReMe 端点已启用；经验池在 ${exchange} 中导出和载入。`]),
    ...(open ? ["ReMe 端点不要求令牌：本机上的任何程序都可以调用。"] : []),
  ],
  stopping: "正在停止：先答复已收到的请求。",
};
