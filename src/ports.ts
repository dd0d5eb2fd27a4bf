import type { CardStatus, Experience } from "./model/experience.ts";
import type { LedgerRow, NewLedgerRow } from "./model/ledger.ts";
import type { Observation } from "./model/observation.ts";

/** What the core asks of the world. `adapters/` answers with Node; tests answer with plain memory. */
export interface Ports {
  clock: Clock;
  ids: Ids;
  chance: Chance;
  observations: ObservationLog;
  ledger: Ledger;
  cards: CardFiles;
  index: CardIndex;
  state: StateFile;
  /** What a dream has decided and not yet carried out; null when nothing waits. */
  dream: StateFile;
  lock: Lock;
  recording: Recording;
  /** Absent: there are none to be had. */
  transcripts?: Transcripts;
  /** Absent: this project knows of no other. */
  global?: GlobalStore;
  /** Where skills are written. Absent: nothing can be promoted to one. */
  skills?: () => Promise<SkillFolders>;
  /** The project's own folder as it is now. Absent: nobody knows where it is, and no card is stale for a file or version. */
  surroundings?: () => Promise<Surroundings>;
  /** Absent: no host's files are at hand. */
  hostMemory?: () => Promise<HostMemory>;
  notes: SessionNotes;
  /** Absent: no model is used; everything works without one. */
  models?: Models;
  /** What models were asked for today, over all processes of this home. Absent: only the limits of one run hold. */
  modelUse?: ModelUse;
  /** Vectors of the cards, derived like the index. Absent: they are made anew in every process. */
  vectors?: StateFile;
}

/** What a card may speak of and find gone. */
export interface Surroundings {
  /** @param path  below the project's root, `/` between names; undefined: nobody can tell */
  exists(path: string): Promise<boolean | undefined>;
  /** The major version of a package or engine that the project asks for; undefined: none, or several would do. */
  majorOf(name: string): Promise<number | undefined>;
}

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

export interface Ids {
  /** A new id, unique in the world, sorting by time of creation. */
  next(): string;
}

export interface Chance {
  /** Uniform on [0, 1). Decides nothing but whether a retired card gets another try. */
  draw(): number;
}

/**
 * How far a reader got in a log of dated files: file name without folder, such as `2026-11-30.jsonl`, to the byte offset of its
 * next unread line; a file that is not named counts as 0. One offset a file, not one for the log: imports append to the days
 * on which things happened, and around midnight two processes append to two files.
 */
export type LogPositions = Readonly<Record<string, number>>;

export interface LogLine<T> {
  value: T;
  /** File name without its folder. */
  file: string;
  /** Byte offset where this line begins, and where the next one does. */
  start: number;
  next: number;
}

/** A line that could not be read: named, skipped, never fatal. */
export interface LogProblem {
  /** Path as a person finds it. */
  path: string;
  /** Counted from 1. */
  line: number;
  problem: string;
}

/**
 * `observations/*.jsonl`: append-only.
 *
 * Promise: when `append` resolves, all its lines are in the file, each whole, whatever other processes append meanwhile.
 * A last line without newline that some crash left is closed first, so it spoils nobody else's line.
 */
export interface ObservationLog {
  /** Appends the lines with one write, to the file of the day of the first line's `at`. */
  append(observations: readonly Observation[]): Promise<void>;
  /**
   * Whole lines from these positions on, files by name, lines in order. An unfinished last line is left for the next read.
   * @param onProblem  called for each damaged line, with its path and number; the reader goes on
   */
  read(
    from: LogPositions,
    onProblem?: (problem: LogProblem) => void,
    options?: ObservationsWanted,
  ): AsyncIterable<LogLine<Observation>>;
}

/** Not all of a log; what is left out costs next to nothing. */
export interface ObservationsWanted {
  /** Only lines whose text holds this, such as `"filled":true`. */
  holding?: string;
  /** Only files of this day and later ones, `YYYY-MM-DD`. */
  fromDay?: string;
  /** Only files of days before this one. */
  beforeDay?: string;
}

/** `ledger/*.jsonl`: append-only, the same promise as {@link ObservationLog}. */
export interface Ledger {
  /** Stamps the rows with version and time, and appends them with one write. */
  append(rows: readonly NewLedgerRow[]): Promise<void>;
  /** All rows, oldest file first. */
  read(onProblem?: (problem: LogProblem) => void): AsyncIterable<LedgerRow>;
}

