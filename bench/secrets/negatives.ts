import { ALNUM, B64, type Chance, DIGITS, HEX, LOWER, UPPER } from "./random.ts";

/** A text that holds no secret and must come back as it is. */
type Make = (c: Chance) => string;

const THINGS = [
  "password",
  "token",
  "secret",
  "API key",
  "access token",
  "passphrase",
  "private key",
  "credential",
  "session cookie",
];
const VERBS = [
  "expired",
  "was rotated",
  "is required",
  "must be changed every 90 days",
  "was too short",
  "is missing from the request",
  "belongs in a vault",
  "cannot be empty",
];
const KO = ["비밀번호", "토큰", "인증키", "암호", "비밀키", "API 키"];
const KO_VERBS = [
  "재설정 화면을 고쳤다",
  "만료 처리를 확인한다",
  "정책은 문서에 있다",
  "변경 주기를 줄였다",
  "검증에 실패했다",
];
const JA = ["パスワード", "トークン", "秘密鍵", "APIキー", "認証キー"];
const JA_VERBS = ["の期限切れを直した", "の強度を検証する", "の扱いは手順書を読む", "を毎月更新する", "が一致しません"];
const ZH = ["密码", "令牌", "密钥", "口令", "私钥", "验证码"];
const ZH_VERBS = ["过期后自动刷新", "强度校验失败", "轮换由运维负责", "长度至少十二位", "不能为空"];
const FILES = ["token", "password", "secret", "auth", "credential", "session", "api-key"];
const NOUNS = [
  "Count",
  "Length",
  "Budget",
  "Policy",
  "Field",
  "Strength",
  "Expiry",
  "Name",
  "Hint",
  "Service",
  "Url",
  "Type",
  "Limit",
  "Index",
];
const TYPES = [
  "string",
  "str",
  "String",
  "number",
  "Optional[str]",
  "string | undefined",
  "SecretStr",
  "&str",
  "Buffer",
  "unknown",
  "Promise<string>",
];

function uuid(c: Chance): string {
  return [8, 4, 4, 4, 12].map((length) => c.chars(HEX, length)).join("-");
}

