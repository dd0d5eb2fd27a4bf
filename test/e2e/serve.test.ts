import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../../src/serve/http/client.ts";
import { TOOL_NAMES } from "../../src/serve/mcp/tools.ts";
import { CLI, sandbox } from "./habitus.ts";
import { serving } from "./serving.ts";

const CARD = {
  id: "db.backup",
  when_to_use: "before a database migration",
  title: "Back the database up first",
  body: "1. Run `make backup`.",
};
const TASK = { task: "run the database migration" };

describe("habitus serve", () => {
  it("shows its token once, keeps it for its owner alone, and serves until it is told to stop", async () => {
    const box = sandbox();
    const first = await serving(box);
    const path = join(box.home, "serve-token");
    expect(statSync(path).mode & 0o077).toBe(0);
    const token = first.token();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await first.send("POST", "/v1/cards", CARD)).status).toBe(200);
    expect(await first.end("SIGINT")).toBe(0);
    const second = await serving(box);
    expect(second.token()).toBe(token);
    expect((await second.send("GET", "/v1/cards")).json.total).toBe(1);
    expect(box.ok("--project", "own", "list", "--json").json().cards[0].id).toBe("db.backup");
    expect(await second.end("SIGTERM")).toBe(0);
  });

  it("says in one line what is wrong with how it was started", async () => {
    const box = sandbox();
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    const wrong: Array<[string[], RegExp]> = [
      [["--port", String(port)], /is taken/],
      [["--port", "70000"], /not a port/],
      [["--no-token"], /--reme-compat/],
      [["--no-token", "--reme-compat", "--host", "0.0.0.0"], /only this machine/],
      [["--port", "0", "--dream", "now and then"], /cron/],
    ];
    for (const [args, says] of wrong) {
      const { status, stderr } = box.run("serve", ...args);
      expect([args, status]).toEqual([args, 2]);
      expect(stderr).toMatch(says);
    }
    writeFileSync(join(box.home, "serve-token"), "short", { mode: 0o600 });
    expect(box.run("serve", "--port", "0").stderr).toMatch(/no token/);
    writeFileSync(join(box.home, "open-token"), "a-token-that-is-long-enough", { mode: 0o644 });
    expect(box.run("serve", "--port", "0", "--token-file", join(box.home, "open-token")).stderr).toMatch(/chmod 600/);
  });

  it("[N23] answers what was asked before it stops, and loses nothing of what it acknowledged", async () => {
    const box = sandbox();
    const server = await serving(box);
    await server.send("POST", "/v1/cards", CARD);
    const acknowledged = new Set<string>();
    let refused = 0;
    let stopping = false;
    const caller = async () => {
      while (!stopping || refused === 0) {
        try {
          const { json } = await server.send("POST", "/v1/recall", TASK);
          const outcome = await server.send("POST", "/v1/outcomes", { attempt: json.attempt, score: 1, by: "test" });
          if (outcome.status === 200) acknowledged.add(json.attempt);
          else refused += 1;
        } catch {
          refused += 1; // the server is gone
          return;
        }
      }
    };
    const callers = Array.from({ length: 8 }, caller);
    while (acknowledged.size < 40) await new Promise((resolve) => setTimeout(resolve, 20));
    stopping = true;
    expect(await server.end("SIGTERM")).toBe(0);
    await Promise.all(callers);
    const outcomes = rowsOf(box.home).filter(({ type }) => type === "outcome");
    const attempts = new Set(outcomes.map(({ attempt }) => attempt));
    expect([...acknowledged].filter((attempt) => !attempts.has(attempt))).toEqual([]);
    // Conclusions were drawn before the end.
    const card = box.ok("--project", "own", "show", "db.backup", "--json").json();
    expect(card.utility).toBe(outcomes.length);
  });

  it("[N24] has every acknowledged write after a kill in the middle of many", async () => {
    const box = sandbox();
    const server = await serving(box);
    await server.send("POST", "/v1/cards", CARD);
    const acknowledged = new Set<string>();
    const caller = async () => {
      for (;;) {
        try {
          const { json } = await server.send("POST", "/v1/recall", TASK);
          const { status } = await server.send("POST", "/v1/outcomes", { attempt: json.attempt, score: 1, by: "test" });
          if (status === 200) acknowledged.add(json.attempt);
        } catch {
          return; // killed
        }
      }
    };
    const callers = Array.from({ length: 16 }, caller);
    while (acknowledged.size < 60) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.end("SIGKILL");
    await Promise.all(callers);
    const again = await serving(box);
    const { json } = await again.send("GET", "/v1/cards/db.backup/log");
    const attempts = new Set(json.rows.map(({ attempt }: { attempt?: string }) => attempt));
    expect([...acknowledged].filter((attempt) => !attempts.has(attempt))).toEqual([]);
    const { json: one } = await again.send("POST", "/v1/recall", TASK);
    await again.send("POST", "/v1/outcomes", { attempt: one.attempt, score: 1, by: "test", wait: true });
    const { card } = (await again.send("GET", "/v1/cards/db.backup")).json;
    expect(card.utility).toBeGreaterThanOrEqual(acknowledged.size + 1);
  });

  it("[N8] lets nobody hold it up who sends slowly or too much", async () => {
    const box = sandbox();
    const server = await serving(box);
    const { port } = new URL(server.url);
    const slow = Array.from({ length: 50 }, () => connect(Number(port), "127.0.0.1"));
    onTestFinished(() => {
      for (const socket of slow) socket.destroy();
    });
    const closed = slow.map((socket) => {
      socket.on("error", () => undefined);
      socket.write("POST /v1/recall HTTP/1.1\r\nHost: localhost\r\n");
      const drip = setInterval(() => socket.write("X-A: b\r\n"), 500);
      return new Promise<void>((resolve) =>
        socket.once("close", () => {
          clearInterval(drip);
          resolve();
        }),
      );
    });
    expect((await server.send("POST", "/v1/cards", CARD)).status).toBe(200);
    // A head that is never finished is cut off, however lively it drips.
    await Promise.all(closed);
    const big = connect(Number(port), "127.0.0.1");
    const reply = await new Promise<string>((resolve) => {
      big.on("error", () => undefined);
      big.once("data", (data) => resolve(String(data)));
      big.write(
        `POST /v1/recall HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.token()}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{`,
      );
    });
    big.destroy();
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect((await server.send("GET", "/v1/cards")).json.total).toBe(1);
  });

  it("[N25] serves MCP on /mcp to the official client: the same tools, ids visible, two successes of five are too few", async () => {
    const box = sandbox();
    box.ok("status");
    writeFileSync(join(box.home, "config.yaml"), "policy: reme\n");
    const server = await serving(box);
    await server.send("POST", "/v1/cards", CARD, { "habitus-project": "team" });
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/projects/team`), {
      requestInit: { headers: { authorization: `Bearer ${server.token()}` } },
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...TOOL_NAMES].sort());
    const call = async (name: string, given: Record<string, unknown>) =>
      // biome-ignore lint/suspicious/noExplicitAny: what a tool gives is what its test checks
      (await client.callTool({ name, arguments: given })).structuredContent as any;
    let last: { retired: Array<{ id: string; reason: string }> } | undefined;
    for (const outcome of ["good", "bad", "good", "bad", "bad"]) {
      const { attempt, cards } = await call("recall", TASK);
      expect(cards.map(({ id }: { id: string }) => id)).toEqual(["db.backup"]);
      last = await call("record_outcome", { outcome, attempt, said_by: "user" });
    }
    expect(last?.retired).toMatchObject([{ id: "db.backup", reason: expect.stringContaining("2 of 5") }]);
    expect((await call("recall", TASK)).cards).toEqual([]);
    expect((await call("show_card", { id: "db.backup" })).status).toBe("retired");
    box.ok("--project", "team", "restore", "db.backup");
    expect((await call("recall", TASK)).cards).toHaveLength(1);
    const bare = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`));
    await expect(new Client({ name: "no token", version: "1" }).connect(bare)).rejects.toThrow();
  });

  it("[N26] dreams on its schedule, once for what there is to do, and leaves no trace where there is nothing", async () => {
    const box = sandbox();
    // Every second: cron's sixth field, the first one, counts them.
    const server = await serving(box, "--dream", "* * * * * *");
    const client = createClient({ url: server.url, token: server.token() });
    const team = createClient({ url: server.url, token: server.token(), project: "team" });
    const twins = ["Run the linter before every commit", "Run the linter before each commit"].map((title, n) => ({
      id: `lint-${n + 1}`,
      when_to_use: "Before committing changes",
      title,
      body: "1. Run `npm run lint`.",
    }));
    // Nobody dreams of a project that nobody opened.
    for (const each of [client, team]) for (const card of twins) await each.createCard(card);
    const stop = new AbortController();
    const dreamt = { own: 0, team: 0 };
    let quiet = 0;
    for await (const event of client.events({ after: 0, signal: stop.signal })) {
      if (event.type !== "dreamed") continue;
      dreamt[event.project === "team" ? "team" : "own"] += Number(event.units);
      quiet = event.units === 0 ? quiet + 1 : 0;
      // Both have been put in order, and later dreams found nothing to do.
      if (dreamt.own > 0 && dreamt.team > 0 && quiet >= 4) break;
    }
    stop.abort();
    expect(dreamt).toEqual({ own: 1, team: 1 });
    for (const each of [client, team]) {
      expect((await each.listCards()).cards).toHaveLength(1);
      expect((await each.listCards({ status: "retired" })).cards).toHaveLength(1);
    }
    const ended = rowsOf(box.home).filter(({ type }) => type === "dream_ended");
    expect(ended).toHaveLength(2);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.stderr()).not.toMatch(/dream:|rror/);
  });

  it("describes its options in the person's language", () => {
    for (const [lang, word] of [
      ["en", "token"],
      ["ko", "토큰"],
      ["ja", "トークン"],
      ["zh", "令牌"],
    ] as const) {
      const { stdout } = spawnSync(process.execPath, [CLI, "--lang", lang, "serve", "--help"], { encoding: "utf8" });
      expect(stdout).toContain(word);
    }
  });
});

function rowsOf(home: string): Array<{ type: string; attempt?: string }> {
  return readdirSync(join(home, "projects")).flatMap((project) => {
    const folder = join(home, "projects", project, "ledger");
    return readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    );
  });
}
