import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type HookFacts, hookFacts } from "../../adapters/hook-facts.ts";
import { takeHookEvent } from "../../adapters/hook-intake.ts";
import { createSessionPlaces } from "../../adapters/session-places.ts";
import type { AdviceMoment } from "../../memory/advise/moment.ts";
import type { Memory } from "../../memory.ts";
import { momentsOf } from "./moments.ts";
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
  /** Learns from the project of this event. Contract: never rejects. */
  learn(text: string, source: HookSource): Promise<void>;
  close(): Promise<void>;
}

/**
 * One event: recorded, answered, done. At the end of a session it is also learned from, because nothing may go on after it; the
 * caller's deadline may cut that off, and the next session makes up for it.
 * Contract: never rejects; "" whatever goes wrong.
 */
export async function answerHook(home: string, text: string, source: HookSource): Promise<string> {
  const answerer = createHookAnswerer(home);
  try {
    const reply = await answerer.answer(text, source);
    if (hookFacts(text, source)?.event === "SessionEnd") await answerer.learn(text, source);
    return reply;
  } catch (error) {
    complain(source.env, error);
    return "";
  } finally {
    await answerer.close();
  }
}

export function createHookAnswerer(home: string, { deadlineMs = DEADLINE_MS } = {}): HookAnswerer {
  const memories = new Map<string, Promise<Memory>>();
  const places = createSessionPlaces(home);
  const counts = countEvents();
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
      const compare = async (project: string, session: string) =>
        (await memoryOf(project, source.env)).reconcile({ session, quietMs: 0 });
      await takeHookEvent(home, text, { ...source, compare }, Date.now());
    } catch (error) {
      // Advice is worth giving also where nothing can be written.
      complain(source.env, error);
    }
    if (!facts || isOff(source.env)) return "";
    const asksForNotice = counts.isNoticeTime(facts);
    const moments = momentsOf(facts);
    if (moments.length === 0 && !asksForNotice) return "";
    const project = await places.projectOf(facts.session);
    if (project === undefined || !(hasCards(home, project) || asksForNotice)) return "";
    const memory = await memoryOf(project, source.env);
    const answer = await speak(memory, moments);
    const notice = asksForNotice ? await noticeFor(memory, facts.session, source.env) : undefined;
    return replyFor(facts.host, facts.event, { ...answer, ...(notice !== undefined && { notice }) });
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
    learn: async (text, source) => {
      try {
        const session = hookFacts(text, source)?.session;
        const project = session === undefined ? undefined : await places.projectOf(session);
        if (project !== undefined) await (await memoryOf(project, source.env)).learn();
      } catch (error) {
        // Another process learns already, or the disk is full: the next session does it.
        complain(source.env, error);
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

/** Events of one session after which it is worth looking whether there is something to say to the person. */
const LOOK_EVERY = 20;
const MOST_SESSIONS = 100;

/** Says when to look: at the beginning of a session, and at a prompt after so many events. */
function countEvents(): { isNoticeTime(facts: HookFacts): boolean } {
  const events = new Map<string, number>();
  return {
    isNoticeTime: ({ event, session, agent }) => {
      if (agent !== undefined) return false;
      if (event === "SessionStart") return true;
      const count = (events.get(session) ?? 0) + 1;
      const isDue = /^(?:UserPromptSubmit|BeforeAgent)$/.test(event) && count >= LOOK_EVERY;
      events.set(session, isDue ? 0 : count);
      if (events.size > MOST_SESSIONS) events.delete(events.keys().next().value!);
      return isDue;
    },
  };
}

async function noticeFor(memory: Memory, session: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const notice = await memory.notice(session);
  if (notice === undefined) return undefined;
  const [{ chooseLanguage }, { loadMessages }] = await Promise.all([
    import("../cli/language.ts"),
    import("../cli/messages/load.ts"),
  ]);
  return (await loadMessages(chooseLanguage(undefined, env))).hookNotice(notice);
}

/** The first moment for which there is advice speaks; the others would only crowd it. */
async function speak(memory: Memory, moments: readonly AdviceMoment[]): Promise<HookAnswer> {
  for (const moment of moments) {
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
