import { describe, expect, it } from "vitest";
import { fileRole } from "../../src/alphabet/file-role.ts";

const ROLES: Readonly<Record<string, readonly string[]>> = {
  test: [
    "src/cart/total.test.ts",
    "tests/test_total.py",
    "conftest.py",
    "pkg/cart_test.go",
    "spec/models/user_spec.rb",
    "src/test/java/com/acme/CartTest.java",
    "e2e/login.ts",
    "src/__tests__/cart.js",
    "test/fixtures/order.json",
    "/home/me/app/cypress/e2e/a.cy.ts",
    "C:\\work\\app\\tests\\a.ts",
  ],
  source: [
    "src/greet.js",
    "main.py",
    "lib/cart.rb",
    "Contest.java",
    "latest.go",
    "src/attest.ts",
    "crates/core/src/lib.rs",
    "app/protest.py",
  ],
  config: ["tsconfig.json", "vite.config.ts", ".eslintrc", ".gitignore", "config/app.yaml", ".env.local", ".env"],
  ci: [".github/workflows/ci.yml", ".gitlab-ci.yml", "Jenkinsfile"],
  manifest: [
    "package.json",
    "pyproject.toml",
    "Cargo.toml",
    "go.mod",
    "Makefile",
    "requirements-dev.txt",
    "App.csproj",
  ],
  lockfile: ["package-lock.json", "pnpm-lock.yaml", "Cargo.lock", "uv.lock", "go.sum", ".terraform.lock.hcl"],
  migration: ["db/migrate/2024_add.rb", "migrations/0001.sql"],
  infra: [
    "modules/vpc/main.tf",
    "Dockerfile",
    "Dockerfile.dev",
    "docker-compose.prod.yml",
    "charts/web/values.yaml",
    "k8s/web.yaml",
  ],
  docs: ["README.md", "docs/guide.mdx", "LICENSE", "notes.txt"],
  style: ["src/app.scss"],
  data: ["data/orders.csv", "out.log"],
  asset: ["public/logo.png"],
  other: ["some/qwerty", "a.zzz", ""],
};

describe("the role of a file", () => {
  for (const [role, paths] of Object.entries(ROLES)) {
    it.each(paths.map((path) => [path]))(`[O42] of %j is ${role}`, (path) => {
      expect(fileRole(path)).toBe(role);
    });
  }
});
