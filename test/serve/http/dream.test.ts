import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openMemory } from "../../../src/open-memory.ts";
import { createHttpApp } from "../../../src/serve/http/app.ts";
import { createClient } from "../../../src/serve/http/client.ts";
import { TOKEN, tempFolder } from "./app-of.ts";

const TITLES = ["Run the linter before every commit", "Run the linter before each commit"];

/** A server with two cards that say the same in each of these projects. @param broken  cannot dream */
async function withTwins(projects: readonly string[], broken?: string) {
  const home = join(tempFolder(), "home");
  const faults: string[] = [];
  const app = createHttpApp(
    async (project = "own") => {
      const memory = await openMemory({ home, env: {}, project });
      if (project === broken) memory.dream = () => Promise.reject(new Error("disk full"));
      return memory;
    },
    { token: TOKEN, onFault: (line) => void faults.push(line) },
  );
  onTestFinished(() => app.stop());
  const client = (project: string) =>
    createClient({ url: "http://localhost", token: TOKEN, project, fetch: (request) => app.fetch(request) });
  for (const project of projects) {
    for (const [n, title] of TITLES.entries())
      await client(project).createCard({
        id: `backup-${n}`,
        when_to_use: "Before committing changes",
        title,
        body: "1. Run `npm run lint`.",
      });
  }
  const active = async (project: string) => (await client(project).listCards()).total;
  return { app, home, faults, active };
}

describe("[N26] a dream of the server", () => {
  it("is over before the server has stopped, and none begins after that", async () => {
    const { app, home } = await withTwins(["own", "team"]);
    const order: string[] = [];
    const dreaming = app.dream().then(() => order.push("dreamt"));
    await app.stop();
    order.push("stopped");
    await dreaming;
    expect(order).toEqual(["dreamt", "stopped"]);
    await app.dream();
    // The one that was going on was carried out; the other project's had not begun.
    const left = await Promise.all(
      ["own", "team"].map(async (project) => {
        const memory = await openMemory({ home, env: {}, project });
        const { cards } = await memory.list("active");
        await memory.close();
        return cards.length;
      }),
    );
    expect(left).toEqual([1, 2]);
  });

  it("goes on in the other projects when one of them cannot dream, and says so", async () => {
    const { app, faults, active } = await withTwins(["one", "two", "three"], "two");
    await app.dream();
    expect(await Promise.all(["one", "two", "three"].map(active))).toEqual([1, 2, 1]);
    expect(faults).toEqual(["dream: disk full"]);
  });
});
