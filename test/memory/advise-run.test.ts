import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { AdviceMoment } from "../../src/memory/advise/moment.ts";
import { MAX_ADVICE_CHARS } from "../../src/memory/advise-run.ts";
import type { Json } from "../../src/model/json.ts";
import { type Call, trajectory } from "../distill/build.ts";
import { several } from "../distill/habits/sessions.ts";
import { createWorld, orders, type World } from "./memory-in-memory.ts";

type Given = Omit<AdviceMoment, "session"> & { session?: string };

/** The card that is handed over at a moment of a session of its own; undefined when none is. */
let sessions = 0;
async function cardAt({ memory }: World, moment: Given): Promise<string | undefined> {
  sessions += 1;
  const advice = await memory.advise({ session: `live-${sessions}`, ...moment });
  expect((advice?.text ?? "").length).toBeLessThan(MAX_ADVICE_CHARS);
  return advice?.cards.map(({ title }) => title).join();
}
const calling = (world: World, tool: string, input: Json) => cardAt(world, { level: "tool", tool, input });
const bash = (world: World, command: string) => calling(world, "Bash", { command });
const failed = (world: World, tool: string, input: Json, error: string) =>
  cardAt(world, { level: "failure", tool, input, error });

/** Nothing in these sessions means anything but what is planted. */
const idle = ["read src/a.ts", "$ git status", "list", "read docs/x.md", "$ ls", "web", "search", "$ git diff"];
const noise = (n: number, count: number) =>
  Array.from({ length: count }, (_, i) => idle[(n * 5 + i * 3 + ((n * n + i) % 7)) % idle.length]!);

function cardText(id: string, confidence: number): string {
  const head = `format: 1\nid: ${id}\nwhen_to_use: situation ${id}\nkind: habit\nstatus: active\ntier: provisional\nscope: project`;
  const more = `confidence: ${confidence}\nfreq: 0\nutility: 0\nkeywords: []\ntools: []\ncreated: 2026-11-01T00:00:00.000Z`;
  return `---\n${head}\n${more}\n---\n\n# Do ${id}\n\n1. Do it.\n`;
}

async function learned(runs: Parameters<World["memory"]["acquire"]>[0]): Promise<World> {
  const world = createWorld();
  await world.memory.acquire(runs);
  const { cards } = await world.memory.list("active");
  if (cards.length === 0) throw new Error("nothing was learned, so nothing is tested");
  return world;
}

describe("[C5] advice on a call, from cards that were mined", () => {
  it("says where an argument comes from, when that tool is called", async () => {
    const world = await learned(orders(0, 12));
    expect(await calling(world, "order_shares", { symbol: "A", price: 1, amount: 2 })).toMatch(/price/);
    expect(await calling(world, "order_shares", { symbol: "A" })).toBeUndefined();
    expect(await calling(world, "get_quote", { symbol: "A" })).toBeUndefined();
    expect(await bash(world, "npm test")).toBeUndefined();
  });

  it("says what comes before or after an action, and not to a call that does both", async () => {
    const world = await learned(
      several(12, (n) => [...noise(n, 4), "$ npm run lint", "$ git commit -m x", ...noise(n + 3, 5)]),
    );
    expect(await bash(world, "git commit -m 'new words'")).toMatch(/npm run lint/);
    expect(await bash(world, "npm run lint && git commit -m y")).toBeUndefined();
    expect(await bash(world, "git status")).toBeUndefined();
  });

  it("says which files are read together, when one of them is read", async () => {
    const world = await learned(
      several(12, (n) => [
        ...noise(n, 4),
        `read m${n}/main.tf + read m${n}/variables.tf + read m${n}/outputs.tf`,
        ...noise(n + 3, 5),
      ]),
    );
    expect(await calling(world, "Read", { file_path: "/home/me/shop/m99/main.tf" })).toMatch(/variables\.tf/);
    expect(await calling(world, "Read", { file_path: "/home/me/shop/README.md" })).toBeUndefined();
  });

  it("says what a convention asks for, and keeps silent where it is kept", async () => {
    const world = await learned(
      several(12, (n) => [
        ...noise(n, 4),
        `$ docker build --no-cache${["", " --pull", " --quiet", " --build-arg A=1"][n % 4]} -t app${n} .`,
        ...noise(n + 3, 5),
      ]),
    );
    expect(await bash(world, "docker build -t x .")).toMatch(/--no-cache/);
    expect(await bash(world, "docker build --no-cache -t x .")).toBeUndefined();
    expect(await bash(world, "docker ps")).toBeUndefined();
  });

  it("says what the user wanted instead", async () => {
    const world = await learned(
      Array.from({ length: 6 }, (_, n) =>
        trajectory(`t${n}`, [
          [`Add package number ${n}`, ["Bash", { command: `npm install left${n}` }, "added"]],
          ["No, use pnpm instead of npm", ["Bash", { command: `pnpm add left${n}` }, "added"]],
        ]),
      ),
    );
    expect(await bash(world, "npm install lodash")).toMatch(/pnpm/);
    expect(await bash(world, "pnpm add lodash")).toBeUndefined();
  });
});

