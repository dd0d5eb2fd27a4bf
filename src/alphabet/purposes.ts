export const PURPOSES = [
  "test",
  "build",
  "lint",
  "typecheck",
  "check",
  "format",
  "install",
  "stage",
  "commit",
  "push",
  "sync",
  "branch",
  "revert",
  "run",
  "deploy",
  "release",
  "migrate",
  "clean",
  "inspect",
  "search",
  "list",
  "edit",
  "move",
  "fetch",
  "query",
  "navigate",
  "print",
  "wait",
  "other",
] as const;
/** What a command is run for. `check` is a script that bundles several of the four before it, such as `npm run ci`. */
export type Purpose = (typeof PURPOSES)[number];

/**
 * One program a line: its name or names, then what it is run for. `sub=purpose` pairs say it for subcommands; a purpose alone is
 * that of every other use. A subcommand that is written here is part of the pattern; other words behind the program are values.
 */
const PROGRAMS = `
vitest|jest|mocha|ava|tap|jasmine|karma|cypress|wdio|testcafe|c8|nyc test
playwright test=test install=install codegen=run show-report=inspect other
pytest|py.test|tox|nox|nose2|unittest|doctest|trial|behave|coverage test
rspec|cucumber|minitest|phpunit|pest|paratest|codecept|ctest|gotestsum|ginkgo|bats|busted|prove|xctest|luacov test
tsc|vue-tsc typecheck
mypy|pyright|basedpyright|pyre|pytype|flow|sorbet|srb|phpstan|psalm|dialyzer|ty typecheck
eslint|oxlint|stylelint|tslint|standard|xo|htmlhint|markdownlint|markdownlint-cli2|commitlint|knip|publint|attw|depcheck|madge lint
pylint|flake8|bandit|vulture|pydocstyle|rubocop|standardrb|reek|brakeman|phpcs|phpmd|golangci-lint|staticcheck|golint|revive|errcheck lint
shellcheck|hadolint|yamllint|actionlint|tflint|tfsec|checkov|ansible-lint|sqlfluff|vale|cppcheck|clang-tidy|ktlint|detekt|swiftlint|credo|luacheck|buf lint
prettier|black|isort|autopep8|yapf|gofmt|goimports|gofumpt|rustfmt|clang-format|shfmt|dprint|stylua|swiftformat|ormolu|php-cs-fixer|google-java-format format
biome check=lint lint=lint ci=lint format=format migrate=edit init=edit lint
ruff check=lint format=format rule=inspect lint
pre-commit|lefthook|husky|lint-staged run=lint install=install autoupdate=install check
webpack|rollup|rolldown|esbuild|tsup|tsdown|parcel|swc|babel|unbuild|microbundle|ng-packagr build
vite build=build dev=run preview=run serve=run optimize=build run
next|nuxt|astro|remix|gatsby|svelte-kit build=build dev=run start=run lint=lint check=typecheck generate=build export=build run
svelte-check typecheck
ng build=build test=test lint=lint serve=run e2e=test generate=edit other
turbo|nx run test=test build=build lint=lint typecheck=typecheck affected=check run-many=check other
tsx|ts-node|node|nodemon|deno-run|electron|python|python2|python3|pypy|pypy3|py|ruby|perl|php|lua|Rscript|julia|java|scala|groovy|elixir|erl|racket|guile|uvicorn|gunicorn|flask|streamlit|jupyter run
deno test=test lint=lint fmt=format check=typecheck run=run task=script install=install add=install compile=build cache=install other
npm|pnpm|yarn|bun test=test t=test install=install i=install ci=install add=install remove=install uninstall=install rm=install update=install up=install upgrade=install outdated=inspect ls=inspect list=inspect why=inspect audit=inspect view=inspect info=inspect search=inspect run=script run-script=script start=run publish=release pack=build version=release link=install prune=clean dedupe=install create=edit init=edit config=inspect rebuild=build login=other whoami=inspect exec=other x=other workspaces=other cache=clean import=install store=clean fund=inspect docs=inspect set=edit other
pip|pip3|pipx install=install uninstall=install list=inspect show=inspect freeze=inspect check=inspect download=install upgrade=install wheel=build other
uv sync=install add=install remove=install lock=install pip=install venv=install build=build publish=release tool=install python=install init=edit tree=inspect run=run export=inspect other
poetry|pdm|rye|hatch|pipenv|pixi install=install add=install remove=install update=install lock=install sync=install build=build publish=release show=inspect check=inspect shell=other run=run version=release fmt=format test=test env=install init=edit other
conda|mamba install=install create=install env=install update=install list=inspect remove=install activate=navigate other
cargo test=test t=test nextest=test build=build b=build check=typecheck c=typecheck clippy=lint fmt=format run=run r=run bench=test doc=build add=install remove=install install=install update=install publish=release clean=clean tree=inspect metadata=inspect fix=edit audit=inspect deny=lint miri=test llvm-cov=test tarpaulin=test search=inspect new=edit init=edit watch=run expand=inspect xtask=script other
rustc|gcc|g++|clang|clang++|cc|c++|javac|kotlinc|swiftc|ghc|ld|ar|nasm|emcc|cl|zig-build build
rustup|nvm|pyenv|rbenv|asdf|mise|volta|fnm|sdk|brew|apt|apt-get|apk|yum|dnf|pacman|zypper|snap|choco|winget|scoop|port|nix-env|gem|corepack install=install use=navigate list=inspect show=inspect search=inspect update=install upgrade=install info=inspect which=inspect other
go test=test build=build vet=lint run=run mod=install get=install install=install fmt=format generate=build list=inspect env=inspect version=inspect work=install doc=inspect tool=run clean=clean other
gradle|gradlew test=test check=test build=build assemble=build compileJava=build compileKotlin=build clean=clean run=run bootRun=run lint=lint ktlintCheck=lint spotlessApply=format spotlessCheck=lint publish=release tasks=inspect dependencies=inspect script
mvn|mvnw test=test verify=test package=build compile=build test-compile=build install=build clean=clean deploy=release validate=lint site=build script
sbt|mill|lein|ant test=test compile=build package=build assembly=build run=run clean=clean script
dotnet test=test build=build restore=install run=run format=format publish=build add=install remove=install tool=install ef=migrate clean=clean new=edit pack=build watch=run list=inspect sln=edit nuget=install other
msbuild|xcodebuild|ninja|meson|cmake|bazel|buck2|scons|waf test=test build=build compile=build setup=build install=install clean=clean run=run query=inspect build
swift test=test build=build run=run package=install other
zig test=test build=build run=run fmt=format other
mix test=test compile=build format=format credo=lint dialyzer=typecheck deps.get=install deps.update=install run=run ecto.migrate=migrate ecto.create=migrate ecto.rollback=migrate ecto.setup=migrate ecto.gen.migration=edit phx.server=run phx.gen=edit release=release other
rebar3 ct=test eunit=test compile=build dialyzer=typecheck shell=run other
bundle|bundler install=install update=install add=install exec=other outdated=inspect check=inspect other
rails|rake test=test spec=test server=run console=run db:migrate=migrate db:rollback=migrate db:seed=migrate db:reset=migrate db:create=migrate db:setup=migrate db:schema:load=migrate generate=edit routes=inspect assets:precompile=build lint=lint build=build release=release console=run script
composer install=install update=install require=install remove=install test=script run=script run-script=script dump-autoload=build validate=lint outdated=inspect show=inspect other
artisan test=test migrate=migrate serve=run tinker=run make=edit db=migrate route=inspect other
manage.py|django-admin test=test migrate=migrate makemigrations=migrate runserver=run shell=run check=lint collectstatic=build createsuperuser=other showmigrations=inspect loaddata=migrate dumpdata=inspect other
alembic|flyway|liquibase|prisma|drizzle-kit|knex|sequelize|typeorm|dbmate|goose|sqlx|atlas upgrade=migrate downgrade=migrate revision=edit migrate=migrate generate=build push=migrate db=migrate validate=lint format=format studio=run up=migrate down=migrate status=inspect current=inspect history=inspect migrate
dart|flutter test=test analyze=lint format=format build=build run=run pub=install compile=build doctor=inspect clean=clean create=edit fix=edit other
cabal|stack test=test build=build run=run install=install update=install other
make|gmake|just|task|mage|invoke|inv|earthly|tilt|doit|poe|grunt|gulp script
git add=stage stage=stage commit=commit push=push pull=sync fetch=sync merge=sync rebase=sync cherry-pick=sync clone=sync branch=branch switch=branch checkout=branch worktree=branch restore=revert reset=revert revert=revert stash=revert clean=revert rm=move mv=move tag=release apply=edit am=edit status=inspect diff=inspect log=inspect show=inspect blame=inspect reflog=inspect describe=inspect remote=inspect rev-parse=inspect rev-list=inspect ls-files=list ls-tree=list shortlog=inspect config=inspect grep=search bisect=inspect submodule=sync init=edit gc=clean lfs=sync check-ignore=inspect merge-base=inspect show-ref=inspect for-each-ref=inspect cat-file=inspect format-patch=inspect notes=inspect whatchanged=inspect archive=build sparse-checkout=branch range-diff=inspect diff-tree=inspect name-rev=inspect symbolic-ref=inspect update-index=stage help=inspect version=inspect other
hg|svn|jj commit=commit ci=commit push=push pull=sync update=sync up=sync add=stage status=inspect diff=inspect log=inspect revert=revert other
gh pr=inspect issue=inspect run=inspect repo=inspect release=release workflow=inspect api=fetch auth=other search=search gist=other secret=other variable=other label=other cache=clean other
glab mr=inspect issue=inspect ci=inspect pipeline=inspect repo=inspect release=release api=fetch other
docker|podman|nerdctl|docker-compose build=build buildx=build run=run compose=run up=run down=clean start=run stop=clean restart=run exec=run ps=inspect images=inspect logs=inspect inspect=inspect pull=sync push=release tag=release login=other rm=clean rmi=clean system=clean volume=inspect network=inspect cp=move stats=inspect top=inspect info=inspect version=inspect config=inspect image=inspect container=inspect other
kubectl|oc|k3s apply=deploy create=deploy delete=deploy replace=deploy patch=deploy rollout=deploy scale=deploy set=deploy get=inspect describe=inspect logs=inspect top=inspect exec=run port-forward=run config=inspect diff=inspect explain=inspect wait=wait cp=move events=inspect version=inspect kustomize=build other
helm install=deploy upgrade=deploy uninstall=deploy rollback=deploy lint=lint template=build package=build dependency=install repo=install list=inspect status=inspect get=inspect show=inspect test=test history=inspect push=release pull=sync diff=inspect search=search other
terraform|tofu|terragrunt plan=inspect apply=deploy destroy=deploy init=install validate=lint fmt=format output=inspect state=inspect show=inspect import=deploy test=test workspace=branch providers=inspect refresh=sync graph=inspect taint=edit untaint=edit console=run version=inspect get=install force-unlock=other other
pulumi up=deploy preview=inspect destroy=deploy stack=inspect refresh=sync config=inspect new=edit other
ansible|ansible-playbook|cdk|sam|serverless|sls|fly|flyctl|vercel|netlify|wrangler|heroku|railway|firebase|eb|amplify|sst deploy=deploy synth=build build=build diff=inspect logs=inspect dev=run local=run init=edit status=inspect package=build publish=release list=inspect launch=deploy deploy
aws|gcloud|az|doctl|oci|ibmcloud|linode-cli s3=query s3api=query ec2=query ecs=query lambda=query iam=query sts=query logs=query cloudformation=query rds=query dynamodb=query sqs=query ssm=query compute=query run=query container=query projects=query storage=query functions=query config=inspect auth=other vm=query webapp=query group=query aks=query account=query other
psql|mysql|mariadb|sqlite3|duckdb|mongosh|mongo|redis-cli|clickhouse-client|bq|sqlcmd|influx|cqlsh|pg_dump|pg_restore|createdb|dropdb query
curl|wget|http|https|xh|ftp|scp|rsync|sftp|grpcurl|websocat|ping|dig|nslookup|nc|netcat|telnet|ssh|aria2c fetch
cat|head|tail|less|more|bat|wc|file|stat|diff|cmp|od|xxd|hexdump|strings|jq|yq|xmllint|column|tree-sitter|nl|tac|md5sum|sha256sum|sha1sum|shasum|cksum|readelf|objdump|nm|ldd|realpath|readlink|basename|dirname|env|printenv|which|whereis|type|whoami|id|uname|hostname|date|df|du|free|uptime|ps|top|htop|lsof|netstat|ss|ip|ifconfig|man|test|[|nproc|groups|locale|getent|tokei|cloc|scc|hyperfine|git-lfs|history|jobs|pgrep|systemctl|journalctl|dmesg|crontab|expr|seq|cut|sort|uniq|tr|awk|gawk|paste|join|comm|fold|fmt|rev|split|base64|openssl|gpg inspect
sed|perl-pe|ed|ex|patch|dos2unix|touch|tee|truncate|ln|chmod|chown|install|mkdir|rmdir|mktemp|apply_patch|codemod|jscodeshift|comby|ast-grep|sg edit
mv|cp|rm|rename|trash|unlink|zip|unzip|tar|gzip|gunzip|xz|7z move
grep|rg|ag|ack|egrep|fgrep|zgrep|ripgrep|ugrep search
ls|find|fd|fdfind|tree|exa|eza|dir|locate|ll list
cd|pushd|popd|pwd|z navigate
echo|printf|true|false|:|exit|return|set|export|unset|source|.|alias|read|shopt|trap|local|declare|clear|yes|say|logger print
sleep|wait|timeout wait
kill|pkill|killall|bg|fg|disown|tmux|screen|open|xdg-open|code|vim|vi|nano|emacs|pbcopy|xclip|at|cron|su|passwd|useradd|mount|umount|dd|reboot|shutdown other
act|semantic-release|release-it|changeset|standard-version|goreleaser|twine|np|lerna|cargo-release|bumpversion|bump-my-version publish=release version=release add=edit status=inspect run=check bootstrap=install release
license-checker|cyclonedx|snyk|trivy|grype|semgrep|gitleaks|trufflehog|npm-check|npm-check-updates|ncu|renovate|pip-audit|safety|dependabot lint
storybook|chromatic|lighthouse|lhci|autocannon|k6|wrk|ab|locust|artillery build=build dev=run run=test test=test run
build|hatchling build
sphinx-build|mkdocs|docusaurus|typedoc|jsdoc|hugo|jekyll|vitepress|mdbook|asciidoctor|pandoc|pdflatex|latexmk build=build serve=run start=run build
protoc|graphql-codegen|openapi-generator|swagger-codegen|sqlc|quicktype|orval|buf-gen|wire|mockgen|stringer generate=build build
`;

