import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hookFacts } from "../../adapters/hook-facts.ts";
import { takeHookEvent } from "../../adapters/hook-intake.ts";
import { createSessionPlaces } from "../../adapters/session-places.ts";
import type { Memory } from "../../memory.ts";
import { type MarkedMoment, momentsOf } from "./moments.ts";
import { type HookAnswer, replyFor } from "./reply.ts";

/** Longest wait of a host, well below the shortest time that hosts give a hook. */
const DEADLINE_MS = 3_000;
/** `off` keeps habitus silent, whatever the configuration says; it goes on recording. */
export const ADVISE_SETTING = "HABITUS_ADVISE";

export interface HookSource {
  /** The environment that the host gave the hook. */
  env: NodeJS.ProcessEnv;
  /** The phase, where the payload does not say it. */
  event?: string | undefined;
  /** The host, where the caller knows it; default: by the payload. */
  host?: string | undefined;
}

/** Answers the hooks of one home; a memory stays open from one event to the next. */
export interface HookAnswerer {
  /** Records the event and returns the one JSON that the host reads, or "". Contract: never rejects, and comes back within a few seconds. */
  answer(text: string, source: HookSource): Promise<string>;
  close(): Promise<void>;
}

/**
 * One event: recorded, answered, done.
 * Contract: never rejects; "" whatever goes wrong.
 */
export async function answerHook(home: string, text: string, source: HookSource): Promise<string> {
  const answerer = createHookAnswerer(home);
  try {
    return await answerer.answer(text, source);
  } finally {
    await answerer.close();
  }
}

export function createHookAnswerer(home: string, { deadlineMs = DEADLINE_MS } = {}): HookAnswerer {
  const memories = new Map<string, Promise<Memory>>();
  const memoryOf = (project: string, env: NodeJS.ProcessEnv): Promise<Memory> => {
    const opened = memories.get(project) ?? openProject(home, project, env);
    memories.set(project, opened);
    // One that could not be opened may be able to later: the disk was full, a file was broken.
    opened.catch(() => memories.delete(project));
    return opened;
  };
  const work = async (text: string, source: HookSource): Promise<string> => {
    const facts = hookFacts(text, source);
    try {
      await takeHookEvent(home, text, { env: source.env, event: source.event }, Date.now());
    } catch (error) {
      // Advice is worth giving also where nothing can be written.
      complain(source.env, error);
    }
    if (!facts || isOff(source.env)) return "";
    const moments = momentsOf(facts);
    if (moments.length === 0) return "";
    const project = await createSessionPlaces(home).projectOf(facts.session);
    if (project === undefined || !hasCards(home, project)) return "";
    const answer = await speak(await memoryOf(project, source.env), moments);
    return replyFor(facts.host, facts.event, answer);
  };
  return {
    answer: async (text, source) => {
      const timer = new AbortController();
      try {
        return await Promise.race([
          work(text, source),
          sleep(deadlineMs, "", { signal: timer.signal, ref: false }).catch(() => ""),
        ]);
      } catch (error) {
        complain(source.env, error);
        return "";
      } finally {
        timer.abort();
      }
    },
    close: async () => {
      for (const opened of memories.values()) {
        // One that could not be opened has nothing to close.
        await opened.then((memory) => memory.close()).catch(() => undefined);
      }
    },
  };
}

/** The first moment for which there is advice speaks; the others would only crowd it. */
async function speak(memory: Memory, moments: readonly MarkedMoment[]): Promise<HookAnswer> {
  for (const { moment } of moments) {
    const advice = await memory.advise(moment);
    if (advice) return { context: advice.text };
  }
  return {};
}

/** Without a card there is nothing to say, and nothing is opened or made. */
function hasCards(home: string, project: string): boolean {
  return existsSync(join(home, "projects", project, "experiences")) || existsSync(join(home, "global", "experiences"));
}

async function openProject(home: string, project: string, env: NodeJS.ProcessEnv): Promise<Memory> {
  const { openMemory } = await import("../../open-memory.ts");
  return openMemory({ home, project, env });
}

function isOff(env: NodeJS.ProcessEnv): boolean {
  return /^(?:off|0|false|no)$/i.test(env[ADVISE_SETTING] ?? "");
}

function complain(env: NodeJS.ProcessEnv, error: unknown): void {
  if (env.HABITUS_DEBUG) process.stderr.write(`habitus hook: ${(error as Error).stack ?? error}\n`);
}