describe("[C5] advice on an error, from cards that were mined", () => {
  const fails = "$! apt install jq # apt: command not found";
  let corrected: World;
  let repaired: World;

  beforeAll(async () => {
    corrected = await learned(several(12, (n) => [...noise(n, 4), fails, "$ brew install jq", ...noise(n + 3, 5)]));
    const login = (n: number): Call[] => [
      ["send_message", { to: `user ${n}`, text: `hello ${n}` }, new Error("Not logged in")],
      ["login", { user: `u${n}` }, { ok: true }],
      ["send_message", { to: `user ${n}`, text: `hello ${n}` }, { id: 1000 + n }],
      ["list_rooms", {}, { rooms: [n] }],
      ["read_room", { room: n }, new Error(`Room ${n} is closed`)],
      ["list_rooms", {}, { rooms: [n, n + 1] }],
    ];
    repaired = await learned(
      Array.from({ length: 10 }, (_, n) => trajectory(`t${n}`, [[`Tell user ${n} hello`, ...login(n)]])),
    );
  });

  it("is the card of this error of this command", async () => {
    expect(await failed(corrected, "Bash", { command: "apt install jq" }, "apt: command not found")).toMatch(/brew/);
    expect(
      await failed(corrected, "Bash", { command: "apt install fd" }, "Exit code 127\napt: command not found"),
    ).toMatch(/brew/);
    expect(await failed(corrected, "Bash", { command: "apt install jq" }, "no space left on device")).toBeUndefined();
    expect(await failed(corrected, "Bash", { command: "git push" }, "rejected: fetch first")).toBeUndefined();
  });

  it("comes already with the call, because it may fail in the same way", async () => {
    expect(await bash(corrected, "apt install ripgrep")).toMatch(/brew/);
  });

  it("is the command that repaired this one before, with the call and with its error", async () => {
    const missing = "Error: Cannot find module './generated/client'";
    const world = await learned(
      several(10, (n) => [
        ...noise(n, 4),
        `edit src/m${n}.ts`,
        `$! npm test # ${missing}`,
        "$ npm run codegen",
        "$ npm test",
        ...noise(n + 3, 5),
      ]),
    );
    const run = { command: "npm test -- --run" };
    expect(await failed(world, "Bash", run, `Exit code 1\n${missing}`)).toMatch(/npm run codegen/);
    expect(await bash(world, "npm test")).toMatch(/npm run codegen/);
    expect(await failed(world, "Bash", run, "AssertionError: expected 1 to be 2")).toBeUndefined();
    expect(await bash(world, "npm run codegen && npm test")).toBeUndefined();
  });

  it("names the call that repairs it", async () => {
    const input = { to: "somebody", text: "hello" };
    expect(await failed(repaired, "send_message", input, "Not logged in")).toMatch(/login/);
    expect(await failed(repaired, "send_message", input, "Message too long")).toBeUndefined();
    expect(await failed(repaired, "list_rooms", {}, "Not logged in")).toBeUndefined();
  });
});