type Uses = ReadonlyMap<string, Purpose | "script">;

const TABLE: ReadonlyMap<string, Uses> = readTable(PROGRAMS);

function readTable(text: string): Map<string, Uses> {
  const table = new Map<string, Uses>();
  for (const line of text.trim().split("\n")) {
    const [names = "", ...rest] = line.split(" ");
    const uses = new Map(
      rest.map((word) => {
        const [sub, purpose] = word.includes("=") ? word.split("=") : ["", word];
        return [sub as string, purpose as Purpose | "script"];
      }),
    );
    for (const name of names.split("|")) table.set(name, uses);
  }
  return table;
}

/**
 * What a program's subcommand is for; `script` when it runs something that the project named.
 * @param subcommand  "" when there is none
 */
export function usualPurpose(program: string, subcommand: string): Purpose | "script" {
  const uses = TABLE.get(program);
  return uses?.get(subcommand) ?? uses?.get("") ?? "other";
}

/** True for a program in the table; for `"npm install"` when the table knows that use of it. */
export function isKnownProgram(name: string): boolean {
  const space = name.indexOf(" ");
  if (space < 0) return TABLE.has(name);
  return TABLE.get(name.slice(0, space))?.has(name.slice(space + 1)) ?? false;
}

/** True when words behind the program name what it shall do. */
export function takesSubcommand(program: string): boolean {
  const uses = TABLE.get(program);
  return uses !== undefined && ([...uses.keys()].some((sub) => sub !== "") || uses.get("") === "script");
}

