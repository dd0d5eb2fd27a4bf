import { looksLikeFile } from "./action-file.ts";
import { pathPattern } from "./path-pattern.ts";
import { isKnownProgram, takesSubcommand, usualPurpose } from "./purposes.ts";
import type { ShellWord } from "./shell-plain.ts";

/** Programs whose first argument is the script they run. */
export const INTERPRETERS = /^(?:node|tsx|ts-node|deno|python[\d.]*|ruby|perl|php|bash|sh|zsh)$/;

/** Options before the subcommand that take the next word. */
const GLOBAL_VALUED: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace"]),
  npm: new Set(["--prefix", "-w", "--workspace", "-C", "--loglevel"]),
  pnpm: new Set(["-C", "--dir", "--filter", "-F"]),
  yarn: new Set(["--cwd"]),
  bun: new Set(["--cwd", "--filter"]),
  make: new Set(["-C", "-f", "-I", "-W"]),
  just: new Set(["-f", "--justfile", "-d", "--working-directory"]),
  go: new Set(["-C"]),
  cargo: new Set(["--manifest-path", "-p", "--config", "-C"]),
  docker: new Set(["-H", "--context", "-f", "--file", "-p", "--project-name", "--env-file", "--profile"]),
  "docker-compose": new Set(["-f", "--file", "-p", "--project-name", "--env-file", "--profile"]),
  kubectl: new Set(["-n", "--namespace", "--context", "--kubeconfig"]),
  helm: new Set(["-n", "--namespace", "--kube-context"]),
  gh: new Set(["-R", "--repo"]),
  uv: new Set(["--directory", "--project"]),
  poetry: new Set(["-C", "--directory", "-P"]),
  mvn: new Set(["-f", "-pl", "-P"]),
  gradle: new Set(["-p", "-b"]),
  gradlew: new Set(["-p", "-b"]),
};

/** Uses that say what they do with a second word. */
const TWO_WORDS: ReadonlySet<string> = new Set(
  `git: stash remote worktree submodule bisect lfs config
   docker: compose buildx image container volume network system
   podman: compose
   kubectl: rollout config
   helm: repo dependency
   gh: pr issue run repo release workflow auth secret
   glab: mr issue ci
   terraform: state workspace
   tofu: state workspace
   go: mod work
   uv: pip tool python
   cargo: nextest xtask
   dotnet: ef tool sln
   prisma: migrate db
   aws: s3 ecs lambda logs sts
   gcloud: run compute auth config
   az: vm
   pulumi: stack config
   poetry: env
   composer: global
   flutter: pub
   dart: pub
   npm: cache version
   pnpm: store`
    .split("\n")
    .flatMap((line) => {
      const [program = "", subs = ""] = line.trim().split(": ");
      return subs.split(" ").map((sub) => `${program} ${sub}`);
    }),
);
const SCRIPT_NAME = /^[a-z][a-z0-9_:.-]{0,39}$/;
const SECOND_WORD = /^[a-z][a-z-]{1,15}$/;

export interface Subcommand {
  /** "" when the command has none. */
  subcommand: string;
  /** The words that are left: options and values. */
  values: ShellWord[];
}

/**
 * The words that name the use, and the words that are left.
 * A word in quotes, or one that the shell fills in, is never a name.
 */
export function subcommandOf(program: string, rest: readonly ShellWord[]): Subcommand {
  const words = withoutGlobals(program, rest);
  if (INTERPRETERS.test(program)) return { subcommand: scriptPattern(words), values: words };
  const names = words.filter((word) => !/^-|^\d+$|^\+|^[A-Z_]+=/.test(word.text));
  const first = goalOf(program, names) ?? names[0];
  if (!takesSubcommand(program) || !first?.isBare) return { subcommand: "", values: words };
  const named = namedUse(program, first.text, words.slice(words.indexOf(first) + 1));
  if (named === undefined) return { subcommand: "", values: words };
  return { subcommand: named.name, values: words.filter((word) => word !== first && word !== named.second) };
}

/** `mvn clean verify` and `make clean test` are run for what they do last; cleaning up is on the way. */
function goalOf(program: string, names: readonly ShellWord[]): ShellWord | undefined {
  if (usualPurpose(program, "") !== "script" || names[0]?.text !== "clean") return undefined;
  return names.findLast((word) => word.isBare && SCRIPT_NAME.test(word.text));
}

/** Of `node --watch scripts/a.mjs x` the script, as a pattern. */
function scriptPattern(words: readonly ShellWord[]): string {
  const file = words.find((word) => !word.text.startsWith("-"));
  const isInline = words.some((word) => /^-(?:c|e|-eval)$/.test(word.text));
  return file !== undefined && looksLikeFile(file.text) && !isInline ? pathPattern(file.text) : "";
}

function namedUse(
  program: string,
  first: string,
  after: readonly ShellWord[],
): { name: string; second?: ShellWord } | undefined {
  if (!isKnownProgram(`${program} ${first}`)) return scriptUse(program, first);
  const second = after.find((word) => !word.text.startsWith("-"));
  if (second?.isBare && usualPurpose(program, first) === "script" && SCRIPT_NAME.test(second.text)) {
    return { name: shortScript(program, second.text), second };
  }
  if (second?.isBare && TWO_WORDS.has(`${program} ${first}`) && SECOND_WORD.test(second.text)) {
    return { name: `${first} ${second.text}`, second };
  }
  return { name: longName(program, first) };
}

/** A name that the project gave: `make lint`, `gradle :app:test`, `pnpm lint` for `pnpm run lint`. */
function scriptUse(program: string, first: string): { name: string } | undefined {
  const isDirect = usualPurpose(program, "") === "script";
  // Of a task path the last part is the task; the others name modules.
  const name = isDirect && first.startsWith(":") ? first.slice(first.lastIndexOf(":") + 1) : first;
  if (!SCRIPT_NAME.test(name)) return undefined;
  if (isDirect) return { name };
  return /^(?:pnpm|yarn|bun)$/.test(program) && !looksLikeFile(name) ? { name: `run ${name}` } : undefined;
}

function withoutGlobals(program: string, given: readonly ShellWord[]): ShellWord[] {
  const rest = program === "yarn" && given[0]?.text === "workspace" ? given.slice(2) : given;
  const valued = Object.hasOwn(GLOBAL_VALUED, program) ? GLOBAL_VALUED[program] : undefined;
  if (valued === undefined) return [...rest];
  const kept: ShellWord[] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] as ShellWord;
    if (valued.has(word.text)) at++;
    else {
      kept.push(word);
      if (!word.text.startsWith("-")) return [...kept, ...rest.slice(at + 1)];
    }
  }
  return kept;
}

function shortScript(program: string, script: string): string {
  return /^(?:npm|pnpm|yarn|bun)$/.test(program) && /^(?:test|start)$/.test(script) ? script : `run ${script}`;
}

const LONG_NAMES: ReadonlyMap<string, string> = new Map([
  ["t", "test"],
  ["i", "install"],
  ["rm", "uninstall"],
  ["up", "update"],
  ["b", "build"],
  ["c", "check"],
  ["r", "run"],
]);

function longName(program: string, subcommand: string): string {
  if (!/^(?:npm|pnpm|yarn|bun|cargo)$/.test(program)) return subcommand;
  return LONG_NAMES.get(subcommand) ?? subcommand;
}
