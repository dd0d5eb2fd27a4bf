import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { HttpError } from "./errors.ts";

export interface GuardOptions {
  /** Absent: whoever reaches the server may call. */
  token?: string;
  /** Names by which the server may be spoken to, besides those of this machine; `*`: any address, but no other name. */
  hosts?: readonly string[];
  /** Origins of web pages that may call, such as `http://studio.example:3000`, besides the server's own. */
  origins?: readonly string[];
}

const LOCAL = new Set(["localhost", "127.0.0.1", "::1"]);

export interface Guard {
  /** A page of another site, or a name that was bent to this address, is refused before anything is read. @throws HttpError 403 */
  place(request: Request): void;
  /** True: the request bears the token, or none is asked for. */
  isOwner(request: Request): boolean;
}

/** Who may call. Names and origins are looked at always, whether or not a token is asked for. */
export function createGuard({ token, hosts = [], origins = [] }: GuardOptions): Guard {
  const known = new Set([...LOCAL, ...hosts.map(plainHost)]);
  const anyAddress = hosts.includes("*");
  const expected = token === undefined ? undefined : digest(token);
  return {
    place: (request) => {
      const host = request.headers.get("host") ?? new URL(request.url).host;
      const name = hostName(host);
      if (name === undefined || !(known.has(name) || (anyAddress && isIP(name) !== 0))) {
        throw new HttpError(
          403,
          "FORBIDDEN",
          "this server does not answer to that Host",
          "Start it with --allow-host NAME.",
        );
      }
      const origin = request.headers.get("origin");
      if (origin !== null && !origins.includes(origin) && !isOwn(origin, host)) {
        throw new HttpError(
          403,
          "FORBIDDEN",
          "pages of another origin may not call",
          "Start it with --allow-origin ORIGIN.",
        );
      }
    },
    isOwner: (request) => {
      if (!expected) return true;
      const given = /^Bearer +(\S+)\s*$/i.exec(request.headers.get("authorization") ?? "")?.[1];
      return given !== undefined && timingSafeEqual(digest(given), expected);
    },
  };
}

function isOwn(origin: string, host: string): boolean {
  try {
    const url = new URL(origin);
    return (url.protocol === "http:" || url.protocol === "https:") && url.host === host.toLowerCase();
  } catch {
    return false; // `null`, or no origin at all
  }
}

/** Without port and brackets, in small letters; undefined when it is none. */
function hostName(host: string): string | undefined {
  if (!/^(?:\[[0-9a-f:.]+\]|[^\s/@:[\]]+)(?::\d{1,5})?$/i.test(host)) return undefined;
  return plainHost(host.replace(/:\d+$/, ""));
}

function plainHost(host: string): string {
  return host
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

/** Of equal length whatever is given, so that comparing takes the same time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
