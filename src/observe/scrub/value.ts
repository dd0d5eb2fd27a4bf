/** What a value is, judged by itself: a stand-in, a reference, a word of code, a sentence, or something that was made up to be secret. */

/** Words that say "no value", "some value" or name a state; they follow key names in logs, forms and schemas. */
const PLAIN_WORDS = new Set(
  (
    "example sample dummy foo bar baz foobar qux passwort kennwort contraseña clave senha motdepasse пароль null nil none undefined void nan true false yes no on off ok okay set unset empty blank unknown default auto optional required " +
    "missing present absent invalid valid incorrect correct wrong right expired changed updated reset rotated revoked removed deleted " +
    "added created generated stored saved loaded found hidden masked redacted removed private public internal external sensitive " +
    "secret password passwd passphrase passcode pass token key keys apikey bearer basic digest credential credentials auth oauth jwt pin otp " +
    "string str text varchar char number integer int long float double decimal bool boolean bytes byte buffer object array list dict map any never unknown " +
    "enabled disabled enable disable include omit same-origin prompt file env environment stdin keychain keyring manual manually automatic " +
    "failed failure error success passed mismatch matches match denied accepted rejected pending needed provided given todo tbd fixme n/a na test tests " +
    "encrypted hashed plain plaintext encoded base64 utf8 utf-8 hex sha256 sha512 md5 bcrypt argon2 argon2id scrypt pbkdf2 hs256 rs256 es256 aes rsa ed25519 " +
    "is are was were be been being must should shall may might can cannot could will would do does did not has have had the a an this that these those it its " +
    "your my our their his her and or but if then else when where how why what which who for from to of in into at by with without as than so see use using used " +
    "please enter type click choose confirm forgot forget check verify try read write only never always all every each some more most at least too also " +
    "필수 선택 없음 있음 누락 오류 실패 성공 만료 변경 변경됨 재설정 확인 입력 미입력 불일치 일치 유효 무효 생략 비공개 숨김 설정 미설정 " +
    "必須 任意 なし あり 未設定 設定済み 無効 有効 期限切れ 失敗 成功 不一致 一致 変更 変更済み 省略 非公開 入力 " +
    "必填 选填 可选 无 有 未设置 已设置 无效 有效 过期 已过期 失败 成功 错误 不一致 一致 已修改 省略 隐藏 已隐藏 必選 選填 無 未設定 無效 過期 失敗 錯誤 隱藏"
  ).split(" "),
);

/** Names of types, for annotations such as `password: string`. */
const TYPE_NAMES =
  /^(?:readonly\s+)?[&*]?(?:mut\s+)?(?:string|str|String|Str|text|Text|number|int|Integer|uint\d*|int\d+|i\d+|u\d+|usize|long|bool|boolean|Boolean|bytes?|Bytes|Buffer|object|Object|any|unknown|never|void|Secret(?:Str|String|Bytes|Value|Text)?|SecureString|Password(?:Field|Input|Str)?|CharField|TextField|StringField|varchar|VARCHAR|nvarchar|NVARCHAR|char|CHAR|TEXT|Uint8Array|ArrayBuffer|Optional|Option|Union|List|Array|Sequence|Map|Dict|Record|Promise|Future|Result|Maybe|Vec|Box|Arc|Rc|Cow|std::string|QString|NSString|Protected|Sensitive|Output|Input|pulumi|z\.string|t\.string|Type|Literal|Final|Annotated|ClassVar|Callable|Token|Credentials?|undefined|null|None)(?:\[\]|\?|!)?(?![\w-])(?:\s*[<[(|&=].*|\[\]|[?!;,)}\]]*)$/;

