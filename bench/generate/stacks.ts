import type { Random } from "./random.ts";

/** One kind of project: its files, its commands, and what those print. */
export interface Stack {
  name: string;
  source(noun: string): string;
  test(noun: string): string;
  others: readonly string[];
  /** Commands that run the tests, all or some. */
  testCommands: readonly string[];
  buildCommands: readonly string[];
  lintCommands: readonly string[];
  installCommands: readonly string[];
  passed(random: Random, nouns: readonly string[]): string;
  failed(random: Random, nouns: readonly string[]): string;
  buildFailed(random: Random, nouns: readonly string[]): string;
}

export const NOUNS = [
  "cart",
  "invoice",
  "session",
  "router",
  "parser",
  "ledger",
  "payment",
  "profile",
  "search",
  "upload",
  "export",
  "webhook",
  "cache",
  "queue",
  "scheduler",
  "report",
  "coupon",
  "checkout",
  "inventory",
  "shipping",
  "address",
  "avatar",
  "comment",
  "feed",
  "follow",
  "gallery",
  "import",
  "locale",
  "mailer",
  "metric",
  "notifier",
  "order",
  "pricing",
  "quota",
  "rating",
  "refund",
  "role",
  "snapshot",
  "tenant",
  "token",
  "tracker",
  "usage",
  "vendor",
  "wallet",
  "workspace",
  "archive",
  "billing",
  "calendar",
  "digest",
  "editor",
  "filter",
  "group",
  "history",
  "inbox",
] as const;

