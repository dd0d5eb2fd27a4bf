import type { SurpriseAlert } from "../learn/policy/surprise.ts";
import type { Experience } from "../model/experience.ts";
import type { Finding as CheckFinding } from "../model/finding.ts";
import type { LedgerRow, RecallLevel } from "../model/ledger.ts";
import type { Outcome } from "../model/outcome.ts";
import type { ChosenBy } from "../model/project.ts";
import type { LogProblem, ModelCount } from "../ports.ts";
import type { RecallKey } from "../recall/keys.ts";
import type { Explained } from "../recall/recall.ts";
import type { DemotionReport } from "./demote-run.ts";
import type { FilesAbout } from "./findings.ts";
import type { HostConflict } from "./host-memory-run.ts";
import type { LensReport } from "./lenses/types.ts";
import type { FilledIn, ReconcileReport } from "./reconcile-run.ts";

/** Whose memory it is. */
export interface Project {
  id: string;
  /** For people; not unique. */
  name: string;
  /** The folder it belongs to; absent when it was named by hand. */
  root?: string;
  /** In words, how this project was recognised. */
  why: string;
  /** The same as data; absent where whoever opened the memory said nothing of it. */
  chosen?: ChosenBy;
}

/** One file to import. */
export interface ImportSource {
  /** As a person finds it; for messages and for telling formats apart. */
  path: string;
  /** UTF-8 bytes, where known; for progress. */
  bytes?: number;
  /** The text in pieces of any size, from the beginning each time: once to look, once to read. */
  open(): AsyncIterable<string>;
}

export interface Progress {
  /** What is being done: `import`, `learn`, `revoke`, `simulate`. */
  stage: string;
  done: number;
  /** Absent while nobody knows how much there is. */
  total?: number;
  /** What `done` counts. */
  unit: "bytes" | "trajectories" | "cards" | "runs" | "tasks";
}

export interface ImportReport {
  files: Array<{
    path: string;
    /** Name of the format; absent when none was recognised. */
    format?: string;
    /** In words, why nothing was imported, when that is no fault. */
    passed?: string;
    added: number;
    /** Already there from an earlier import. */
    known: number;
    /** What it holds are cards, not attempts. */
    cards?: boolean;
  }>;
  /** Whose memory grew. */
  projects: Array<{ id: string; name: string; added: number }>;
  /** Attempts added. */
  trajectories: number;
  calls: number;
  observations: number;
  /** Cards from elsewhere, in quarantine unless they were loaded as reviewed; and how many of them the screen found something in. */
  cards: { added: number; alarming: number };
  /** Damaged lines and files that no importer knows: named and skipped. */
  problems: LogProblem[];
}

/** What became of one candidate; every one can be printed with its reason. */
export interface Decision {
  /** Stable name of what was found, such as its rule key. */
  key: string;
  verdict:
    | "created"
    | "refreshed"
    | "unchanged"
    | "merged"
    | "quarantined"
    | "rejected"
    | "withdrawn"
    | "restored"
    | "kept retired";
  reason: string;
  /** The card it became or met. */
  card?: string;
  title?: string;
  /** Distinct tasks that support it. */
  support: number;
  /** Times it held, of the times it could have. */
  hits: number;
  chances: number;
  /** Lower end of the 95 % Wilson interval of hits/chances. */
  bound: number;
  /** Probability of as much by chance, and after false-discovery control. */
  p: number;
  q: number;
  /** `evidence`: chance does not explain it. `name-agreement`: the names agree, and the values vary too little for a test. */
  tier: "evidence" | "name-agreement";
}

export interface LearnReport {
  /** Attempts read in this run. */
  trajectories: number;
  calls: number;
  /** Sessions that are still going on; the next run reads them. */
  open: number;
  /** Sessions that were compared with what their hosts wrote down, and what hooks had missed of them. */
  compared?: Omit<ReconcileReport, "problems">;
  decisions: Decision[];
  /** Skills and global cards that were taken back, because a card went bad. */
  demoted?: DemotionReport[];
  /** Cards that changed their place by what was learned about use. */
  retired: Array<{ id: string; reason: string }>;
  /** Cards that the policy had retired, and that earned their way back; absent: none. */
  restored?: Array<{ id: string; reason: string }>;
  problems: LogProblem[];
  /** What models made of the attempts; absent when none was asked. */
  lenses?: LensReport;
}

/** What was handed over for one task. */
export interface Advice {
  /** Names this attempt when its outcome is recorded. */
  attempt: string;
  task: string;
  /** Ready to be put before an agent: fenced, escaped. "" when nothing fits. */
  text: string;
  cards: Experience[];
  /** Why each card of the shortlist was shown or not, best first. */
  explain: Explained[];
  /** In words, why this attempt could not be put on record; its outcome then cannot be recorded either. */
  unrecorded?: string;
  /** What a model was asked for and could not do, and what was done instead; absent when there is nothing to say. */
  notes?: string[];
}

