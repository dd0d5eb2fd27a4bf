import { type AddressInfo, createServer as createNetServer } from "node:net";
import { describe, expect, it } from "vitest";
import {
  createClient,
  type HabitusClient,
  HabitusHttpError,
  type ServerEvent,
} from "../../../src/serve/http/client.ts";
import { OPERATIONS, type OperationName } from "../../../src/serve/http/operations.ts";
import * as s from "../../../src/serve/http/schemas.ts";
import { appOf, TOKEN } from "./app-of.ts";

const CARD = {
  when_to_use: "before a database migration",
  title: "Back the database up first",
  body: "1. Run `make backup`.",
};

interface Seen {
  method: string;
  path: string;
}

function clientOf(project?: string) {
  const { app, home } = appOf();
  const seen: Seen[] = [];
  const client = createClient({
    url: "http://localhost/",
    token: TOKEN,
    ...(project !== undefined && { project }),
    fetch: (request) => {
      seen.push({ method: request.method, path: new URL(request.url).pathname });
      return app.fetch(request);
    },
  });
  return { app, client, seen, home };
}

/** One call of every operation, in an order in which each has something to do. */
const CALLS: {
  [Name in OperationName]: (client: HabitusClient, known: { id: string; attempt: string }) => Promise<unknown>;
} = {
  createCard: (client) => client.createCard({ id: "db.backup", ...CARD }),
  listCards: (client) => client.listCards({ status: "active", limit: 5 }),
  recall: (client) => client.recall({ task: "run the database migration" }),
  recordOutcome: (client, { attempt }) => client.recordOutcome({ attempt, score: 1, wait: true }),
  showCard: (client, { id }) => client.showCard({ id }),
  editCard: async (client, { id }) => {
    const { text, hash } = await client.showCard({ id });
    return client.editCard({ id, text: text.replace("make backup", "make dump"), base_hash: hash });
  },
  diffCard: (client, { id }) => client.diffCard({ id, version: 1 }),
  undoCard: (client, { id }) => client.undoCard({ id }),
  retireCard: (client, { id }) => client.retireCard({ id, reason: "old" }),
  restoreCard: (client, { id }) => client.restoreCard({ id }),
  reinforceCard: (client, { id }) => client.reinforceCard({ id }),
  weakenCard: (client, { id }) => client.weakenCard({ id }),
  cardLog: (client, { id }) => client.cardLog({ id }),
  whyCard: (client, { id }) => client.whyCard({ id }),
  proposeCard: (client) =>
    client.proposeCard({ ...CARD, when_to_use: "npm test fails", title: "Run npm run db:migrate first" }),
  waiting: (client) => client.waiting(),
  review: async (client) => {
    const { waiting } = await client.waiting();
    return client.review({ ids: waiting.map(({ card }) => card.id), accept: false });
  },
  acquire: (client) => client.acquire({ trajectories: [{ messages: [{ role: "user", content: "hello" }] }] }),
  importRuns: (client) =>
    client.importRuns({ text: '{"task_id": "t", "messages": [{"role": "user", "content": "hi"}]}' }),
  learn: (client) => client.learn(),
  dream: (client) => client.dream({ dry_run: true }),
  prune: (client) => client.prune({ dry_run: true }),
  status: (client) => client.status(),
};

/** What each reply must be. */
const REPLIES: { [Name in OperationName]: { parse(reply: unknown): unknown } } = {
  recall: s.recallReply,
  recordOutcome: s.outcomeReply,
  acquire: s.learnReply,
  importRuns: s.importReply,
  learn: s.learnReply,
  listCards: s.listReply,
  createCard: s.cardReply,
  proposeCard: s.proposeReply,
  showCard: s.cardView,
  editCard: s.editReply,
  diffCard: s.diffReply,
  undoCard: s.undoReply,
  retireCard: s.cardReply,
  restoreCard: s.cardReply,
  reinforceCard: s.movedReply,
  weakenCard: s.movedReply,
  cardLog: s.logReply,
  whyCard: s.whyReply,
  waiting: s.waitingReply,
  review: s.reviewReply,
  dream: s.dreamReply,
  prune: s.pruneReply,
  status: s.statusReply,
};

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it is
type Document = { paths: Record<string, Record<string, any>>; components: { schemas: Record<string, any> } };

