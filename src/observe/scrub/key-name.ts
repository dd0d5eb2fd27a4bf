import { TailTable } from "./tail-table.ts";

/**
 * How much a value must tell of itself before a key name hides it.
 * - `any`: whatever is not plainly a stand-in, reference, type or sentence (passwords, secrets)
 * - `telling`: it must look made (tokens, API keys): the same words are names of harmless things too
 * - `random`: one long random run (`key`, `auth`, `session`): the name alone says little
 * - `digits`: a PIN or one-time code
 */
export type Demand = "any" | "telling" | "random" | "digits";

export interface KeyClass {
  kind: string;
  demand: Demand;
}

/** A key name stands on its last word, and on the words before it. */
const PASSWORD = words(
  "password passwd passwort passwrd passphrase passcode pwd psw pw psk passwords userpassword userpass dbpass dbpassword mypassword storepass keypass passin passout",
);
const SECRET = words(
  "secret secrets secretkey clientsecret appsecret secretkeybase mnemonic dockerconfigjson dockercfg",
);
const TOKEN = words(
  "token tokens identitytoken bearer accesstoken authtoken apitoken refreshtoken idtoken sessiontoken csrftoken xsrftoken usertoken bottoken personalaccesstoken pat",
);
const API_KEY = words(
  "apikey appkey accesskey secretaccesskey authkey apisecret apisecretkey subscriptionkey accountkey storagekey sharedaccesskey sharedaccesssignature",
);
const PRIVATE_KEY = words("privatekey privkey encryptionkey signingkey masterkey");
const SESSION = words("session sessionid sessid sid phpsessid jsessionid aspsessionid cookie cookies");
const CODE = words("otp totp pin pincode otpcode passkey");
const WEAK = words(
  "key keys auth authorization credential credentials creds cred signature sig hmac login seed dsn webhook",
);

/** Words before `key` that make it a secret whatever it looks like; those that make it a secret if it looks made; those that clear it. */
const KEY_SECRET_BEFORE = words(
  "secret private encryption encrypt decryption signing sign master hmac aes cipher crypto wallet shared recovery pre psk ssh tls ssl account wep wpa host_private vault root seal unseal session_signing cookie_signing",
);
const KEY_API_BEFORE = words(
  "api access auth storage app application service server admin deploy jwt webhook integration subscription consumer client security license activation write read ingest ingestion developer dev prod live sandbox bot user customer merchant partner vendor account sdk rest project org team x functions function host maps openai anthropic gemini google azure stripe sendgrid mailgun twilio datadog algolia aws gcp github gitlab slack discord cohere mistral groq",
);
const KEY_CLEARED_BEFORE = words(
  "public primary foreign cache sort partition object index unique composite candidate hot short arrow i18n translation translate message msg map dict dictionary json row column col group query search sql natural surrogate routing lookup react list item parent child storage_object s3 bucket file publishable site config settings option property prop field attribute data meta metadata enum enter escape ctrl shift alt home end delete tab space modifier host_public known verify verification verifying idempotency request session_public public_host answer musical piano major minor low turn",
);
const TOKEN_CLEARED_BEFORE = words(
  "context previous prev search sibling open close left right before after trailing leading opening closing colon brace paren semi semicolon comma missing unexpected expected next page nextpage continuation continue cancel cancellation sync resume start end stop eos bos pad unk max min num total input output prompt completion cached thinking reasoning special mask sep cls design syntax css lexer first last per image audio text new_line newline current_line keyword punctuation operator comment string number erc20 nft governance native token_type wrapped lp reward change delta skip watermark",
);
/** Words before `token` that leave no doubt; `token` alone may be a word of a text or of a grammar. */
const TOKEN_SURE_BEFORE = words(
  "access auth api refresh id session csrf xsrf bearer bot personal deploy security secret private service push device login oauth oauth2 sas registry npm github gitlab slack discord telegram hf huggingface vault jwt authentication authorization admin upload download webhook invite verification runner publish release signing web hub cloud account client app server user gh gl ci",
);
const PASS_SURE_BEFORE = words(
  "db database user admin root smtp imap pop mail email ftp sftp ssh sudo become login my sys system redis mongo mongodb mysql mariadb pg postgres postgresql sql rabbitmq amqp mqtt kafka ldap bind proxy http https api auth key store keystore truststore cert wifi wlan vpn app service client server ansible git registry docker account master default encryption backup zip pdf env secret old new current",
);
const PASS_CLEARED_BEFORE = words(
  "boarding first second third render single two multi multiple test tests all smoke low high band ski season lane one final last next each per by full partial optimization compiler lint train training forward backward did does should must will can could season day month annual travel rail bus event",
);
const SECRET_CLEARED_BEFORE = words("no top trade open dirty existing pull image tls referenced use");
const CODE_SECRET_BEFORE = words(
  "otp totp mfa 2fa fa tan verification verify security auth authorization authentication access pass pin recovery backup one-time onetime sms device activation",
);

/** Words after the noun that do not change what it is: `SECRET_KEY_BASE`, `password_confirmation`, `DB_PASSWORD_PROD`. */
const TRAILING = words(
  "value val base string str text plain plaintext raw old new current confirm confirmation confirmed again repeat retype verify prod production dev development staging stage test live sandbox local primary secondary main backup b64 base64 encoded enc encrypted cleartext clear input1 v1 v2 v3 id_rsa",
);

