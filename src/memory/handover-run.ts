import { MemoryError } from "../errors.ts";
import { kindOf } from "../learn/dream/hand-over.ts";
import { freshOffers, hostLines, type Offer, withLines } from "../learn/host-memory.ts";
import { foldLedger } from "../learn/record.ts";
import { votingSession } from "../model/trajectory.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import type { HostMemory, Ports } from "../ports.ts";
import { changeBetween } from "../store/versions.ts";
import { standingWordsIn } from "../text/standing-words.ts";

export type { Offer } from "../learn/host-memory.ts";

export interface HandoverRequest {
  /** `user`, `project` or a path; default: the project's memory file where it has one, else the user's. */
  to?: string;
  /** Write it. Default: only say what would be written. */
  apply?: boolean;
}

export interface HandoverReport {
  offers: Offer[];
  files: Array<{ path: string; diff: string }>;
  applied: boolean;
  /** Folder with the files as they were. */
  copies?: string;
}

/** Confidence from which what a card of corrections says may be offered (as session advice, DESIGN §3). 0..1. */
const SURE = 0.4;
/** Offers of one run; the next one goes on. A guess: more are read by nobody. */
const MOST = 20;

const scrubber = createScrubber();

/**
 * What belongs into the hosts' own memory: rules that a user stated, facts, preferences, as a diff. Nothing is written unless asked.
 * What a file says already is left out; what a file opposes is shown and never written.
 */
export async function handoverRun(ports: Ports, { to, apply = false }: HandoverRequest): Promise<HandoverReport> {
  const hosts = await hostsOf(ports);
  const files = await hosts.read();
  const all = [...(await saidByUsers(ports)), ...(await heldByCards(ports))];
  const offers = freshOffers(all, hostLines(files)).slice(0, MOST);
  const lines = offers.filter(({ against }) => !against).map(({ text }) => text);
  if (lines.length === 0) return { offers, files: [], applied: false };
  const changes = (await hosts.targets(to)).map(({ path, text }) => ({
    path,
    before: text,
    after: withLines(text ?? "", lines),
  }));
  const diffs = changes.map(({ path, before, after }) => ({
    path,
    diff: changeBetween(before ?? "", after, { from: before === undefined ? "/dev/null" : path, to: path }),
  }));
  if (!apply) return { offers, files: diffs, applied: false };
  return { offers, files: diffs, applied: true, copies: await hosts.write(changes, lines) };
}

export async function undoHandover(ports: Ports): ReturnType<HostMemory["undo"]> {
  const undone = await (await hostsOf(ports)).undo();
  if (undone.length === 0) throw new MemoryError("NOT_FOUND", "nothing was handed over", "There is nothing to undo.");
  return undone;
}

async function hostsOf(ports: Pick<Ports, "hostMemory">): Promise<HostMemory> {
  if (!ports.hostMemory) throw new MemoryError("INVALID_INPUT", "no host's memory is at hand");
  return ports.hostMemory();
}

/** Only what a person typed; a subagent's prompt is another agent's word. Revoked sessions have no say. */
async function saidByUsers(ports: Ports): Promise<Offer[]> {
  const { revoked } = await foldLedger(ports.ledger.read());
  const offers: Offer[] = [];
  for await (const { value } of ports.observations.read({})) {
    const { event, input, session, agent } = value;
    if (event !== "prompt" || typeof input !== "string" || session === undefined || agent !== undefined) continue;
    const voice = votingSession(session);
    if (/\/agent-/.test(session) || revoked.has(voice)) continue;
    for (const { text, kind } of standingWordsIn(input)) {
      // What was hidden in it says that it was about a secret.
      if (!/\[hidden:/.test(text)) offers.push({ text: scrubber.scrubText(text), kind, sessions: [voice] });
    }
  }
  return offers;
}

/** Corrections that a user made are rules for the host; personal facts and general knowledge are no procedures. */
async function heldByCards(ports: Ports): Promise<Offer[]> {
  return (await ports.index.all("experiences")).flatMap(({ experience }): Offer[] => {
    const { id, title, status, confidence, rule } = experience;
    if (status !== "active") return [];
    if (rule?.type === "user-correction")
      return confidence >= SURE ? [{ text: title, kind: "constraint", sessions: [], card: id }] : [];
    return kindOf(experience) ? [{ text: title, kind: "fact", sessions: [], card: id }] : [];
  });
}
