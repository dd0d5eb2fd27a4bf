import { localPassword, password, quotedPassword, serviceToken } from "./passwords.ts";
import { ALNUM, B64, B64URL, type Chance, DIGITS, HEX, LOWER, UPPER } from "./random.ts";
import { base64, base64url, TOKEN_KINDS } from "./tokens.ts";

export interface Case {
  kind: string;
  text: string;
  /** Must not be left; of 16 characters and more, no run of 12 either. */
  hide: string[];
  /** Must be left as it is. */
  keep: string[];
  /** Marks that name the secret rightly; others count as confusion, not as a leak. */
  marks: readonly string[];
}

type Make = (c: Chance) => Omit<Case, "kind">;

function around(
  before: string,
  secret: string,
  after: string,
  marks: readonly string[],
  hide: string[] = [secret],
): Omit<Case, "kind"> {
  return {
    text: before + secret + after,
    hide,
    keep: [before.slice(0, 8), after].filter((text) => text.length > 3),
    marks,
  };
}

/** Where a token with a form of its own may turn up. `%` is the token. */
const TOKEN_PLACES = [
  "the job used % and then stopped\nnext line stays",
  "DEPLOY_CREDENTIAL=%\nNODE_ENV=production\n",
  '{"id": 7, "value": "%", "limit": 20}',
  "Authorization: Bearer %\r\nAccept: application/json",
  "remote: rejected (%) while pushing main",
  "git clone https://robot:%@git.example.com/acme/shop.git",
  "see ‘%’, it was revoked yesterday",
  "export X=%; ls -l build",
  "토큰 %을 지웠다. 다음 줄은 남는다",
  "ログに % が残っていたので消した。次へ進む",
  "日志里出现了%，已经作废。继续下一步",
  "curl -H 'X-Trace: 1' -H 'Token: %' https://api.example.com/v1/items",
  "retry 3/5 key=% status=401 took=18ms",
  "`%`, copied from the dashboard, no longer works",
  "logs/%/stdout.log was removed",
];

function tokenCase(c: Chance, index: number): Omit<Case, "kind"> {
  const kind = TOKEN_KINDS[index] as (typeof TOKEN_KINDS)[number];
  const token = kind.make(c);
  // A slash after a token whose alphabet has slashes belongs to it as far as anyone can tell.
  const places = /grafana|stripe-webhook/.test(kind.kind)
    ? TOKEN_PLACES.filter((place) => !place.includes("%/"))
    : TOKEN_PLACES;
  const place = token.text.includes("\n")
    ? c.pick(["$ cat deploy.key\n%\n$ ls -l\n", '{"tls": {"port": 8443, "key": "%"}}', "wrote it:\n%\n"])
    : c.pick(places);
  const [before = "", after = ""] = place.split("%");
  const inJson = place.startsWith("{") ? JSON.stringify(token.text).slice(1, -1) : token.text;
  return {
    text: before + inJson + after,
    hide: token.hide,
    keep: [before, after].filter((text) => text.trim().length > 3),
    marks: [...kind.marks, "url-password", "bearer-token"],
  };
}

const SECRET_NAMES = [
  "DB_PASSWORD",
  "SMTP_PASS",
  "ADMIN_PASSWORD",
  "REDIS_PASSWORD",
  "APP_SECRET",
  "JWT_SECRET",
  "CLIENT_SECRET",
  "ENCRYPTION_KEY",
  "MYSQL_ROOT_PASSWORD",
  "PGPASSWORD",
  "SESSION_SECRET",
  "WEBHOOK_SECRET",
];
const TOKEN_NAMES = ["API_TOKEN", "ACCESS_TOKEN", "SERVICE_API_KEY", "REFRESH_TOKEN", "AUTH_TOKEN", "X_API_KEY"];
const PASS = ["password"];
const SECRETISH = ["password", "secret", "private-key", "token", "api-key"];