function camel(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

const TYPESCRIPT: Stack = {
  name: "typescript",
  source: (noun) => `src/${noun}/${noun}.ts`,
  test: (noun) => `src/${noun}/${noun}.test.ts`,
  others: [
    "package.json",
    "tsconfig.json",
    "README.md",
    "src/index.ts",
    "vite.config.ts",
    "docs/setup.md",
    ".github/workflows/ci.yml",
  ],
  testCommands: ["npm test", "npx vitest run", "npm run test:unit", "yarn test", "pnpm vitest run", "npx jest --ci"],
  buildCommands: ["npm run build", "npx tsc -p ."],
  lintCommands: ["npm run lint", "npx eslint .", "npx tsc --noEmit", "npx biome check src"],
  installCommands: ["npm install", "npm ci"],
  passed: (random, nouns) => {
    const tests = random.int(3, 240);
    const lines = nouns
      .slice(0, 3)
      .map((noun) => ` ✓ src/${noun}/${noun}.test.ts (${random.int(2, 20)} tests) ${random.int(3, 90)}ms`);
    return random.chance(0.6)
      ? `\n${lines.join("\n")}\n\n Test Files  ${nouns.length} passed (${nouns.length})\n      Tests  ${tests} passed (${tests})\n   Duration  ${random.int(300, 9000)}ms\n`
      : `PASS src/${nouns[0]}/${nouns[0]}.test.ts\n\nTest Suites: ${nouns.length} passed, ${nouns.length} total\nTests:       ${tests} passed, ${tests} total\nTime:        ${random.int(1, 30)}.${random.int(0, 9)} s\n`;
  },
  failed: (random, nouns) => {
    const bad = random.int(1, 4);
    const good = random.int(3, 80);
    return random.chance(0.6)
      ? `\n ❯ src/${nouns[0]}/${nouns[0]}.test.ts (${bad + 2} tests | ${bad} failed)\n\n FAIL  src/${nouns[0]}/${nouns[0]}.test.ts > ${nouns[0]} > adds the second item\nAssertionError: expected ${random.int(1, 9)} to be ${random.int(10, 19)} // Object.is equality\n ❯ src/${nouns[0]}/${nouns[0]}.test.ts:${random.int(5, 90)}:13\n\n Test Files  1 failed | 2 passed (3)\n      Tests  ${bad} failed | ${good} passed (${bad + good})\n`
      : `FAIL src/${nouns[0]}/${nouns[0]}.test.ts\n  ● ${nouns[0]} › keeps the order\n\n    expect(received).toEqual(expected)\n\nTest Suites: 1 failed, 2 passed, 3 total\nTests:       ${bad} failed, ${good} passed, ${bad + good} total\n`;
  },
  buildFailed: (random, nouns) =>
    `src/${nouns[0]}/${nouns[0]}.ts(${random.int(1, 90)},${random.int(1, 40)}): error TS2322: Type 'string' is not assignable to type 'number'.\n`,
};

const PYTHON: Stack = {
  name: "python",
  source: (noun) => `app/${noun}.py`,
  test: (noun) => `tests/test_${noun}.py`,
  others: ["pyproject.toml", "README.md", "app/__init__.py", "app/settings.py", "tests/conftest.py", "Dockerfile"],
  testCommands: [
    "pytest",
    "python -m pytest -q",
    "uv run pytest",
    "poetry run pytest tests",
    "pytest -x --maxfail=3",
    "make test",
  ],
  buildCommands: ["python -m build", "docker build -t app ."],
  lintCommands: ["ruff check .", "mypy app", "uv run ruff check"],
  installCommands: ["uv sync", "pip install -r requirements.txt", "poetry install"],
  passed: (random, nouns) => {
    const tests = random.int(3, 300);
    return `============================= test session starts ==============================\ncollected ${tests} items\n\ntests/test_${nouns[0]}.py ${".".repeat(random.int(3, 20))}                    [100%]\n\n============================== ${tests} passed in ${random.int(0, 40)}.${random.int(10, 99)}s ==============================\n`;
  },
  failed: (random, nouns) => {
    const bad = random.int(1, 5);
    return `============================= test session starts ==============================\ncollected ${bad + 9} items\n\ntests/test_${nouns[0]}.py ${".".repeat(9)}${"F".repeat(bad)}\n\n=================================== FAILURES ===================================\n_______________________________ test_${nouns[0]}_total ________________________________\n>       assert total == ${random.int(1, 50)}\nE       assert ${random.int(51, 99)} == ${random.int(1, 50)}\n\ntests/test_${nouns[0]}.py:${random.int(5, 60)}: AssertionError\n=========================== short test summary info ============================\nFAILED tests/test_${nouns[0]}.py::test_${nouns[0]}_total - assert ${random.int(51, 99)} == 3\n========================= ${bad} failed, 9 passed in 1.${random.int(10, 99)}s =========================\n`;
  },
  buildFailed: (_random, nouns) =>
    `app/${nouns[0]}.py:12: error: Incompatible return value type (got "str", expected "int")  [return-value]\nFound 1 error in 1 file (checked 14 source files)\n`,
};

const RUST: Stack = {
  name: "rust",
  source: (noun) => `src/${noun}.rs`,
  test: (noun) => `tests/${noun}.rs`,
  others: ["Cargo.toml", "src/lib.rs", "src/main.rs", "README.md", "benches/main.rs"],
  testCommands: ["cargo test", "cargo test --workspace", "cargo nextest run", "cargo test -- --nocapture"],
  buildCommands: ["cargo build", "cargo build --release"],
  lintCommands: ["cargo clippy -- -D warnings", "cargo fmt --check", "cargo check"],
  installCommands: ["cargo add serde", "cargo update"],
  passed: (random, nouns) =>
    `   Compiling app v0.1.0\n    Finished test profile\n     Running unittests src/lib.rs\n\nrunning ${nouns.length} tests\n${nouns.map((noun) => `test ${noun}::tests::works ... ok`).join("\n")}\n\ntest result: ok. ${nouns.length} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.${random.int(1, 9)}s\n`,
  failed: (random, nouns) =>
    `running 3 tests\ntest ${nouns[0]}::tests::works ... FAILED\ntest ${nouns[1]}::tests::works ... ok\n\nfailures:\n\n---- ${nouns[0]}::tests::works stdout ----\nthread '${nouns[0]}::tests::works' panicked at src/${nouns[0]}.rs:${random.int(3, 90)}:9:\nassertion \`left == right\` failed\n  left: ${random.int(1, 9)}\n right: ${random.int(10, 20)}\n\ntest result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n\nerror: test failed, to rerun pass \`--lib\`\n`,
  buildFailed: (random, nouns) =>
    `error[E0425]: cannot find value \`total\` in this scope\n --> src/${nouns[0]}.rs:${random.int(2, 80)}:5\n\nerror: could not compile \`app\` (lib) due to 1 previous error\n`,
};

const GO: Stack = {
  name: "go",
  source: (noun) => `internal/${noun}/${noun}.go`,
  test: (noun) => `internal/${noun}/${noun}_test.go`,
  others: ["go.mod", "cmd/app/main.go", "Makefile", "README.md"],
  testCommands: ["go test ./...", "go test -race ./...", "make test", "go test ./internal/... -count=1"],
  buildCommands: ["go build ./...", "make build"],
  lintCommands: ["go vet ./...", "golangci-lint run"],
  installCommands: ["go mod tidy", "go get ./..."],
  passed: (random, nouns) =>
    nouns.map((noun) => `ok  \texample.com/app/internal/${noun}\t0.${random.int(100, 999)}s`).join("\n"),
  failed: (random, nouns) =>
    `--- FAIL: Test${camel(nouns[0] ?? "x")} (0.00s)\n    ${nouns[0]}_test.go:${random.int(5, 80)}: got ${random.int(1, 9)}, want ${random.int(10, 20)}\nFAIL\nFAIL\texample.com/app/internal/${nouns[0]}\t0.${random.int(100, 999)}s\nok  \texample.com/app/internal/${nouns[1]}\t0.2s\nFAIL\n`,
  buildFailed: (random, nouns) =>
    `# example.com/app/internal/${nouns[0]}\ninternal/${nouns[0]}/${nouns[0]}.go:${random.int(3, 80)}:2: undefined: compute\n`,
};

const JAVA: Stack = {
  name: "java",
  source: (noun) => `src/main/java/com/example/${camel(noun)}.java`,
  test: (noun) => `src/test/java/com/example/${camel(noun)}Test.java`,
  others: ["pom.xml", "README.md", "src/main/resources/application.yml"],
  testCommands: ["mvn -q test", "mvn test", "./gradlew test", "./mvnw verify"],
  buildCommands: ["mvn -DskipTests package", "./gradlew assemble"],
  lintCommands: ["./gradlew spotlessCheck", "mvn validate"],
  installCommands: ["mvn dependency:resolve"],
  passed: (random, nouns) =>
    `[INFO] Running com.example.${camel(nouns[0] ?? "x")}Test\n[INFO] Tests run: ${random.int(3, 90)}, Failures: 0, Errors: 0, Skipped: ${random.int(0, 2)}\n[INFO] BUILD SUCCESS\n`,
  failed: (random, nouns) =>
    `[ERROR] Tests run: ${random.int(3, 90)}, Failures: ${random.int(1, 4)}, Errors: 0, Skipped: 0 <<< FAILURE! - in com.example.${camel(nouns[0] ?? "x")}Test\n[ERROR] com.example.${camel(nouns[0] ?? "x")}Test.total  Time elapsed: 0.01 s  <<< FAILURE!\norg.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n[INFO] BUILD FAILURE\n`,
  buildFailed: (random, nouns) =>
    `[ERROR] /src/main/java/com/example/${camel(nouns[0] ?? "x")}.java:[${random.int(3, 80)},9] cannot find symbol\n[INFO] BUILD FAILURE\n`,
};

const RUBY: Stack = {
  name: "ruby",
  source: (noun) => `app/models/${noun}.rb`,
  test: (noun) => `spec/models/${noun}_spec.rb`,
  others: ["Gemfile", "config/routes.rb", "README.md", "db/schema.rb"],
  testCommands: ["bundle exec rspec", "bin/rspec", "bundle exec rake test", "bin/rails test"],
  buildCommands: ["bin/rails assets:precompile"],
  lintCommands: ["bundle exec rubocop"],
  installCommands: ["bundle install"],
  passed: (random) =>
    `${".".repeat(random.int(5, 60))}\n\nFinished in ${random.int(0, 20)}.${random.int(1, 9)} seconds\n${random.int(5, 60)} examples, 0 failures\n`,
  failed: (random, nouns) =>
    `..F.\n\nFailures:\n\n  1) ${camel(nouns[0] ?? "x")} total\n     Failure/Error: expect(subject.total).to eq(3)\n\n       expected: 3\n            got: 4\n\n4 examples, ${random.int(1, 3)} failures\n\nFailed examples:\n\nrspec ./spec/models/${nouns[0]}_spec.rb:${random.int(3, 40)}\n`,
  buildFailed: (_random, nouns) => `app/models/${nouns[0]}.rb:12: syntax error, unexpected end-of-input\n`,
};

export const STACKS: readonly Stack[] = [TYPESCRIPT, PYTHON, RUST, GO, JAVA, RUBY];
export const TYPESCRIPT_STACK = TYPESCRIPT;
