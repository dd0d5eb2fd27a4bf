import { ALNUM, B64, B64URL, type Chance, DIGITS, HEX, LOWER, UPPER } from "./random.ts";

/** A made-up secret of a public format. */
export interface Token {
  /** As it stands in text. */
  text: string;
  /** The parts that must not be left; prefixes and user names may stay. */
  hide: string[];
}

export interface TokenKind {
  kind: string;
  /** Marks that name it rightly. */
  marks: readonly string[];
  make(c: Chance): Token;
}

/** Prefix and body, the body being the secret. */
function plain(prefix: string, body: string): Token {
  return { text: prefix + body, hide: [body] };
}

function simple(
  kind: string,
  marks: readonly string[],
  prefixes: readonly string[],
  alphabet: string,
  from: number,
  to = from,
): TokenKind {
  return { kind, marks, make: (c) => plain(c.pick(prefixes), c.chars(alphabet, c.whole(from, to))) };
}

/** Tokens that are known by their own form, by the vendors' public alphabets and lengths. */
export const TOKEN_KINDS: readonly TokenKind[] = [
  simple("aws-access-key-id", ["aws-access-key-id"], ["AKIA", "ASIA"], `${UPPER}234567`, 16),
  simple("gcp-api-key", ["gcp-api-key"], ["AIza"], B64URL, 35),
  simple("digitalocean-pat", ["digitalocean-token"], ["dop_v1_"], HEX, 64),
  simple("github-pat", ["github-token"], ["ghp_"], ALNUM, 36),
  simple("github-app-token", ["github-token"], ["ghs_", "ghu_", "ghr_"], ALNUM, 36),
  simple("github-oauth", ["github-token"], ["gho_"], ALNUM, 36),
  {
    kind: "github-fine-grained-pat",
    marks: ["github-token"],
    make: (c) => {
      const [id, body] = [c.chars(ALNUM, 22), c.chars(ALNUM, 59)];
      return { text: `github_pat_${id}_${body}`, hide: [id, body] };
    },
  },
  simple("gitlab-pat", ["gitlab-token"], ["glpat-"], B64URL, 20),
  {
    kind: "slack-bot-token",
    marks: ["slack-token"],
    make: (c) => plain(`xoxb-${c.chars(DIGITS, 12)}-${c.chars(DIGITS, 12)}-`, c.chars(ALNUM, 24)),
  },
  {
    kind: "slack-user-token",
    marks: ["slack-token"],
    make: (c) => plain(`xoxp-${c.chars(DIGITS, 12)}-${c.chars(DIGITS, 12)}-${c.chars(DIGITS, 12)}-`, c.chars(HEX, 32)),
  },
  {
    kind: "slack-webhook",
    marks: ["slack-webhook"],
    make: (c) =>
      plain(
        `https://hooks.slack.com/services/T${c.chars(UPPER + DIGITS, 8)}/B${c.chars(UPPER + DIGITS, 8)}/`,
        c.chars(ALNUM, 24),
      ),
  },
  simple("stripe-key", ["stripe-key"], ["sk_live_", "sk_test_", "rk_live_"], ALNUM, 24, 99),
  simple("stripe-webhook-secret", ["stripe-webhook-secret"], ["whsec_"], ALNUM, 32),
  {
    kind: "sendgrid-key",
    marks: ["sendgrid-key"],
    make: (c) => {
      const [id, body] = [c.chars(B64URL, 22), c.chars(B64URL, 43)];
      return { text: `SG.${id}.${body}`, hide: [body] };
    },
  },
  {
    kind: "telegram-bot-token",
    marks: ["telegram-bot-token"],
    make: (c) => plain(`${c.chars("123456789", 1)}${c.chars(DIGITS, 9)}:AA`, c.chars(B64URL, 33)),
  },
  {
    kind: "discord-bot-token",
    marks: ["discord-bot-token"],
    make: (c) => plain(`M${c.chars(ALNUM, 23)}.${c.chars(ALNUM, 6)}.`, c.chars(B64URL, 38)),
  },
  {
    kind: "discord-webhook",
    marks: ["discord-webhook"],
    make: (c) => plain(`https://discord.com/api/webhooks/${c.chars("123456789", 18)}/`, c.chars(B64URL, 68)),
  },
  {
    kind: "openai-key",
    marks: ["openai-key"],
    make: (c) =>
      c.next() < 0.5
        ? plain("sk-", `${c.chars(ALNUM, 20)}T3BlbkFJ${c.chars(ALNUM, 20)}`)
        : plain("sk-proj-", `${c.chars(B64URL, 74)}T3BlbkFJ${c.chars(B64URL, 74)}`),
  },
  { kind: "anthropic-key", marks: ["anthropic-key"], make: (c) => plain("sk-ant-api03-", `${c.chars(B64URL, 93)}AA`) },
  simple("huggingface-token", ["huggingface-token"], ["hf_"], UPPER + LOWER, 34),
  simple("npm-token", ["npm-token"], ["npm_"], ALNUM, 36),
  simple("pypi-token", ["pypi-token"], ["pypi-AgEIcHlwaS5vcmc"], B64URL, 90, 160),
  {
    kind: "jwt",
    marks: ["jwt"],
    make: (c) => {
      const header = base64url(JSON.stringify({ alg: c.pick(["HS256", "RS256", "ES256"]), typ: "JWT" }));
      const body = base64url(
        JSON.stringify({
          sub: `user-${c.whole(1, 9999)}`,
          scope: c.pick(["read", "write"]),
          exp: 1893456000 + c.whole(0, 9999),
        }),
      );
      const signature = c.chars(B64URL, 43);
      return { text: `${header}.${body}.${signature}`, hide: [body, signature] };
    },
  },
  {
    kind: "azure-ad-client-secret",
    marks: ["azure-ad-secret", "secret"],
    make: (c) => {
      const body = c.chars(`${ALNUM}~._-`, 33) + c.chars(ALNUM, 1);
      return { text: `${c.chars(ALNUM, 3)}8Q~${body}`, hide: [body] };
    },
  },
  {
    kind: "pem-private-key",
    marks: ["private-key"],
    make: (c) => {
      const type = c.pick([
        "RSA PRIVATE KEY",
        "EC PRIVATE KEY",
        "PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "DSA PRIVATE KEY",
      ]);
      const lines = [
        ...Array.from({ length: c.whole(2, 24) }, () => c.chars(B64, 64)),
        `${c.chars(B64, c.whole(8, 60))}=`,
      ];
      return { text: `-----BEGIN ${type}-----\n${lines.join("\n")}\n-----END ${type}-----`, hide: lines };
    },
  },
  simple("groq-key", ["groq-key"], ["gsk_"], ALNUM, 52),
  simple("linear-key", ["linear-key"], ["lin_api_"], ALNUM, 40),
  simple("notion-token", ["notion-token"], ["ntn_"], ALNUM, 46),
  simple("vault-token", ["vault-token"], ["hvs."], B64URL, 90, 110),
  simple("databricks-token", ["databricks-token"], ["dapi"], HEX, 32),
  simple("docker-token", ["docker-token"], ["dckr_pat_"], B64URL, 27),
  simple("shopify-token", ["shopify-token"], ["shpat_"], HEX, 32),
  simple("figma-token", ["figma-token"], ["figd_"], B64URL, 40),
  { kind: "postman-key", marks: ["postman-key"], make: (c) => plain(`PMAK-${c.chars(HEX, 24)}-`, c.chars(HEX, 34)) },
  simple("grafana-token", ["grafana-token"], ["glc_"], B64, 60, 120),
  simple("rubygems-key", ["rubygems-key"], ["rubygems_"], HEX, 48),
];

export function base64url(text: string): string {
  return Buffer.from(text, "utf8").toString("base64url");
}

export function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
