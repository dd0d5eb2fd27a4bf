import * as fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { takeBack } from "../../../src/adapters/install/fragment.ts";
import {
  appendItem,
  layoutOf,
  needsForgiving,
  problemOf,
  removeAt,
  setProperty,
  valueAt,
} from "../../../src/adapters/install/json-text.ts";

describe("setting a property", () => {
  it("follows the file's tabs and line ends and changes no other byte", () => {
    const text = '{\r\n\t"model":"sonnet",\r\n\t"hooks" : {}\r\n}\r\n';
    const { text: changed } = setProperty(text, ["enabledPlugins", "a@b"], true);
    expect(changed).toBe(
      '{\r\n\t"model":"sonnet",\r\n\t"hooks" : {},\r\n\t"enabledPlugins": {\r\n\t\t"a@b": true\r\n\t}\r\n}\r\n',
    );
  });

  it("stays on one line where everything is on one line", () => {
    expect(setProperty('{"a":1}', ["b", "c"], [1, "x"]).text).toBe('{"a":1,"b":{"c":[1,"x"]}}');
    expect(setProperty('{"a":{}}', ["a", "b"], 1).text).toBe('{"a":{"b":1}}');
  });

  it("gives a file that holds nothing yet lines of its own", () => {
    expect(setProperty("{}\n", ["b"], 1).text).toBe('{\n  "b": 1\n}\n');
  });

  it("gives an empty object that stands on two lines a line of its own", () => {
    expect(setProperty('{\n  "a": {\n  }\n}', ["a", "b"], 1).text).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
  });

  it("leaves comments with the lines that they belong to", () => {
    const text = '{\n  // above\n  "a": 1 // beside a\n  /* below */\n}\n';
    expect(setProperty(text, ["b"], 2).text).toBe('{\n  // above\n  "a": 1, // beside a\n  /* below */\n  "b": 2\n}\n');
  });

  it("uses a trailing comma that is there", () => {
    expect(setProperty('{\n  "a": 1, // x, y\n}\n', ["b"], 2).text).toBe('{\n  "a": 1, // x, y\n  "b": 2\n}\n');
  });

  it("writes a whole file where there was none, or an empty one", () => {
    expect(setProperty("", ["a", "b"], true).text).toBe('{\n  "a": {\n    "b": true\n  }\n}\n');
    expect(setProperty("\r\n", ["a"], 1).text).toBe('{\r\n  "a": 1\r\n}\r\n');
  });

  it("changes the last of two equal names, which is the one that counts", () => {
    expect(setProperty('{"a":1,"a":2}', ["a"], 3).text).toBe('{"a":1,"a":3}');
  });
});

it("appends to a list behind what is there", () => {
  const text = '{\n  "hooks": {\n    "Stop": [\n      {"hooks": []} // theirs\n    ]\n  }\n}';
  expect(appendItem(text, ["hooks", "Stop"], { hooks: [1] }).text).toBe(
    '{\n  "hooks": {\n    "Stop": [\n      {"hooks": []}, // theirs\n      {\n        "hooks": [\n          1\n        ]\n      }\n    ]\n  }\n}',
  );
});

describe("taking a value out", () => {
  it("keeps the comments around it", () => {
    const text = '{\n  "a": 1, // one\n  "ours": 2, // written later\n  "b": 3 // three\n}';
    expect(removeAt(text, ["ours"])).toBe('{\n  "a": 1, // one\n  // written later\n  "b": 3 // three\n}');
    expect(removeAt('{\n  "a": 1, // one\n  "ours": 2\n}', ["ours"])).toBe('{\n  "a": 1 // one\n}');
  });

  it("leaves an empty pair of brackets where nothing else was", () => {
    expect(removeAt('{\n  "ours": 2\n}', ["ours"])).toBe("{}");
    expect(removeAt('{"l":[ 1 ]}', ["l", 0])).toBe('{"l":[]}');
  });
});

it("says in which line a text is no JSON, and what needs a forgiving reader", () => {
  expect(problemOf('{\n  "a": 1\n  "b": 2\n}')).toEqual({ line: 3, problem: expect.stringContaining("comma") });
  expect(problemOf("[1]")).toEqual({ line: 1, problem: "not a JSON object" });
  expect(problemOf('{"a": 1, /* x */ }')).toBeUndefined();
  expect(problemOf("")).toBeUndefined();
  expect(needsForgiving('{"a": 1, /* x */ }')).toBe(true);
  expect(needsForgiving('{"a": 1}')).toBe(false);
});

/** Random settings in random layouts, with comments where they may stand. */
const settings = fc
  .record({
    value: fc.dictionary(
      fc.constantFrom("model", "hooks", "env", "한글", "a b", "permissions", "x"),
      fc.jsonValue({ maxDepth: 3 }),
      { maxKeys: 5 },
    ),
    indent: fc.constantFrom("", "  ", "\t", "    "),
    eol: fc.constantFrom("\n", "\r\n"),
    comments: fc.boolean(),
    end: fc.constantFrom("", "\n", "\n\n"),
  })
  .map(({ value, indent, eol, comments, end }) => {
    const lines = JSON.stringify(value, null, indent).split("\n");
    const told = comments && indent !== "" ? lines.map((line, at) => (at % 2 ? line : `${line} // c${at}, {"`)) : lines;
    return (told.join("\n") + end).replaceAll("\n", eol);
  });
const path = fc.constantFrom(["enabledPlugins", "h@h"], ["new"], ["new", "deep", "er"]);

describe("for any settings", () => {
  it("what is set is there, everything else stays, and both ways back give the bytes or the values before", () => {
    fc.assert(
      fc.property(settings, path, fc.jsonValue({ maxDepth: 2 }), (text, path, value) => {
        const { text: changed, fragments } = setProperty(text, path, { habitus: value } as never);
        const errors: ParseError[] = [];
        parse(changed, errors, { allowTrailingComma: true });
        expect(errors).toEqual([]);
        expect(valueAt(changed, path)).toEqual({ habitus: JSON.parse(JSON.stringify(value)) });
        expect(takeBack(changed, fragments)).toEqual({ text, left: 0 });
        const removed = removeAt(changed, [path[0] as string]);
        expect(parse(removed, [], { allowTrailingComma: true })).toEqual(parse(text, [], { allowTrailingComma: true }));
        expect(layoutOf(changed).eol === "\r\n").toBe(changed.includes("\r\n"));
      }),
      { numRuns: 300 },
    );
  });

  it("a key that its owner adds meanwhile survives the way back", () => {
    fc.assert(
      fc.property(settings, (text) => {
        const { text: changed, fragments } = setProperty(text, ["enabledPlugins", "h@h"], true);
        const mine = setProperty(changed, ["mine"], "later").text;
        const back = takeBack(mine, fragments);
        const now = back.left === 0 ? back.text : removeAt(mine, ["enabledPlugins"]);
        expect(parse(now, [], { allowTrailingComma: true })).toEqual({
          ...parse(text, [], { allowTrailingComma: true }),
          mine: "later",
        });
      }),
      { numRuns: 300 },
    );
  });
});