const MEMO = new Map<string, KeyClass | null>();
const MEMO_LIMIT = 20_000;

/**
 * @param name  a key name as it stands in the text: `spring.datasource.password`, `X-Api-Key`, `clientSecret`, `API key`
 * @returns undefined when the name promises no secret
 */
export function classifyKey(name: string): KeyClass | undefined {
  if (name.length > 120) return undefined;
  const known = MEMO.get(name);
  if (known !== undefined) return known ?? undefined;
  const found = classifyParts(splitName(name), name);
  if (MEMO.size >= MEMO_LIMIT) MEMO.clear();
  MEMO.set(name, found ?? null);
  return found;
}

/** `clientSecret2` → client, secret. Lower case, digits at the end of a word dropped. */
export function splitName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((part) => (part.length > 2 ? part.replace(/(?<=[a-z])[0-9]{1,3}$/, "") : part))
    .filter((part) => part.length > 0 && !/^[0-9]+$/.test(part));
}

function classifyParts(parts: string[], name: string): KeyClass | undefined {
  let count = parts.length;
  while (count > 1 && TRAILING.has(parts[count - 1] ?? "")) count--;
  const last = parts[count - 1];
  if (last === undefined) return undefined;
  const before = count > 1 ? (parts[count - 2] ?? "") : "";
  // The working directory of a shell.
  if (name === "PWD" || name === "OLDPWD") return undefined;
  if (PASSWORD.has(last) || /(?:password|passwd|passphrase)$/.test(last)) return { kind: "password", demand: "any" };
  if (last === "pass") return passClass(before, count);
  if (last === "phrase" && /^(?:pass|seed|recovery|secret|mnemonic)$/.test(before))
    return { kind: "password", demand: "any" };
  if (SECRET.has(last)) return SECRET_CLEARED_BEFORE.has(before) ? undefined : { kind: "secret", demand: "any" };
  if (TOKEN.has(last)) {
    if (last === "pat" && !/^(?:github|gitlab|gh|azure|devops|ado|databricks)$/.test(before)) return undefined;
    if (TOKEN_CLEARED_BEFORE.has(before)) return undefined;
    return {
      kind: "token",
      demand: (last !== "token" && last !== "tokens") || TOKEN_SURE_BEFORE.has(before) ? "any" : "telling",
    };
  }
  if (PRIVATE_KEY.has(last)) return { kind: "private-key", demand: "telling" };
  if (API_KEY.has(last)) return { kind: "api-key", demand: "telling" };
  if (last === "key" || last === "keys") return keyClass(parts.slice(0, count - 1));
  if (last === "id" && before === "key" && parts[count - 3] === "private")
    return { kind: "private-key", demand: "telling" };
  if (last === "data" && before === "key") return { kind: "private-key", demand: "telling" };
  if (last === "code" || last === "codes")
    return CODE_SECRET_BEFORE.has(before) ? { kind: "pin", demand: "digits" } : undefined;
  if (CODE.has(last)) return { kind: "pin", demand: "digits" };
  if (last === "number" && before === "pin") return { kind: "pin", demand: "digits" };
  if (SESSION.has(last) && last !== "session" && before !== "parent") return { kind: "session", demand: "random" };
  if (last === "id" && (before === "session" || before === "sess")) return { kind: "session", demand: "random" };
  if (last === "auth" && /cli$|^(?:redis|basic|http|proxy|npm|registry|docker|db)$/.test(before))
    return { kind: "credentials", demand: "any" };
  if (WEAK.has(last)) return weakClass(last, name);
  return undefined;
}

/** `pass` alone also means "went well": `smtp_pass` is a password, `pass: 31` a count. */
function passClass(before: string, count: number): KeyClass | undefined {
  if (PASS_CLEARED_BEFORE.has(before)) return undefined;
  return { kind: "password", demand: count > 1 && PASS_SURE_BEFORE.has(before) ? "any" : "telling" };
}

function keyClass(before: string[]): KeyClass | undefined {
  const near = before[before.length - 1] ?? "";
  if (KEY_SECRET_BEFORE.has(near))
    return near === "private" || near === "ssh"
      ? { kind: "private-key", demand: "telling" }
      : { kind: "secret", demand: "any" };
  if (near === "access" && before.includes("secret")) return { kind: "secret", demand: "any" };
  if (KEY_CLEARED_BEFORE.has(near)) return undefined;
  if (KEY_API_BEFORE.has(near)) return { kind: "api-key", demand: "telling" };
  return { kind: "key", demand: "random" };
}

function weakClass(last: string, name: string): KeyClass {
  if (last === "sig" || last === "signature" || last === "hmac") return { kind: "signature", demand: "random" };
  return { kind: /^cred/.test(last) || /auth/i.test(name) ? "credentials" : "key", demand: "random" };
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Words that a secret-like name may end with. */
const LAST_WORDS = [
  PASSWORD,
  SECRET,
  TOKEN,
  API_KEY,
  PRIVATE_KEY,
  SESSION,
  CODE,
  WEAK,
  TRAILING,
  words("phrase pass key keys code codes number id data basic authorization"),
];

/** Their last three characters: what most words of a text fail at once. A number may follow: `password2`, `token12`. */
export const NAME_TAILS = new TailTable(() =>
  LAST_WORDS.flatMap((set) => [...set]).flatMap((word) => [
    word,
    ...Array.from({ length: 100 }, (_, n) => `${word}${n}`),
  ]),
);