describe("[C5] a call of a tool of which there is a guideline", () => {
  const expired = new Error("The upload ticket has expired");
  const publish = (n: number): Call[] => [
    ["publish", { target: "staging" }, expired],
    ["renew_ticket", { hours: 1 }, { ok: true }],
    ["publish", { target: "staging" }, { build: n }],
  ];

  it("is told what repairs it, although the guideline knows nothing of that", async () => {
    const world = await learned(
      Array.from({ length: 6 }, (_, n) => trajectory(`t${n}`, [[`Publish build ${n}`, ...publish(n)]])),
    );
    const { cards } = await world.memory.list("active");
    const guideline = cards.find(({ id }) => id === "tool.publish");
    expect(guideline?.body).toBeDefined();
    expect(guideline?.body).not.toContain("renew_ticket`");
    expect(await calling(world, "publish", { target: "staging" })).toMatch(/renew_ticket/);
  });

  it("is told all that helps, where the guideline knows it", async () => {
    // Two repairs by other calls seldom made, so that neither comes between two calls by chance.
    const filler: Call[] = Array.from({ length: 12 }, (_, n) => ["look", { page: n }, { rows: n }]);
    const world = await learned(
      Array.from({ length: 8 }, (_, n) =>
        trajectory(`t${n}`, [
          [`Publish build ${n}`, ...filler, ...publish(n)],
          [
            "And the notes",
            ["publish", { target: 7 }, new Error("The target is locked")],
            ["unlock", {}, { ok: true }],
            ["publish", { target: 7 }, { build: n }],
            ...filler,
          ],
        ]),
      ),
    );
    const told = await calling(world, "publish", { target: "staging" });
    expect(told).toBe((await world.memory.show("tool.publish")).experience.title);
  });
});

describe("[C11] a card that is not for every kind of task", () => {
  it.each([
    ["not_for", ["trading"], { trading: false, messages: true, "": true }],
    ["only_for", ["trading"], { trading: true, messages: false, "": false }],
  ] as const)("with %s %s speaks at a call and at an error by the task of the session", async (key, kinds, speaks) => {
    const world = createWorld();
    await world.memory.create({ id: "log.in", whenToUse: "Before place_bid is called", title: "Log in first" });
    await world.memory.create({
      id: "log.again",
      whenToUse: "fetch_inbox fails: the session token has expired",
      title: "Log in again",
    });
    for (const id of ["log.in", "log.again"]) {
      const text = await world.memory.text(id);
      await world.memory.edit(id, text.replace("keywords:", `${key}: [${kinds.join()}]\nkeywords:`), text);
    }
    const prompts = { trading: "Buy 100 shares of AAPL", messages: "Send the team a message", "": "Sing of a whale" };
    for (const [kind, prompt] of Object.entries(prompts)) {
      const session = `task of ${kind}`;
      await world.memory.advise({ level: "session", session, fresh: true });
      await world.memory.advise({ level: "prompt", session, text: prompt });
      const expected = speaks[kind as keyof typeof speaks];
      const called = await cardAt(world, { level: "tool", session, tool: "place_bid", input: {} });
      expect(called === "Log in first", `${kind} call`).toBe(expected);
      const error = "The session token has expired";
      const told = await cardAt(world, { level: "failure", session, tool: "fetch_inbox", input: {}, error });
      expect(told === "Log in again", `${kind} failure`).toBe(expected);
    }
  });
});

