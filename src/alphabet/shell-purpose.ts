import { looksLikeFile } from "./action-file.ts";
import { type Purpose, scriptPurpose, usualPurpose } from "./purposes.ts";
import type { PlainCommand, ShellWord } from "./shell-plain.ts";
import { INTERPRETERS } from "./shell-subcommand.ts";
import { baseName } from "./shell-wrappers.ts";

/** What a command is asked to do, in plain parts. */
export interface CommandUse {
  program: string;
  /** The file that was started, as given, when it is one of the project's own. */
  script?: string;
  subcommand: string;
  flags: readonly string[];
  values: readonly ShellWord[];
}

/** Options by which a command only talks about itself or about what it would do. */
const ASKS_ONLY =
  /^--?(?:help|version|collect-only|list-?tests|listTests|list|showConfig|print-config|show-config|dry-run|dryrun|markers)$/;

export function purposeOf(use: CommandUse, plain: Pick<PlainCommand, "writes" | "isFilter">): Purpose {
  const { program, subcommand, flags } = use;
  if (flags.some((flag) => ASKS_ONLY.test(flag))) return "inspect";
  if (plain.writes.length > 0 && /^(?:cat|echo|printf)$/.test(program)) return "edit";
  if (plain.isFilter && program === "tee") return "print";
  const refined = refinedPurpose(use);
  if (refined !== undefined) return refined;
  const [sub = "", script = ""] = subcommand.split(" ");
  if (sub === "run" && script !== "" && usualPurpose(program, "run") === "script") return scriptPurpose(script);
  const usual = usualPurpose(program, sub);
  if (usual !== "script") return usual;
  if (sub !== "") return scriptPurpose(sub.replace(/^:/, ""));
  return /^(?:make|gmake|just|gradle|gradlew|mvn|mvnw|ant)$/.test(program) ? "build" : "other";
}

const CHECKS_FORMAT = ["--check", "-c", "-l", "--list-different", "--diff", "--check-only"];

/** Uses that only their options or arguments tell apart; undefined when the usual purpose holds. */
function refinedPurpose({ program, script, subcommand, flags, values }: CommandUse): Purpose | undefined {
  const has = (...names: string[]) => names.some((name) => flags.includes(name));
  if (script !== undefined) return ranScript(script);
  if (INTERPRETERS.test(program)) {
    if (program === "node" && has("--test")) return "test";
    const file = values.find((word) => !word.text.startsWith("-"))?.text ?? "";
    return looksLikeFile(file) && !has("-c", "-e", "--eval") ? ranScript(file) : undefined;
  }
  switch (program) {
    case "git":
      return gitPurpose(subcommand, has, values);
    case "gh":
      if (/^pr (?:create|merge|ready)$/.test(subcommand)) return "push";
      return subcommand === "pr checkout" ? "branch" : undefined;
    case "sed":
      return has("-i", "--in-place") ? "edit" : "inspect";
    case "tsc":
    case "vue-tsc":
      return has("--noEmit") ? "typecheck" : "build";
    case "prettier":
    case "black":
    case "isort":
    case "gofmt":
    case "goimports":
    case "rustfmt":
      return has(...CHECKS_FORMAT) ? "lint" : "format";
    case "cargo":
    case "ruff":
    case "dotnet":
      return /^(?:fmt|format)$/.test(subcommand) && has("--check", "--verify-no-changes") ? "lint" : undefined;
    case "biome":
      return subcommand === "format" && !has("--write", "--fix") ? "lint" : undefined;
    case "terraform":
    case "tofu":
      return subcommand === "fmt" && has("-check") ? "lint" : undefined;
    case "docker":
    case "docker-compose":
      if (/^compose (?:ps|logs|config|images|top)$/.test(subcommand)) return "inspect";
      return /^compose (?:build|pull)$/.test(subcommand) ? "build" : undefined;
    case "mvn":
    case "mvnw":
      return values.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?!=false)/.test(word.text))
        ? "build"
        : undefined;
    case "gradle":
    case "gradlew":
      return flags.includes("-x") && values.some((word) => word.text === "test") ? "build" : undefined;
    case "cmake":
      return has("--build") ? "build" : undefined;
    default:
      return undefined;
  }
}

/** A script of the project says by its name what it is for, or it just runs. */
function ranScript(path: string): Purpose {
  const name = baseName(path).replace(/\.\w+$/, "");
  if (/\.py$/.test(path) && /^(?:test_\w+|\w+_test)$/.test(name)) return "test";
  const purpose = scriptPurpose(name.replace(/^run[-_]?(?=.)/, ""));
  return purpose === "other" ? "run" : purpose;
}

function gitPurpose(
  subcommand: string,
  has: (...names: string[]) => boolean,
  values: readonly ShellWord[],
): Purpose | undefined {
  const [sub = "", second = ""] = subcommand.split(" ");
  const named = values.filter((word) => !word.text.startsWith("-"));
  switch (sub) {
    case "checkout":
      return !has("-b", "-B") && namesFiles(values) ? "revert" : "branch";
    case "restore":
      return has("--staged", "-S") && !has("--worktree", "-W") ? "stage" : "revert";
    case "reset":
      return has("--hard", "--merge", "--keep") ? "revert" : "stage";
    case "stash":
      if (/^(?:list|show)$/.test(second)) return "inspect";
      return /^(?:pop|apply)$/.test(second) ? "sync" : "revert";
    case "clean":
      return has("-n", "--dry-run") ? "inspect" : "revert";
    case "apply":
      if (has("-R", "--reverse")) return "revert";
      return has("--check", "--stat") ? "inspect" : "edit";
    case "branch":
      return named.length > 0 ? "branch" : "inspect";
    case "tag":
      return named.length > 0 ? "release" : "inspect";
    default:
      return undefined;
  }
}

/** `git checkout -- a.ts` and `git checkout .` put files back; `git checkout main` changes the branch. */
function namesFiles(values: readonly ShellWord[]): boolean {
  const separator = values.findIndex((word) => word.text === "--");
  if (separator >= 0) return separator < values.length - 1;
  return values.some((word) => word.text === "." || looksLikeFile(word.text));
}
