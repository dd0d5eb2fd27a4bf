import type { Wording } from "../model/finding.ts";
import type { Project } from "./types.ts";

/** What `doctor` finds in the files of one project. */
export type FilesAbout =
  | { kind: "project"; project: Project; files: string }
  | { kind: "index"; name: string; note?: string }
  | { kind: "broken_card"; path: string; line: number; problem: string }
  | { kind: "readable"; observations: number; rows: number }
  | { kind: "broken_line"; path: string; line: number; problem: string }
  | { kind: "empty_results"; times: number }
  | { kind: "no_hook"; sessions: number }
  | { kind: "filled"; calls: number; prompts: number }
  | { kind: "left"; left: "skipped" | "dropped" | "failed"; reason: string; times: number }
  | { kind: "cards"; files: number; indexed: number };

export const FILES_IN_ENGLISH: Wording<FilesAbout> = {
  project: ({ project, files }) => ({ what: `project ${project.id} (${project.why}), files in ${files}` }),
  index: ({ name, note }) => ({ what: `index: ${name}`, ...(note !== undefined && { fix: note }) }),
  broken_card: ({ path, line, problem }) => ({
    what: `${path}:${line}: ${problem}`,
    fix: "correct that line; until then the card is not recalled",
  }),
  readable: ({ observations, rows }) => ({ what: `${observations} observations and ${rows} ledger rows can be read` }),
  broken_line: ({ path, line, problem }) => ({
    what: `${path}:${line}: ${problem}`,
    fix: "that line is skipped; the others are read",
  }),
  empty_results: ({ times }) => ({
    what: `the last ${times} finished calls came without a result`,
    fix: "results do not reach habitus: check what the host's hooks send",
  }),
  no_hook: ({ sessions }) => ({
    what: `${sessions} sessions were told by no hook, and were taken from their transcripts`,
    fix: "a host does not run the hooks: in Codex, trust them by /hooks or habitus init",
  }),
  filled: ({ calls, prompts }) => ({
    what: `${calls} calls and ${prompts} prompts were missed by hooks, and filled in from transcripts`,
  }),
  left: ({ left, reason, times }) => ({ what: `${times} events ${left}: ${reason}` }),
  cards: ({ files, indexed }) => ({ what: `${files} card files, ${indexed} in the index` }),
};
