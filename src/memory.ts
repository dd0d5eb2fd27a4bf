import { MemoryError } from "./errors.ts";
import type { AdviceMoment } from "./memory/advise/moment.ts";
import { coalesce } from "./memory/coalesce.ts";
import type { DemotionReport } from "./memory/demote-run.ts";
import type { DreamUndo } from "./memory/dream/undo-dream.ts";
import type { DreamReport, DreamRequest } from "./memory/dream-run.ts";
import type { ExportedCard } from "./memory/export-run.ts";
import { createHandedOver } from "./memory/handed-over.ts";
import type { HandoverReport, HandoverRequest } from "./memory/handover-run.ts";
import type { HostFindings } from "./memory/host-memory-run.ts";
import type { Recorder } from "./memory/import-run.ts";
import type { LearnRequest } from "./memory/learn-run.ts";
import type { Insight, ReflectReport, ReflectRequest } from "./memory/lenses/reflect-run.ts";
import type { LensRequest } from "./memory/lenses/types.ts";
import type { SessionNotice } from "./memory/notice-run.ts";
import type { Pool } from "./memory/pool/pool.ts";
import type { PromoteRequest, PromotionReport } from "./memory/promote-run.ts";
import type { Proposal, ProposalReport } from "./memory/propose-run.ts";
import { recallRun, recordOutcome } from "./memory/recall-run.ts";
import type { ReconcileReport } from "./memory/reconcile-run.ts";
import { refreshIndex } from "./memory/refresh-index.ts";
import type { SessionReport } from "./memory/report-run.ts";
import type { Waiting } from "./memory/review-run.ts";
import type { RevokeReport, RevokeRequest } from "./memory/revoke-run.ts";
import type { SessionAccount } from "./memory/session-account.ts";
import type { Suggestions } from "./memory/suggest-run.ts";
import type { ToolCalls } from "./memory/tool-calls/tool-calls.ts";
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
import type { WhyReport } from "./memory/why-run.ts";
import { withGlobal } from "./memory/with-global.ts";
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
   * Cards from elsewhere wait in quarantine; `options.asReviewed`: the caller vouches for them.
   * @param options.ownerOf  another memory that a session belongs to, by what its file says of it; default: this one
   */
  import(
    sources: readonly ImportSource[],
    options?: {
      onProgress?: (progress: Progress) => void;
      ownerOf?: (info: SessionInfo) => Promise<Memory | undefined>;
      asReviewed?: boolean;
    },
  ): Promise<ImportReport>;
  /** Puts single attempts on record; what `import` does with each one that it reads. */
  recorder(): Promise<Recorder>;
  /**
   * Attempts that the caller holds become observations, and are learned from at once; with a model also through its lenses. When a model
   * fails, nothing of the batch is stored but what happened, and `lenses.failed` says why: the same call made again does everything.
   */
  acquire(trajectories: readonly Trajectory[], request?: LensRequest): Promise<LearnReport>;
  /**
   * A failed attempt is thought over by a model and tried again by the caller's own agent; its lesson is kept only when a retry succeeds.
   * @param retry  runs the agent on the same task with the insight
   */
  reflect(
    trajectory: Trajectory,
    retry: (insight: Insight) => Promise<Trajectory>,
    request?: ReflectRequest,
  ): Promise<ReflectReport>;
  /** Sessions of hosts are compared with what the hosts wrote down, and what hooks missed is filled in; `learn` does it by itself. */
  reconcile(options?: { session?: string; quietMs?: number }): Promise<ReconcileReport>;
  /** New observations become cards; cards move by what was seen. One at a time across processes. */
  learn(request?: LearnRequest): Promise<LearnReport>;

  /** The few cards that fit a task, ready to be handed to an agent, and why. */
  recall(task: string, request?: RecallRequest): Promise<Advice>;
  /**
   * Advice that nobody asked for, for one moment of a host's session; the same card not twice while the context lasts.
   * @returns undefined when nothing fits
   */
  advise(moment: AdviceMoment): Promise<Advice | undefined>;
  /** Brings the index in step with the card files; every call does it by itself, but advice that takes the index as it stands. */
  refresh(): Promise<void>;
  /** What a person should hear once in a session; undefined when there is nothing, or it was said. */
  notice(session: string): Promise<SessionNotice | undefined>;
  /** The latest sessions for an agent to phrase lessons from: what was done, no word of what a tool returned. Newest first. */
  sessions(count: number): Promise<SessionReport[]>;
  /**
   * How an attempt ended.
   * @param attempt  what `recall` returned, or its attempt id; undefined: the latest
   * @param options.settle  false: only put on record; what follows from it is drawn by the next `settle`. Default true
   */
  record(
    attempt: Advice | string | undefined,
    outcome: Outcome,
    options?: { settle?: boolean },
  ): Promise<OutcomeReport>;
  /** Draws the conclusions from what is on record. Called often, it runs once for many; when another process is at work, later. */
  settle(): Promise<Pick<OutcomeReport, "retired" | "restored">>;
  /** All cards at once, as ReMe's clients see them. */
  pool(): Promise<Pool>;

  /** @param status  default: every status */
  /** @returns with it, by id, why recall keeps a card back: what it speaks of is gone */
  list(status?: CardStatus): Promise<{ cards: Experience[]; problems: LogProblem[]; stale: Record<string, string> }>;
  show(id: string): Promise<CardView>;
  /** What speaks for and against a card: how it was used, how that ended, and what the difference is put down to. */
  why(id: string): Promise<WhyReport>;
  /** The file's text, also of a card that cannot be read as one. */
  text(id: string): Promise<string>;
  create(card: NewCard): Promise<Experience>;
  /** @param base  the text that the person started from */
  edit(id: string, text: string, base: string): Promise<Experience>;
  diff(id: string, version?: number): Promise<string>;
  undo(id: string): Promise<{ experience: Experience; diff: string }>;
  log(id?: string): Promise<LogEntry[]>;
  /** How a session ended, and by which signs. @throws MemoryError `NOT_FOUND` */
  session(name: string): Promise<SessionAccount>;
  reinforce(id: string): Promise<{ id: string; before: number; after: number }>;
  weaken(id: string): Promise<{ id: string; before: number; after: number }>;
  retire(id: string, reason: string): Promise<Experience>;
  restore(id: string, reason: string): Promise<Experience>;
  /**
   * Consolidates what changed in the last two days or since the last run: puts right, merges, splits and annotates cards by the
   * evidence, at most `limit` units a run. On demand, or whenever a schedule calls it.
   */
  dream(request?: DreamRequest): Promise<DreamReport>;
  /** Takes the latest dream that still stands back, as a whole. */
  undoDream(): Promise<DreamUndo>;
  prune(options?: { dryRun?: boolean }): Promise<Array<{ id: string; reason: string }>>;
  /** Cards in quarantine, and why they are there. */
  waiting(): Promise<Waiting[]>;
  /** A person's decision about cards in quarantine. @returns ids of those decided */
  review(ids: readonly string[], accept: boolean): Promise<string[]>;
  /** A card that an agent wrote: through the gate, and then it waits for a person. */
  propose(proposal: Proposal): Promise<ProposalReport>;
  export(ids?: readonly string[]): Promise<ExportedCard[]>;
  /** Takes back all that came of a session, or with `undo` lets it count again. */
  revoke(session: string, request?: RevokeRequest): Promise<RevokeReport>;

  /** Single calls of tools, reported with what came of them, and what they have taught: one guideline for each tool. */
  toolCalls(): Promise<ToolCalls>;

  /** What could become a skill, and why. */
  suggestions(): Promise<Suggestions>;
  /** Cards become one skill where hosts look for skills; they keep their files and records, and are not recalled beside it. */
  promote(ids: readonly string[], request?: PromoteRequest): Promise<PromotionReport>;
  /**
   * Takes a promotion back.
   * @param key  name of a skill, or id of a card that is promoted
   */
  demote(key: string): Promise<DemotionReport>;
  /** What belongs into the hosts' own memory files, as a diff; written only with `apply`. */
  handover(request?: HandoverRequest): Promise<HandoverReport>;
  undoHandover(): Promise<Array<{ path: string; became: "restored" | "lines removed" | "left" }>>;
  /** Cards that a memory file of a host opposes, and those that it says already. */
  compareWithHosts(): Promise<HostFindings>;

  status(): Promise<Status>;
  doctor(): Promise<Finding[]>;
  close(): Promise<void>;
}

