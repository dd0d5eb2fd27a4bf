import type { ExtentReader } from "./extent.ts";
import { pushValue } from "./push-value.ts";
import type { Span } from "./span.ts";
import { TailTable } from "./tail-table.ts";
import { isPlaceholder, isReference } from "./value.ts";

/** What a short option of a program takes: a password, `user:password`, or a password glued to the option. */
type Takes = "password" | "user:password" | "user%password" | "user,password" | "glued";

interface Option {
  flags: readonly string[];
  takes: Takes;
  /** Counts only when this word stands on the line before the option: `docker login -p`, not `docker run -p`. */
  after?: string;
}

const LOGIN_P: readonly Option[] = [{ flags: ["-p"], takes: "password", after: "login" }];
const MYSQL: readonly Option[] = [{ flags: ["-p"], takes: "glued" }];
const UPPER_P: readonly Option[] = [{ flags: ["-P"], takes: "password" }];
const BIND_W: readonly Option[] = [{ flags: ["-w"], takes: "password" }];
const SAMBA: readonly Option[] = [{ flags: ["-U", "--user"], takes: "user%password" }];
const SEVEN: readonly Option[] = [{ flags: ["-p"], takes: "glued" }];
const MONGO: readonly Option[] = [{ flags: ["-p"], takes: "password" }];

/**
 * Short options that carry a secret, by program, from the programs' manual pages. Long options name what they carry
 * (`--password`) and need no table.
 */
const PROGRAMS: ReadonlyMap<string, readonly Option[]> = new Map(
  Object.entries<readonly Option[]>({
    curl: [{ flags: ["-u", "--user", "-U", "--proxy-user"], takes: "user:password" }],
    wget: [{ flags: ["--user"], takes: "user:password" }],
    http: [{ flags: ["-a", "--auth"], takes: "user:password" }],
    https: [{ flags: ["-a", "--auth"], takes: "user:password" }],
    ab: [{ flags: ["-A", "-P"], takes: "user:password" }],
    lftp: [{ flags: ["-u"], takes: "user,password" }],
    "redis-cli": [{ flags: ["-a", "--pass"], takes: "password" }],
    "valkey-cli": [{ flags: ["-a", "--pass"], takes: "password" }],
    sshpass: [
      { flags: ["-p"], takes: "glued" },
      { flags: ["-p"], takes: "password" },
    ],
    mysql: MYSQL,
    mysqldump: MYSQL,
    mysqladmin: MYSQL,
    mysqlimport: MYSQL,
    mariadb: MYSQL,
    "mariadb-dump": MYSQL,
    mongo: MONGO,
    mongosh: MONGO,
    mongodump: MONGO,
    mongorestore: MONGO,
    cqlsh: MONGO,
    docker: LOGIN_P,
    podman: LOGIN_P,
    nerdctl: LOGIN_P,
    buildah: LOGIN_P,
    skopeo: LOGIN_P,
    helm: LOGIN_P,
    az: LOGIN_P,
    oc: LOGIN_P,
    cf: LOGIN_P,
    sqlcmd: UPPER_P,
    bcp: UPPER_P,
    mosquitto_pub: UPPER_P,
    mosquitto_sub: UPPER_P,
    zip: UPPER_P,
    unzip: UPPER_P,
    "7z": SEVEN,
    "7za": SEVEN,
    rar: SEVEN,
    unrar: SEVEN,
    ldapsearch: BIND_W,
    ldapadd: BIND_W,
    ldapmodify: BIND_W,
    ldapwhoami: BIND_W,
    ldappasswd: BIND_W,
    smbclient: SAMBA,
    rpcclient: SAMBA,
    xfreerdp: [{ flags: ["/p:"], takes: "glued" }],
  }),
);

/** `redis-cli` counts by its last word. */
export const PROGRAM_TAILS = new TailTable(() =>
  [...PROGRAMS.keys()].map((name) => name.slice(name.lastIndexOf("-") + 1)),
);

/** How often one command is believed to repeat an option. */
const MAX_OPTIONS = 4;

/** Secrets among the arguments of the program whose name ends at `nameEnd`. Arguments end at the line, a pipe or `;`. */
export function commandSecrets(text: string, nameStart: number, nameEnd: number, extents: ExtentReader): Span[] {
  const options = PROGRAMS.get(text.slice(nameStart, nameEnd));
  if (!options || !/[ \t]/.test(text[nameEnd] ?? "") || /[\w.-]/.test(text[nameStart - 1] ?? "")) return [];
  const line = argumentsOf(text, nameEnd);
  if (!extents.claim(text.slice(nameStart, nameEnd), nameStart, nameEnd + line.length)) return [];
  const spans: Span[] = [];
  for (const option of options) {
    for (const flag of option.flags) {
      for (
        let at = line.indexOf(` ${flag}`), n = 0;
        at >= 0 && n < MAX_OPTIONS;
        at = line.indexOf(` ${flag}`, at + 1), n++
      ) {
        if (option.after && !line.slice(0, at).includes(` ${option.after}`)) continue;
        readOption(spans, text, nameEnd + at + 1 + flag.length, option.takes, extents);
      }
    }
  }
  return spans;
}

function argumentsOf(text: string, from: number): string {
  const near = text.slice(from, from + 1000).replace(/\\\r?\n/g, (fold) => " ".repeat(fold.length));
  const end = near.search(/[\r\n]|(?:\s[|;]|&&|;\s)/);
  return end < 0 ? near : near.slice(0, end);
}

function readOption(spans: Span[], text: string, flagEnd: number, takes: Takes, extents: ExtentReader): void {
  let at = flagEnd;
  if (takes === "glued") {
    if (!/[^\s=-]/.test(text[at] ?? " ")) return;
  } else {
    if (text[at] === "=") at++;
    else if (!/[ \t]/.test(text[at] ?? "")) {
      if (takes !== "user:password" || !/["'A-Za-z0-9]/.test(text[at] ?? " ")) return;
    }
    while (text[at] === " " || text[at] === "\t") at++;
    if (text[at] === "-") return;
  }
  const extent = extents.quoted(at) ?? extents.bare(at, false);
  let { start } = extent;
  if (takes !== "password" && takes !== "glued") {
    const sign = takes[4] ?? ":";
    const cut = text.slice(extent.start, extent.end).indexOf(sign);
    if (cut < 0) return;
    start = extent.start + cut + 1;
  }
  const value = text.slice(start, extent.end);
  if (
    value.length < 2 ||
    isPlaceholder(value) ||
    isReference(value) ||
    (takes === "glued" && /^[0-9]+(?::[0-9]+)?$/.test(value))
  )
    return;
  pushValue(spans, text, start, extent.end, "password", "form:command");
}
