import type { ServeMessages } from "./en.ts";

export const ko: ServeMessages = {
  started: ({ url, tokenFile, newToken, exchange }, open) => [
    `${url} 에서 제공합니다(설명: ${url}/openapi.json). Ctrl+C로 멈춥니다.`,
    newToken === undefined
      ? `토큰은 ${tokenFile} 에 있습니다.`
      : `새 토큰입니다. 지금 한 번만 보이며 ${tokenFile} 에 보관됩니다:\n  ${newToken}`,
    ...(exchange === undefined
      ? []
      : [`ReMe 엔드포인트가 켜져 있습니다. 풀은 ${exchange} 에 저장하고 거기서 불러옵니다.`]),
    ...(open ? ["ReMe 엔드포인트는 토큰을 묻지 않습니다. 이 컴퓨터의 모든 프로그램이 호출할 수 있습니다."] : []),
  ],
  stopping: "멈추는 중입니다. 받은 요청에 먼저 답합니다.",
};