const MAKES: Readonly<Record<string, Make>> = {
  prose: (c) =>
    c.pick([
      `The ${c.pick(THINGS)} ${c.pick(VERBS)}; see docs/roles.md for step ${c.whole(1, 9)}.`,
      `Users forget their ${c.pick(THINGS)}, so the page explains ${c.whole(2, 9)} steps.`,
      `Reset ${c.pick(THINGS)} expiration handling, then run the ${c.whole(2, 90)} tests again.`,
      `Note: ${c.pick(THINGS)} handling moved to ${c.pick(FILES)}.ts in release ${c.whole(1, 9)}.${c.whole(0, 20)}.`,
      `Password: must be at least ${c.whole(8, 20)} characters, token: optional, secret: never logged.`,
      `Authorization: only owners may delete ${c.whole(2, 9)} orders at once.`,
    ]),
  "prose-ko": (c) => `${c.pick(KO)} ${c.pick(KO_VERBS)}. 시험 ${c.whole(2, 99)}개를 다시 돌렸다.`,
  "prose-ja": (c) => `${c.pick(JA)}${c.pick(JA_VERBS)}。テスト${c.whole(2, 99)}件を実行した。`,
  "prose-zh": (c) => `${c.pick(ZH)}${c.pick(ZH_VERBS)}，请参考第${c.whole(1, 9)}章。`,
  "git-sha": (c) =>
    c.pick([
      `commit ${c.chars(HEX, 40)}\nAuthor: Robot <robot@example.com>`,
      `HEAD is now at ${c.chars(HEX, 7)} fix(token): refresh before expiry`,
      `index ${c.chars(HEX, 8)}..${c.chars(HEX, 8)} 100644\n--- a/src/token.ts`,
      `Merge commit ${c.chars(HEX, 40)} into main`,
      `uses: actions/checkout@${c.chars(HEX, 40)}`,
    ]),
  hash: (c) =>
    c.pick([
      `sha256:${c.chars(HEX, 64)}  dist/app.tar.gz`,
      `MD5 (report.csv) = ${c.chars(HEX, 32)}`,
      `etag: W/"${c.chars(HEX, 32)}"`,
      `Cache restored from key: node-cache-Linux-x64-npm-${c.chars(HEX, 64)}`,
      `"fileHash": "${c.chars(HEX, 40)}", "cacheKey": "${c.chars(HEX, 32)}"`,
      `checksum = "${c.chars(HEX, 64)}"`,
    ]),
  id: (c) =>
    c.pick([
      `"session_id": "${uuid(c)}"`,
      `order ${uuid(c)} moved to state paid`,
      `"user_id": "user_${c.whole(1000, 99999)}", "order_id": ${c.whole(10000, 99999)}, "booking_id": "${c.chars(DIGITS, 7)}"`,
      `trace 01J${c.chars(`${DIGITS}ABCDEFGHJKMNPQRSTVWXYZ`, 23)} took ${c.whole(1, 900)} ms`,
      `card_id="card_${c.whole(1000, 9999)}", flight_no="FL-${c.chars(DIGITS, 4)}", price=${c.whole(1, 900)}.5`,
      `"payment_method": "credit_card_${c.chars(DIGITS, 7)}", "reservation": "${c.chars(UPPER + DIGITS, 6)}"`,
      `"tool_call_id": "call_${c.chars(ALNUM, 24)}"`,
      `"sessionID": "ses_${c.chars(ALNUM, 26)}", "messageID": "msg_${c.chars(ALNUM, 26)}"`,
    ]),
  "lockfile-integrity": (c) =>
    c.pick([
      `"integrity": "sha512-${c.chars(B64, 86)}=="`,
      `resolved "https://packages.example.com/a-1.3.0.tgz#${c.chars(HEX, 40)}"`,
      `golang.example.org/x/text v0.14.0 h1:${c.chars(B64, 43)}=`,
      `--hash=sha256:${c.chars(HEX, 64)}`,
    ]),
  "base64-data": (c) =>
    c.pick([
      `data:image/png;base64,iVBORw0KGgo${c.chars(B64, c.whole(60, 300))}==`,
      `src: url(data:font/woff2;base64,d09GMg${c.chars(B64, 120)}) format('woff2')`,
      `//# sourceMappingURL=data:application/json;base64,eyJ2ZXJz${c.chars(ALNUM, 120)}`,
      `<img alt="key" src="data:image/gif;base64,R0lGOD${c.chars(B64, 60)}">`,
    ]),
  identifier: (c) =>
    c.pick([
      `const ${c.pick(FILES.slice(0, 3))}${c.pick(NOUNS)} = ${c.pick(["tokens.length", "input.value", "config.limit"])}; // left: ${c.whole(1, 2000)}`,
      `export function ${c.pick(["password", "token", "secret"])}${c.pick(NOUNS)}(input: string): number {`,
      `maxTokens: ${c.whole(1, 9)}096, promptTokens: ${c.whole(10, 999)}, completionTokens: ${c.whole(10, 99)}`,
      `import { ${c.pick(["auth", "token", "secret"])}Middleware } from "./auth/middleware.js";`,
      `for (const [key, value] of Object.entries(headers)) sortKeys.push(key);`,
      `connect(host, user, password)`,
      `  password: userPassword,\n  token: authToken,\n`,
      `this.token = token;\nself.password = password\n`,
      `PRIMARY KEY (order_id), FOREIGN KEY (customer_id) REFERENCES customers`,
      `${c.pick(["csrf", "access", "refresh"])}TokenExpiresInSeconds = ${c.whole(60, 90000)}`,
      `if (token === undefined) throw new Error("token missing");`,
      `password = getPassword(user)\ntoken = await fetchToken()\n`,
    ]),
  "type-annotation": (c) =>
    c.pick([
      `interface Login { user: string; password: ${c.pick(TYPES)}; token?: ${c.pick(TYPES)} }`,
      `def login(user: str, password: str, otp: int | None = None) -> Session:`,
      `"password": {"type": "string", "minLength": ${c.whole(8, 20)}, "format": "password"}`,
      `  apiKey?: ${c.pick(TYPES)};\n  clientSecret: ${c.pick(TYPES)};\n`,
      `fn login(password: &str, token: Option<String>) -> Result<(), Error>`,
      `CREATE TABLE users (id int, password VARCHAR(${c.whole(60, 255)}) NOT NULL, token TEXT);`,
    ]),
  "env-reference": (c) => {
    const name = `${c.pick(["DB", "DEPLOY", "APP", "CI"])}_${c.pick(["PASSWORD", "TOKEN", "SECRET", "API_KEY"])}`;
    return c.pick([
      `const token = process.env.${name};`,
      `password: \${{ secrets.${name} }}`,
      `DATABASE_URL=postgres://app:\${${name}}@db:5432/shop`,
      `curl -H "Authorization: Bearer $${name}" https://api.example.com/v1/me`,
      `password = os.environ["${name}"]`,
      `${name}=$(vault read -field=value secret/${c.pick(FILES)})`,
      `token: !vault |\n`,
      `secret: "{{ lookup('env', '${name}') }}"`,
      `api_key = op://ci/${c.pick(FILES)}/credential`,
      `${name}: %${name}%`,
    ]);
  },
  placeholder: (c) =>
    c.pick([
      "API_KEY=<your-api-key>",
      "password: ********",
      '"token": null, "secret": "", "password": undefined',
      "AWS_SECRET_ACCESS_KEY=[REDACTED]",
      `token: ${"x".repeat(c.whole(8, 40))}`,
      "OPENAI_API_KEY=sk-...",
      "password=changeme",
      "--token YOUR_TOKEN --password PASSWORD",
      "GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "secret: (hidden)",
      "password: [hidden:password]",
    ]),
  "public-key": (c) =>
    c.pick([
      `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${c.chars(B64, 43)} robot@example.com`,
      `-----BEGIN PUBLIC KEY-----\n${c.chars(B64, 64)}\n-----END PUBLIC KEY-----`,
      `-----BEGIN CERTIFICATE-----\n${c.chars(B64, 64)}\n${c.chars(B64, 40)}\n-----END CERTIFICATE-----`,
      `key fingerprint is SHA256:${c.chars(B64, 43)}`,
      `"publicKey": "${c.chars(HEX, 64)}"`,
    ]),
  url: (c) =>
    c.pick([
      `https://docs.example.com/auth/tokens?tab=rotation#password-policy`,
      `git@git.example.com:acme/shop-${c.whole(1, 99)}.git`,
      `http://localhost:3000/reset-password/step-${c.whole(1, 9)}`,
      `https://cdn.example.com/npm/@scope/pkg@${c.whole(1, 9)}.2.0/dist/token.min.js`,
      `GET /v1/items?page=${c.whole(1, 99)}&page_token=abc&sort_key=name&limit=20 HTTP/1.1`,
      `redis://cache.example.com:6379/0 and postgres://app@db.example.com:5432/shop`,
    ]),
  path: (c) =>
    `src/features/${c.pick(FILES)}/__tests__/${c.pick(FILES)}Bucket.spec.ts:${c.whole(1, 900)}:${c.whole(1, 80)}`,
  number: (c) =>
    c.pick([
      `tokens used: ${c.whole(1, 99)},${c.chars(DIGITS, 3)} in / 1,377 out, cost $0.0${c.whole(1, 9)}12`,
      `card_number_length=16 cvv_length=3 pin_attempts=${c.whole(0, 3)}`,
      `tests: ${c.whole(1, 99)} pass: ${c.whole(100, 9999)} fail: 0`,
      `"tokens": ${c.whole(1000, 99999)}, "total_tokens": ${c.whole(1000, 99999)}`,
    ]),
  log: (c) =>
    c.pick([
      `at verifyToken (src/auth/verify.ts:${c.whole(1, 900)}:13)\n    at async login (src/auth/login.ts:20:5)`,
      `✓ password too short → 422 (${c.whole(1, 90)} ms)\n✓ token missing → 401 (3 ms)`,
      `PASS test/auth/token-expiration.test.ts (${c.whole(1, 90)} cases)`,
      `FAIL test/password/strength.test.ts > scores "short" as weak`,
      `SyntaxError: Unexpected token '${c.chars("<>{}", 1)}', "<!DOCTYPE "... is not valid JSON`,
      `error: token "${c.chars(LOWER, 6)}" is not a keyword (line ${c.whole(1, 90)})`,
      `2026-11-03T08:12:44Z warn auth: password check failed for user ${c.whole(1, 99)}`,
    ]),
  style: (c) =>
    c.pick([
      `.token.keyword { color: #${c.chars(HEX, 6)} } .token.string { color: #669900 }`,
      `SELECT count(*) FROM api_tokens WHERE revoked_at IS NULL LIMIT ${c.whole(1, 90)};`,
      `{"login.password":"비밀번호","login.token":"인증 번호","login.submit":"확인"}`,
      `{"password":"パスワード","token":"トークン","secret":"シークレット"}`,
      `var a=function(e,t){return e.tokenize(t).map(function(n){return n.key})};`,
      `openssl 3.0.${c.whole(1, 20)}, libsecret-1-0 0.21.4-1build3, keyutils 1.6.3`,
      `<input type="password" name="password" placeholder="Password" autocomplete="current-password">`,
      `<label for="token">Token:</label> <button key="save">Save</button>`,
      `{"scope": "token", "settings": {"tokenColor": "keyword.operator"}, "token": "string.quoted"}`,
    ]),
};

export const NEGATIVE_KINDS: readonly string[] = Object.keys(MAKES);

export function negative(kind: string, c: Chance): string {
  const make = MAKES[kind];
  if (!make) throw new Error(`no kind of harmless text is called ${kind}`);
  return make(c);
}