/** Secrets that are known by the name or the place they stand beside. */
const PLACES: Readonly<Record<string, Make>> = {
  "aws-secret-access-key": (c) =>
    around(
      c.pick(["aws_secret_access_key = ", "AWS_SECRET_ACCESS_KEY=", "secretAccessKey: "]),
      c.chars(B64, 40),
      "\nregion = eu-west-1\n",
      ["secret"],
    ),
  "aws-session-token": (c) => {
    const token = c.chars(B64, c.whole(200, 400));
    return {
      text: `{"SessionToken":"${token}","Expiration":"2026-11-03T10:00:00Z"}`,
      hide: [token],
      keep: ['"Expiration":"2026-11-03T10:00:00Z"'],
      marks: ["token"],
    };
  },
  "gcp-service-account": (c) => {
    const [id, key] = [c.chars(HEX, 40), c.chars(B64, 64)];
    const pem = `-----BEGIN PRIVATE KEY-----\\n${key}\\n${c.chars(B64, 40)}\\n-----END PRIVATE KEY-----\\n`;
    return {
      text: `{"type": "service_account", "private_key_id": "${id}", "private_key": "${pem}", "client_id": "${c.chars(DIGITS, 21)}"}`,
      hide: [id, key],
      keep: ['"type": "service_account"', '"client_id": "'],
      marks: ["private-key"],
    };
  },
  "azure-storage-key": (c) =>
    around(
      "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=",
      `${c.chars(B64, 86)}==`,
      ";EndpointSuffix=core.example.net",
      ["api-key", "secret"],
    ),
  "azure-sas": (c) =>
    around("https://shop.blob.example.net/b/f?sv=2024-11-04&sp=r&sig=", `${c.chars(ALNUM, 40)}%3D`, "&se=2026-11-30", [
      "signature",
    ]),
  "twilio-auth-token": (c) =>
    around(`TWILIO_ACCOUNT_SID=AC${c.chars(HEX, 32)}\nTWILIO_AUTH_TOKEN=`, c.chars(HEX, 32), "\n", ["token"]),
  "url-credentials": (c) => {
    const scheme = c.pick([
      "postgres",
      "postgresql",
      "mysql",
      "mongodb+srv",
      "redis",
      "amqp",
      "https",
      "ftp",
      "smtps",
      "mssql",
      "clickhouse",
      "ldap",
    ]);
    const user = c.pick(["app", "root", "svc-build", "", "mailer%40example.com"]);
    return around(
      `${c.pick(["connecting to ", "DATABASE_URL=", '"url": "', "fatal: unable to access '"])}${scheme}://${user}:`,
      password(c),
      `@${c.pick(["db.example.com:5432", "127.0.0.1:3306", "cluster.example.net"])}/shop`,
      ["url-password"],
    );
  },
  "http-bearer": (c) =>
    around(
      c.pick(["> Authorization: Bearer ", '"authorization": "Bearer ', "-H 'Authorization: Bearer "]),
      serviceToken(c),
      c.pick(['", "accept": "*/*"', "'\n> Accept: */*\n"]),
      ["bearer-token"],
    ),
  "http-basic": (c) =>
    around(
      c.pick(["Authorization: Basic ", '{"Proxy-Authorization":"Basic ']),
      base64(`${c.pick(["app", "robot"])}:${password(c)}`),
      c.pick(["\r\nHost: api.example.com", '","timeout":30}']),
      ["http-basic"],
    ),
  "cookie-session": (c) =>
    around(
      `${c.pick(["Cookie: theme=dark; ", "Set-Cookie: ", "cookie: lang=ja; "])}${c.pick(["sessionid", "connect.sid", "PHPSESSID", "JSESSIONID", "__Host-session", "auth_token"])}=`,
      c.chars(LOWER + DIGITS, 32),
      c.pick(["; Path=/; HttpOnly", "; locale=ko"]),
      ["session"],
    ),
  "api-key-header": (c) =>
    around(
      c.pick(["X-API-Key: ", '"X-Auth-Token": "', "x-goog-api-key: ", "Ocp-Apim-Subscription-Key: ", '-H "apikey: ']),
      serviceToken(c),
      c.pick(['"\nContent-Type: application/json\n', '", "Accept": "*/*"']),
      ["api-key", "token"],
    ),
  "cli-flag": (c) =>
    c.pick<() => Omit<Case, "kind">>([
      () =>
        around(
          `deploy push --env staging ${c.pick(["--token ", "--api-key=", "--client-secret ", "--access-token="])}`,
          serviceToken(c),
          " --yes",
          ["token", "api-key", "secret"],
        ),
      () =>
        around(
          `import --host db.example.com ${c.pick(["--password=", "--password ", "--db-password "])}`,
          password(c),
          " --table orders",
          PASS,
        ),
      () => around("vaultctl login --password '", quotedPassword(c), "' --method userpass", PASS),
      () =>
        around(`curl -s -u ${c.pick(["admin", "robot"])}:`, password(c), " https://ci.example.com/job/api/json", PASS),
      () => around("mysql -u root -p", password(c), " shop", PASS),
      () => around("redis-cli -h cache.example.com -a ", password(c), " INFO memory", PASS),
      () => around("sshpass -p ", password(c), " ssh deploy@example.com", PASS),
      () => around("docker login -u robot -p ", password(c), " images.example.com", PASS),
    ])(),
  "env-file": (c) =>
    c.next() < 0.6
      ? around(
          `NODE_ENV=production\n${c.pick(["", "export "])}${c.pick(SECRET_NAMES)}=`,
          password(c),
          "\nPORT=8080\n",
          SECRETISH,
        )
      : around(`A=1\n${c.pick(TOKEN_NAMES)}=`, serviceToken(c), "\nPORT=8080\n", SECRETISH),
  "env-quoted": (c) => around(`DEBUG=False\n${c.pick(SECRET_NAMES)}="`, quotedPassword(c), '"\nPORT=8080\n', SECRETISH),
  "json-nested": (c) => jsonCase(c, 0),
  "json-escaped-1": (c) => jsonCase(c, 1),
  "json-escaped-2": (c) => jsonCase(c, 2),
  "json-escaped-3": (c) => jsonCase(c, 3),
  yaml: (c) =>
    c.next() < 0.3
      ? around(
          "kind: Secret\nmetadata:\n  name: shop-db\ndata:\n  password: ",
          base64(password(c)),
          "\ntype: Opaque\n",
          PASS,
        )
      : around(
          `services:\n  db:\n    environment:\n      ${c.pick(["POSTGRES_PASSWORD", "db_password", "ansible_become_pass", "smtpPassword"])}: ${c.pick(["", '"'])}`.replace(
            /"$/,
            "",
          ),
          password(c),
          '\n    ports: ["5432:5432"]\n',
          PASS,
        ),
  toml: (c) =>
    around(
      `[database]\nuser = "app"\n${c.pick(["password", "db_password", "secret", "auth_token"])} = "`,
      quotedPassword(c).replaceAll('"', ""),
      '"\npool_size = 5\n',
      SECRETISH,
    ),
  properties: (c) =>
    around(
      `spring.datasource.username=app\n${c.pick(["spring.datasource.password", "mail.smtp.password", "app.jwt.secret", "keystore.pass"])}=`,
      password(c),
      "\nserver.port=8081\n",
      SECRETISH,
    ),
  xml: (c) =>
    around(
      "<server><id>releases</id><username>robot</username><password>",
      password(c),
      "</password></server><!-- below -->",
      PASS,
    ),
  netrc: (c) => around(`machine git.example.com\n  login robot\n  password `, password(c), "\n", PASS),
  "docker-config": (c) =>
    around('{"auths":{"images.example.com":{"auth":"', base64(`robot:${password(c)}`), '"}},"credsStore":""}', [
      "credentials",
    ]),
  tfvars: (c) =>
    around(
      `region = "eu-west-1"\n${c.pick(["db_admin_password", "api_secret", "master_password"])} = "`,
      quotedPassword(c),
      '"\n',
      SECRETISH,
    ),
  pgpass: (c) =>
    around("$ cat ~/.pgpass\ndb.example.com:5432:shop:app:", password(c), "\n$ psql -h db.example.com shop", PASS),
  "code-literal": (c) =>
    c.pick<() => Omit<Case, "kind">>([
      () => around('password = "', quotedPassword(c), '"\nconn = connect(host, user, password)\n', PASS),
      () => around("const config = { apiKey: '", serviceToken(c), "', retries: 3 };", ["api-key"]),
      () => around('String clientSecret = "', serviceToken(c), '"; // OrderClient.java', ["secret"]),
      () =>
        around(
          `login(user="app", ${c.pick(["password", "passwd", "pwd"])}='`,
          quotedPassword(c),
          "', retries=3)",
          PASS,
        ),
      () => around('let api_token: String = "', serviceToken(c), '".into();', ["token"]),
    ])(),
  "query-string": (c) =>
    around(
      `GET /v1/me?fields=id&${c.pick(["access_token", "api_key", "token", "password", "client_secret", "X-Amz-Signature"])}=`,
      c.next() < 0.5 ? c.chars(ALNUM, 40) : c.chars(HEX, 64),
      "&locale=ko_KR HTTP/1.1",
      ["token", "api-key", "password", "secret", "signature"],
    ),
  "error-message": (c) =>
    around(
      `Error: login failed for user "app" ${c.pick(['with password "', 'using token "', 'and secret "'])}`,
      serviceToken(c),
      '" at Pool.connect (src/db.ts:41:9)',
      SECRETISH,
    ),
  "shell-history": (c) =>
    around(
      `  501  npm test\n  502  export ${c.pick([...SECRET_NAMES, ...TOKEN_NAMES])}=`,
      c.next() < 0.5 ? password(c) : serviceToken(c),
      "\n  503  git status\n",
      SECRETISH,
    ),
  "percent-encoded": (c) => {
    const secret = encodeURIComponent(`${c.chars(ALNUM, 8)}+/${c.chars(ALNUM, 8)}=`);
    return c.next() < 0.5
      ? around("POST /token body: grant_type=client_credentials&client_secret=", secret, "&scope=orders", ["secret"])
      : around("next=https%3A%2F%2Fapp.example.com%2F%3Faccess_token%3D", c.chars(ALNUM, 30), "%26lang%3Dko done", [
          "token",
        ]);
  },
  "key-ko": (c) => named(c, "ko"),
  "key-ja": (c) => named(c, "ja"),
  "key-zh": (c) => named(c, "zh"),
  "jwk-private": (c) =>
    around(`{"kty":"EC","crv":"P-256","x":"${c.chars(B64URL, 43)}","d":"`, c.chars(B64URL, 43), '","use":"sig"}', [
      "private-key",
    ]),
  "unicode-escaped-json": (c) => {
    const secret = password(c);
    return {
      text: `{"\\ube44\\ubc00\\ubc88\\ud638": "${secret}", "\\ud3ec\\ud2b8": 5432}`,
      hide: [secret],
      keep: ['"\\ud3ec\\ud2b8": 5432'],
      marks: PASS,
    };
  },
  "basic-url-token": (c) =>
    around(
      "git fetch https://",
      `${c.chars(ALNUM, 30)}${c.chars(DIGITS, 2)}${c.chars(UPPER, 2)}`,
      "@git.example.com/acme/shop.git",
      ["url-password"],
    ),
  "id-token-json": (c) => {
    const token = `${base64url('{"alg":"RS256"}')}.${base64url(`{"sub":"${c.chars(ALNUM, 20)}"}`)}.${c.chars(B64URL, 86)}`;
    return {
      text: `{"id_token":"${token}","expires_in":3600}`,
      hide: [token],
      keep: ['"expires_in":3600'],
      marks: ["jwt"],
    };
  },
};

