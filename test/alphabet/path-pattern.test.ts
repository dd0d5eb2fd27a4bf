import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathPattern } from "../../src/alphabet/path-pattern.ts";

const CASES: ReadonlyArray<[path: string, pattern: string]> = [
  ["/home/me/shop/src/cart/total.test.ts", "src/**/*.test.ts"],
  ["src/cart/total.test.ts", "src/**/*.test.ts"],
  ["modules/vpc/main.tf", "main.tf"],
  ["/x/y/variables.tf", "variables.tf"],
  ["./outputs.tf", "outputs.tf"],
  ["package.json", "package.json"],
  ["apps/acme/package.json", "package.json"],
  ["src/index.ts", "src/**/index.ts"],
  ["C:\\Users\\me\\src\\Total.cs", "src/**/*.cs"],
  ["tests/test_total.py", "tests/**/test_*.py"],
  ["pkg/cart_test.go", "pkg/**/*_test.go"],
  ["src/test/java/com/acme/CartTest.java", "test/**/*Test.java"],
  ["vite.config.ts", "vite.config.ts"],
  ["acme.config.ts", "*.config.ts"],
  ["tsconfig.build.json", "tsconfig.*.json"],
  [".env.production", ".env.*"],
  ["Dockerfile.acme", "Dockerfile.*"],
  [".github/workflows/acme-deploy.yml", ".github/workflows/**/*.yml"],
  ["db/migrations/20240101_add_acme.sql", "migrations/**/*.sql"],
  ["acme/notes", "*"],
  ["acme/notes.acme", "*.*"],
  ["한국어/메모.md", "*.md"],
  ["src/", "src"],
  ["", "*"],
];

describe("the pattern of a path", () => {
  it.each(CASES)("[O42] of %j is %j", (path, pattern) => {
    expect(pathPattern(path)).toBe(pattern);
  });

  it("[O42] names no folder or file of one user's, and is its own pattern", () => {
    const word = fc
      .array(fc.constantFrom(..."bdfghjklmnpqrtvwxz"), { minLength: 5, maxLength: 12 })
      .map((letters) => `q${letters.join("")}q`);
    const part = fc.oneof(word, fc.constantFrom("src", "test", "docs", "..", ".", "node_modules"));
    const name = fc
      .tuple(
        word,
        fc.constantFrom("", ".ts", ".test.ts", ".py", ".d.ts", "_test.go", ".config.js", ".md"),
        word,
        fc.boolean(),
      )
      .map(([stem, tail, extension, isOdd]) => (isOdd ? `${stem}.${extension}` : `${stem}${tail}`));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), name, fc.constantFrom("/", "\\"), (folders, file, slash) => {
        const pattern = pathPattern([...folders, file].join(slash));
        expect(pattern).not.toMatch(/q[bdfghjklmnpqrtvwxz]{5,12}q/);
        expect(pathPattern(pattern)).toBe(pattern);
      }),
      { numRuns: 1000, seed: 42 },
    );
  });
});
