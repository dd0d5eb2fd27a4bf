import type { ScreenRule } from "./rule.ts";

/** Commands, markup and blobs: the same in every language. */
export const CODE_RULES: readonly ScreenRule[] = [
  {
    family: "role-markup",
    reason: "imitates the markup of a conversation",
    patterns: [
      /<\|[^|>\n]{0,40}\|?>|\|>/u,
      /\[\/?INST\]|<<\/?SYS>>/iu,
      /<\/?\s*(?:system|assistant|human|developer|function_calls?|function_results?|tool_(?:use|result|call)s?|invoke|instructions?|system-reminder)\b[^>\n]{0,40}>/iu,
      /^[\s\-*>#\d.]{0,8}(?:system|assistant|user|human|developer|tool)\s?[:：]\s?(?=.{0,80}\b(?:the|is|are|you|i|we|my|your|must|will|now|all|this|these|following|yes|please)\b)/iu,
      /^\s{0,3}#{1,6}\s*(?:system|assistant|developer)\s?[:：]/iu,
      /^[\s\-*>#\d.]{0,8}(?:시스템|어시스턴트|사용자|システム|アシスタント|ユーザー|系统|系統|助手|用户)\s?[:：]\s?(?=.{0,10}[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Han}]{3}.{4})/u,
    ],
  },
  {
    family: "fence",
    reason: "closes or opens the fence that advice is shown in",
    patterns: [/(?:<|&lt;|&#0?60;|&#x3c;)\s*\/?\s*habitus/iu],
  },
  {
    family: "remote-exec",
    reason: "runs code from the network, or code that nobody can read",
    patterns: [
      /\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^|\n]{0,300}\|\s*(?:sudo\s+)?(?:env\s+)?(?:(?:ba|z|da|k|fi)?sh|python\d?|node|perl|ruby|php|pwsh|powershell|iex)\b(?!\s+[\w./-]+\.\w+)/iu,
      /\b(?:(?:ba|z|da)?sh|python\d?|node|eval|source|iex)\b\s*(?:-[ce]\s*)?["']?(?:<\(|\$\(|`)\s*(?:curl|wget)\b/iu,
      /\bbase64\s+(?:-d|-D|--decode)\b[^|\n]{0,60}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python\d?|node|perl)\b/iu,
      /\b(?:exec|eval)\s*\([^\n]{0,120}\b(?:urlopen|urllib|requests\.get|fetch|http\.get|axios)\b/iu,
      /\beval\b[^|\n]{0,40}\b(?:atob|base64|fromCharCode)\b/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "disable-verification",
    reason: "switches off or leaves out a check that protects somebody",
    patterns: [
      /(?<![\w-])--(?:no-verify|no-check-certificate|insecure|skip-(?:verif\w*|validation|checks?)|no-gpg-sign|allow-unauthenticated|disable-ssl\w*|dangerously-[\w-]+)\b/iu,
      /\b(?:HUSKY|HUSKY_SKIP_HOOKS)\s*=\s*(?:0|1)\b/u,
      /\b(?:Bash|Shell|Write|Edit|Execute)\(\*\)/u,
      /\bcurl\b[^\n|]{0,80}\s-[a-zA-Z]*k\b/u,
      /\b(?:NODE_TLS_REJECT_UNAUTHORIZED\s*=\s*["']?0|GIT_SSL_NO_VERIFY\s*=\s*(?:1|true)|PYTHONHTTPSVERIFY\s*=\s*0|verify\s*=\s*False|rejectUnauthorized\s*[:=]\s*false|InsecureSkipVerify\s*[:=]\s*true|StrictHostKeyChecking[ =]no|http\.sslVerify[ =]false)\b/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "destructive",
    reason: "destroys or opens more than the task is about",
    patterns: [
      /\brm\s+(?:-[a-z]+\s+|--[\w-]+\s+){1,4}(?:["']?(?:\/|~|\$HOME|\$\{HOME\})(?:\*|\/\*|\/)?["']?)(?=\s|$|[;&|"'`])/iu,
      /\bchmod\s+(?:-[a-z]+\s+|--recursive\s+)*(?:0?777|a\+rwx)\b/iu,
      /\bgit\s+push\b[^\n;|]{0,60}(?:\s--force(?!-with-lease|-if-includes)\b|\s-f\b)/iu,
      /\bmkfs(?:\.\w+)?\s|\bdd\b[^\n]{0,60}\bof=\/dev\/|:\(\)\s?\{\s?:\|:&\s?\};:/iu,
      /\bdrop\s+(?:database|schema)\s+(?:if\s+exists\s+)?["'`]?(?:prod|production|main|public)\b/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "secret",
    reason: "still holds a secret",
    patterns: [
      /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|sk-(?:ant-|proj-)?[\w-]{20,}|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{25,})\b/u,
      /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/u,
      /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/u,
      /\b[a-z][a-z0-9+.-]{1,12}:\/\/[^\s:/@]{1,64}:[^\s@/]{3,64}@[\w.-]+/iu,
      /\bauthorization\s*:\s*(?:bearer|basic)\s+(?!\$|<|\{)[\w.~+/=-]{16,}/iu,
      /(?:비밀번호|암호|パスワード|密码|口令)\s?[:：=]\s?(?!\[hidden)[^\s,，。]{6,}/u,
    ],
  },
];
