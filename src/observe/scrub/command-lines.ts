import { pushValue } from "./push-value.ts";
import type { Span } from "./span.ts";

interface Line {
  /** A word that must be in the text for the pattern to be tried. */
  mark: string;
  /** Its first group is the secret. One line, bounded repetitions. */
  pattern: RegExp;
}

const QUOTED = `["']([^"'\\r\\n]{2,256})["']`;
const WORD = `["']?([^\\s"'|;&<>]{4,256})["']?`;

/** Commands and statements that take a secret by place, from their manual pages. */
const LINES: readonly Line[] = [
  // `echo x | docker login --password-stdin`, `printf x | sudo -S`, `echo user:x | chpasswd`
  {
    mark: "stdin",
    pattern: /(?:echo|printf)[ \t]+(?:-n[ \t]+)?["']?([^"'|\r\n]{2,256}?)["']?[ \t]*\|[^|\r\n]{1,200}--password-stdin/g,
  },
  {
    mark: "sudo",
    pattern: /(?:echo|printf)[ \t]+(?:-n[ \t]+)?["']?([^"'|\r\n]{2,256}?)["']?[ \t]*\|[ \t]*sudo -S/g,
  },
  {
    mark: "chpasswd",
    pattern: /(?:echo|printf)[ \t]+["']?[\w.-]{1,64}:([^"'|\r\n]{2,256}?)["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd/g,
  },
  {
    mark: "token",
    pattern: new RegExp(`(?:echo|printf)[ \\t]+${WORD}[ \\t]*\\|[^|\\r\\n]{1,120}--with-token`, "g"),
  },
  {
    mark: "htpasswd",
    pattern: new RegExp(
      `htpasswd[ \\t]+-[a-zA-Z]*b[a-zA-Z]*[ \\t]+[^\\s]{1,200}[ \\t]+[^\\s]{1,64}[ \\t]+${WORD}`,
      "g",
    ),
  },
  { mark: "vault", pattern: /vault login[ \t]+(?:-[\w=-]+[ \t]+){0,4}([A-Za-z0-9._-]{16,256})/g },
  {
    mark: "secret",
    pattern: new RegExp(`secret set[ \\t]+[\\w-]{1,80}[^\\r\\n|;]{0,120}?(?:--body|-b)[ \\t=]?${WORD}`, "g"),
  },
  { mark: "SecureString", pattern: new RegExp(`ConvertTo-SecureString[ \\t]+(?:-String[ \\t]+)?${QUOTED}`, "g") },
  { mark: "use", pattern: /net use[ \t]+[^\r\n]{3,200}?[ \t]([^\s/"']{4,128})[ \t]+\/user:/gi },
  {
    mark: "login",
    pattern:
      /(?:cargo|snyk|railway|vercel|netlify|glab|fly|supabase|wrangler) (?:auth )?login[ \t]+([A-Za-z0-9._-]{20,256})/g,
  },
  { mark: "auth", pattern: /(?:snyk|ngrok|gh|glab|fly) auth[ \t]+([A-Za-z0-9._-]{20,256})/g },
  { mark: "authtoken", pattern: /authtoken[ \t]+([A-Za-z0-9._-]{20,256})/g },
  { mark: "keygen", pattern: new RegExp(`ssh-keygen[^\\r\\n|;]{0,160}? -[NP][ \\t]+${WORD}`, "g") },
  { mark: "twine", pattern: new RegExp(`twine[ \\t]+upload[^\\r\\n|;]{0,160}? -p[ \\t]+${WORD}`, "g") },
  // SQL: CREATE USER … IDENTIFIED [WITH plugin] BY 'x', CREATE ROLE … PASSWORD 'x'
  {
    mark: "IDENTIFIED",
    pattern: new RegExp(
      `IDENTIFIED[ \\t]+(?:WITH[ \\t]+\\w{1,60}[ \\t]+)?(?:BY|AS)[ \\t]+(?:PASSWORD[ \\t]+)?${QUOTED}`,
      "g",
    ),
  },
  {
    mark: "identified",
    pattern: new RegExp(
      `(?:user|role)[^\\r\\n;]{1,120}?identified[ \\t]+(?:with[ \\t]+\\w{1,60}[ \\t]+)?(?:by|as)[ \\t]+(?:password[ \\t]+)?${QUOTED}`,
      "g",
    ),
  },
  { mark: "PASSWORD", pattern: new RegExp(`(?:USER|ROLE)[^\\r\\n;]{1,120}?PASSWORD[ \\t]+${QUOTED}`, "g") },
  // Basic credentials in code: auth=("user", "x")
  {
    mark: "auth",
    pattern:
      /(?:^|[\s,("'`])(?:auth|basic_auth|http_auth|HTTPBasicAuth|basicAuth)[ \t]*=?[ \t]*[([][ \t]*["'][^"'\r\n]{1,64}["'][ \t]*,[ \t]*["']([^"'\r\n]{4,256})["'][ \t]*[)\]]/gm,
  },
];

export const LINE_MARKS: readonly string[] = LINES.map(({ mark }) => mark);

/** Secrets that the grammar of a command or statement names, not a key beside them. */
export function commandLines(text: string, words: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  for (const { mark, pattern } of LINES) {
    if (!words.has(mark)) continue;
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? "";
      const start = match.index + match[0].lastIndexOf(value);
      pushValue(spans, text, start, start + value.length, "password", "form:command-line");
    }
  }
  return spans;
}
