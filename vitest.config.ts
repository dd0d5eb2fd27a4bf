import { defineConfig } from "vitest/config";

const limits = { testTimeout: 120_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...limits, name: "unit", include: ["test/**/*.test.ts"], exclude: ["test/e2e/**"], pool: "forks" } },
      {
        test: {
          ...limits,
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: "test/setup/build-once.ts",
          pool: "forks",
        },
      },
    ],
  },
});
