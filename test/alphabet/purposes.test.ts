import { describe, expect, it } from "vitest";
import { scriptPurpose } from "../../src/alphabet/purposes.ts";
import { shellCommands } from "../../src/alphabet/shell-command.ts";

const PURPOSES: Readonly<Record<string, readonly string[]>> = {
  test: [
    "npm test",
    "npm t",
    "npm run test",
    "npm run test:unit -- --coverage",
    "yarn workspace web test",
    "pnpm --filter web test",
    "pnpm vitest run",
    "npx -y vitest@3 run src/a.test.ts",
    "./node_modules/.bin/jest --ci",
    "node --test",
    "pytest -q tests/test_a.py::test_b",
    "python -m pytest",
    "uv run --with x pytest",
    "poetry run pytest",
    "tox -e py312",
    "python manage.py test",
    "python tests/test_a.py",
    "cargo nextest run",
    "go test ./...",
    "./gradlew :app:test --info",
    "mvn -q test",
    "dotnet test",
    "bundle exec rspec spec/a_spec.rb:12",
    "rails test",
    "vendor/bin/phpunit --filter x",
    "mix test",
    "make -j8 test",
    "just test-unit",
    "docker compose exec web pytest",
    "env CI=1 timeout 60 npx jest",
    "./scripts/run_tests.sh",
    "bash -lc 'cd app && npm test'",
    "terraform test",
  ],
  build: [
    "npm run build",
    "tsc -p .",
    "cargo build --release",
    "go build ./...",
    "make",
    "mvn -DskipTests verify",
    "./gradlew build -x test",
    "docker build -t x .",
    "vite build",
    "cmake --build out",
    "pnpm build",
  ],
  typecheck: [
    "npx tsc --noEmit",
    "mypy src",
    "pyright",
    "cargo check",
    "npm run typecheck",
    "npm run type-check",
    "npm run check:types",
    "yarn check-types",
  ],
  lint: [
    "eslint .",
    "npm run lint:fix",
    "biome check src",
    "ruff check .",
    "prettier --check .",
    "cargo clippy",
    "gofmt -l .",
    "cargo fmt --check",
    "terraform fmt -check",
    "go vet ./...",
    "golangci-lint run",
    "pre-commit run -a",
  ],
  check: ["npm run ci", "make check", "npm run verify"],
  format: ["prettier --write .", "cargo fmt", "gofmt -w .", "npm run format"],
  install: [
    "npm ci",
    "pnpm add x",
    "pip install -r requirements.txt",
    "uv sync",
    "cargo add serde",
    "go mod tidy",
    "bundle install",
  ],
  commit: ['git commit -m "x"', "git -C app commit --amend"],
  push: ["git push origin main", "gh pr create --title x"],
  stage: ["git add -A", "git reset HEAD a.ts", "git restore --staged a.ts"],
  revert: [
    "git checkout -- a.ts",
    "git checkout .",
    "git checkout HEAD~1 -- src",
    "git restore src/a.ts",
    "git reset --hard",
    "git revert HEAD",
    "git stash",
    "git clean -fd",
    "git checkout src/a.ts",
  ],
  branch: ["git checkout main", "git checkout -b fix/x", "git switch -c x", "git branch x"],
  inspect: [
    "git status",
    "git diff",
    "git stash list",
    "git branch -a",
    "cat a.ts",
    "pytest --collect-only",
    "vitest --help",
    "terraform plan",
    "test -f a.ts",
    "[ -f a.ts ]",
    "tsc --version",
    "npm publish --dry-run",
    "kubectl get pods",
  ],
  edit: ["sed -i s/a/b/ a.ts", "cat > a.ts <<'E'\nnpm test\nE", "echo x >> a.ts", "touch a.ts"],
  search: ["grep -rn npm test", "rg 'cargo test'", "git grep foo"],
  deploy: ["terraform apply -auto-approve", "kubectl apply -f a.yaml", "helm upgrade web ./chart"],
  release: ["npm publish", "cargo publish", "git tag v1.0.0", "gh release create v1"],
  print: ["echo npm test passed", "printf 'tests: 3 passed'"],
  other: ["npm run test-data", "npm run latest", "contest run", '"npm test"', "$RUNNER test"],
};

describe("the purpose of a command", () => {
  for (const [purpose, commands] of Object.entries(PURPOSES)) {
    it.each(commands.map((command) => [command]))(`[O44] of %j is ${purpose}`, (command) => {
      expect(
        shellCommands(command)
          .map((each) => each.purpose)
          .filter((each) => each !== "navigate"),
      ).toEqual([purpose]);
    });
  }

  it("[O44] is claimed to be a check only when the whole name of a script says so", () => {
    expect(scriptPurpose("test:cart")).toBe("test");
    expect(scriptPurpose("unit-tests")).toBe("test");
    expect(scriptPurpose("test-data")).toBe("other");
    expect(scriptPurpose("lint-report-upload")).toBe("other");
    expect(scriptPurpose("build-web")).toBe("build");
    expect(scriptPurpose("db:test:prepare")).toBe("migrate");
  });
});