describe("advice at the beginning of a session", () => {
  it("holds at most five habits of confidence 0.4 or more, and is the same text each time", async () => {
    const world = createWorld();
    for (const [n, confidence] of [0.9, 0.39, 0.5, 0.6, 0.7, 0.8, 0.45].entries())
      await world.memory.create({ id: `card.${n}`, whenToUse: `situation ${n}`, title: `Do ${n}`, confidence });
    const first = await world.memory.advise({ level: "session", session: "a" });
    expect(first?.cards.map(({ id }) => id)).toEqual(["card.0", "card.5", "card.4", "card.3", "card.2"]);
    world.pass(86_400_000);
    expect((await world.memory.advise({ level: "session", session: "b" }))?.text).toBe(first?.text);
  });

  it("is the same in a store too large to be read at each start", async () => {
    const world = createWorld();
    for (let n = 0; n < 520; n += 1) {
      const confidence = n === 7 ? 0.95 : n === 300 ? 0.9 : 0.3 + (n % 40) / 100;
      await world.ports.cards.write(`c${n}`, "experiences", cardText(`c${n}`, confidence), null);
    }
    const ids = async () =>
      (await world.memory.advise({ level: "session", session: "a" }))?.cards.map(({ id }) => id) ?? [];
    const all = await ids();
    expect(all.slice(0, 2)).toEqual(["c7", "c300"]);
    await world.memory.learn();
    expect(await world.ports.index.note("established")).toContain("c300");
    expect(await ids()).toEqual(all);
    await world.memory.retire("c7", "test");
    expect((await ids())[0]).toBe("c300");
  });

  it("is no handing over: it raises no count, and the card itself may still come for a task", async () => {
    const world = createWorld();
    await world.memory.create({ id: "db.backup", whenToUse: "before a database migration", title: "Back up first" });
    await world.memory.advise({ level: "session", session: "a" });
    const prompt = { level: "prompt", session: "a", text: "do the database migration" } as const;
    expect((await world.memory.advise(prompt))?.cards.map(({ id }) => id)).toEqual(["db.backup"]);
    await world.memory.learn();
    expect((await world.memory.show("db.backup")).experience.freq).toBe(1);
  });
});

it("an outcome belongs to the latest task, and not to what a session began with", async () => {
  const world = createWorld();
  await world.memory.create({ id: "db.backup", whenToUse: "before a database migration", title: "Back up first" });
  await world.memory.advise({ level: "session", session: "a" });
  const good = { score: 1, by: "user", reasons: [] } as const;
  await expect(world.memory.record(undefined, { ...good, reasons: [] })).rejects.toThrow(
    /nothing has been handed over/,
  );
  await world.memory.advise({ level: "prompt", session: "a", text: "do the database migration" });
  await world.memory.advise({ level: "session", session: "b" });
  expect((await world.memory.record(undefined, { ...good, reasons: [] })).cards).toEqual(["db.backup"]);
});

describe("advice that nobody asked for", () => {
  it("is one card for a prompt, and none for an unrelated one or an empty one", async () => {
    const world = createWorld();
    for (const n of [1, 2, 3])
      await world.memory.create({ whenToUse: `database migration, case ${n}`, title: `Back up in way ${n}` });
    const prompt = (text: string) => world.memory.advise({ level: "prompt", session: "a", text });
    expect((await prompt("run the database migration"))?.cards).toHaveLength(1);
    expect(await prompt("write a poem about autumn")).toBeUndefined();
    expect(await prompt("   ")).toBeUndefined();
    expect(await prompt("<habitus-advice>\nhabitus: database migration\n</habitus-advice>")).toBeUndefined();
  });

  it("is switched off by an option", async () => {
    const world = createWorld({ advise: false });
    await world.memory.create({ whenToUse: "database migration", title: "Back up first", confidence: 0.9 });
    expect(await world.memory.advise({ level: "session", session: "a" })).toBeUndefined();
    expect(await world.memory.advise({ level: "prompt", session: "a", text: "database migration" })).toBeUndefined();
    expect((await world.memory.recall("database migration")).cards).toHaveLength(1);
  });

  it("is not of cards that are retired or wait for a person", async () => {
    const world = createWorld();
    await world.memory.create({ id: "a.b", whenToUse: "npm test", title: "Build first", keywords: ["npm test"] });
    expect(await bash(world, "npm test")).toBe("Build first");
    await world.memory.retire("a.b", "test");
    expect(await bash(world, "npm test")).toBeUndefined();
    await world.memory.propose({
      whenToUse: "When running npm test",
      title: "Seed the database first",
      body: "1. Seed.",
    });
    expect(await bash(world, "npm test")).toBeUndefined();
  });

  it("is never an error, whatever a tool is given or prints", async () => {
    const world = await learned(
      several(12, (n) => [...noise(n, 4), "$ npm run lint", "$ git commit -m x", ...noise(n + 3, 5)]),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.jsonValue(),
        fc.option(fc.string({ unit: "grapheme" })),
        async (tool, input, error) => {
          sessions += 1;
          const level = error === null ? ("tool" as const) : ("failure" as const);
          await world.memory.advise({
            level,
            session: `s${sessions}`,
            tool,
            input: input as Json,
            ...(error !== null && { error }),
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});