export interface RecallRequest {
  /** Most cards; default `options.limit`. */
  limit?: number;
  /**
   * Most cards for which only their own evidence speaks. Whole number ≥ 0, default 1. As many as `limit`, and every card that fits may
   * be shown, as in ReMe.
   */
  unproven?: number;
  /** Most tokens of `text`; default `options.maxTokens`. */
  maxTokens?: number;
  /** Names of tools that the agent has; absent: unknown, nothing is left out for it. */
  toolsAtHand?: readonly string[];
  /** Ids that the agent already has. */
  exclude?: readonly string[];
  session?: string;
  family?: string;
  level?: RecallLevel;
  /** A model orders the cards that fit by reading them. Default false. */
  rerank?: boolean;
  /** A model merges the cards into one guidance for this task; the cards stay as they are. Default false. */
  rewrite?: boolean;
  /** At most three calls of raw evidence behind each card, quoted. Default false. */
  evidence?: boolean;
  /** Fields that are searched; all but `all` are for comparison. Default `all`. */
  key?: RecallKey;
  /** Cards that are weighed against one another. Whole number ≥ 1, default 20. */
  topK?: number;
  /** Ends calls of models, and with them the recall. */
  signal?: AbortSignal;
  /** False: only look, nothing is handed over and the ledger stays as it is. Default true. */
  record?: boolean;
}

export interface OutcomeReport {
  attempt: string;
  cards: string[];
  outcome: Outcome;
  /** Cards that this outcome made the policy retire. */
  retired: Array<{ id: string; reason: string }>;
  /** Cards that the policy had retired, and that earned their way back; absent: none. */
  restored?: Array<{ id: string; reason: string }>;
}

export interface CardView {
  experience: Experience;
  path: string;
  /** The file as it is. */
  text: string;
  /** How many earlier versions there are. */
  versions: number;
  /** Times handed over after which somebody could tell whether it was followed, times it was, and whether it is not handed over unasked for that. */
  followed: { checked: number; times: number; muted: boolean };
  /** In words, what it speaks of that is no more: recall keeps it back. */
  stale?: string;
}

export interface NewCard {
  id?: string;
  whenToUse: string;
  title?: string;
  /** Markdown below the title. */
  body?: string;
  confidence?: number;
  keywords?: readonly string[];
  tools?: readonly string[];
  /** Kinds of task that it is kept out of, as `recall` is told them or finds them in the task's words. */
  notFor?: readonly string[];
  /** Kinds of task that it is kept to. Default: every kind. */
  onlyFor?: readonly string[];
}

export interface Status {
  project: Project;
  cards: { active: number; quarantined: number; retired: number; promoted: number; broken: LogProblem[] };
  /** Observations that no `learn` has read yet. */
  waiting: number;
  trajectories: number;
  attempts: { recalled: number; known: number; endedWell: number };
  /** Kinds of task whose latest attempts went worse than everything before lets expect. */
  alerts: SurpriseAlert[];
  /** Advice that somebody could check: how much of it was followed, and the cards that mute themselves because it mostly is not. */
  followed: { checked: number; times: number; muted: string[] };
  /** Cards that recall keeps back because what they speak of is gone. */
  stale: Array<{ id: string; reason: string }>;
  index: { name: string; note?: string };
  /** What was seen and not recorded, over all projects. */
  left: Array<{ kind: "skipped" | "dropped" | "failed"; reason: string; times: number }>;
  /** Sessions that no folder was ever named for. */
  unassigned: number;
  /** What hooks missed and transcripts told, over all sessions of the project. */
  filled: FilledIn & { sessions: number };
  /** Finished calls without a result, one after the other up to now: many of them mean that results do not arrive. */
  emptyResults: number;
  lastLearned?: string;
  /** Skills and global cards that the evidence suggests, by the ids of their cards. */
  suggested: { skills: string[][]; global: string[] };
  /** Cards that a memory file of a host opposes. */
  conflicts: HostConflict[];
  /** Paths of skill files that stayed after their cards were demoted, because a person had changed them. */
  leftSkills: string[];
  /** Which model plays which role, what was used today over all projects, and attempts that wait for the lenses; absent without models. */
  models?: { roles: Record<string, string>; today?: ModelCount; most?: ModelCount; waiting: number };
  home: string;
}

/** What `doctor` found, in words and as data. */
export type Finding = CheckFinding<FilesAbout>;

export type { Explained } from "../recall/recall.ts";
export type LogEntry = LedgerRow;