/** The folder a card lies in decides its status: `experiences/`, `quarantine/`, `retired/`. A promoted card stays in `experiences/`. */
export type CardPlace = "experiences" | "quarantine" | "retired";

export function placeOf(status: CardStatus): CardPlace {
  if (status === "quarantined") return "quarantine";
  return status === "retired" ? "retired" : "experiences";
}

/** In an index beside the project's own places: cards of `global/`, which every project searches along with its own. */
export type IndexPlace = CardPlace | "global";

/** Begins the id of a global card wherever a project speaks of it: no id of a project's own card can hold the slash. */
export const GLOBAL_PREFIX = "global/";

export function isGlobalId(id: string): boolean {
  return id.startsWith(GLOBAL_PREFIX);
}

/** True for the places whose cards are searched. */
export function isSearched(place: IndexPlace): boolean {
  return place === "experiences" || place === "global";
}

/** The status of a card in this place: who moved a file out of recall has decided, whatever its text says. */
export function statusAt(place: IndexPlace, written: CardStatus): CardStatus {
  if (place === "quarantine") return "quarantined";
  return place === "retired" ? "retired" : written;
}

/** Changes when the file changes; cheap to get (size and modification time), compared only for equality. */
export type Stamp = string;

export interface CardEntry {
  id: string;
  place: CardPlace;
  stamp: Stamp;
}

export interface CardText {
  id: string;
  place: CardPlace;
  /** The file as it is, byte order mark and line ends included. */
  text: string;
  /** Hash of the bytes; what compare-and-swap compares. */
  hash: string;
  stamp: Stamp;
  /** For messages to people. */
  path: string;
}

export interface CardVersion {
  /** Counted from 1, oldest first. */
  n: number;
  text: string;
}

/**
 * Card files. The same promises in memory and on disk (`test/conformance/card-files.ts`):
 *
 * - a reader sees the old text or the new one, never half of either;
 * - `write` and `move` refuse with `STORE_BUSY` when the file's hash is not the expected one, so a hand edit is never overwritten;
 * - `write`, `move` and `remove` keep the text they replace as the next version in history, unless told that it is numbers alone.
 */
export interface CardFiles {
  /** Entries of these places (default: all), by id. Reads no file. */
  list(places?: readonly CardPlace[]): Promise<CardEntry[]>;
  /** The stamp alone, without reading the file; undefined when there is no such file. */
  stamp(id: string, place: CardPlace): Promise<Stamp | undefined>;
  /**
   * Changes when a file of this folder is added, removed, renamed or replaced; not when one is written in place.
   * undefined when nothing can be concluded: the folder changed so recently that a further change could look the same.
   */
  folderStamp(place: CardPlace): Promise<Stamp | undefined>;
  read(id: string): Promise<CardText | undefined>;
  /**
   * Replaces or creates `place/<id>.md`.
   * @param expected  hash of the text that is replaced; `null`: there must be none in any place
   * @param options.version  false: the replaced text is not kept in history; for numbers alone, which the ledger can recompute
   */
  write(
    id: string,
    place: CardPlace,
    text: string,
    expected: string | null,
    options?: { version?: boolean },
  ): Promise<CardText>;
  /** Moves the file to another place and gives it this text, as one step as far as readers can see. */
  move(id: string, to: CardPlace, text: string, expected: string): Promise<CardText>;
  /** Takes the file away; its text stays in history. */
  remove(id: string, expected: string): Promise<void>;
  /** Earlier versions, oldest first; not the current one. */
  history(id: string): Promise<CardVersion[]>;
  /** Hash of the text that `write` or `move` gave this card last; a file with another one was edited by hand. */
  lastWritten(id: string): Promise<string | undefined>;
}

/** The named fields that the index searches, each a list of tokens made by `text/tokens.ts`. */
export const INDEX_FIELDS = [
  "when_to_use",
  "task_query",
  "generalized_query",
  "keywords",
  "tools",
  "title",
  "body",
] as const;
export type IndexField = (typeof INDEX_FIELDS)[number];

/** A card as the index keeps it: what to search, and all that recall needs, so that no file is read for a card that loses. */
export interface IndexedCard {
  /** Its id begins with {@link GLOBAL_PREFIX} where the place is `global`. */
  experience: Experience;
  place: IndexPlace;
  stamp: Stamp;
  hash: string;
  tokens: Record<IndexField, string[]>;
}

export interface IndexHit {
  card: IndexedCard;
  /** BM25 over the weighted fields; higher is better, above 0. */
  score: number;
}