/** `${NAME}`, `$NAME`, `%NAME%`, `{{ name }}`, `<name>`, `op://…`, `$(command)`, `!secret name`, `arn:…`: a place where the value is, not the value. */
const REFERENCES =
  /^(?:process\.env\..*|os\.environ.*|import\.meta\.env\..*|\$\{[^}]*\}?|\$\(.*|\$[A-Za-z_][\w:.]*|\$\{\{.*|%[A-Za-z_]\w*%|%\([a-z_]\w*\)[sd]|[%sdvqr:/@.\- ]*%[sdvqr][%sdvqr:/@.\- ]*|\{\{.*|\{%.*|<%.*|#\{.*|@[A-Za-z][\w.]*\(.*|@\{.*|!(?:secret|vault|Ref|Sub|GetAtt|env|ENV|reference|ImportValue|include)\b.*|op:\/\/.*|vault:.*|secret:\/\/.*|ssm:.*|awssm:.*|keyring:.*|arn:aws.*|projects\/[\w-]+\/.*|env[:.(].*|ENV[[.(].*|secrets?\.[A-Za-z_].*|vars?\.[a-z_].*|file[:(].*|:[a-z_]\w*|ref\+.*|\\?\$\w+)$/s;

/** A value with a stand-in around or instead of it. */
const STAND_IN = /^(?:<[^<>]*>?|\[[^[\]]*\]?|\{[^{}]*\}?|\([^()]*\)?|_+|-+|\.{2,}|…+|\?+)$/;
const STAND_IN_WORDS =
  /(?:^|[^A-Za-z0-9])(?:your|my[-_ ]?(?:api|secret|token|key|password|access)|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|this|with)|insert[-_ ]?(?:your|here|the)|put[-_ ]?(?:your|here)|enter[-_ ]?(?:your|here|the)|fill[-_ ]?(?:me|in)|goes[-_ ]?here|key[-_ ]here|token[-_ ]here|redacted|placeholder|dummy|masked|censored|removed|omitted|todo|x{3,})(?![a-z0-9])|_here$/i;
const MASK = /[*•●▪█…]{3,}|\*{3}|[•●]{2}|…/;

/** True for stand-ins such as `<your-key>`, `[REDACTED]`, `********`, `xxxxxxxx`, `sk-...`. */
export function isPlaceholder(value: string): boolean {
  if (value.length === 0 || value.includes("[hidden:")) return true;
  if (value.length > 200) return isOneChar(value);
  return (
    STAND_IN.test(value) ||
    MASK.test(value) ||
    STAND_IN_WORDS.test(value) ||
    /^\.{3}|\.{3}$|^.{0,12}\.{3}.{0,6}$/.test(value) ||
    isOneChar(value)
  );
}

function isOneChar(value: string): boolean {
  const body = value.replace(/[-_.\s]/g, "").toLowerCase();
  if (body.length < 3) return body.length === 0;
  for (let i = 1; i < body.length; i++) if (body.charCodeAt(i) !== body.charCodeAt(0)) return false;
  return !/[0-9]/.test(body[0] ?? "") || body.length >= 12;
}

export function isReference(value: string): boolean {
  return REFERENCES.test(value);
}

export function isPlainWord(value: string): boolean {
  const word = value.toLowerCase().replace(/[.!?:;,。！？：；，、]+$/u, "");
  return word.length === 0 || PLAIN_WORDS.has(word);
}

export function isTypeName(value: string): boolean {
  return value.length <= 200 && TYPE_NAMES.test(value);
}

/** `os.environ["X"]`, `getpass()`, `req.body.password`, `self._token`, `Config::KEY`: an expression that yields the value. */
export function isCode(value: string): boolean {
  if (value.length > 400) return false;
  const dotted =
    /^(?:await\s+|new\s+|not\s+|!|&|\*)?[A-Za-z_$][\w$]*(?:\?\.|!?\.|->|::)[A-Za-z_$][\w$]*(?:(?:\?\.|!?\.|->|::|\[|\().*)?$/s;
  const called = /^(?:await\s+|new\s+)?[A-Za-z_$][\w$]*(?:(?:\.[A-Za-z_$][\w$]*)*\(|\[)/;
  return called.test(value) || /^[&*]?[A-Z]\w*\{/.test(value) || (dotted.test(value) && isDottedNames(value));
}

/** Parts that are names: few digits, and those at the end. A made-up secret with a full stop in it has digits in the middle. */
function isDottedNames(value: string): boolean {
  const head = value.split(/[([\s;,]/, 1)[0] ?? "";
  return head.split(/\?\.|!?\.|->|::/).every((part) => /^[A-Za-z_$]*[0-9]{0,2}$/.test(part) || part === "");
}

const FUNCTION_WORDS =
  /(?:^|\s)(?:the|is|are|was|be|must|should|shall|can|cannot|can't|may|will|your|you|my|a|an|to|of|for|and|or|not|with|without|in|on|at|by|from|this|that|it|please|enter|invalid|incorrect|required|field|least|do|does|don't|used|use|when|if|has|have|had|no|only|than|characters?|minutes?|hours?|days?)(?=\s|$|[.,!?:;])/i;

/** `"PWD=" + dir, "x"`: the quotes close one string and open the next; code lies between them. */
export function isBetweenQuotes(value: string): boolean {
  return (
    value.length < 200 &&
    /^\s*(?:[,)\]};]|\+\s*[A-Za-z_][\w.]*\s*(?:[,)(+]|$)\s*)/.test(value) &&
    !/^\+[A-Za-z0-9]{8,}/.test(value)
  );
}

/** A sentence or a phrase about the thing rather than the thing: words with blanks, some of which carry grammar. */
export function isProse(value: string): boolean {
  if (!/\s/.test(value.trim())) return false;
  return (
    FUNCTION_WORDS.test(value) ||
    /(?:^|\s)(?:password|token)(?:\s|$)/i.test(value) ||
    /[.!?。！？]["')\]]?\s*$/.test(value) ||
    value.trim().split(/\s+/).length > 8
  );
}

/** Grammar and units of sentences in Korean, Japanese and Chinese. */
const CJK_PROSE =
  /至少|最少|不少于|不能|不得|必须|必須|请|請|应|應|需要|位以|字符|字元|以上|以下|以内|已过期|已發送|已发送|文字|入力|必要|ください|です|ます|ません|した。|하세요|합니다|입니다|습니다|이상|이하|필요|입력|가능|만료|변경|자 |개$|[0-9]자|[0-9]位|[0-9]文字|[0-9]天|[0-9]日/;

export function isCjkProse(value: string): boolean {
  return value.length < 200 && CJK_PROSE.test(value);
}

export function isHost(value: string): boolean {
  return /^(?:[a-z0-9-]{1,63}\.){1,8}(?:com|net|org|io|dev|app|cloud|local|internal|example|test|localhost|kr|jp|cn|tw)(?::[0-9]{1,5})?$/.test(
    value,
  );
}

export function isUrl(value: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(value);
}

/** A path in a file system: segments of ordinary names. Base64 may begin with a slash too, but reads differently. */
export function isPath(value: string): boolean {
  if (
    /^[\w.-]+(?:\/[\w.-]+)*\.(?:pem|key|crt|cer|json|ya?ml|txt|env|ts|js|py|md|html?|php|java|go|rs|toml|p12|pfx|jks|pub|gpg|asc)$/i.test(
      value,
    )
  ) {
    return true;
  }
  const rest = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/](.*)$/s.exec(value)?.[1];
  return rest !== undefined && value.length < 300 && rest.split(/[\\/]/).every((part) => PATH_PART.test(part));
}

const PATH_PART =
  /^(?:[a-z][a-z0-9_.@-]*|[A-Z][a-z]+(?: [A-Z][a-z]+)*|[\w.-]+\.[a-z0-9]{1,5}|[A-Z_]{2,}|\*{1,2}|\.{1,2}[\w-]*|[0-9]{1,4}|:[a-z]\w*|\{\w+\})?$/;

const UUID = /^[{(]?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}[)}]?$/i;

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

export function isHex(value: string): boolean {
  return /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(value);
}

/** How many kinds of characters there are: lower case, upper case, digits, signs. Letters of other scripts count as signs. */
export function charKinds(value: string): { lower: boolean; upper: boolean; digit: boolean; sign: boolean } {
  return {
    lower: /[a-z]/.test(value),
    upper: /[A-Z]/.test(value),
    digit: /[0-9]/.test(value),
    sign: /[^A-Za-z0-9]/.test(value),
  };
}

/** True when a token of a known shape was drawn by a machine rather than written by a person as an example name. */
export function looksMade(body: string): boolean {
  const { lower, upper, digit } = charKinds(body);
  if (digit) return !/^[a-z]+(?:[-_][a-z]+)+[-_]?[0-9]{0,2}$/.test(body);
  if (upper && !lower) return body.length >= 16 && shannonBits(body) > 2.5;
  return lower && upper && body.length >= 16 && shannonBits(body) > 3.2;
}

const MAX_SAMPLE = 256;

/**
 * Bits a character, by the frequencies in the text itself: 0 for one repeated character, at most log2 of the length.
 * Random base64 of 20 characters lies near 4.0, of 40 near 4.8; random hex of 32 near 3.6; English words near 3.0.
 */
export function shannonBits(text: string): number {
  const sample = text.length > MAX_SAMPLE ? text.slice(0, MAX_SAMPLE) : text;
  const counts = new Map<string, number>();
  for (const char of sample) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / sample.length) * Math.log2(count / sample.length);
  return bits;
}

/**
 * Entropy next to a secret-like key: one unbroken run that no person would type. Words joined by hyphens, versions,
 * uuids and plain hex (commit ids, digests) do not count.
 */
export function looksRandom(value: string): boolean {
  if (
    value.length < 20 ||
    value.length > 2048 ||
    isHex(value) ||
    isUuid(value) ||
    /^[a-z]{2,}\/|\.[a-z][a-z0-9]{1,3}$/.test(value) ||
    !/^[A-Za-z0-9+/=_~.-]+$/.test(value)
  )
    return false;
  const { lower, upper, digit } = charKinds(value);
  if (!(digit && (lower || upper))) return false;
  const parts = value.split(/[^A-Za-z0-9]+/);
  if (parts.filter((part) => /^[A-Za-z]{3,10}$/.test(part) && /[aeiouy]/i.test(part)).length > 1) return false;
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), "");
  if (longest.length < 12 || longest.length < value.length / 3 || isHex(longest)) return false;
  return shannonBits(value) >= (lower && upper ? 3.5 : 3.8) && !isWordy(value);
}

/** Mostly words: runs of letters in one case, of a length that words have, with vowels. */
export function isWordy(value: string): boolean {
  const words = value.match(/[A-Z]?[a-z]{3,}|[A-Z]{3,}/g) ?? [];
  const inWords = words
    .filter((word) => /[aeiouAEIOU]/.test(word) && word.length >= 3)
    .reduce((sum, word) => sum + word.length, 0);
  return inWords > value.length * 0.8;
}
