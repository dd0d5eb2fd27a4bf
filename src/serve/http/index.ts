/** `habitus/http`: the server as a function of requests, to be put behind any socket, or none. */
export { createExchangeFolder, type ExchangeFolder } from "../../adapters/exchange-folder.ts";
export { createHttpApp, type HttpApp, type HttpOptions } from "./app.ts";
export type { GuardOptions } from "./guard.ts";
export type { Limits } from "./limits.ts";
export type { RemeOptions } from "./reme/routes.ts";
