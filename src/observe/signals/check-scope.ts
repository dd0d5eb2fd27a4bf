import { fileParts } from "../../alphabet/path-parts.ts";
import type { ShellCommand } from "../../alphabet/shell-command.ts";

/** Which part of the project a check looked at. */
export interface Scope {
  /** The program that ran it. */
  program: string;
  /** Folder it ran in, as given; "" when it is wherever the session is. */
  folder: string;
  /** Files or folders that it was pointed at; empty: all. */
  paths: string[];
  /** It was told to run only tests of some name or package, and nobody can say what those cover. */
  isNarrowed: boolean;
}

/** Options that narrow a run down to some tests by name, or to a package. */
const NARROWING =
  /^(?:-k|-t|--grep|-g|--testNamePattern|--test-name-pattern|--tests|--filter|-F|-p|--package|--testPathPattern|--only|-run|--example|-e|-m|--workspace|-w|--findRelatedTests|--changed|--onlyChanged|--lf|--last-failed)$/;
/** Of those, letters that mean something else to some programs. */
const MEANS_ELSE: Readonly<Record<string, RegExp>> = {
  tsc: /^-p$/,
  cargo: /^--workspace$/,
  pytest: /^-p$/,
  docker: /^-t$/,
  make: /^-e$/,
  mvn: /^-e$/,
  node: /^-p$/,
};

/** Words behind a test runner that mean all of it. */
const MEANS_ALL = /^(?:run|test|tests|spec|specs|all|src|lib|app|e2e|watch|\.|\*|related)$/;

export function checkScope(commands: readonly ShellCommand[], index: number, script: string): Scope {
  const command = commands[index] as ShellCommand;
  const elsewhere = Object.hasOwn(MEANS_ELSE, command.program) ? MEANS_ELSE[command.program] : undefined;
  const narrowing = command.flags.filter((flag) => NARROWING.test(flag) && !elsewhere?.test(flag));
  const targets = command.operands.map((operand) =>
    operand.replace(/::.*$|:\d+$/, "").replace(/\/?(?:\.{3}|\*+)?$/, ""),
  );
  const paths = targets.filter((target) => /[/.]/.test(target) && !/^\.{0,2}$/.test(target));
  const words = targets.filter((target) => target !== "" && !/[/.]/.test(target) && !MEANS_ALL.test(target));
  const ownScript = /\.(?:sh|py|mjs|js|ts|rb)$/.test(command.subcommand) ? 1 : 0;
  return {
    program: command.program,
    folder: folderOf(script),
    paths: paths.slice(ownScript),
    isNarrowed: narrowing.length > 0 || words.length > 0,
  };
}

const FOLDER_OPTION = /(?:--prefix|--cwd|--dir|--directory|--project-dir|\s-C)[ =]+["']?([\w./~@-]+)/;

/** Where `cd` or an option such as `npm --prefix` takes the run. */
function folderOf(script: string): string {
  const moves = [...script.slice(0, 4000).matchAll(/(?:^|[;&|(\n'"]\s*)(?:cd|pushd)\s+["']?([\w./~@-]+)/g)];
  return FOLDER_OPTION.exec(script)?.[1] ?? moves.at(-1)?.[1] ?? "";
}

/**
 * True when a check of this scope says something about every one of these changes.
 * Relative and absolute spellings of one place are compared by the folders they share.
 */
export function covers(scope: Scope, changed: readonly string[]): boolean {
  if (scope.isNarrowed || !changed.every((path) => isOfLanguage(scope.program, path))) return false;
  if (!changed.every((path) => isInside(path, scope.folder))) return false;
  return scope.paths.length === 0 || changed.every((path) => scope.paths.some((target) => speaksOf(target, path)));
}

/** Programs and the extensions of what they can test, a family a line. Programs of no family may test anything. */
const FAMILIES: ReadonlyArray<readonly [programs: RegExp, extensions: RegExp]> = [
  [
    /^(?:npm|yarn|pnpm|bun|node|vitest|jest|mocha|ava|karma|cypress|playwright|ng)$/,
    /^(?:[cm]?[jt]sx?|vue|svelte|astro|s?css|less|html?)$/,
  ],
  [/^(?:pytest|tox|nox|unittest|manage\.py|python[\d.]*)$/, /^(?:pyi?|pyx|ipynb)$/],
  [/^cargo$/, /^rs$/],
  [/^(?:go|gotestsum|ginkgo)$/, /^go$/],
  [/^(?:mvnw?|gradlew?|sbt|lein)$/, /^(?:java|kts?|scala|groovy|clj)$/],
  [/^dotnet$/, /^(?:cs|fs|vb|razor|cshtml)$/],
  [/^(?:rspec|rails|rake|cucumber)$/, /^(?:rb|erb|rake|haml|slim)$/],
  [/^(?:phpunit|pest|artisan|composer)$/, /^(?:php|phtml|twig)$/],
  [/^mix$/, /^(?:exs?|h?eex)$/],
  [/^(?:swift|xcodebuild)$/, /^(?:swift|m|mm|h)$/],
  [/^(?:dart|flutter)$/, /^dart$/],
  [/^(?:ctest|cmake)$/, /^(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/],
  [/^(?:terraform|tofu)$/, /^(?:tf|tfvars|hcl)$/],
];

const INFRASTRUCTURE = /^(?:tf|tfvars|hcl)$/;

/** Whether a runner can say anything about a file: one of another language's is not what it tests. Files of no language, such as settings, are. */
function isOfLanguage(program: string, path: string): boolean {
  const extension = fileParts(path).extension.toLowerCase();
  const own = FAMILIES.find(([programs]) => programs.test(program));
  const other = FAMILIES.find(([, extensions]) => extensions.test(extension));
  // Nothing but its own tools tests what runs elsewhere, whatever a project calls its script.
  if (own === undefined) return other === undefined || !INFRASTRUCTURE.test(extension);
  return other === undefined || own[1].test(extension);
}

function isInside(path: string, folder: string): boolean {
  const wanted = fileParts(`${folder}/`).folders;
  if (wanted.length === 0) return true;
  const { folders } = fileParts(path);
  const isRooted = /^(?:\/|~|[A-Za-z]:)/.test(folder);
  // The root of the project, spelled out, says nothing about a path that is given from there.
  if (isRooted && !/^(?:\/|~|[A-Za-z]:)/.test(path)) return true;
  return folders.some((_folder, at) => wanted.every((part, offset) => folders[at + offset] === part));
}

/** A test file speaks of the source that shares its stem, and of itself; a folder speaks of what is in it. */
function speaksOf(target: string, changed: string): boolean {
  const [test, source] = [fileParts(target), fileParts(changed)];
  if (test.name === source.name) return true;
  if (test.extension === "" && isInside(changed, target)) return true;
  const stem = stemOf(test.name);
  return stem !== "" && stem === stemOf(source.name);
}

function stemOf(name: string): string {
  return name
    .replace(/\.[^.]*$/, "")
    .replace(/[._-](?:test|spec|tests|e2e|cy)$/i, "")
    .replace(/^test[_-]/i, "")
    .replace(/(?<=[a-z])(?:Tests?|Spec|IT)$/, "")
    .toLowerCase();
}
