import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMemory } from "../../../src/open-memory.ts";
import { OPERATIONS } from "../../../src/serve/http/operations.ts";
import { appOf, TOKEN } from "./app-of.ts";

const BACKUP = {
  when_to_use: "before a database migration",
  title: "Back the database up first",
  body: "1. Run `make backup`.\n2. Then run the migration.",
  keywords: ["migration", "backup"],
};

describe("/v1", () => {
  it("[N1] carries a card from its creation over recall and outcome to its record", async () => {
    const { send } = appOf();
    const { card } = (await send("POST", "/v1/cards", BACKUP)).json;
    const advice = (await send("POST", "/v1/recall", { task: "run the database migration" })).json;
    expect(advice.cards.map(({ id }: { id: string }) => id)).toEqual([card.id]);
    expect(advice.text).toContain("make backup");
    expect(advice.explain[0]).toMatchObject({ id: card.id, shown: true });
    const outcome = await send("POST", "/v1/outcomes", { attempt: advice.attempt, score: 1, by: "test", wait: true });
    expect(outcome).toMatchObject({ status: 200, json: { cards: [card.id], score: 1, by: "test", retired: [] } });
    const shown = (await send("GET", `/v1/cards/${card.id}`)).json;
    expect(shown.card).toMatchObject({ freq: 1, utility: 1 });
    const { rows } = (await send("GET", `/v1/cards/${card.id}/log`)).json;
    expect(rows.map(({ type }: { type: string }) => type)).toEqual(["born", "recalled", "outcome"]);
    expect((await send("GET", `/v1/cards/${card.id}/why`)).json).toMatchObject({ id: card.id, title: BACKUP.title });
    expect((await send("GET", "/v1/status")).json.cards).toMatchObject({ active: 1 });
  });

  it("[N1] tells of each card for which kinds of task it is, takes that for a new one, and recalls by it", async () => {
    const { send } = appOf();
    const narrow = { ...BACKUP, not_for: ["messages", " "], only_for: ["databases", "trading"] };
    const { card } = (await send("POST", "/v1/cards", narrow)).json;
    const kinds = { not_for: ["messages"], only_for: ["databases", "trading"] };
    expect(card).toMatchObject(kinds);
    expect((await send("GET", `/v1/cards/${card.id}`)).json.text).toContain("only_for:");
    const recall = async (family: string) =>
      (await send("POST", "/v1/recall", { task: "run the database migration", family })).json;
    expect((await recall("trading")).cards).toMatchObject([kinds]);
    for (const family of ["messages", "builds"]) {
      const { cards, explain } = await recall(family);
      expect([cards, explain[0]]).toMatchObject([[], { id: card.id, shown: false, left_out: `not for ${family}` }]);
    }
    const wide = (await send("POST", "/v1/cards", { when_to_use: "a release is due", not_for: [], only_for: [] })).json;
    expect(wide.card).not.toHaveProperty("not_for");
    expect((await send("GET", "/v1/cards")).json.cards.map((each: object) => "only_for" in each)).toEqual([
      false,
      true,
    ]);
    expect((await send("POST", "/v1/cards", { when_to_use: "x", only_for: "trading" })).status).toBe(400);
  });

  it("[N2] an outcome is on the disk when it is answered, and its conclusions are there after the stop", async () => {
    const { app, send, home } = appOf();
    const { card } = (await send("POST", "/v1/cards", BACKUP)).json;
    for (let i = 0; i < 3; i += 1) {
      const { attempt } = (await send("POST", "/v1/recall", { task: "database migration" })).json;
      expect((await send("POST", "/v1/outcomes", { attempt, score: 1 })).status).toBe(200);
      const project = readdirSync(join(home, "projects"))[0]!;
      const rows = readdirSync(join(home, "projects", project, "ledger")).map((name) =>
        readFileSync(join(home, "projects", project, "ledger", name), "utf8"),
      );
      expect(rows.join("")).toContain(`"type":"outcome","attempt":"${attempt}"`);
    }
    await app.stop();
    const memory = await openMemory({ home, project: "own", env: {} });
    expect((await memory.list("active")).cards[0]).toMatchObject({ id: card.id, freq: 3, utility: 3 });
    await memory.close();
  });

  it("[N3] refuses an edit of a text that somebody changed meanwhile, and undoes the one that it took", async () => {
    const { send } = appOf();
    const { card } = (await send("POST", "/v1/cards", BACKUP)).json;
    const before = (await send("GET", `/v1/cards/${card.id}`)).json;
    const edit = (word: string, base_hash: string) =>
      send("PUT", `/v1/cards/${card.id}`, { text: before.text.replace("make backup", word), base_hash });
    const first = await edit("make dump", before.hash);
    expect(first.status).toBe(200);
    expect(await edit("make copy", before.hash)).toMatchObject({ status: 409, json: { error: { code: "CONFLICT" } } });
    expect((await edit("make copy", first.json.hash)).status).toBe(200);
    expect((await send("GET", `/v1/cards/${card.id}/diff`)).json.diff).toContain("+1. Run `make copy`.");
    expect((await send("POST", `/v1/cards/${card.id}/undo`)).json.card.body).toContain("make dump");
  });

  it("moves, retires and restores cards, and decides about what waits", async () => {
    const { send } = appOf();
    const { card } = (await send("POST", "/v1/cards", BACKUP)).json;
    const at = `/v1/cards/${encodeURIComponent(card.id)}`;
    expect((await send("POST", `${at}/reinforce`)).json).toEqual({ id: card.id, before: 0.5, after: 0.6 });
    expect((await send("POST", `${at}/weaken`)).json).toEqual({ id: card.id, before: 0.6, after: 0.5 });
    expect((await send("POST", `${at}/retire`, { reason: "old" })).json.card.status).toBe("retired");
    expect((await send("POST", "/v1/recall", { task: "database migration" })).json.cards).toEqual([]);
    expect((await send("GET", "/v1/cards?status=retired")).json.total).toBe(1);
    expect((await send("POST", `${at}/restore`)).json.card.status).toBe("active");
    const proposal = {
      when_to_use: "npm test fails because tables are missing",
      title: "Run npm run db:migrate before npm test",
      body: "1. Run `npm run db:migrate`.\n2. Run `npm test` again.",
    };
    const proposed = (await send("POST", "/v1/proposals", proposal)).json;
    expect(proposed.verdict).toBe("waits");
    expect((await send("GET", "/v1/review")).json.waiting[0]).toMatchObject({ card: { id: proposed.id }, by: "host" });
    expect((await send("POST", "/v1/review", { ids: [proposed.id], accept: true })).json.decided).toEqual([
      proposed.id,
    ]);
    expect((await send("GET", "/v1/cards")).json.total).toBe(2);
    expect((await send("POST", "/v1/prune")).json).toEqual({ pruned: [] });
    expect((await send("POST", "/v1/dream", { dry_run: true })).json).toMatchObject({ dry_run: true });
  });

  it("takes attempts and files, and learns from them", async () => {
    const { send } = appOf();
    const call = (id: string, name: string, args: object) => ({
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
    });
    const trajectories = [1, 2, 3].map((n) => ({
      task_id: `t${n}`,
      score: 1,
      messages: [
        { role: "user", content: `Buy share ${n}` },
        call("a", "get_stock_info", { symbol: `S${n}` }),
        { role: "tool", tool_call_id: "a", content: JSON.stringify({ price: 10.25 + n }) },
        call("b", "place_order", { symbol: `S${n}`, price: 10.25 + n }),
        { role: "tool", tool_call_id: "b", content: JSON.stringify({ order_id: n }) },
      ],
    }));
    const report = (await send("POST", "/v1/trajectories", { trajectories })).json;
    expect(report).toMatchObject({ trajectories: 3, calls: 6 });
    const text = trajectories.map((run) => JSON.stringify(run)).join("\n");
    const again = (await send("POST", "/v1/import", { name: "../runs.jsonl", text })).json;
    expect(again).toMatchObject({ trajectories: 0, files: [{ known: 3, format: "reme" }] });
    expect((await send("POST", "/v1/learn")).json).toMatchObject({ trajectories: 0 });
    expect((await send("POST", "/v1/trajectories", { trajectories: [{ messages: [] }] })).status).toBe(400);
  });

  it("keeps projects apart, whether the header or the path names them, in any script", async () => {
    const { send } = appOf();
    const name = encodeURIComponent("결제 팀");
    await send("POST", "/v1/cards", BACKUP, { "habitus-project": name });
    expect((await send("GET", "/v1/cards")).json.total).toBe(0);
    expect((await send("GET", `/v1/projects/${name}/cards`)).json.total).toBe(1);
    expect((await send("GET", "/v1/cards", undefined, { "habitus-project": name })).json.total).toBe(1);
  });

  it("[N4] takes no project's name for a path", async () => {
    const { send, home } = appOf();
    for (const name of ["../../etc", "..", "/etc/passwd", "a/b", "a\\b", "%2e%2e%2f", "a\0b", "~root", ".hidden", ""]) {
      const answer = await send("POST", "/v1/cards", BACKUP, { "habitus-project": encodeURIComponent(name) });
      // An empty header names nobody.
      if (name === "") continue;
      expect([name, answer.status, answer.json.error?.code]).toEqual([name, 400, "INVALID_INPUT"]);
    }
    expect(existsSync(join(home, "..", "etc"))).toBe(false);
    expect((await send("GET", "/v1/cards/..%2F..%2Fconfig")).status).toBe(400);
  });

  it("[N5] says of every error what it is, in the same shape and with a fitting status", async () => {
    const { send } = appOf();
    const wrong: Array<[string, string, unknown, number, string]> = [
      ["GET", "/v1/cards/nope", undefined, 404, "NOT_FOUND"],
      ["GET", "/nowhere", undefined, 404, "NOT_FOUND"],
      ["POST", "/v1/recall", { task: "" }, 400, "INVALID_INPUT"],
      ["POST", "/v1/recall", { task: 7 }, 400, "INVALID_INPUT"],
      ["POST", "/v1/recall", "{ half", 400, "INVALID_INPUT"],
      ["POST", "/v1/recall", [], 400, "INVALID_INPUT"],
      ["POST", "/v1/recall", null, 400, "INVALID_INPUT"],
      ["POST", "/v1/outcomes", { attempt: "nope", score: 1 }, 404, "NOT_FOUND"],
      ["POST", "/v1/outcomes", { attempt: "nope", score: 2 }, 400, "INVALID_INPUT"],
      ["GET", "/v1/cards?limit=0", undefined, 400, "INVALID_INPUT"],
      ["POST", "/v1/cards", { when_to_use: "   " }, 400, "INVALID_INPUT"],
      ["POST", "/v1/review", { ids: ["nope"], accept: true }, 404, "NOT_FOUND"],
    ];
    for (const [method, path, body, status, code] of wrong) {
      const { json, ...answer } = await send(method, path, body);
      expect([path, answer.status, json.error.code]).toEqual([path, status, code]);
      expect(json.error.message).toBeTruthy();
    }
    const typed = await send("POST", "/v1/recall", "task=x", { "content-type": "text/plain" });
    expect(typed).toMatchObject({ status: 415 });
  });
});

