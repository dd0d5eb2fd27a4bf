import { classifyKey, type KeyClass, splitName } from "./key-name.ts";
import { hasCjk } from "./key-words-cjk.ts";
import {
  charKinds,
  isBetweenQuotes,
  isCjkProse,
  isCode,
  isHex,
  isHost,
  isPath,
  isPlaceholder,
  isPlainWord,
  isProse,
  isReference,
  isTypeName,
  isUrl,
  isUuid,
  isWordy,
  looksRandom,
  shannonBits,
} from "./value.ts";

/** How a value stands beside its key. */
export interface Standing {
  quoted: boolean;
  /**
   * - `env`: `KEY=value` without blanks around the sign; `flag`: `--key value`; both hold values, never types or sentences
   * - `pair`: `key: value` and the like, in files, objects, tables and notes
   * - `said`: in a sentence, `password "x"`, `the password is x`
   * - `loose`: the next word or argument, `password x`, `f("password", "x")`: its look alone must say so
   */
  style: "env" | "flag" | "pair" | "said" | "loose";
  /** The line goes on in words after an unquoted value: then it may be a sentence. */
  goesOn: boolean;
  /** The value is one argument, property or statement among others in code. */
  inCode: boolean;
}

/** Shortest values worth hiding. Shorter ones are flags, counts and states; a password of three characters protects nothing. */
const MIN_LENGTH: Readonly<Record<KeyClass["demand"], number>> = { any: 4, telling: 8, random: 20, digits: 4 };

/** Longer values are told by their alphabet alone: words, types, paths and code do not grow so long without a blank. */
const MAX_JUDGED = 512;

/** One long run of a token alphabet, or lines of base64. */
function isLongToken(value: string): boolean {
  if (!/^[A-Za-z0-9+/=_.~%:\s-]+$/.test(value) || !/[0-9]/.test(value) || shannonBits(value) <= 3.5) return false;
  return value
    .trim()
    .split(/\s+/)
    .every((line, at, lines) => line.length >= 32 || at === lines.length - 1);
}

/** True when the value beside a key of this class must be hidden. */
export function mustHide(value: string, key: KeyClass, keyName: string, standing: Standing): boolean {
  if (value.length > MAX_JUDGED) return key.demand !== "digits" && isLongToken(value);
  const minLength = key.kind === "credentials" ? 8 : MIN_LENGTH[key.demand];
  if (value.length < minLength || isStandIn(value, keyName)) return false;
  if (key.demand === "digits") return isCode4To12(value);
  if (isOrdinary(value, keyName, standing)) return false;
  return fitsStanding(value, key, standing) && meetsDemand(value, key, keyName, standing);
}

/** It stands for a value: a placeholder, a reference, the name of a state, the key's own name. */
function isStandIn(value: string, keyName: string): boolean {
  return isPlaceholder(value) || isReference(value) || isPlainWord(value) || repeatsName(value, keyName);
}

/** PINs and one-time codes: digits, or capitals with digits among them. */
function isCode4To12(value: string): boolean {
  return /^[0-9]{4,12}$/.test(value) || (/^[A-Z0-9-]{6,12}$/.test(value) && /[0-9]/.test(value));
}