/**
 * The index over card files: derived, so deleting it loses nothing. Both implementations score alike
 * (`test/conformance/card-index.ts`): BM25 with k1 = 1.2, b = 0.75, a term's frequency being the weighted sum over fields,
 * as SQLite's FTS5 does it.
 */
export interface CardIndex {
  /** What serves, for `status` and `doctor`: `sqlite` or `memory`, and why if it is the second choice. */
  readonly kind: { name: "sqlite" | "memory"; note?: string };
  /** Identifies schema and tokeniser; the index empties itself when opened with another one. */
  readonly fingerprint: string;
  /** id, place and stamp of everything indexed, by id, global cards left out. */
  entries(): Promise<CardEntry[]>;
  /** At most `count` of these entries, other ones each time: within enough calls every entry comes up. */
  sample(count: number): Promise<CardEntry[]>;
  put(cards: readonly IndexedCard[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  get(id: string): Promise<IndexedCard | undefined>;
  /** @param place  default: every place of the project itself */
  all(place?: IndexPlace): Promise<IndexedCard[]>;
  /** Cards in `experiences/` and global ones with any of the terms, best first, ties by id; at most `limit`. */
  search(terms: readonly string[], weights: Readonly<Record<IndexField, number>>, limit: number): Promise<IndexHit[]>;
  /** Small facts beside the cards, such as when the last full check of files was. */
  note(key: string): Promise<string | undefined>;
  setNote(key: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/** Where `learn` stands: derived from the logs, replaced as a whole, so cursor and counts move together or not at all. */
export interface StateFile {
  /**
   * undefined when there is none or it cannot be read; learning then starts from the beginning of the logs.
   * @throws MemoryError `STORE_BUSY` when the system has nothing left to look with: then nobody can tell, and nothing may be begun anew
   */
  load(): Promise<unknown>;
  save(state: unknown): Promise<void>;
}

/** What was seen and not recorded, over all projects of this home. Nothing is left out in silence. */
export interface Recording {
  /** How often each reason occurred, the most frequent first. */
  left(): Promise<Array<{ kind: "skipped" | "dropped" | "failed"; reason: string; times: number }>>;
  /** Sessions that no folder was ever named for: they belong to no project, and nothing is learned from them. */
  unassigned(): Promise<number>;
}

/** What the hosts themselves wrote down of this project's sessions: the check on what hooks told. */
export interface Transcripts {
  /**
   * Those that have changed since they were compared last, also of sessions that no hook told of, in hosts that `init` was run for.
   * @param quietMs  only those that nobody has written to for so long: what is still being written is no gap
   */
  changed(quietMs: number): Promise<Transcript[]>;
}

export interface Transcript {
  session: string;
  /** The session's own file first, then those of its subagents. */
  sources: ReadonlyArray<{ path: string; bytes: number; open(): AsyncIterable<string> }>;
  /** No hook told of the session. */
  found: boolean;
  /** Call when all of it has been compared. Contract: never rejects; what could not be noted is compared again. */
  compared(): Promise<void>;
}

/**
 * What each live session was told, so that nothing is said twice in it. A convenience: losing it repeats some advice, no more,
 * so nothing here rejects. The same promises in memory and on disk (`test/conformance/session-notes.ts`).
 */
export interface SessionNotes {
  /** Marks of the session since it was last cleared: card ids, and other short names of one line. Unreadable: none. */
  read(session: string): Promise<ReadonlySet<string>>;
  /** Adds marks, also while other processes add theirs. @returns false when they could not be kept */
  add(session: string, marks: readonly string[]): Promise<boolean>;
  /** Forgets the session's marks: its context is gone. */
  clear(session: string): Promise<void>;
}

/** Single flight across processes. */
export interface Lock {
  /**
   * Runs `work` while holding the lock. A lock whose owner is dead (by process id and its start time) is taken over.
   * @throws MemoryError `STORE_BUSY` when a living process holds it for longer than `waitMs` (default 10,000)
   */
  hold<T>(work: () => Promise<T>, options?: { waitMs?: number }): Promise<T>;
}

/** A folder of files as `purge` and `project` see it: everything else goes through the ports above. */
export interface StoredFiles {
  /** For messages to people. */
  readonly name: string;
  /** Names of a person's own folders, and settings: `purge` says where they hold the match and leaves them alone. */
  readonly isOwned?: boolean;
  /** Files of another system's format: no member of a line is ours, and names may change. */
  readonly isForeign?: boolean;
  /** For files that only point somewhere, so that no part of them is of use: what `purge` puts in the place of one that holds the match. undefined: it goes. */
  readonly afterPurge?: (text: string) => string | undefined;
  readonly lock: Lock;
  /** Paths below the folder, `/` between names, sorted; without the lock and without {@link derived}. */
  list(): Promise<string[]>;
  /** Files that can be made anew from the others. */
  derived(): Promise<string[]>;
  /** Lines of a log, without line ends, of any length, also damaged ones. */
  lines(path: string): AsyncIterable<string>;
  /** Replaces lines of a log, or takes them out, while others append to it; none of theirs is lost. */
  rewrite(path: string, change: (line: string) => string | undefined): Promise<boolean>;
  /** undefined when it is gone; `exact` is false when it is no UTF-8 text. */
  read(path: string): Promise<{ text: string; exact: boolean } | undefined>;
  /** Replaces the whole file. @returns false, and changes nothing, when it does not hold `before` any more */
  replace(path: string, before: string, text: string): Promise<boolean>;
  /** Creates or replaces the whole file. */
  write(path: string, text: string): Promise<void>;
  /** Creates folders that are missing, removes those that become empty. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** The projects of a home, for `habitus project` alone. */
export interface ProjectStore {
  /** Those of the registry, and folders that it does not know (then without marks). By id. */
  list(): Promise<Array<{ id: string; name: string; root?: string }>>;
  filesOf(id: string): StoredFiles;
  /** From now on what would be recognised as `from` is recognised as `into`, also in sessions that go on. */
  redirect(from: string, into: string): Promise<void>;
  /** Puts the project's folder aside. @returns its path, for messages, and its files */
  putAside(id: string, nowMs: number): Promise<{ path: string; files: StoredFiles }>;
  /**
   * Makes a folder a project of its own.
   * @returns its id, whose it was, and its path as the system spells it
   * @throws MemoryError `NOT_FOUND` when there is no such folder, `INVALID_INPUT` when nothing would be left of the other project
   */
  split(path: string): Promise<{ id: string; from: string; folder: string }>;
  /** The session's project, whatever it was before. */
  place(session: string, project: string): Promise<void>;
}

/** One message of a conversation with a language model. */
export interface ModelMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ModelRequest {
  /** At least one of the user's; system messages come first. */
  messages: readonly ModelMessage[];
  /**
   * The shape that the reply should have, as JSON Schema: servers that can hold their model to it do so. A hint and no promise:
   * whoever asked reads the text and checks it (`ask/ask-object.ts`).
   */
  format?: { name: string; schema: Readonly<Record<string, unknown>> };
  /** 0..2. Default: the role's own, else the server's. */
  temperature?: number;
  /** Ends the call, also while it waits to be tried again. */
  signal?: AbortSignal;
  /** Called before a call is tried again; rejects when it must not be (a budget is used up). */
  onRetry?: () => Promise<void>;
}

export interface ModelReply {
  text: string;
  /** `length`: cut at the limit; `refusal`: the model or a filter before it declined. */
  finish: "stop" | "length" | "refusal" | "other";
  /** As the server counts; 0 when it does not say. */
  inputTokens: number;
  outputTokens: number;
}

/**
 * A language model in one role. `adapters/models/` answers over HTTP; a library user may pass an object of their own.
 *
 * Contract: `generate` rejects with MemoryError `MODEL_FAILED` whose message says what happened and to which model, and never
 * contains a key; or with the signal's reason when it was aborted. It ends within the role's time limit. It never resolves with a
 * part of what the server would have said, except for `finish: "length"`.
 */
export interface LanguageModel {
  /** As provenance names it, such as `qwen3:8b`. */
  readonly name: string;
  /** Most tokens of one reply, which a budget sets aside before the call. Default 4,096. */
  readonly maxTokens?: number;
  generate(request: ModelRequest): Promise<ModelReply>;
}

/** Turns texts into vectors whose cosine tells how alike they are. The same contract as {@link LanguageModel}. */
export interface Embedder {
  /** Vectors of two embedders with different names are never compared. */
  readonly name: string;
  /** One vector a text, in order, all of the same length. `tokens`: as the server counts, 0 when it does not say. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<{ vectors: number[][]; tokens: number }>;
}

/** Roles may be played by different models. What is absent is done without a model, or not at all. */
export interface Models {
  /** Distils experiences from attempts, and reflects on failures. */
  summarise?: LanguageModel;
  /** Judges candidates. Default: `summarise`. */
  judge?: LanguageModel;
  /** Reranks and rewrites what is recalled. */
  rewrite?: LanguageModel;
  /** Acts in the built-in environment and in benches; memory itself never uses it. */
  act?: LanguageModel;
  embed?: Embedder;
}

/** What models used. */
export interface ModelCount {
  calls: number;
  /** Read and written together. */
  tokens: number;
}

/** Model use of today (UTC), shared by all processes of one home, kept across restarts. */
export interface ModelUse {
  /**
   * Takes one call with its expected tokens out of the day's budget, before the call is made.
   * @returns an id for {@link settle}; undefined when the budget does not hold it, and then nothing is taken
   */
  reserve(expected: ModelCount, most: ModelCount): Promise<string | undefined>;
  /** What the call used in the end; a reservation that is never settled stays counted. */
  settle(id: string, used: ModelCount): Promise<void>;
  today(): Promise<ModelCount>;
}

/** Knowledge for every project: the same files as a project's, in `global/`. Only promotion fills it. */
export interface GlobalStore {
  /** Id of the project that looks at it. */
  readonly project: string;
  cards: CardFiles;
  /**
   * The ports of `global/` as if it were a project. Its ledger appends to its own files and reads along what the ledgers of all
   * projects say of attempts: a global card's numbers are folds over all of them.
   */
  open(): Promise<Ports>;
  /** The card files of the other projects. */
  others(): Promise<Array<{ id: string; name: string; cards: CardFiles }>>;
}

/** A folder in which a host looks for skills, each in a folder of its own. */
export interface SkillPlace {
  /** `claude-code`, `codex`; `folder` for one that a person named. */
  host: string;
  folder: string;
}

/** What was found when somebody looked whether a host knows the skills. */
export interface SkillListing {
  /** `client`: the host itself was asked; `file`: what it reads was read again by its rules. */
  by: "client" | "file";
  /** Program and version, where it was asked. */
  client?: string;
  /** Names that are not in the host's list. */
  missing: string[];
  /** Why the host itself was not asked, or what is wrong with a file. */
  note?: string;
}

/** Skills as hosts find them: `<folder>/<name>/SKILL.md`. */
export interface SkillFolders {
  /**
   * @param to  `user`: of the hosts on this machine; `project`: in the project's folder; else a folder
   * @throws MemoryError `INVALID_INPUT` when there is no such host or project folder
   */
  places(to: string): Promise<SkillPlace[]>;
  /** Names that are taken there, whoever took them. */
  names(place: SkillPlace): Promise<string[]>;
  pathOf(place: SkillPlace, name: string): string;
  /** undefined: there is none. */
  read(path: string): Promise<string | undefined>;
  /**
   * Writes a new file.
   * @returns the folders that had to be made for it, the outermost first
   * @throws MemoryError `INVALID_INPUT` when something lies there already
   */
  create(path: string, text: string): Promise<string[]>;
  /**
   * Takes a file of ours away, with its folder and those of `made` that are empty then.
   * @param hash  `textHash` of what was written; a file with another one is a person's and stays
   */
  remove(path: string, hash: string, made: readonly string[]): Promise<"removed" | "changed" | "missing">;
  listed(place: SkillPlace, names: readonly string[]): Promise<SkillListing>;
}

/** A file that hosts read by themselves into every session: CLAUDE.md, AGENTS.md, MEMORY.md. */
export interface HostMemoryFile {
  path: string;
  scope: "user" | "project";
  text: string;
}

/** The hosts' own memory. habitus reads it so as not to say the same or the opposite, and writes to it only when a person says so. */
export interface HostMemory {
  /** Those that there are, each once, also where one is a link to another. */
  read(): Promise<HostMemoryFile[]>;
  /**
   * Files in which a line belongs.
   * @param to  `user`, `project`, or a path; undefined: the project's where it has one, else the user's
   * @returns `text` is undefined where there is no such file yet
   */
  targets(to: string | undefined): Promise<Array<{ path: string; text: string | undefined }>>;
  /**
   * Replaces whole files, after a copy of each was kept.
   * @param lines  those that are new, for taking them back from a file that a person went on to change
   * @returns path of the folder with the copies
   * @throws MemoryError `STORE_BUSY` when a file does not hold `before` any more; then none is changed
   */
  write(
    changes: ReadonlyArray<{ path: string; before: string | undefined; after: string }>,
    lines: readonly string[],
  ): Promise<string>;
  /** Takes the last write back: the whole file where nobody changed it since, else habitus's lines alone. [] when there is none. */
  undo(): Promise<Array<{ path: string; became: "restored" | "lines removed" | "left" }>>;
}
