import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..", "..", "src");
const STAGES = ["observe", "distill", "store", "recall", "learn"];
const BASES = ["model", "text", "alphabet"];
const CORE = [...STAGES, ...BASES, "simulate", "environments", "experiment", "memory", "ask"];

/** What each layer may import besides itself. A stage meets another one only in `memory`. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  model: [],
  text: ["model"],
  alphabet: ["model", "text"],
  ask: ["text", "ports", "errors"],
  ...Object.fromEntries(STAGES.map((stage) => [stage, [...BASES, "ask", "ports", "errors", "options"]])),
  environments: ["model", "errors"],
  experiment: ["model", "text", "ask", "environments", "simulate", "memory", "ports", "errors"],
  simulate: ["model", "text", "learn", "errors"],
  middleware: [...BASES, "observe", "memory", "errors"],
  memory: [...BASES, ...STAGES, "ask", "ports", "errors", "options"],
  adapters: [...BASES, "ports", "errors", "options", "observe", "simulate"],
  "open-memory": [...BASES, "memory", "adapters", "ports", "errors", "options"],
  serve: [
    ...BASES,
    "memory",
    "open-memory",
    "adapters",
    "simulate",
    "environments",
    "experiment",
    "errors",
    "options",
    "ports",
  ],
  index: [...BASES, "memory", "open-memory", "errors", "options", "ports"],
  errors: [],
  options: ["errors"],
  ports: ["model"],
};

interface SourceFacts {
  path: string;
  layer: string;
  imports: string[];
  /** Uses of the clock, chance, the environment or the network. */
  hidden: string[];
}

const sources: SourceFacts[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => factsOf(path.replaceAll("\\", "/"), readFileSync(join(SRC, path), "utf8")));

function layerOf(path: string): string {
  return path.split("/")[0]!.replace(/\.ts$/, "");
}

function factsOf(path: string, text: string): SourceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: string[] = [];
  const hidden: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      imports.push((node.moduleSpecifier as ts.StringLiteral).text);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      imports.push(node.arguments[0]!.getText().slice(1, -1));
    }
    if (ts.isPropertyAccessExpression(node)) {
      const name = node.getText();
      if (["Date.now", "Math.random", "performance.now", "globalThis.fetch"].includes(name)) hidden.push(name);
      if (ts.isIdentifier(node.expression) && ["process", "crypto"].includes(node.expression.text)) hidden.push(name);
    }
    if (ts.isNewExpression(node) && node.expression.getText() === "Date" && !node.arguments?.length)
      hidden.push("new Date()");
    if (
      ts.isCallExpression(node) &&
      ["fetch", "setTimeout", "setInterval", "require", "Date"].includes(node.expression.getText())
    ) {
      hidden.push(`${node.expression.getText()}()`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, layer: layerOf(path), imports, hidden };
}

describe("the layers", () => {
  it("are all known, so that none escapes these rules", () => {
    expect(sources.length).toBeGreaterThan(5);
    expect([...new Set(sources.map((source) => source.layer))].filter((layer) => !(layer in ALLOWED))).toEqual([]);
  });

  it("[A1] import only downwards, and no stage imports another", () => {
    const wrong = sources.flatMap(({ path, layer, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith(".") && !specifier.endsWith(".json"))
        .map((specifier) => layerOf(relative(SRC, join(SRC, dirname(path), specifier)).replaceAll("\\", "/")))
        .filter((target) => target !== layer && !ALLOWED[layer]?.includes(target))
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("[A2] keep the core free of Node, clock, chance, environment and network", () => {
    const core = sources.filter(({ layer }) => CORE.includes(layer) || ["errors", "options", "ports"].includes(layer));
    const wrong = core.flatMap(({ path, imports, hidden }) => [
      ...imports.filter((specifier) => specifier.startsWith("node:")).map((specifier) => `${path}: ${specifier}`),
      ...hidden.map((use) => `${path}: ${use}`),
    ]);
    expect(wrong).toEqual([]);
  });

  it("would notice each of these", () => {
    const facts = factsOf(
      "learn/x.ts",
      'import "node:fs"; import { y } from "../recall/y.ts"; Date.now(); new Date(); Math.random(); process.env.X; fetch("x"); await import("./z.ts");',
    );
    expect(facts.imports).toEqual(["node:fs", "../recall/y.ts", "./z.ts"]);
    expect(facts.hidden).toEqual(["Date.now", "new Date()", "Math.random", "process.env", "fetch()"]);
  });

  it("[A3] swallow no error without a reason", () => {
    const silent = sources.flatMap(({ path }) => {
      const text = readFileSync(join(SRC, path), "utf8");
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isCatchClause(node) && node.block.statements.length === 0 && !/\/[/*]/.test(node.block.getText()))
          found.push(path);
        ts.forEachChild(node, visit);
      };
      visit(file);
      return found;
    });
    expect(silent).toEqual([]);
  });
});