describe("who may call", () => {
  it("[N6] asks for the token everywhere but where nothing of anybody's memory is told", async () => {
    const { app } = appOf({ open: true });
    const status = async (path: string, authorization?: string) =>
      (
        await app.fetch(
          new Request(`http://localhost${path}`, { headers: { ...(authorization && { authorization }) } }),
        )
      ).status;
    for (const { method, path } of Object.values(OPERATIONS)) {
      const request = new Request(`http://localhost${path}`, { method: method.toUpperCase() });
      expect([path, (await app.fetch(request)).status]).toEqual([path, 401]);
    }
    for (const path of ["/metrics", "/v1/events", "/mcp"]) expect([path, await status(path)]).toEqual([path, 401]);
    expect(await status("/health")).toBe(200);
    expect(await status("/openapi.json")).toBe(200);
    expect(await status("/v1/cards", "Bearer wrong")).toBe(401);
    expect(await status("/v1/cards", `Basic ${TOKEN}`)).toBe(401);
    expect(await status("/v1/cards", `Bearer ${TOKEN}`)).toBe(200);
  });

  it("[N7] refuses another site's page and a name bent to this address, token or not", async () => {
    const { app, send } = appOf({ hosts: ["box.example"], origins: ["https://studio.example"] });
    const from = (headers: Record<string, string>) => send("GET", "/v1/cards", undefined, headers);
    for (const host of [
      "evil.example",
      "localhost.evil.example",
      "127.0.0.1.nip.io",
      "localhost@evil",
      "10.0.0.7:8002",
      "",
    ])
      expect([host, (await from({ host })).status]).toEqual([host, 403]);
    for (const host of ["localhost", "localhost:8002", "127.0.0.1:1", "[::1]:8002", "LOCALHOST.", "box.example:80"])
      expect([host, (await from({ host })).status]).toEqual([host, 200]);
    for (const origin of [
      "https://evil.example",
      "null",
      "http://localhost:9999",
      "file://",
      "http://localhost.evil.example",
    ])
      expect([origin, (await from({ host: "localhost:8002", origin })).status]).toEqual([origin, 403]);
    for (const origin of ["http://localhost:8002", "https://studio.example"])
      expect([origin, (await from({ host: "localhost:8002", origin })).status]).toEqual([origin, 200]);
    const health = new Request("http://localhost/health", { headers: { host: "evil.example" } });
    expect((await app.fetch(health)).status).toBe(403);
  });

  it("[N8] bounds what a caller can ask for: size, number, guesses", async () => {
    const small = appOf({ limits: { bodyBytes: 1_000, wrongTokens: 3 } });
    const big = await small.send("POST", "/v1/recall", { task: "x".repeat(2_000) });
    expect(big).toMatchObject({ status: 413, json: { error: { code: "TOO_LARGE" } } });
    const streamed = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(`{"task":"${"x".repeat(2_000)}"}`));
        stream.close();
      },
    });
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const chunked = new Request("http://localhost/v1/recall", {
      method: "POST",
      headers,
      body: streamed,
      duplex: "half",
    });
    expect((await small.app.fetch(chunked)).status).toBe(413);
    const guesses: number[] = [];
    for (let i = 0; i < 5; i += 1)
      guesses.push((await small.send("GET", "/v1/cards", undefined, { authorization: "Bearer x" })).status);
    expect(guesses).toEqual([401, 401, 401, 429, 429]);

    const busy = appOf({ limits: { atOnce: 4 } });
    await busy.send("POST", "/v1/cards", BACKUP);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => busy.send("POST", "/v1/recall", { task: "database migration" })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("1");
  });
});