/** It is something else that has a form of its own: an address, a path, a type, a label, a sentence, an expression, a name. */
function isOrdinary(value: string, keyName: string, standing: Standing): boolean {
  if (isUrl(value) || isHost(value) || isPath(value) || isTypeName(value)) return true;
  if (isLabel(value, keyName) || isSelector(value) || isCjkProse(value)) return true;
  if (standing.quoted) return isBetweenQuotes(value) || (isProse(value) && !isSeedPhrase(value));
  return isCode(value) || /^[([{]/.test(value) || isNameOfThing(value, keyName, standing);
}

/** The looser the tie between name and value, the more the value must stand out from words. */
function fitsStanding(value: string, key: KeyClass, { style, goesOn, quoted }: Standing): boolean {
  if (key.kind === "session" && style !== "env") return false;
  if ((goesOn || style === "said") && !standsOut(value)) return false;
  if (style === "loose" && (!standsOut(value) || !tells(value) || NO_LOOSE_VALUE.test(value) || classifyKey(value)))
    return false;
  if ((style === "said" || style === "loose") && MAIL_ADDRESS.test(value)) return false;
  if (quoted || style === "env") return true;
  if (FLAG_NAME_OR_ALIAS.test(value)) return false;
  return key.kind === "password" || style === "flag" || !WORD_OR_ANCHOR.test(value);
}

/** Versions and `name=value`: what often follows a word that is also the name of a package or a field. */
const NO_LOOSE_VALUE = /^(?:(?:[0-9]+:)?v?[0-9]+\.[0-9]+|[A-Za-z_][\w.-]*=)/;
const MAIL_ADDRESS = /^[\w.+-]+@[\w-]+\.[\w.]+$/;
/** `--kms-key`, `API_KEY`, `*anchor`. */
const FLAG_NAME_OR_ALIAS = /^(?:--[a-z][\w-]*|[A-Z]{3,}(?:[_-][A-Z]+)*|[&*][a-z_][\w-]*)$/;
/** An anchor, a colour, `topic:name` in a namespace, the name of an object: `secret: shop-db`. */
const WORD_OR_ANCHOR = /^(?:#[\w-]+|[a-z]{1,12}|[a-z]{2,14}(?:-[a-z]{2,14})+)$/;

function meetsDemand(value: string, key: KeyClass, keyName: string, { style, quoted }: Standing): boolean {
  switch (key.demand) {
    case "random":
      return looksRandom(value) || (key.kind === "credentials" && (isBasicPair(value) || isPair(value)));
    case "telling":
      if (key.kind === "password" && quoted && standsOut(value)) return true;
      return style === "env" || style === "flag" ? !isNumeric(value) : tells(value);
    default:
      return !isNumericSetting(value, keyName);
  }
}

/** Twelve to twenty-four words of one dictionary: how wallets write their keys. */
function isSeedPhrase(value: string): boolean {
  const words = value.trim().split(/\s+/);
  return (
    words.length % 3 === 0 &&
    words.length >= 12 &&
    words.length <= 24 &&
    words.every((word) => /^[a-z]{3,8}$/.test(word))
  );
}

/** `"encodeUserPassword": "encodeUserPassword2"`: a table of names. */
function repeatsName(value: string, keyName: string): boolean {
  const name = lettersOf(keyName);
  const other = lettersOf(value);
  return name.length > 3 && other === name && value.length - other.length < 8 && /^[\w. -]+$/.test(value);
}

function lettersOf(text: string): string {
  return text.replace(/[^A-Za-z]/g, "").toLowerCase();
}

/** A label in another language, as translations have it: `"login.password": "비밀번호"`. */
function isLabel(value: string, keyName: string): boolean {
  return !hasCjk(keyName) && hasCjk(value) && !/[0-9]/.test(value) && value.length <= 40;
}

/**
 * An identifier of the program rather than a value: `password: userPassword`, `token = authToken;`, `connect(host, password=pw)`.
 * A name without digits all of whose words belong to names counts everywhere but in environment files.
 */
function isNameOfThing(value: string, keyName: string, standing: Standing): boolean {
  if (standing.style === "env" && !standing.inCode && !/[a-z]/.test(keyName)) return false;
  const parts = splitName(value);
  if (standing.inCode && /^[A-Za-z_$][\w$]*$/.test(value) && parts.length > 2 && classifyKey(value) !== undefined)
    return true;
  if (!/^[A-Za-z_$]+[0-9]{0,2}$/.test(value)) return false;
  const isKnown = parts.length > 0 && parts.every((part) => NAME_WORDS.has(part) || isPlainWord(part));
  if (isKnown || classifyKey(value) === undefined) return isKnown || (standing.inCode && !/[0-9]$/.test(value));
  return standing.inCode;
}

const NAME_WORDS = new Set(
  "sa kms customer encryption oauth oidc mapped extra bytes mgr acct args arg argv param data obj info item node val str text msg res req ctx context conf opt kwargs user users username name auth access refresh new old current next my db database api app client server admin root default input value values hash hashed data raw plain encoded decoded decrypted encrypted master main account service config options opts params args props state form body request response session header headers env cfg creds credential credentials field fields id uuid result results helper provider manager store storage vault generator random temp tmp local global shared private public signed signing csrf xsrf bearer jwt reset confirm confirmation login email mail smtp sql redis mongo postgres mysql pg aws s3 gcp azure github gitlab slack stripe openai anthropic bot web hook webhook device push fcm apns page cursor".split(
    " ",
  ),
);

/** In a sentence, a token that no word looks like: letters with digits or signs between them, or capitals inside. */
function standsOut(value: string): boolean {
  if (hasCjk(value)) return /[0-9]/.test(value);
  const { lower, upper, digit } = charKinds(value);
  if (digit && (lower || upper)) return !/^[0-9]+(?:st|nd|rd|th|s|ms|h|d|m|min|px|%|[kKmMgG][bB]?)$/.test(value);
  if (/[#$%^&*!@~+=]/.test(value) && (lower || upper)) return true;
  return lower && upper && /[a-z][A-Z]/.test(value) && value.length >= 8;
}

/** `#password`, `.token-field`: where a page keeps it. */
function isSelector(value: string): boolean {
  return (
    /^[#.][a-z][\w-]{2,40}$/i.test(value) && (isPlainWord(value.slice(1)) || classifyKey(value.slice(1)) !== undefined)
  );
}

/** `user:password` or `user/password` beside "credentials", where the second part is one. */
function isPair(value: string): boolean {
  const password = /^[\w.@-]{1,64}[:/]([^\s:/]{6,64})$/.exec(value)?.[1];
  return password !== undefined && standsOut(password) && !isPlaceholder(password);
}

/** Beside a name that is also used for harmless things, the value itself must look made. */
export function tells(value: string): boolean {
  if (value.length < 8 || /\s/.test(value) || isNumeric(value)) return false;
  if (isUuid(value) || (isHex(value) && value.length >= 16)) return true;
  const { lower, upper, digit } = charKinds(value);
  if (digit) return !isSlug(value) || isGrouped(value);
  return (
    value.length >= 16 &&
    shannonBits(value) > 3.2 &&
    !isWordy(value) &&
    (lower || upper) &&
    !/^[a-z]+(?:[._:/-][a-z]+)*$/i.test(value)
  );
}

/** Groups of one length, as licence keys are printed: `AB12-CD34-EF56`. */
function isGrouped(value: string): boolean {
  return /^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2,}$|^[A-Z0-9]{5}(?:-[A-Z0-9]{5}){2,}$/.test(value);
}

/** Words of one case joined by signs, with at most a short number at the end: a name that a person chose, `cl100k_base`, `step-2`. */
function isSlug(value: string): boolean {
  return value.length < 40 && SLUG.test(value);
}

const SLUG_WORD = "(?:[a-z]{1,14}|[A-Z][a-z]{1,13}|[A-Z]{1,8})[0-9]{0,3}[a-z]?";
const SLUG = new RegExp(`^${SLUG_WORD}(?:[-_.:/](?:${SLUG_WORD}|[0-9]{1,4}))+$`);

/** Numbers, dates, versions, durations and amounts. */
function isNumeric(value: string): boolean {
  if (/^0x[0-9A-Fa-f]{1,8}$/.test(value)) return true;
  return /^[$€£¥₩+-]?[0-9][0-9.,:_/T+-]*Z?\s?(?:ns|us|µs|ms|s|m|h|d|w|y|k|K|M|G|T|[kKMGT]i?[bB]|b|B|bits?|bytes?|px|r?em|pt|%|x|st|nd|rd|th|secs?|mins?|hrs?|years?|months?|weeks?|days?|hours?|minutes?|seconds?|tokens?|개|자|회|번|件|個|个|回|次|位|天|日)?$/.test(
    value,
  );
}

/** `min_password: 12` style settings carry few digits; a numeric password has four or more and stands beside a plain name. */
function isNumericSetting(value: string, keyName: string): boolean {
  if (!isNumeric(value)) return false;
  if (!/^[0-9]{4,}$/.test(value)) return !/^[0-9-]{6,}$/.test(value);
  return /(?:^|[^a-z])(?:max|min|num|count|length)(?:[^a-z]|$)/i.test(keyName);
}

/** `user:password` in base64, as HTTP's Basic scheme and container clients keep it. */
export function isBasicPair(value: string): boolean {
  if (value.length < 8 || value.length > 4096 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return false;
  const decoded = decodeBase64(value);
  return decoded !== undefined && /^[^\s:]{0,200}:.+$/s.test(decoded);
}

/** @returns the text, or undefined when the bytes are not printable text */
function decodeBase64(value: string): string | undefined {
  try {
    const text = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 32 || code === 127) return undefined;
    }
    return text;
  } catch {
    // Not base64 after all: that is the answer.
    return undefined;
  }
}
