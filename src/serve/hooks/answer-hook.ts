import { existsSync } from "node:fs";
import { join } from "node:path";
import { type HookFacts, readHook } from "../../adapters/hook-facts.ts";
import { createSessionPlaces } from "../../adapters/session-places.ts";
import type { AdviceMoment } from "../../memory/advise/moment.ts";
import type { Memory } from "../../memory.ts";
import { createEventWriter } from "./event-writer.ts";
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
  /**
   * Records the event and returns the one JSON that the host reads, or "". Where the session is known, the reply of a prompt or a call
   * comes first: its line is written a moment later, before any other event is answered, and before `close` comes back.
   * Contract: never rejects, and comes back within a few seconds.
   * @param given  the payload, as text or as the object that it is
   */
  answer(given: string | object, source: HookSource): Promise<string>;
  /** Learns from the project of a session whose events came here. Contract: never rejects. */
  learn(given: string | object, source: HookSource): Promise<void>;
  /** Loads beforehand what the first advice needs. Contract: never rejects. */
  warm(): Promise<void>;
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
    if (readHook(text, source).facts?.event === "SessionEnd") await answerer.learn(text, source);
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
  /** Milliseconds of this process at which the index of a project was brought in step with its files for the last time. */
  const looks = new Map<string, number>();
  const counts = countEvents();
  const memoryOf = (project: string, env: NodeJS.ProcessEnv): Promise<Memory> => {
    const opened = memories.get(project) ?? openProject(home, project, env);
    memories.set(project, opened);
    // One that could not be opened may be able to later: the disk was full, a file was broken.
    opened.catch(() => memories.delete(project));
    return opened;
  };
  const writer = createEventWriter(home, {
    compare: async (project, session, env) => (await memoryOf(project, env)).reconcile({ session, quietMs: 0 }),
    onError: (error, env) => complain(env, error),
  });
  const placeOf = async (session: string) =>
    writer.placeOf(session) ?? (await createSessionPlaces(home).projectOf(session));
  const speakOf = async (facts: HookFacts, { env }: HookSource): Promise<string> => {
    if (isOff(env)) return "";
    const asksForNotice = counts.isNoticeTime(facts);
    const moments = momentsOf(facts);
    if (moments.length === 0 && !asksForNotice) return "";
    const project = await placeOf(facts.session);
    if (project === undefined || !(hasCards(home, project) || asksForNotice)) return "";
    const memory = await memoryOf(project, env);
    const asIndexed = looks.has(project);
    const answer = await speak(memory, asIndexed ? moments.map((each) => ({ ...each, asIndexed })) : moments);
    if (!asIndexed) looks.set(project, performance.now());
    const notice = asksForNotice ? await noticeFor(memory, facts.session, env) : undefined;
    return replyFor(facts.host, facts.event, { ...answer, ...(notice !== undefined && { notice }) });
  };
  /** After a reply, so that the next one finds what people and other processes wrote meanwhile. */
  const look = async (session: string, env: NodeJS.ProcessEnv): Promise<void> => {
    const project = writer.placeOf(session);
    const last = project === undefined ? undefined : looks.get(project);
    if (project === undefined || last === undefined || performance.now() - last < LOOK_MS) return;
    looks.set(project, performance.now());
    try {
      await (await memoryOf(project, env)).refresh();
    } catch (error) {
      // The next call asks for it again.
      looks.delete(project);
      complain(env, error);
    }
  };
  return {
    answer: async (given, source) => {
      try {
        const read = readHook(given, source);
        const { facts } = read;
        writer.add(read, source.env, Date.now());
        const isHot = facts !== undefined && HOT.includes(facts.event) && writer.placeOf(facts.session) !== undefined;
        const work = async () => {
          if (!isHot) await writer.flush();
          return facts ? speakOf(facts, source) : "";
        };
        const reply = await inTime(work(), deadlineMs);
        // The reply goes out first.
        if (isHot) setImmediate(() => void look(facts.session, source.env));
        return reply ?? "";
      } catch (error) {
        complain(source.env, error);
        return "";
      }
    },
    learn: async (given, source) => {
      try {
        await writer.flush();
        const session = readHook(given, source).facts?.session;
        const project = session === undefined ? undefined : await placeOf(session);
        if (project !== undefined) await (await memoryOf(project, source.env)).learn();
      } catch (error) {
        // Another process learns already, or the disk is full: the next session does it.
        complain(source.env, error);
      }
    },
    warm: async () => {
      try {
        await Promise.all([import("../../open-memory.ts"), import("../../memory/advise-run.ts")]);
        await import("../../memory/advise/about-call.ts");
      } catch {
        // What cannot be loaded says so when it is needed.
      }
    },
    close: async () => {
      await inTime(writer.flush(), deadlineMs);
      for (const opened of memories.values()) {
        // One that could not be opened has nothing to close.
        await opened.then((memory) => memory.close()).catch(() => undefined);
      }
    },
  };
}

/** Events that an agent waits for again and again. */
const HOT = ["UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch"];

/** How old the index may be when a call is looked up in it; a prompt, and the start of a session, look at the files themselves. */
const LOOK_MS = 1_000;

/** A disk that hangs must not keep anybody. @returns undefined when the time is over */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms).unref();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
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
