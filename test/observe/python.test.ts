import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { parsePythonCall, parsePythonLiteral } from "../../src/observe/python.ts";
import { seeded } from "./support.ts";

describe("a Python literal", () => {
  it.each<[string, Json]>([
    ["'it''s'", "its"],
    [`'it\\'s' "so"`, "it'sso"],
    [String.raw`'\x41\u00e9\U0001f600\101\n\\'`, "Aé😀A\n\\"],
    [String.raw`'C:\dir'`, "C:\\dir"],
    [String.raw`r'\n\''`, String.raw`\n\'`],
    ["'''two\nlines'''", "two\nlines"],
    ['u"한글"', "한글"],
    ["'a\\\nb'", "ab"],
    ["-74.0060", -74.006],
    ["+1_000", 1000],
    ["0x_ff", 255],
    ["0b101", 5],
    ["0o17", 15],
    ["1e-3", 0.001],
    [".5", 0.5],
    ["5.", 5],
    ["00", 0],
    ["True", true],
    ["False", false],
    ["None", null],
    ["()", []],
    ["(1)", 1],
    ["(1,)", [1]],
    ["(1, 2)", [1, 2]],
    ["{'a', 'b'}", ["a", "b"]],
    ["{}", {}],
    ["{'a': [1, {'b': (2, None)}], 3: True,}", { a: [1, { b: [2, null] }], 3: true }],
    ["[\n  1 ,\n  2,\n]", [1, 2]],
    ["['RMS', 'SBK']", ["RMS", "SBK"]],
  ])("%s is read as Python reads it", (text, value) => {
    expect(parsePythonLiteral(text)).toEqual(value);
  });

  it.each([
    "",
    "name",
    "f'x'",
    "b'x'",
    "'open",
    "'line\nbreak'",
    "[1, 2",
    "[1 2]",
    "[,]",
    "{1: 2, 3}",
    "{(1, 2): 3}",
    "1 + 2",
    "1j",
    "1.2.3",
    "012",
    "1__0",
    "1e999",
    "nan",
    "-'a'",
    "call()",
    "1 2",
    String.raw`'\N{DASH}'`,
    String.raw`'\x4'`,
    String.raw`'\U00110000'`,
  ])("%j is refused, never guessed at", (text) => {
    expect(parsePythonLiteral(text)).toBeUndefined();
  });

  it("that nests without end is refused instead of exhausting the stack", () => {
    expect(parsePythonLiteral("[".repeat(100_000))).toBeUndefined();
    expect(parsePythonLiteral("-".repeat(100_000))).toBeUndefined();
    expect(parsePythonLiteral(`${"[".repeat(100)}1${"]".repeat(100)}`)).toBeDefined();
  });

  it("keeps a key that would be a trap in JavaScript", () => {
    const value = parsePythonLiteral("{'__proto__': 1}") as object;
    expect(Object.entries(value)).toEqual([["__proto__", 1]]);
  });

  it("[O4] comes back as it was, however Python wrote it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.infiniteStream(fc.boolean()), (value, choices) => {
        const plain = JSON.parse(JSON.stringify(value)) as Json;
        expect(parsePythonLiteral(pythonRepr(plain, choices))).toEqual(plain);
      }),
      seeded(500),
    );
  });

  it("never throws, whatever the text", () => {
    const pieces = fc.constantFrom(
      "[",
      "]",
      "(",
      ")",
      "{",
      "}",
      ",",
      ":",
      "'",
      '"',
      "\\",
      "x",
      "1",
      ".",
      "-",
      "e",
      "None",
      " ",
      "=",
      "\n",
      "r",
      "한",
    );
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 40 }), (text) => {
        parsePythonLiteral(text);
        parsePythonCall(text);
      }),
      seeded(3000),
    );
  });
});

describe("a Python call", () => {
  it("keeps arguments with and without names apart", () => {
    expect(parsePythonCall("post_tweet('Go!', tags=['#a'], mentions=['@b'])")).toEqual({
      name: "post_tweet",
      args: ["Go!"],
      named: { tags: ["#a"], mentions: ["@b"] },
    });
  });

  it.each(["f()", " f ( ) ", "f(\n)"])("%j has no arguments", (text) => {
    expect(parsePythonCall(text)).toEqual({ name: "f", args: [], named: {} });
  });

  it("keeps the dots of a method", () => {
    expect(parsePythonCall("TradingBot.place_order(price=227.16, amount=-1)")).toEqual({
      name: "TradingBot.place_order",
      args: [],
      named: { price: 227.16, amount: -1 },
    });
  });

  it.each(["f", "f(", "f(x)", "f(*a)", "f(**k)", "f(a==1)", "f(a=g())", "f() g()", "1()", "f(a=1 b=2)"])(
    "%j is refused",
    (text) => {
      expect(parsePythonCall(text)).toBeUndefined();
    },
  );
});

/** Writes a value as Python might: either quote, escapes or not, lists or tuples, spaces or none. */
function pythonRepr(value: Json, choices: Iterator<boolean>): string {
  const choose = () => choices.next().value as boolean;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return Object.is(value, -0) ? "-0.0" : String(value);
  if (typeof value === "string") return stringRepr(value, choose() ? "'" : '"', choose());
  const space = choose() ? " " : "";
  if (Array.isArray(value)) {
    const items = value.map((item) => pythonRepr(item, choices));
    if (choose()) return `[${items.join(`,${space}`)}]`;
    return `(${items.map((item) => `${item},`).join(space)})`;
  }
  return `{${Object.entries(value)
    .map(([key, inner]) => `${stringRepr(key, "'", choose())}:${space}${pythonRepr(inner, choices)}`)
    .join(`,${space}`)}}`;
}

function stringRepr(text: string, quote: string, escapeAll: boolean): string {
  const body = [...text].map((char) => {
    const code = char.codePointAt(0) as number;
    if (char === quote || char === "\\") return `\\${char}`;
    if (char === "\n") return "\\n";
    if (escapeAll || code < 0x20)
      return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
    return char;
  });
  return `${quote}${body.join("")}${quote}`;
}
