import type { Serving } from "../../../http/serve.ts";

type Started = Omit<Serving, "stop">;

export const en = {
  started: ({ url, tokenFile, newToken, exchange }: Started, open: boolean) => [
    `Serving on ${url} (${url}/openapi.json describes it). Ctrl+C stops it.`,
    newToken === undefined
      ? `The token is in ${tokenFile}.`
      : `A new token, shown this once and kept in ${tokenFile}:\n  ${newToken}`,
    ...(exchange === undefined ? [] : [`ReMe's endpoints are on; pools are dumped to and loaded from ${exchange}.`]),
    ...(open ? ["ReMe's endpoints ask for no token: any program on this machine may call them."] : []),
  ],
  stopping: "Stopping: what was asked is answered first.",
};

export type ServeMessages = typeof en;