function jsonCase(c: Chance, layers: number): Omit<Case, "kind"> {
  const key = c.pick([
    "password",
    "client_secret",
    "api_key",
    "accessToken",
    "privateKey",
    "db_password",
    "secretKey",
    "refresh_token",
  ]);
  const secret = /token|key$/i.test(key) ? serviceToken(c) : password(c);
  let text = JSON.stringify({ user: "app", [key]: secret, port: 5432 });
  for (let layer = 0; layer < layers; layer++) text = JSON.stringify({ body: text, status: 200 });
  return { text, hide: [secret], keep: [layers === 0 ? '"port":5432' : '"status":200'], marks: SECRETISH };
}

const NAMES = {
  ko: {
    password: ["비밀번호", "비번", "관리자 암호", "패스워드", "DB 비밀번호", "접속 암호"],
    token: ["접근 토큰", "API 키", "인증키", "액세스 토큰", "비밀키", "시크릿 키"],
    next: "\n포트: 5432",
  },
  ja: {
    password: ["パスワード", "管理者パスワード", "DBパスワード", "パスフレーズ"],
    token: ["アクセストークン", "APIキー", "秘密鍵", "認証キー", "シークレットキー", "トークン"],
    next: "\nポート番号: 5432",
  },
  zh: {
    password: ["密码", "数据库密码", "登录口令", "密碼", "管理员密码"],
    token: ["访问令牌", "密钥", "API密钥", "私钥", "令牌", "存取權杖"],
    next: "\n端口：5432",
  },
} as const;

function named(c: Chance, language: "ko" | "ja" | "zh"): Omit<Case, "kind"> {
  const isPassword = c.next() < 0.5;
  const name = c.pick<string>(isPassword ? NAMES[language].password : NAMES[language].token);
  const secret = isPassword ? localPassword(c, language) : serviceToken(c);
  if (c.next() < 0.25)
    return { text: `{"${name}":"${secret}","port":5432}`, hide: [secret], keep: ['"port":5432'], marks: SECRETISH };
  return around(`${name}${c.pick([": ", "：", " = ", "=", " → ", "＝"])}`, secret, NAMES[language].next, SECRETISH);
}

export const POSITIVE_KINDS: readonly string[] = [...TOKEN_KINDS.map(({ kind }) => kind), ...Object.keys(PLACES)];

/** One case of this kind. */
export function positive(kind: string, c: Chance): Case {
  const index = TOKEN_KINDS.findIndex((token) => token.kind === kind);
  const made = index >= 0 ? tokenCase(c, index) : PLACES[kind]?.(c);
  if (!made) throw new Error(`no kind of secret is called ${kind}`);
  return { kind, ...made };
}
