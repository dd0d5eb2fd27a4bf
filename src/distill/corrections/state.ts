import { votingSession } from "../../model/trajectory.ts";
import { addEvidence, type Evidence, emptyEvidence, mergeEvidence } from "../evidence.ts";
import {
  addSmallest,
  entryOf,
  mergeMaps,
  mergeSmallest,
  mergeTables,
  rowOf,
  shortHash,
  type TaskTable,
} from "../sketch.ts";
import type { TrajectoryContext } from "../trajectory-context.ts";
import { type HeardCorrection, heardIn, type NameUses } from "./heard.ts";

/** What users corrected, and what sessions use anyway. Plain JSON. */
export interface CorrectionState {
  /** `unwanted wanted`, joined by a tab: names may hold a space. */
  pairs: Record<string, PairState>;
  /** A bounded sample of sessions: `hash of a name:first use:last use`, counted in steps. */
  sessions: TaskTable<string[]>;
}

export interface PairState {
  /** By hash of the session that votes. */
  sessions: TaskTable<PairRow>;
  evidence: Evidence;
}

export interface PairRow {
  /** Hashes of the tasks in which it was said there; mostly one. */
  tasks: string[];
  /** 1: the agent then used the wanted name. */
  followed: number;
  /** 1: said as a rule for the future, and followed. */
  standing: number;
  /** How the attempts ended, a bit set. */
  ended: number;
}

export const SESSION_LIMIT = 200;
const SAMPLE_SESSIONS = 60;
export const SAMPLE_NAMES = 100;
const MAX_TASKS = 4;

export function emptyCorrections(): CorrectionState {
  return { pairs: {}, sessions: {} };
}

/** @returns what was corrected in this trajectory, and the names that it used */
export function addCorrections(
  state: CorrectionState,
  context: TrajectoryContext,
): { heard: HeardCorrection[]; uses: NameUses } {
  const { heard, uses } = heardIn(context.trajectory);
  const session = sessionOf(context);
  noteUses(state, session, uses);
  for (const correction of heard) notePair(state, context, session, correction);
  return { heard, uses };
}

export function sessionOf({ trajectory }: TrajectoryContext): string {
  return shortHash(votingSession(trajectory.session));
}

export function pairKey(unwanted: string, wanted: string): string {
  return `${unwanted}\t${wanted}`;
}

export function namesInKey(key: string): { unwanted: string; wanted: string } {
  const [unwanted = "", wanted = ""] = key.split("\t");
  return { unwanted, wanted };
}

function noteUses(state: CorrectionState, session: string, uses: NameUses): void {
  const row = rowOf(state.sessions, session, SAMPLE_SESSIONS, (): string[] => []);
  if (!row) return;
  for (const [name, { first, last }] of uses) addSmallest(row, `${shortHash(name)}:${first}:${last}`, SAMPLE_NAMES);
}

function notePair(
  state: CorrectionState,
  context: TrajectoryContext,
  session: string,
  { unwanted, wanted, isFollowed, isStanding, turn }: HeardCorrection,
): void {
  const pair = entryOf(state.pairs, pairKey(unwanted, wanted), () => ({ sessions: {}, evidence: emptyEvidence() }));
  const row = rowOf(
    pair.sessions,
    session,
    SESSION_LIMIT,
    (): PairRow => ({ tasks: [], followed: 0, standing: 0, ended: 0 }),
  );
  if (row) {
    addSmallest(row.tasks, context.task, MAX_TASKS);
    row.followed |= Number(isFollowed);
    row.standing |= Number(isFollowed && isStanding);
    row.ended |= context.ended;
  }
  addEvidence(pair.evidence, context, turn);
}

export function mergeCorrections(a: CorrectionState, b: CorrectionState): CorrectionState {
  return {
    pairs: mergeMaps(a.pairs, b.pairs, (x, y) => ({
      sessions: mergeTables(x.sessions, y.sessions, SESSION_LIMIT, (left, right) => ({
        tasks: mergeSmallest(left.tasks, right.tasks, MAX_TASKS),
        followed: left.followed | right.followed,
        standing: left.standing | right.standing,
        ended: left.ended | right.ended,
      })),
      evidence: mergeEvidence(x.evidence, y.evidence),
    })),
    sessions: mergeTables(a.sessions, b.sessions, SAMPLE_SESSIONS, (x, y) => mergeSmallest(x, y, SAMPLE_NAMES)),
  };
}
