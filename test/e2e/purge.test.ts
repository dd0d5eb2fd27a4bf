import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sandbox } from "./habitus.ts";

function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => statSync(join(folder, path)).isFile() && readFileSync(join(folder, path)).includes(text),
  );
}

it("[S31] purges from the command line what a dry run had listed, and never prints it", () => {
  const { ok, run, home } = sandbox();
  ok("create", "acme.first", "--trigger", "a deploy for Acme Corp", "--body", "1. Ask Acme Corp.");
  ok("recall", "deploy", "for", "Acme Corp");
  expect(run("purge").status).toBe(2);
  const dry = ok("purge", "--match", "Acme Corp", "--dry-run", "--json");
  expect(dry.json()).toMatchObject({ dryRun: true, left: [] });
  expect(dry.json().places).toBeGreaterThan(3);
  expect(holding(home, "Acme Corp").length).toBeGreaterThan(2);
  const done = ok("purge", "--match", "Acme Corp");
  expect(dry.stdout + done.stdout).not.toContain("Acme Corp");
  expect(holding(home, "Acme Corp")).toEqual([]);
  expect(ok("recall", "deploy", "for", "a", "team").stdout).toContain("[purged]");
});

it("[P7] lists and merges projects from the command line, and refuses what makes no sense", () => {
  const { ok, run } = sandbox();
  for (const name of ["one", "two"]) ok("--project", name, "create", "a.b", "--trigger", `something in ${name}`);
  const ids = (ok("project", "--json").json() as Array<{ id: string; name: string; cards: number }>).filter(
    ({ name }) => name === "one" || name === "two",
  );
  expect(ids.map(({ cards }) => cards)).toEqual([1, 1]);
  const [one, two] = ids.map(({ id }) => id) as [string, string];
  expect(run("project", "merge", one, one).status).toBe(2);
  expect(run("project", "split").status).toBe(2);
  const unknown = run("project", "merge", `${one}x`, two);
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining(one)]);
  expect(ok("project", "merge", one, two).stdout).toContain("a.b-2");
  expect(ok("--project", "one", "list", "--json").json().cards).toHaveLength(2);
});
