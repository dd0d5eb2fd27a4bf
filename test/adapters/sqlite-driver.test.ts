import { describe, expect, it } from "vitest";
import { sqliteCommand } from "../../src/adapters/sqlite-driver.ts";

describe("how to get SQLite where this Node has none", () => {
  it.each([
    ["file:///usr/lib/node_modules/habitus/dist/cli.js", "npm install --global @photostructure/sqlite"],
    [
      "file:///home/me/.nvm/versions/node/v20.20.2/lib/node_modules/habitus/dist/cli.js",
      "npm install --global @photostructure/sqlite",
    ],
    [
      "file:///C:/Users/me/AppData/Roaming/npm/node_modules/habitus/dist/cli.js",
      "npm install --global @photostructure/sqlite",
    ],
    ["file:///home/me/.local/share/habitus/plugin/bin/cli.js", "npm install --global @photostructure/sqlite"],
    ["file:///home/me/desk/node_modules/habitus/dist/index.js", "npm install @photostructure/sqlite"],
  ])("where %s runs: %s", (program, command) => {
    expect(sqliteCommand(program)).toBe(command);
  });
});
