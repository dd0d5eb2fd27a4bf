import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, sandbox } from "./habitus.ts";

const readme = (name: string) => readFileSync(join(ROOT, name), "utf8");

it("says the same in Korean: the same commands in the same order, and the same links", () => {
  const commands = (text: string) => [...text.matchAll(/`(?:habitus )?([a-z]+)\b[^`]*`/g)].map((match) => match[1]);
  const named = [
    "import",
    "learn",
    "recall",
    "outcome",
    "list",
    "show",
    "edit",
    "diff",
    "undo",
    "log",
    "create",
    "reinforce",
    "status",
    "doctor",
    "export",
  ];
  for (const name of named) {
    expect([name, commands(readme("README.ko.md")).includes(name)]).toEqual([
      name,
      commands(readme("README.md")).includes(name),
    ]);
  }
  const links = (text: string) =>
    [...text.matchAll(/\]\((docs\/[^)]+|NOTICE|AGENTS\.md)\)/g)].map((match) => match[1]).sort();
  expect(links(readme("README.ko.md"))).toEqual(links(readme("README.md")));
  const sections = (text: string) => text.match(/^## /gm)?.length;
  expect(sections(readme("README.ko.md"))).toBe(sections(readme("README.md")));
});

it("shows the whole loop by `npm start`, and leaves nothing behind", () => {
  const { env, cwd } = sandbox();
  const call = spawnSync(process.execPath, [join(ROOT, "scripts", "start.mjs")], {
    env: { ...env, TMPDIR: cwd },
    encoding: "utf8",
  });
  expect(call.stderr + call.stdout).toContain("Fetch the price with get_stock_info before place_order");
  expect(call.status).toBe(0);
  expect(call.stdout).toContain("habitus import PATH");
  // What was compiled is kept for the next start, by Node itself from 22.1 on.
  const left = readdirSync(cwd).filter((name) => !/^(?:habitus-code-\w+|node-compile-cache)$/.test(name));
  expect(left).toEqual([]);
});
