// The wire's types without the library that checks them, so that a client needs no more than this file. That they are those of
// `schemas.ts` is held by `test/serve/http/api.test.ts`.

/** A card. */
export interface Card {
  id: string;
  title: string;
  when_to_use: string;
  kind: "habit" | "success" | "failure" | "comparison" | "tool" | "correction";
  status: "active" | "quarantined" | "retired" | "promoted";
  tier: "provisional" | "validated" | "reviewed";
  scope: "project" | "global";
  /** 0..1: is the pattern real? */
  confidence: number;
  /** Times handed over, and of those, times the task ended well. */
  freq: number;
  utility: number;
  /** Effect on success, in log-odds. */
  value?: { mean: number; sd: number } | undefined;
  keywords: string[];
  tools: string[];
  /** Kinds of task that the card is kept out of, and that it is kept to. */
  not_for?: string[] | undefined;
  only_for?: string[] | undefined;
  task_query?: string | undefined;
  generalized_query?: string | undefined;
  created: string;
  author: string;
  body: string;
}

/** A report that is passed on as the library gives it, in snake_case. */
export type Report = Record<string, unknown>;

export interface RecallInput {
  task: string;
  limit?: number | undefined;
  unproven?: number | undefined;
  max_tokens?: number | undefined;
  tools?: string[] | undefined;
  exclude?: string[] | undefined;
  session?: string | undefined;
  family?: string | undefined;
  level?: "session" | "prompt" | "tool" | "failure" | undefined;
  rerank?: boolean | undefined;
  rewrite?: boolean | undefined;
  evidence?: boolean | undefined;
  key?: "all" | "when_to_use" | "task_query" | "generalized_query" | "keywords" | "content" | undefined;
  top_k?: number | undefined;
  record?: boolean | undefined;
}

export interface Advice {
  attempt: string;
  task: string;
  text: string;
  cards: Card[];
  explain: Array<Report & { id: string; shown: boolean }>;
  unrecorded?: string | undefined;
  notes?: string[] | undefined;
}

export interface OutcomeInput {
  attempt: string;
  score: number;
  by?: "benchmark" | "test" | "user" | "signals" | "judge" | undefined;
  reasons?: string[] | undefined;
  wait?: boolean | undefined;
}

type Moved = { id: string; reason: string };
type Id = { id: string };
type None = Record<never, never>;

interface CardWords {
  keywords?: string[] | undefined;
  tools?: string[] | undefined;
}

/** What each operation takes and gives. */
export interface Api {
  recall: { input: RecallInput; reply: Advice };
  recordOutcome: {
    input: OutcomeInput;
    reply: { attempt: string; cards: string[]; score: number; by: string; retired: Moved[]; restored: Moved[] };
  };
  acquire: {
    input: {
      /** `{task_id?, messages, score?}` each. */
      trajectories: Array<Record<string, unknown>>;
      granularity?: "keypoint" | "trajectory" | undefined;
      lenses?: Array<"success" | "failure" | "comparison"> | undefined;
      addition?: "selective" | "full" | undefined;
      success_at?: number | undefined;
      judge_at?: number | undefined;
      skip_failed?: boolean | undefined;
    };
    reply: Report;
  };
  importRuns: {
    input: { text: string; name?: string | undefined; as_reviewed?: boolean | undefined };
    reply: Report;
  };
  learn: { input: { open?: boolean | undefined }; reply: Report };
  listCards: {
    input: { status?: Card["status"] | undefined; offset?: number | undefined; limit?: number | undefined };
    reply: { total: number; cards: Card[]; problems: Array<Report & { path: string }> };
  };
  createCard: {
    input: CardWords & {
      when_to_use: string;
      id?: string | undefined;
      title?: string | undefined;
      body?: string | undefined;
      confidence?: number | undefined;
      not_for?: string[] | undefined;
      only_for?: string[] | undefined;
    };
    reply: { card: Card };
  };
  proposeCard: {
    input: CardWords & { when_to_use: string; title: string; body: string; task_query?: string | undefined };
    reply: { verdict: "waits" | "merged" | "refused"; reason: string; id?: string | undefined };
  };
  showCard: {
    input: Id;
    reply: { card: Card; text: string; hash: string; versions: number; stale?: string | undefined };
  };
  editCard: { input: Id & { text: string; base_hash: string }; reply: { card: Card; hash: string } };
  diffCard: { input: Id & { version?: number | undefined }; reply: { id: string; diff: string } };
  undoCard: { input: Id; reply: { card: Card; diff: string } };
  retireCard: { input: Id & { reason?: string | undefined }; reply: { card: Card } };
  restoreCard: { input: Id & { reason?: string | undefined }; reply: { card: Card } };
  reinforceCard: { input: Id; reply: { id: string; before: number; after: number } };
  weakenCard: { input: Id; reply: { id: string; before: number; after: number } };
  cardLog: { input: Id; reply: { rows: Array<Report & { type: string; at: string }> } };
  whyCard: { input: Id; reply: Report };
  waiting: { input: None; reply: { waiting: Array<{ card: Card; reason: string; by: string }> } };
  review: { input: { ids: string[]; accept: boolean }; reply: { decided: string[] } };
  dream: { input: { dry_run?: boolean | undefined; limit?: number | undefined }; reply: Report };
  prune: { input: { dry_run?: boolean | undefined }; reply: { pruned: Moved[] } };
  status: { input: None; reply: Report };
}