// What only some calls need is loaded by them: a cold `recall` reads a third of the code.
const dreamJournal = () => import("./memory/dream/journal.ts");
const dreamSteps = () => import("./memory/dream-run.ts");
const cardSteps = () => import("./memory/cards.ts");
const importSteps = () => import("./memory/import-run.ts");
const learnSteps = () => import("./memory/learn-run.ts");
const lensSteps = () => import("./memory/lenses/acquire-run.ts");
const reviewSteps = () => import("./memory/review-run.ts");
const settleSteps = () => import("./memory/settle.ts");
const statusSteps = () => import("./memory/status-run.ts");

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
      // A dream that died is finished by whoever changes cards next.
      if (await ports.dream.load()) await (await dreamJournal()).carryOut(ports);
      return work();
    });
  let recorder: Recorder | undefined;
  const recorderOf = async () => {
    recorder ??= (await importSteps()).createRecorder(ports, project);
    return recorder;
  };
  const reconcile = async (options?: { session?: string; quietMs?: number }) =>
    (await import("./memory/reconcile-run.ts")).reconcileRun(ports, project, options);
  const learn = (request: LearnRequest = {}) =>
    exclusive(async () => {
      // What an agent is doing at this moment is no gap, unless somebody wants to learn from it already.
      const { problems, ...compared } = await reconcile(request.includeOpen ? { quietMs: 0 } : {});
      const report = await (await learnSteps()).learnRun(ports, options, request);
      await (await import("./memory/promote-global.ts")).settleGlobal(ports, options);
      const demoted = await (await import("./memory/demote-run.ts")).demoteBad(ports, options);
      await (await import("./memory/host-memory-run.ts")).compareWithHosts(ports);
      return {
        ...report,
        ...(demoted.length > 0 && { demoted }),
        compared,
        problems: [...problems, ...report.problems],
      };
    });
  const moved = (id: string, type: "reinforced" | "weakened") =>
    exclusive(async () => {
      const { moveByHand, showCard } = await cardSteps();
      const before = (await showCard(ports, id)).experience.confidence;
      return { id, before, after: (await moveByHand(ports, options, id, type)).confidence };
    });

  const settle = coalesce(() => settleIfFree(exclusive, ports, options));
  const handedOver = createHandedOver();

  let toolCalls: Promise<ToolCalls> | undefined;
  const memory: Memory = {
    project,
    recorder: recorderOf,
    import: async (sources, { onProgress, ownerOf, asReviewed = false } = {}) => {
      const { importRun } = await importSteps();
      return importRun(
        async (info) => (await (await ownerOf?.(info))?.recorder()) ?? recorderOf(),
        (cards) =>
          exclusive(async () => (await import("./memory/import-cards.ts")).importCards(ports, cards, asReviewed)),
        sources,
        onProgress,
      );
    },
    acquire: async (trajectories, request = {}) => {
      const { record } = await recorderOf();
      for (const trajectory of trajectories) {
        await record(trajectory, { source: trajectory.source, task: trajectory.task, whole: true });
      }
      if (!ports.models?.summarise || request.lenses?.length === 0) return learn();
      const { acquireRun } = await lensSteps();
      return acquireRun(ports, options, project, trajectories, request, exclusive);
    },
    reflect: async (trajectory, retry, request = {}) => {
      const { reflectRun } = await import("./memory/lenses/reflect-run.ts");
      const { record } = await recorderOf();
      return reflectRun(ports, options, project, trajectory, retry, request, {
        exclusive,
        record: async (each) => {
          await record(each, { source: each.source, task: each.task, whole: true });
        },
      });
    },
    // At the end of a session somebody waits for it: when the lock is held, `learn` compares later.
    reconcile: (options) => ports.lock.hold(() => reconcile(options), { waitMs: 200 }),
    learn: async (request) => {
      const report = await learn(request);
      if (!options.models.learn || !ports.models?.summarise) return report;
      const lenses = await (await lensSteps()).lookAtWaiting(ports, options, exclusive);
      return { ...report, ...(lenses && { lenses }) };
    },

    recall: async (task, request = {}) => {
      const advice = await recallRun(ports, options, task, request);
      if (request.record !== false && advice.unrecorded === undefined)
        handedOver.add(
          advice.attempt,
          advice.cards.map(({ id }) => id),
        );
      return advice;
    },
    advise: async (moment) => (await import("./memory/advise-run.ts")).adviseRun(ports, options, moment),
    refresh: async () => {
      await refreshIndex(ports, "quick");
    },
    notice: async (session) => (await import("./memory/notice-run.ts")).noticeRun(ports, options, session),
    sessions: async (count) => (await import("./memory/report-run.ts")).reportSessions(ports, count),
    record: async (attempt, outcome, { settle: now = true } = {}) => {
      const id = typeof attempt === "object" ? attempt.attempt : attempt;
      const recorded = await recordOutcome(ports, id, outcome, id === undefined ? undefined : handedOver.of(id));
      return { ...recorded, ...(now ? await settle() : { retired: [] }) };
    },
    settle,
    pool: async () => (await import("./memory/pool/pool.ts")).createPool(ports, options, exclusive, settle),

    list: async (status) => {
      const problems = await refreshIndex(ports, "full");
      const cards = (await ports.index.all()).map((card) => card.experience);
      return {
        cards: cards
          .filter((card) => status === undefined || card.status === status)
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
        problems,
        stale: Object.fromEntries(await (await import("./memory/stale-run.ts")).checkStale(ports)),
      };
    },
    why: async (id) => {
      await refreshIndex(ports, "full");
      return (await import("./memory/why-run.ts")).whyRun(ports, options, id);
    },
    show: async (id) => (await cardSteps()).showCard(ports, id),
    text: async (id) => {
      const file = await ports.cards.read(id);
      return file ? file.text : (await (await cardSteps()).showCard(ports, id)).text;
    },
    create: (card) => exclusive(async () => (await cardSteps()).createCard(ports, card)),
    edit: (id, text, base) => exclusive(async () => (await cardSteps()).editCard(ports, id, text, base)),
    diff: async (id, version) => (await cardSteps()).diffCard(ports, id, version),
    undo: (id) => exclusive(async () => (await cardSteps()).undoCard(ports, id)),
    log: async (id) => (await cardSteps()).ledgerOf(ports, id),
    session: async (name) => (await import("./memory/session-account.ts")).sessionAccount(ports, name),
    reinforce: (id) => moved(id, "reinforced"),
    weaken: (id) => moved(id, "weakened"),
    retire: (id, reason) => exclusive(async () => (await cardSteps()).retireCard(ports, id, reason)),
    restore: (id, reason) => exclusive(async () => (await cardSteps()).restoreCard(ports, id, reason)),
    dream: (request = {}) => exclusive(async () => (await dreamSteps()).dreamRun(ports, options, request)),
    undoDream: () => exclusive(async () => (await import("./memory/dream/undo-dream.ts")).undoDream(ports, options)),
    prune: ({ dryRun = false } = {}) => exclusive(async () => (await cardSteps()).pruneCards(ports, options, dryRun)),
    waiting: async () => {
      await refreshIndex(ports, "full");
      return (await reviewSteps()).listWaiting(ports);
    },
    review: (ids, accept) => exclusive(async () => (await reviewSteps()).decideWaiting(ports, ids, accept)),
    propose: (proposal) =>
      exclusive(async () => (await import("./memory/propose-run.ts")).proposeCard(ports, proposal)),
    toolCalls: () => {
      toolCalls ??= import("./memory/tool-calls/tool-calls.ts").then(({ createToolCalls }) =>
        createToolCalls(ports, options, project, exclusive, () => memory.learn()),
      );
      return toolCalls;
    },
    suggestions: async () => {
      await refreshIndex(ports, "full");
      return (await import("./memory/suggest-run.ts")).suggestionsRun(ports, project.name);
    },
    promote: (ids, request = {}) =>
      exclusive(async () =>
        request.to === "global"
          ? (await import("./memory/promote-global.ts")).promoteGlobal(ports, ids, request)
          : (await import("./memory/promote-run.ts")).promoteRun(ports, ids, request),
      ),
    handover: (request = {}) =>
      exclusive(async () => (await import("./memory/handover-run.ts")).handoverRun(ports, request)),
    undoHandover: async () => (await import("./memory/handover-run.ts")).undoHandover(ports),
    compareWithHosts: async () => {
      await refreshIndex(ports, "full");
      return (await import("./memory/host-memory-run.ts")).compareWithHosts(ports);
    },
    demote: (key) => exclusive(async () => (await import("./memory/demote-run.ts")).undoPromotion(ports, key)),
    revoke: (session, request) =>
      exclusive(async () => (await import("./memory/revoke-run.ts")).revokeRun(ports, options, session, request)),
    export: async (ids) => (await import("./memory/export-run.ts")).exportCards(ports, ids),

    status: async () => (await statusSteps()).statusRun(ports, project, home, options),
    doctor: async () => (await statusSteps()).doctorRun(ports, project, home),
    close: () => ports.index.close(),
  };
  return withGlobal(memory, ports, (globalPorts) =>
    createMemory(globalPorts, options, { id: "global", name: "global", why: "its cards were promoted" }, "global"),
  );
}

/** The outcome is on record by now; when another process is at work, its conclusion waits for the next run. */
async function settleIfFree(
  exclusive: <T>(work: () => Promise<T>) => Promise<T>,
  ports: Ports,
  options: MemoryOptions,
): Promise<Pick<OutcomeReport, "retired" | "restored">> {
  try {
    const { retired, restored } = await exclusive(async () => (await settleSteps()).settle(ports, options));
    return { retired, ...(restored.length > 0 && { restored }) };
  } catch (error) {
    if (error instanceof MemoryError && error.code === "STORE_BUSY") return { retired: [] };
    throw error;
  }
}
