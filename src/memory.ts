import { MemoryError } from "./errors.ts";
import {
  createCard,
  diffCard,
  editCard,
  ledgerOf,
  moveByHand,
  pruneCards,
  restoreCard,
  retireCard,
  showCard,
  undoCard,
} from "./memory/cards.ts";
import { type ExportedCard, exportCards } from "./memory/export-run.ts";
import { createRecorder, importRun, type Recorder } from "./memory/import-run.ts";
import { type LearnRequest, learnRun } from "./memory/learn-run.ts";
import { readCard } from "./memory/place-card.ts";
import { recallRun, recordOutcome } from "./memory/recall-run.ts";
import { refreshIndex } from "./memory/refresh-index.ts";
import { settle } from "./memory/settle.ts";
import { doctorRun, statusRun } from "./memory/status-run.ts";
import type {
  Advice,
  CardView,
  Finding,
  ImportReport,
  ImportSource,
  LearnReport,
  LogEntry,
  NewCard,
  OutcomeReport,
  Progress,
  Project,
  RecallRequest,
  Status,
} from "./memory/types.ts";
import type { CardStatus, Experience } from "./model/experience.ts";
import type { SessionInfo } from "./model/observation.ts";
import type { Outcome } from "./model/outcome.ts";
import type { Trajectory } from "./model/trajectory.ts";
import type { MemoryOptions } from "./options.ts";
import type { LogProblem, Ports } from "./ports.ts";

/** The memory of one project. Everything habitus does goes through these calls; CLI, hooks and servers only parse and print. */
export interface Memory {
  readonly project: Project;

  /**
   * Files of agent runs become observations. Learns nothing yet.
   * @param options.ownerOf  another memory that a session belongs to, by what its file says of it; default: this one
   */
  import(
    sources: readonly ImportSource[],
    options?: {
      onProgress?: (progress: Progress) => void;
      ownerOf?: (info: SessionInfo) => Promise<Memory | undefined>;
    },
  ): Promise<ImportReport>;
  /** Puts single attempts on record; what `import` does with each one that it reads. */
  readonly recorder: Recorder;
  /** Attempts that the caller holds become observations, and are learned from at once. */
  acquire(trajectories: readonly Trajectory[]): Promise<LearnReport>;
  /** New observations become cards; cards move by what was seen. One at a time across processes. */
  learn(request?: LearnRequest): Promise<LearnReport>;

  /** The few cards that fit a task, ready to be handed to an agent, and why. */
  recall(task: string, request?: RecallRequest): Promise<Advice>;
  /**
   * How an attempt ended.
   * @param attempt  what `recall` returned, or its attempt id; undefined: the latest
   */
  record(attempt: Advice | string | undefined, outcome: Outcome): Promise<OutcomeReport>;

  /** @param status  default: every status */
  list(status?: CardStatus): Promise<{ cards: Experience[]; problems: LogProblem[] }>;
  show(id: string): Promise<CardView>;
  /** The file's text, also of a card that cannot be read as one. */
  text(id: string): Promise<string>;
  create(card: NewCard): Promise<Experience>;
  /** @param base  the text that the person started from */
  edit(id: string, text: string, base: string): Promise<Experience>;
  diff(id: string, version?: number): Promise<string>;
  undo(id: string): Promise<{ experience: Experience; diff: string }>;
  log(id?: string): Promise<LogEntry[]>;
  reinforce(id: string): Promise<{ id: string; before: number; after: number }>;
  weaken(id: string): Promise<{ id: string; before: number; after: number }>;
  retire(id: string, reason: string): Promise<Experience>;
  restore(id: string, reason: string): Promise<Experience>;
  prune(options?: { dryRun?: boolean }): Promise<Array<{ id: string; reason: string }>>;
  export(ids?: readonly string[]): Promise<ExportedCard[]>;

  status(): Promise<Status>;
  doctor(): Promise<Finding[]>;
  close(): Promise<void>;
}

