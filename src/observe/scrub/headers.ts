import type { ExtentReader } from "./extent.ts";
import { isBasicPair, tells } from "./judge.ts";
import { classifyKey } from "./key-name.ts";
import type { Span } from "./span.ts";
import { isCode, isPlaceholder, isPlainWord, isReference, looksRandom } from "./value.ts";

const AFTER_NAME = /["'`\])]{0,3}[ \t]{0,8}(?:=>|[:=：,])[ \t]{0,8}(?:[brf]?["'`]{1,3})?[ \t]{0,4}/y;
const SCHEME =
  /(?:Bearer|Basic|Token|Bot|ApiKey|Api-Key|Key|GenieKey|SSWS|Splunk|OAuth|JWT|Negotiate|NTLM|Digest|PVEAPIToken|Zoho-oauthtoken|Klaviyo-API-Key|AccessKey|MAC|Hawk|AWS4-HMAC-SHA256)(?:[ \t]+|=)/iy;

/** `Authorization: <scheme> <credentials>`: whatever follows a scheme is a secret, unless it stands for one. */
export function authorizationSecret(text: string, nameEnd: number): Span[] {
  AFTER_NAME.lastIndex = nameEnd;
  const gap = AFTER_NAME.exec(text);
  if (!gap) return [];
  let at = nameEnd + gap[0].length;
  SCHEME.lastIndex = at;
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme) at += scheme.length;
  if (scheme && /^(?:digest|oauth|hawk|mac|aws4)/i.test(scheme)) return parameters(text, at);
  const quoted = /^(?:token=["']?)?/.exec(text.slice(at, at + 8))?.[0].length ?? 0;
  at += quoted;
  const value = (/^[^\s"'`<>,;)}\]\\]{1,8192}/.exec(text.slice(at, at + 8192))?.[0] ?? "").replace(/[.:]+$/, "");
  if (
    value.length < 6 ||
    isPlaceholder(value) ||
    isReference(value) ||
    isPlainWord(value) ||
    isCode(value) ||
    /^[+.(]/.test(value)
  )
    return [];
  if (
    !(scheme
      ? tells(value) || value.length >= 12 || isBasicPair(value) || /[0-9]/.test(value)
      : tells(value) || isBasicPair(value))
  )
    return [];
  const kind = /^basic/i.test(scheme ?? "") ? "http-basic" : "bearer-token";
  return [{ start: at, end: at + value.length, kind, rule: "form:authorization" }];
}

/** `name="value", name=value` after a scheme: the parts that prove who is asking. */
function parameters(text: string, from: number): Span[] {
  const spans: Span[] = [];
  const line = /^[^\r\n]{0,2000}/.exec(text.slice(from, from + 2000))?.[0] ?? "";
  for (const match of line.matchAll(
    /\b(?:response|signature|oauth_signature|oauth_token|mac|nonce|token|hash)=["']?([^\s"',]{8,512})/gi,
  )) {
    const value = match[1] ?? "";
    const end = from + match.index + match[0].length;
    if (!isPlaceholder(value) && !isReference(value))
      spans.push({ start: end - value.length, end, kind: "signature", rule: "form:authorization" });
  }
  return spans;
}

const ATTRIBUTES = new Set(
  "path domain expires max-age samesite secure httponly priority version comment partitioned".split(" "),
);
const SESSION_NAME =
  /sess|sid$|^sid|auth|token|jwt|remember|csrf|xsrf|login|ticket|secret|passw|credential|_key|apikey/i;

/** `Cookie: a=1; sid=x` and `Set-Cookie: …`: cookies that let somebody in, by name or by look. Theme and language stay. */
export function cookieSecrets(text: string, nameEnd: number, extents: ExtentReader): Span[] {
  AFTER_NAME.lastIndex = nameEnd;
  const gap = AFTER_NAME.exec(text);
  if (!gap) return [];
  const from = nameEnd + gap[0].length;
  const spans: Span[] = [];
  const line = /^[^\r\n"'`]{0,8192}/.exec(text.slice(from, from + 8192))?.[0] ?? "";
  if (!extents.claim("cookie", nameEnd, from + line.length)) return [];
  for (const match of line.matchAll(/(?<=^|;\s{0,4})([\w.$-]{1,80})=([^;\s\\]{1,4096})/g)) {
    const name = match[1] ?? "";
    const start = from + match.index + name.length + 1;
    const { end } = extents.bare(start, false);
    const value = text.slice(start, end);
    if (ATTRIBUTES.has(name.toLowerCase()) || isPlaceholder(value) || isReference(value) || isPlainWord(value))
      continue;
    const named = SESSION_NAME.test(name) || (classifyKey(name)?.demand ?? "random") !== "random";
    if (named ? value.length >= 8 : looksRandom(value))
      spans.push({ start, end, kind: "session", rule: "form:cookie" });
  }
  return spans;
}
