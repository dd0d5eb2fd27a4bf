import { isKnownProgram } from "./purposes.ts";
import type { ShellWord } from "./shell-plain.ts";

export interface Unwrapped {
  /** The command that does the work; empty when the wrapper was given none. */
  words: ShellWord[];
  /** What stood before it, outermost first: `sudo`, `npx`, `uv run`. */
  wrappers: string[];
  /** A script that a shell was told to run instead of a command: the text behind `bash -c`. */
  script?: string;
}

/** A program that starts another one: how to find where that begins. */
interface Wrapper {
  /** Words that must follow the program, such as `run` in `uv run`. */
  after?: readonly string[];
  /** Options of it that take a value as the next word. */
  valued?: readonly string[];
  /** Words between its options and the command: the duration of `timeout`, the container of `docker exec`. */
  skip?: number;
}

const NPX_VALUED = ["-p", "--package", "-w", "--workspace", "--cache", "--registry"];
const UV_VALUED = [
  "--with",
  "--python",
  "-p",
  "--group",
  "--extra",
  "--env-file",
  "--project",
  "--directory",
  "--package",
  "--with-requirements",
];

const WRAPPERS: Readonly<Record<string, readonly Wrapper[]>> = {
  sudo: [{ valued: ["-u", "-g", "-h", "-p", "-C", "--user", "--group"] }],
  doas: [{ valued: ["-u", "-C"] }],
  env: [{ valued: ["-u", "--unset", "-C", "--chdir"] }],
  "cross-env": [{}],
  dotenv: [{ valued: ["-e", "-f"] }],
  time: [{ valued: ["-f", "-o"] }],
  timeout: [{ valued: ["-s", "--signal", "-k", "--kill-after"], skip: 1 }],
  gtimeout: [{ valued: ["-s", "-k"], skip: 1 }],
  nice: [{ valued: ["-n", "--adjustment"] }],
  ionice: [{ valued: ["-c", "-n"] }],
  nohup: [{}],
  stdbuf: [{ valued: ["-i", "-o", "-e"] }],
  command: [{}],
  exec: [{ valued: ["-a"] }],
  builtin: [{}],
  xargs: [{ valued: ["-n", "-I", "-P", "-L", "-d", "-s", "-a", "--max-args", "--max-procs"] }],
  "xvfb-run": [{ valued: ["-s", "-n", "--server-args"] }],
  caffeinate: [{}],
  watch: [{ valued: ["-n", "--interval"] }],
  npx: [{ valued: NPX_VALUED }],
  bunx: [{ valued: ["-p", "--package"] }],
  uvx: [{ valued: ["--from", ...UV_VALUED] }],
  pipx: [{ after: ["run"], valued: ["--spec"] }],
  npm: [
    { after: ["exec"], valued: NPX_VALUED },
    { after: ["x"], valued: NPX_VALUED },
  ],
  pnpm: [{ after: ["exec"] }, { after: ["dlx"] }],
  yarn: [{ after: ["exec"] }, { after: ["dlx"] }],
  bun: [{ after: ["x"] }],
  uv: [{ after: ["run"], valued: UV_VALUED }],
  poetry: [{ after: ["run"] }],
  pipenv: [{ after: ["run"] }],
  pdm: [{ after: ["run"] }],
  hatch: [{ after: ["run"] }],
  rye: [{ after: ["run"] }],
  pixi: [{ after: ["run"], valued: ["-e", "--environment"] }],
  conda: [{ after: ["run"], valued: ["-n", "--name", "-p", "--prefix"] }],
  mamba: [{ after: ["run"], valued: ["-n", "--name", "-p", "--prefix"] }],
  bundle: [{ after: ["exec"] }],
  mise: [{ after: ["exec"] }, { after: ["x"] }],
  direnv: [{ after: ["exec"], skip: 1 }],
  docker: [
    { after: ["compose", "exec"], valued: ["-u", "-w", "-e", "--user", "--workdir", "--env"], skip: 1 },
    { after: ["compose", "run"], valued: ["-u", "-w", "-e", "-v", "--user", "--workdir", "--env", "--name"], skip: 1 },
    { after: ["exec"], valued: ["-u", "-w", "-e", "--user", "--workdir", "--env"], skip: 1 },
  ],
  "docker-compose": [
    { after: ["exec"], valued: ["-u", "-w", "-e"], skip: 1 },
    { after: ["run"], valued: ["-u", "-w", "-e", "-v", "--name"], skip: 1 },
  ],
};