/**
 * Joins the stages. Reading needs no lock and writes nothing but its ledger row; whatever changes cards runs one at a time.
 *
 *   import / acquire   observe: file -> trajectory -> scrubbed, cut observations
 *   learn              observe: observations -> trajectory · distill: mine, gate · store: cards, index · learn: fold
 *   recall             recall: retrieve, rerank, render · ledger row
 *   record             ledger row · learn: fold, policy
 *
 * @param home  the folder of this project's files; only for messages
 */
export function createMemory(ports: Ports, options: MemoryOptions, project: Project, home: string): Memory {
  /** Cards are changed by one process at a time, and always from an index that knows the files as they are. */
  const exclusive = <T>(work: () => Promise<T>): Promise<T> =>
    ports.lock.hold(async () => {
      await refreshIndex(ports, "full");
      return work();
    });
  const recorder = createRecorder(ports, project);
  const learn = (request: LearnRequest = {}) => exclusive(() => learnRun(ports, options, request));
  const moved = (id: string, type: "reinforced" | "weakened") =>
    exclusive(async () => {
      const before = (await readCard(ports, id)).experience.confidence;
      return { id, before, after: (await moveByHand(ports, options, id, type)).confidence };
    });

  return {
    project,
    recorder,
    import: (sources, { onProgress, ownerOf } = {}) =>
      importRun(async (info) => (await ownerOf?.(info))?.recorder ?? recorder, sources, onProgress),
    acquire: async (trajectories) => {
      for (const trajectory of trajectories) {
        await recorder.record(trajectory, { source: trajectory.source, task: trajectory.task, whole: true });
      }
      return learn();
    },
    learn,

    recall: (task, request = {}) => recallRun(ports, options, task, request),
    record: async (attempt, outcome) => {
      const recorded = await recordOutcome(ports, typeof attempt === "object" ? attempt.attempt : attempt, outcome);
      return { ...recorded, ...(await settleIfFree(exclusive, ports, options)) };
    },

    list: async (status) => {
      const problems = await refreshIndex(ports, "full");
      const cards = (await ports.index.all()).map((card) => card.experience);
      return {
        cards: cards
          .filter((card) => status === undefined || card.status === status)
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
        problems,
      };
    },
    show: (id) => showCard(ports, id),
    text: async (id) => {
      const file = await ports.cards.read(id);
      return file ? file.text : (await readCard(ports, id)).file.text;
    },
    create: (card) => exclusive(() => createCard(ports, card)),
    edit: (id, text, base) => exclusive(() => editCard(ports, id, text, base)),
    diff: (id, version) => diffCard(ports, id, version),
    undo: (id) => exclusive(() => undoCard(ports, id)),
    log: (id) => ledgerOf(ports, id),
    reinforce: (id) => moved(id, "reinforced"),
    weaken: (id) => moved(id, "weakened"),
    retire: (id, reason) => exclusive(() => retireCard(ports, id, reason)),
    restore: (id, reason) => exclusive(() => restoreCard(ports, id, reason)),
    prune: ({ dryRun = false } = {}) => exclusive(() => pruneCards(ports, options, dryRun)),
    export: (ids) => exportCards(ports, ids),

    status: () => statusRun(ports, project, home),
    doctor: () => doctorRun(ports, project, home),
    close: () => ports.index.close(),
  };
}

/** The outcome is on record by now; when another process is at work, its conclusion waits for the next run. */
async function settleIfFree(
  exclusive: <T>(work: () => Promise<T>) => Promise<T>,
  ports: Ports,
  options: MemoryOptions,
): Promise<Pick<OutcomeReport, "retired">> {
  try {
    const { retired } = await exclusive(() => settle(ports, options));
    return { retired };
  } catch (error) {
    if (error instanceof MemoryError && error.code === "STORE_BUSY") return { retired: [] };
    throw error;
  }
}
