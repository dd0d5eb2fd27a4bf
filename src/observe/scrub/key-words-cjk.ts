import type { KeyClass } from "./key-name.ts";

/** Key names in Korean, Japanese and Chinese. Longer names come first where one begins another. */
const NAMES: ReadonlyArray<readonly [KeyClass, string]> = [
  [
    { kind: "password", demand: "any" },
    "비밀번호 비밀\\s번호 비번 패스워드 패스프레이즈 암호문구 접속암호 관리자암호 암호 パスワード パスフレーズ ﾊﾟｽﾜｰﾄﾞ パスコード 合言葉 暗号 密码 密碼 口令 通行码 通行碼 通行密码 登录密码",
  ],
  [
    { kind: "pin", demand: "digits" },
    "핀번호 핀\\s번호 인증번호 인증\\s번호 보안코드 보안\\s코드 일회용\\s?비밀번호 暗証番号 認証コード 確認コード セキュリティコード ワンタイムパスワード 验证码 驗證碼 安全码 安全碼 动态码 動態碼 授权码 授權碼",
  ],
  [
    { kind: "private-key", demand: "any" },
    "개인키 개인\\s키 비밀키 비밀\\s키 비공개키 비공개\\s키 공유키 공유\\s키 서명키 서명\\s키 암호키 암호화키 암호화\\s키 마스터키 마스터\\s키 秘密鍵 秘密キー 共有鍵 暗号化鍵 暗号鍵 暗号化キー 署名鍵 署名キー マスターキー 私钥 私鑰 加密密钥 签名密钥 主密钥",
  ],
  [
    { kind: "secret", demand: "any" },
    "시크릿\\s?키 시크릿 클라이언트\\s?시크릿 シークレットキー シークレット 密钥 密鑰 秘钥 秘鑰 密匙 金鑰 客户端密钥 應用密鑰 应用密钥 共享密钥",
  ],
  [
    { kind: "token", demand: "telling" },
    "접근\\s?토큰 액세스\\s?토큰 엑세스\\s?토큰 인증\\s?토큰 갱신\\s?토큰 리프레시\\s?토큰 새로고침\\s?토큰 봇\\s?토큰 토큰 アクセストークン リフレッシュトークン 認証トークン トークン 访问令牌 存取權杖 刷新令牌 身份令牌 令牌 權杖 授权令牌",
  ],
  [
    { kind: "api-key", demand: "telling" },
    "인증키 인증\\s키 접근키 접근\\s키 [액엑]세스\\s?키 접속키 보안키 보안\\s키 에이피아이\\s?키 서비스키 서비스\\s키 認証キー アクセスキー 接続キー セキュリティキー サービスキー 访问密钥 存取金鑰 访问秘钥 接口密钥 授权密钥",
  ],
  [
    { kind: "api-key", demand: "telling" },
    "API\\s?키 API\\s?キー API\\s?密钥 API\\s?密鑰 API\\s?金鑰 API\\s?秘钥 API\\s?인증키",
  ],
  [{ kind: "credentials", demand: "telling" }, "자격\\s?증명 認証情報 資格情報 凭证 憑證 凭据 憑據"],
  [{ kind: "session", demand: "random" }, "세션\\s?(?:아이디|ID|키) セッション(?:ID|キー) 会话(?:ID|密钥) 會話ID"],
];

interface Entry {
  pattern: string;
  keyClass: KeyClass;
}

const ENTRIES: Entry[] = NAMES.flatMap(([keyClass, list]) =>
  list.split(" ").map((pattern) => ({ pattern, keyClass })),
).sort((a, b) => b.pattern.length - a.pattern.length);

const ANY = ENTRIES.map(({ pattern }) => pattern).join("|");
const ANY_NAME = new RegExp(ANY, "g");
const LAST_NAME = new RegExp(`(?:${ANY})$`);

/** Every name that a text can hold comes from a short list, with or without its blank. */
const CLASS_OF_NAME = new Map<string, KeyClass | undefined>();

function classOfName(name: string): KeyClass | undefined {
  if (!CLASS_OF_NAME.has(name)) {
    const found = ENTRIES.find(({ pattern }) => new RegExp(`^(?:${pattern})$`).test(name));
    CLASS_OF_NAME.set(name, found?.keyClass);
  }
  return CLASS_OF_NAME.get(name);
}

export interface NamedPlace {
  start: number;
  end: number;
  keyClass: KeyClass;
  name: string;
}

/** Every place in the text where such a name stands, in order. */
export function findCjkNames(text: string): NamedPlace[] {
  const places: NamedPlace[] = [];
  for (const match of text.matchAll(ANY_NAME)) {
    const keyClass = classOfName(match[0]);
    if (keyClass) places.push({ start: match.index, end: match.index + match[0].length, keyClass, name: match[0] });
  }
  return places;
}

/** The class of a whole key, such as that of a JSON object: `관리자 비밀번호`, `資料庫密碼`. */
export function classifyCjkKey(name: string): KeyClass | undefined {
  if (name.length > 60 || !hasCjk(name)) return undefined;
  const last = LAST_NAME.exec(name.trim().replace(/\s*[（(][^（()）]*[)）]$/, ""))?.[0];
  return last === undefined ? undefined : classOfName(last);
}

export function hasCjk(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f]/.test(text);
}