const SCRIPT_WORDS: ReadonlyArray<[RegExp, Purpose]> = [
  [/^(?:tests?|specs?|unit|e2e|integration|vitest|jest|mocha|pytest|cypress|playwright|coverage|cov)$/, "test"],
  [/^(?:lint|linter|eslint|stylelint|ruff|clippy|rubocop|vet|knip)$/, "lint"],
  [/^(?:typecheck|types?|tsc|mypy|pyright)$/, "typecheck"],
  [/^(?:format|fmt|prettier|black)$/, "format"],
  [/^(?:check|checks|verify|validate|ci|qa|precommit|prepush)$/, "check"],
  [/^(?:build|compile|bundle|dist|generate|gen|codegen|docs?|all)$/, "build"],
  [/^(?:dev|start|serve|server|watch|preview|run|up|console|storybook)$/, "run"],
  [/^(?:deploy|apply)$/, "deploy"],
  [/^(?:release|publish|version|bump|changelog)$/, "release"],
  [/^(?:migrate|migration|migrations|seed|db|schema)$/, "migrate"],
  [/^(?:install|setup|bootstrap|deps|prepare)$/, "install"],
  [/^(?:clean|clear|reset|purge|down)$/, "clean"],
];

/** Purposes that say something about the work when they succeed; a guess must not claim them. */
const VERIFYING: ReadonlySet<Purpose> = new Set(["test", "lint", "typecheck", "check"]);

/**
 * What a script of a project is for, told by its name: `test:unit`, `db:migrate`, `build-docs`. A part of a name that `:` sets off
 * counts when all its words speak of purpose, so `test-data` is no test; beyond that, single words count, but claim no check.
 */
export function scriptPurpose(name: string): Purpose {
  const lower = name.toLowerCase();
  if (/^(?:type-?check|check[:-]types?)(?![a-z])/.test(lower)) return "typecheck";
  for (const part of lower.split(":")) {
    const purposes = part.split(/[._-]+/).map(wordPurpose);
    if (purposes[0] !== undefined && purposes.every((purpose) => purpose !== undefined)) return purposes[0];
  }
  const guesses = lower.split(/[:._-]+/).map(wordPurpose);
  return guesses.find((purpose) => purpose !== undefined && !VERIFYING.has(purpose)) ?? "other";
}

function wordPurpose(word: string): Purpose | undefined {
  return SCRIPT_WORDS.find(([pattern]) => pattern.test(word))?.[1];
}
