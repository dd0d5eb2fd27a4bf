import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { storedFilesOf } from "../../src/adapters/home-files.ts";
import { openMemory } from "../../src/open-memory.ts";

it("[S31] what is purged leaves global cards, their history and ledger as well", async () => {
  const base = mkdtempSync(join(tmpdir(), "habitus-global-purge-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, "app"));
  const home = join(base, "home");
  const memory = await openMemory({ home, cwd: join(base, "app"), env: { HOME: base, PATH: "" } });
  onTestFinished(() => memory.close());
  await memory.create({ id: "acme", whenToUse: "billing for Zanzibar Corp", title: "Call Zanzibar Corp first" });
  await memory.promote(["acme"], { to: "global" });
  const stores = await storedFilesOf(home, [memory.project.id]);
  const { purgeRun } = await import("../../src/memory/purge-run.ts");
  await purgeRun(stores, "Zanzibar Corp", { dryRun: false });
  const holding = readdirSync(home, { recursive: true, encoding: "utf8" })
    .map((name) => join(home, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes("Zanzibar"));
  expect(holding).toEqual([]);
});
