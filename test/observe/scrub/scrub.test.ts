// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are read, never filled in
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import { createScrubber } from "../../../src/observe/scrub/scrub.ts";

const GITHUB = ["ghp", "q7Zk3mVx9TbL2wHn5RcY8pDf0a1B2c3D4e5F"].join("_");
const scrubber = createScrubber();

describe("scrubbing JSON values", () => {
  it("[H1] reaches strings at any depth and leaves other values as they are", () => {
    const value: Json = { a: [{ b: { note: `token ${GITHUB} used`, count: 3, ok: true, none: null } }], price: 210.65 };
    expect(scrubber.scrub(value)).toEqual({
      a: [{ b: { note: "token [hidden:github-token] used", count: 3, ok: true, none: null } }],
      price: 210.65,
    });
  });

  it("[H1] hides the whole value beside a secret-like key, in four languages", () => {
    expect(
      scrubber.scrub({
        password: "riverstone",
        비밀번호: "강철바람",
        パスワード: "さくら餅",
        密码: "青山绿水",
        지역: "서울",
      }),
    ).toEqual({
      password: "[hidden:password]",
      비밀번호: "[hidden:password]",
      パスワード: "[hidden:password]",
      密码: "[hidden:password]",
      지역: "서울",
    });
  });

  it("[H1] hides numbers beside a PIN or password, and no other number", () => {
    expect(scrubber.scrub({ pin: 4829, password: 12345678, port: 5432, max_tokens: 4096, tokens: 12000 })).toEqual({
      pin: "[hidden:pin]",
      password: "[hidden:password]",
      port: 5432,
      max_tokens: 4096,
      tokens: 12000,
    });
  });

  it("[H1] lets a name speak for the value in its object, and a flag for the next argument", () => {
    expect(
      scrubber.scrub([
        { name: "DB_PASSWORD", value: "riverstone9" },
        { name: "PORT", value: "5432" },
      ]),
    ).toEqual([
      { name: "DB_PASSWORD", value: "[hidden:password]" },
      { name: "PORT", value: "5432" },
    ]);
    expect(scrubber.scrub(["deploy", "--password", "riverstone9", "--env", "staging"])).toEqual([
      "deploy",
      "--password",
      "[hidden:password]",
      "--env",
      "staging",
    ]);
    expect(scrubber.scrub({ passwords: ["riverstone9", "stoneriver8"] })).toEqual({
      passwords: ["[hidden:password]", "[hidden:password]"],
    });
  });

  it("[H1] hides secrets in keys, and loses no entry when two keys become alike", () => {
    const other = ["ghp", "Zk3mVx9TbL2wHn5RcY8pDf0a1B2c3D4e5F6g"].join("_");
    const scrubbed = scrubber.scrub({ [GITHUB]: 1, [other]: 2 }) as Record<string, Json>;
    expect(Object.values(scrubbed)).toEqual([1, 2]);
    expect(JSON.stringify(scrubbed)).not.toContain("TbL2wHn5");
  });

  it("takes the last key of a path as the key beside the value", () => {
    expect(scrubber.scrub("riverstone9", ["input", "password"])).toBe("[hidden:password]");
    expect(scrubber.scrub("riverstone9", ["input", "city"])).toBe("riverstone9");
  });

  it("keeps an own key called __proto__ and changes no prototype", () => {
    const scrubbed = scrubber.scrub(JSON.parse('{"__proto__": {"x": 1}, "password": "riverstone9"}') as Json);
    expect(JSON.stringify(scrubbed)).toBe('{"__proto__":{"x":1},"password":"[hidden:password]"}');
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("does not modify what it is given", () => {
    const value: Json = Object.freeze({ list: Object.freeze([`x ${GITHUB}`]) as unknown as Json[] });
    expect(scrubber.scrub(value)).not.toEqual(value);
  });
});

describe("scrubbing text", () => {
  it("[H1] works in escaped JSON at any layer and disturbs nothing else in it", () => {
    let text = JSON.stringify({ user: "app", password: "riverstone9", note: 'a "quoted" \\ line\n' }, null, 1);
    let expected = text.replace("riverstone9", "[hidden:password]");
    for (let layer = 0; layer < 5; layer++) {
      text = JSON.stringify({ body: text, status: 200 });
      expected = JSON.stringify({ body: expected, status: 200 });
      expect(scrubber.scrubText(text)).toBe(expected);
    }
  });

  it("[H1] reads escaped, percent-encoded and entity-encoded names and signs", () => {
    expect(scrubber.scrubText('{"\\ube44\\ubc00\\ubc88\\ud638":"riverstone9"}')).toBe(
      '{"\\ube44\\ubc00\\ubc88\\ud638":"[hidden:password]"}',
    );
    expect(scrubber.scrubText("x=%EB%B9%84%EB%B0%80%EB%B2%88%ED%98%B8%3Driverstone9%26a%3D1")).toBe(
      "x=%EB%B9%84%EB%B0%80%EB%B2%88%ED%98%B8%3D[hidden:password]%26a%3D1",
    );
    expect(scrubber.scrubText("&quot;password&quot;:&quot;riverstone9&quot;")).toBe(
      "&quot;password&quot;:&quot;[hidden:password]&quot;",
    );
  });

  it("[H1] keeps JSON readable when a bare number is hidden", () => {
    expect(JSON.parse(scrubber.scrubText('{"pin": 4829, "port": 5432}'))).toEqual({ pin: "[hidden:pin]", port: 5432 });
  });

  it("[H7] gives equal marks to different secrets of one kind: nothing of the value is left to compare", () => {
    expect(scrubber.scrubText("password: riverstone9")).toBe(scrubber.scrubText("password: a-much-longer-one-88"));
  });

  it("[H5] leaves marks alone, whatever stands around them", () => {
    for (const text of [
      "password: [hidden:password]",
      "[hidden:github-token] status=401",
      "--token [hidden:token] --yes",
      "key=[hidden:api-key] 7f3a9c1e4b2d8f60aa",
    ]) {
      expect(scrubber.scrubText(text)).toBe(text);
    }
  });

  it("reports what it would hide with offsets into the text as given", () => {
    const text = `{"a":"{\\"password\\":\\"riverstone9\\"}","b":"${GITHUB}"}`;
    expect(scrubber.find(text).map(({ start, end, kind, rule }) => [text.slice(start, end), kind, rule])).toEqual([
      ["riverstone9", "password", "key:password"],
      [GITHUB, "github-token", "shape:ghp_"],
    ]);
  });

  it("lets values through that the caller allows, by text or by test", () => {
    const own = createScrubber({ allow: ["riverstone9", (value, kind) => kind === "pin" && value === "0000"] });
    expect(own.scrubText("password: riverstone9\npassword: stoneriver8")).toBe(
      "password: riverstone9\npassword: [hidden:password]",
    );
    expect(own.scrub({ pin: "0000", password: "riverstone9" })).toEqual({ pin: "0000", password: "riverstone9" });
  });

  it("hides the default inside a reference and keeps the reference", () => {
    expect(scrubber.scrubText("PASSWORD=${PASSWORD:-riverstone9}")).toBe("PASSWORD=${PASSWORD:-[hidden:password]}");
  });

  it("hides a key block whole, and either half of one that was cut", () => {
    const lines = Array.from({ length: 6 }, (_, i) => `MIIB${String(i)}${"Ab3+xY9/".repeat(7)}xY9/`);
    const begin = ["-----BEGIN", "RSA", "PRIVATE", "KEY-----"].join(" ");
    const end = ["-----END", "RSA", "PRIVATE", "KEY-----"].join(" ");
    expect(scrubber.scrubText(`before\n${begin}\n${lines.join("\n")}\n${end}\nafter`)).toBe(
      "before\n[hidden:private-key]\nafter",
    );
    expect(scrubber.scrubText(`before\n${begin}\n${lines.slice(0, 3).join("\n")}`)).toBe(
      "before\n[hidden:private-key]",
    );
    expect(scrubber.scrubText(`${lines.slice(3).join("\n")}\n${end}\nafter`)).toBe("[hidden:private-key]\nafter");
  });
});

describe("one event with everything in it (FAULTS A17)", () => {
  const jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiJ1c2VyLTEifQ", "q7Zk3mVx9TbL2wHn5RcY8pDfq7Zk3mVx9TbL2wHn5Rc"].join(
    ".",
  );
  const aws = ["AKIA", "IOSFODNN7ABCDEFG"].join("");
  const model = ["sk-ant", "api03-q7Zk3mVx9TbL2wHn5RcY8pDfq7Zk3mVx9TbL2wHn5RcY8pDf"].join("-");
  const event = {
    tool: "Bash",
    input: {
      command: `git clone https://x-access-token:${GITHUB}@git.example.com/acme/shop.git && psql postgres://u:riverstone9@db.example.com/shop`,
    },
    result: {
      stdout: `AWS_ACCESS_KEY_ID=${aws}\nkey ${model}\nAuthorization: Bearer ${jwt}\n비밀번호: 강철바람-7\n`,
      body: JSON.stringify({ inner: JSON.stringify({ password: "stoneriver8" }) }),
    },
    note: "reset token expiration handling",
  };

  it("[H1] loses every secret and keeps the rest", () => {
    const text = JSON.stringify(scrubber.scrub(event));
    for (const secret of [
      GITHUB.slice(4),
      "riverstone9",
      aws.slice(4),
      model.slice(14),
      jwt.split(".")[2] ?? "",
      "강철바람",
      "stoneriver8",
    ]) {
      expect(text).not.toContain(secret);
    }
    for (const kept of [
      "git.example.com/acme/shop.git",
      "db.example.com/shop",
      "reset token expiration handling",
      "AWS_ACCESS_KEY_ID=",
    ]) {
      expect(text).toContain(kept);
    }
  });
});

describe("any text", () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      "password",
      "token",
      "key",
      "비밀번호",
      "密码",
      "パスワード",
      ":",
      "=",
      ": ",
      "=",
      '"',
      "'",
      "\\",
      '\\"',
      "\\n",
      "\n",
      " ",
      "{",
      "}",
      "[",
      "]",
      "://",
      "@",
      "%3D",
      "&quot;",
      "[hidden:password]",
      "hunter22x",
      GITHUB,
      "Bearer ",
      "--token ",
    ),
  );
  const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));

  it("[H5] is stable after one scrubbing", () => {
    fc.assert(
      fc.property(text, (given) => {
        const once = scrubber.scrubText(given);
        expect(scrubber.scrubText(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it("[H5] stays JSON, and a value scrubbed twice is scrubbed once", () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: "small", stringUnit: "grapheme" }), text, (value, extra) => {
        const given = { value: value as Json, extra, [extra]: extra };
        const once = scrubber.scrub(given);
        expect(scrubber.scrub(once)).toEqual(once);
        expect(scrubber.scrub(JSON.parse(JSON.stringify(given)) as Json)).toEqual(JSON.parse(JSON.stringify(once)));
      }),
      { numRuns: 1000 },
    );
  });

  it("reports places in order, apart, and inside the text", () => {
    fc.assert(
      fc.property(text, (given) => {
        let last = 0;
        for (const hidden of scrubber.find(given)) {
          expect(hidden.start).toBeGreaterThanOrEqual(last);
          expect(hidden.end).toBeGreaterThan(hidden.start);
          last = hidden.end;
        }
        expect(last).toBeLessThanOrEqual(given.length);
      }),
      { numRuns: 2000 },
    );
  });
});
