import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { Memory } from "../../../src/memory.ts";
import { type OpenOptions, openMemory } from "../../../src/open-memory.ts";
import type { ModelsOptions } from "../../../src/options/models.ts";
import { startOpenAi } from "../../model-servers/openai.ts";
import { GOOD_JUDGEMENT, KEY_POINTS, STOCK } from "../../model-servers/replies.ts";
import { type Reply, replies, type Script, type ScriptedServer } from "../../model-servers/scripted.ts";

export interface Desk {
  memory: Memory;
  server: ScriptedServer;
  home: string;
  /** Cards that models wrote, in every place, by file name: their text. Mining finds some of its own beside them. */
  cards(): Record<string, string>;
  /** Types of ledger rows, in order. */
  ledger(): string[];
  /** Whether `learn` has ever moved its cursor. */
  hasLearned(): boolean;
  reopen(options?: Partial<ModelsOptions>, more?: OpenOptions["options"]): Promise<Memory>;
}

const cleanups: Array<() => Promise<void> | void> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

export const GOOD: Record<string, Reply | Reply[]> = {
  key_points: { json: KEY_POINTS },
  success_experiences: { json: { experiences: [STOCK] } },
  failure_experiences: { json: { experiences: [] } },
  comparison_experiences: { json: { experiences: [] } },
  judgement: { json: GOOD_JUDGEMENT },
};

/** A memory on disk whose models are one scripted server over HTTP. */
export async function openDesk(
  script: Script | Record<string, Reply | Reply[]> = GOOD,
  models: Partial<ModelsOptions> = {},
): Promise<Desk> {
  const server = await startOpenAi(typeof script === "function" ? script : replies(script));
  const home = mkdtempSync(join(tmpdir(), "habitus-lenses-"));
  const role = { provider: "openai-compatible" as const, model: "scripted-1", baseUrl: server.url };
  const opened: Memory[] = [];
  const open = async (options: Partial<ModelsOptions> = models, others: OpenOptions["options"] = {}) => {
    const memory = await openMemory({
      home,
      project: "p",
      env: {},
      options: { ...others, models: { default: role, retries: 0, ...options } },
    });
    opened.push(memory);
    return memory;
  };
  cleanups.push(async () => {
    for (const memory of opened) await memory.close();
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });
  const memory = await open();
  const folder = join(home, "projects", memory.project.id);
  const filesIn = (name: string) => {
    try {
      return readdirSync(join(folder, name));
    } catch {
      return []; // never written
    }
  };
  return {
    memory,
    server,
    home,
    cards: () =>
      Object.fromEntries(
        ["experiences", "quarantine", "retired"]
          .flatMap((place) =>
            filesIn(place).map((file) => [`${place}/${file}`, readFileSync(join(folder, place, file), "utf8")]),
          )
          .filter(([, text]) => text!.includes("origin: lens")),
      ),
    ledger: () =>
      filesIn("ledger").flatMap((file) =>
        readFileSync(join(folder, "ledger", file), "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => (JSON.parse(line) as { type: string }).type),
      ),
    hasLearned: () => filesIn(".").includes("learn.json"),
    reopen: open,
  };
}