const SHELLS = /^(?:ba|z|da|k|a)?sh$/;
const MAX_DEPTH = 8;

/**
 * Takes away what only starts the command: `sudo -u x timeout 60 npx vitest run` is `vitest run`.
 *
 * A wrapper without a command, such as `time` alone, is a command itself.
 */
export function unwrapCommand(given: readonly ShellWord[]): Unwrapped {
  const wrappers: string[] = [];
  let words = dropAssignments(given);
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const program = baseName(words[0]?.text ?? "");
    if (SHELLS.test(program)) {
      const script = scriptOf(words);
      return script === undefined ? { words, wrappers } : { words, wrappers: [...wrappers, program], script };
    }
    if (program === "eval") {
      return {
        words,
        wrappers: [...wrappers, program],
        script: words
          .slice(1)
          .map((word) => word.text)
          .join(" "),
      };
    }
    const inner = moduleOf(words, program) ?? binaryOf(words, program) ?? wrappedBy(words, program);
    if (inner === undefined || inner.words.length === 0) break;
    wrappers.push(inner.by);
    words = inner.words;
  }
  return { words, wrappers };
}

interface Inner {
  by: string;
  words: ShellWord[];
}

function wrappedBy(words: readonly ShellWord[], program: string): Inner | undefined {
  for (const wrapper of Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program]! : []) {
    const after = wrapper.after ?? [];
    const start = afterWords(words, after);
    if (start === undefined) continue;
    const by = [program, ...after].join(" ");
    const rest = dropAssignments(words.slice(skipOptions(words, start, wrapper.valued ?? []) + (wrapper.skip ?? 0)));
    return { by, words: withPlainName(rest) };
  }
  return undefined;
}

/** `python -m pytest` is `pytest`. */
function moduleOf(words: readonly ShellWord[], program: string): Inner | undefined {
  if (!/^(?:python[\d.]*|py|pypy3?)$/.test(program)) return undefined;
  const at = words.findIndex((word) => word.text === "-m");
  const name = words[at + 1];
  if (at < 1 || name === undefined || words.slice(1, at).some((word) => !word.text.startsWith("-"))) return undefined;
  return isKnownProgram(name.text) ? { by: "python -m", words: words.slice(at + 1) } : undefined;
}

/** `pnpm vitest` and `yarn eslint` run what is installed, as `npx` does. */
function binaryOf(words: readonly ShellWord[], program: string): Inner | undefined {
  if (!/^(?:pnpm|yarn|bun)$/.test(program)) return undefined;
  const at = words[1]?.text === "run" ? 2 : 1;
  const name = words[at]?.text ?? "";
  const isBinary = name !== "test" && isKnownProgram(name) && !isKnownProgram(`${program} ${name}`);
  return isBinary ? { by: program, words: words.slice(at) } : undefined;
}

function afterWords(words: readonly ShellWord[], after: readonly string[]): number | undefined {
  const matches = after.every((text, index) => words[index + 1]?.text === text);
  return matches ? after.length + 1 : undefined;
}

function skipOptions(words: readonly ShellWord[], start: number, valued: readonly string[]): number {
  let at = start;
  while (at < words.length) {
    const text = words[at]?.text ?? "";
    if (text === "--") return at + 1;
    if (!text.startsWith("-") || text === "-") return at;
    at += valued.includes(text) ? 2 : 1;
  }
  return at;
}

/** `A=b command` sets a variable for the command; its value is nobody's business. */
function dropAssignments(words: readonly ShellWord[]): ShellWord[] {
  const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.text));
  return start < 0 ? [] : words.slice(start);
}

/** `@biomejs/biome@2` is run as `biome`. */
function withPlainName(words: ShellWord[]): ShellWord[] {
  const [first, ...rest] = words;
  if (first === undefined || !/^@?[\w.-]+(?:\/[\w.-]+)?(?:@[\w.^~-]+)?$/.test(first.text)) return words;
  const name = first.text.replace(/(?<=.)@[\w.^~-]+$/, "").replace(/^@[\w.-]+\//, "");
  return [{ ...first, text: name }, ...rest];
}

function scriptOf(words: readonly ShellWord[]): string | undefined {
  const at = words.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word.text));
  const before = words.slice(1, at).every((word) => word.text.startsWith("-") || word.text === "pipefail");
  return at > 0 && before ? words[at + 1]?.text : undefined;
}

export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).replace(/\.(?:exe|cmd|bat)$/i, "");
}