describe("the client", () => {
  it("[N20] has a method for each operation of the server's own document, and each is answered as it says", async () => {
    const { app, client, seen } = clientOf("work");
    const document = app.document() as unknown as Document;
    const described = Object.entries(document.paths)
      .filter(([path]) => path.startsWith("/v1/"))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
      );
    expect(
      Object.fromEntries(described.map(({ operationId, method, path }) => [operationId, { method, path }])),
    ).toEqual(OPERATIONS);
    const known = { id: "db.backup", attempt: "" };
    for (const [name, call] of Object.entries(CALLS)) {
      const from = seen.length;
      const reply = (await call(client, known)) as { attempt?: string };
      // Nothing is left out, and nothing is in it that the schema does not know.
      expect([name, REPLIES[name as OperationName].parse(reply)]).toEqual([name, reply]);
      if (name === "recall") known.attempt = reply.attempt!;
      const { method, path } = OPERATIONS[name as OperationName];
      const asked = seen.slice(from).map((each) => ({ method: each.method.toLowerCase(), path: each.path }));
      expect([name, asked]).toEqual([
        name,
        expect.arrayContaining([{ method, path: path.replace("{id}", "db.backup") }]),
      ]);
    }
    expect(Object.keys(CALLS).sort()).toEqual(Object.keys(OPERATIONS).sort());
    expect((await client.listCards({})).cards[0]).toMatchObject({
      id: "db.backup",
      freq: 1,
      utility: 1,
      status: "active",
    });
  });

  it("says what the server said when it says no", async () => {
    const { client } = clientOf();
    const failed = await client.showCard({ id: "nope" }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(HabitusHttpError);
    expect(failed).toMatchObject({ status: 404, code: "NOT_FOUND", hint: expect.stringContaining("list") });
    // @ts-expect-error a task is needed
    const untyped = await client.recall({}).catch((error: unknown) => error);
    expect(untyped).toMatchObject({ status: 400, code: "INVALID_INPUT", message: expect.stringContaining("task") });
  });

  it("says that nobody answers, and what to do; whoever gives up hears of that instead", async () => {
    const server = createNetServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const client = createClient({ url: `http://127.0.0.1:${port}/` });
    const failed = { status: 0, code: "UNREACHABLE", hint: expect.stringContaining("habitus serve") };
    await expect(client.listCards({})).rejects.toMatchObject(failed);
    await expect(client.listCards({})).rejects.toThrow(`http://127.0.0.1:${port}: ECONNREFUSED`);
    await expect(client.events()[Symbol.asyncIterator]().next()).rejects.toMatchObject(failed);
    await expect(client.listCards({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
  });

  it("[N21] hears what happens, from where it left off, and of its own project alone", async () => {
    const { app, client } = clientOf("work");
    const other = createClient({ url: "http://localhost", token: TOKEN, project: "other", fetch: app.fetch });
    const hear = async (count: number, after?: number): Promise<ServerEvent[]> => {
      const heard: ServerEvent[] = [];
      for await (const event of client.events(after === undefined ? {} : { after })) {
        heard.push(event);
        if (heard.length === count) break;
      }
      return heard;
    };
    await client.createCard({ id: "db.backup", ...CARD });
    await other.createCard({ id: "db.other", ...CARD });
    const { attempt } = await client.recall({ task: "database migration" });
    await client.recordOutcome({ attempt, score: 1 });
    const all = await hear(3, 0);
    expect(all.map(({ type }) => type)).toEqual(["card", "recalled", "outcome"]);
    expect(all[2]).toMatchObject({ project: "work", attempt, score: 1, cards: ["db.backup"] });
    expect((await hear(1, all[1]!.id)).map(({ type }) => type)).toEqual(["outcome"]);
    const live = hear(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await client.reinforceCard({ id: "db.backup" });
    expect(await live).toMatchObject([{ type: "card", change: "reinforce", confidence: 0.6 }]);
  });
});

describe("metrics", () => {
  it("[N22] count answers by operation and status, and name no project, card or task", async () => {
    const { app, client } = clientOf("secret-project");
    await client.createCard({ id: "db.backup", ...CARD });
    await client.showCard({ id: "db.backup" });
    await client.showCard({ id: "nope" }).catch(() => undefined);
    await app.fetch(new Request("http://localhost/made-up-path", { headers: { authorization: `Bearer ${TOKEN}` } }));
    const request = new Request("http://localhost/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
    const text = await (await app.fetch(request)).text();
    expect(text).toContain('habitus_requests_total{operation="GET /v1/cards/:id",status="200"} 1\n');
    expect(text).toContain('habitus_requests_total{operation="GET /v1/cards/:id",status="404"} 1\n');
    expect(text).toContain('habitus_requests_total{operation="other",status="404"} 1\n');
    expect(text).toMatch(/habitus_request_seconds_bucket\{operation="POST \/v1\/cards",le="\+Inf"\} 1\n/);
    expect(text).not.toMatch(/secret-project|backup|made-up/);
    for (const line of text.trimEnd().split("\n")) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) habitus_\w+ .+|habitus_\w+(?:\{(?:\w+="[^"\n]*",?)+\})? [0-9.e+-]+)$/);
    }
  });
});
