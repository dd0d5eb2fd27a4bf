/** Extensions that say what a file is, by what they say. An extension that is in none of these lists is a user's own word. */
export const EXTENSIONS = {
  source: words(
    "ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi pyx ipynb rb erb rake go rs java kt kts scala sc groovy clj cljs cljc edn",
    "c h cc cpp cxx hh hpp hxx m mm swift cs fs fsx vb php phtml pl pm lua r jl ex exs erl hrl hs lhs elm ml mli nim zig v d dart",
    "sol vy cairo move sh bash zsh fish ps1 psm1 bat cmd awk tcl asm s f90 f95 for pas adb ads cob cbl lisp cl el scm rkt sql proto",
    "graphql gql thrift prisma wgsl glsl hlsl vert frag cu metal html htm xhtml hbs ejs pug jinja j2 liquid mustache twig haml slim",
  ),
  style: words("css scss sass less styl pcss"),
  config: words(
    "json jsonc json5 yaml yml toml ini cfg conf properties env editorconfig plist xml xsd gradle cmake mk bzl bazel nix",
  ),
  infra: words("tf tfvars hcl bicep pp sls pkr"),
  docs: words("md mdx markdown rst adoc asciidoc txt tex org pod"),
  data: words(
    "csv tsv jsonl ndjson parquet avro arrow db sqlite sqlite3 xls xlsx ods log out dat bin npy npz pkl pt onnx h5 bak tmp",
  ),
  asset: words(
    "png jpg jpeg gif webp avif svg ico bmp tiff pdf doc docx ppt pptx odt woff woff2 ttf otf eot mp3 mp4 wav ogg webm mov zip gz tgz",
    "tar bz2 xz zst 7z rar jar war whl wasm so dll dylib exe o a lib class pyc map lock snap patch diff pem crt key cer pub asc sig",
  ),
} as const satisfies Record<string, ReadonlySet<string>>;

export type ExtensionKind = keyof typeof EXTENSIONS;

const KIND_OF: ReadonlyMap<string, ExtensionKind> = new Map(
  (Object.keys(EXTENSIONS) as ExtensionKind[]).flatMap((kind) =>
    [...EXTENSIONS[kind]].map((extension): [string, ExtensionKind] => [extension, kind]),
  ),
);

export function extensionKind(extension: string): ExtensionKind | undefined {
  return KIND_OF.get(extension.toLowerCase());
}

/** Files that pin what is installed. */
export const LOCKFILES = words(
  "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock poetry.lock uv.lock pdm.lock pipfile.lock",
  "cargo.lock go.sum go.work.sum gemfile.lock composer.lock mix.lock pubspec.lock podfile.lock package.resolved packages.lock.json",
  "flake.lock .terraform.lock.hcl gradle.lockfile chart.lock conda-lock.yml rebar.lock elm-stuff.lock cartfile.resolved",
);

/** Files that say what a project needs and how it is built. */
export const MANIFESTS = words(
  "package.json deno.json deno.jsonc bower.json lerna.json nx.json turbo.json pnpm-workspace.yaml pyproject.toml setup.py setup.cfg",
  "pipfile environment.yml cargo.toml go.mod go.work gemfile composer.json mix.exs pubspec.yaml podfile package.swift pom.xml",
  "build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties build.sbt project.clj deps.edn rebar.config",
  "cmakelists.txt meson.build makefile gnumakefile justfile taskfile.yml rakefile build.zig flake.nix chart.yaml dune-project",
  "build.bazel workspace.bazel module.bazel build workspace gradlew mvnw",
);

/** Other names that many projects give to a file of one purpose; with the manifests and lock files, the only names a pattern may quote. */
export const CONVENTIONAL_NAMES = words(
  "main index app server client cli mod lib init setup config settings constants types utils helpers routes router schema models model",
  "views urls admin apps forms tasks serializers permissions middleware handler handlers store state theme globals env variables outputs",
  "providers provider versions locals backend data terraform values application bootstrap manage wsgi asgi conftest fixtures factories",
  "seed seeds seeds.rb schema.rb routes.rb __init__ __main__ program startup layout page loading error not-found template styles reset",
  "readme changelog contributing license licence notice authors security code_of_conduct agents claude gemini codeowners todo",
  "dockerfile containerfile vagrantfile procfile jenkinsfile brewfile fastfile gemspec kustomization skaffold tiltfile compose",
  "docker-compose tsconfig jsconfig eslint prettier biome vite vitest jest webpack rollup babel next tailwind postcss playwright cypress",
  "tox pytest mypy ruff requirements constraints openapi swagger .gitignore .gitattributes .dockerignore .npmrc .nvmrc .env .editorconfig",
  ".eslintrc .prettierrc .babelrc .gitlab-ci .travis .pre-commit-config .rubocop .golangci .flake8 .tool-versions .node-version",
);

/** Folders that many projects have; the only ones a pattern may quote. */
export const CONVENTIONAL_FOLDERS = words(
  "src lib test tests spec specs __tests__ e2e docs doc scripts bin migrations fixtures examples bench benches benchmarks cmd internal",
  "pkg packages crates public static assets templates components pages hooks workflows .github config deploy charts k8s manifests",
);

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}
