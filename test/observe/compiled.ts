import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { REPO } from "./support.ts";

/**
 * Writes a module and all it imports as JavaScript, for child processes on versions of Node that read no TypeScript.
 * @param entry  path from the root of the repository
 * @returns the folder that was made, below `node_modules` so that packages are found, and the entry in it
 */
export function compile(entry: string): { folder: string; entry: string } {
  const cache = join(REPO, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "habitus-test-"));
  const target = (path: string) => join(folder, relative(REPO, path)).replace(/\.ts$/, ".mjs");
  const done = new Set<string>();
  const write = (path: string) => {
    if (done.has(path)) return;
    done.add(path);
    const source = readFileSync(path, "utf8");
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
    });
    mkdirSync(dirname(target(path)), { recursive: true });
    writeFileSync(target(path), outputText.replace(/(from\s+"\.[^"]*)\.ts"/g, '$1.mjs"'));
    for (const [, imported] of outputText.matchAll(/from\s+"(\.[^"]*\.ts)"/g))
      write(join(dirname(path), imported as string));
  };
  write(join(REPO, entry));
  return { folder, entry: target(join(REPO, entry)) };
}
