import { extensionKind, LOCKFILES, MANIFESTS } from "./file-kinds.ts";
import { fileParts } from "./path-parts.ts";

export const FILE_ROLES = [
  "test",
  "source",
  "config",
  "ci",
  "manifest",
  "lockfile",
  "migration",
  "infra",
  "docs",
  "style",
  "data",
  "asset",
  "other",
] as const;
/** What a file is for, in any project. */
export type FileRole = (typeof FILE_ROLES)[number];

const TEST_FOLDER = /^(?:tests?|specs?|__tests__|__mocks__|__snapshots__|e2e|cypress|testdata|fixtures)$/i;
/** A name that test runners look for. The capital is needed in `CartTest.java`, so that `contest.java` stays source. */
const TEST_NAME =
  /(?:^test_|_tests?\.[^.]+$|_spec\.[^.]+$|\.(?:test|spec|e2e|cy)\.[^.]+$|^conftest\.py$|\.snap$)|(?:Tests?|Spec|IT)\.(?:java|kt|cs|scala|groovy|swift|php)$/;
const CI_NAME =
  /^(?:\.gitlab-ci\.yml|\.travis\.yml|jenkinsfile|azure-pipelines\.yml|bitbucket-pipelines\.yml|appveyor\.yml|codeowners)$/i;
const INFRA_NAME =
  /^(?:dockerfile|containerfile|vagrantfile|procfile|kustomization\.ya?ml|skaffold\.ya?ml|values(?:[.-].*)?\.ya?ml)(?:\..*)?$|^(?:docker-)?compose(?:\..*)?\.ya?ml$/i;
const CONFIG_NAME =
  /^\..*(?:rc|ignore|config|attributes|version|versions)$|\.config\.[cm]?[jt]s$|rc\.[cm]?js$|^\.env(?:\..*)?$|^config$/i;
const DOCS_NAME =
  /^(?:readme|changelog|contributing|licen[cs]e|notice|authors|security|code_of_conduct|todo)(?:\..*)?$/i;

/**
 * What a file is for, told from its path alone.
 * @param path  relative or absolute, with either kind of slash
 */
export function fileRole(path: string): FileRole {
  const { folders, name, extension } = fileParts(path);
  const lower = name.toLowerCase();
  if (LOCKFILES.has(lower)) return "lockfile";
  if (TEST_NAME.test(name)) return "test";
  if (
    MANIFESTS.has(lower) ||
    /^requirements.*\.(?:txt|in)$/.test(lower) ||
    /\.(?:gemspec|csproj|sln|cabal)$/.test(lower)
  )
    return "manifest";
  if (CI_NAME.test(name) || /(?:^|\/)\.(?:github|circleci|buildkite)(?:\/|$)/.test(folders.join("/"))) return "ci";
  if (INFRA_NAME.test(name)) return "infra";
  if (CONFIG_NAME.test(name)) return "config";
  if (DOCS_NAME.test(name)) return "docs";
  const kind = extensionKind(extension);
  if (folders.some((folder) => TEST_FOLDER.test(folder))) return "test";
  if (folders.some((folder) => /^migrat(?:ions?|e)$/i.test(folder)) && kind === "source") return "migration";
  if (kind === undefined) return "other";
  if (kind === "config" && folders.some((folder) => /^(?:k8s|charts|helm|ansible|kubernetes)$/i.test(folder)))
    return "infra";
  return kind;
}
