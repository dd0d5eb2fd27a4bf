import type { LensReport } from "../../../memory/lenses/types.ts";
import type { SessionNotice } from "../../../memory/notice-run.ts";
import type { ListedProject, MergeReport, SplitReport } from "../../../memory/project-run.ts";
import type { PurgeReport } from "../../../memory/purge-run.ts";
import type { SessionAccount } from "../../../memory/session-account.ts";
import type {
  Advice,
  CardView,
  Decision,
  Explained,
  ImportReport,
  LearnReport,
  OutcomeReport,
  Progress,
  Project,
  Status,
} from "../../../memory/types.ts";
import type { Experience } from "../../../model/experience.ts";
import type { LedgerRow } from "../../../model/ledger.ts";
import type { LogProblem } from "../../../ports.ts";
import { bytes, clock, evidence, followedShares, oneDigit, percent, points, worthSaying } from "./format.ts";

type Colors = { bold(text: string): string; dim(text: string): string };

/** Thousands apart by commas: asking the platform for it loads its whole locale data. */
const grouped = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
const n = (count: number, one: string, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`;

const EVIDENCE = { task: "task", tasks: "tasks", byNames: "names agree" };

const VERDICTS: Readonly<Record<Decision["verdict"], string>> = {
  created: "new card",
  refreshed: "refreshed",
  unchanged: "unchanged",
  merged: "merged",
  quarantined: "quarantined",
  rejected: "rejected",
  withdrawn: "withdrawn",
  restored: "restored",
  "kept retired": "stays retired",
};

/** All that the CLI says, in English. The other languages have the same shape, which the compiler checks. */
export const en = {
  help: {
    about:
      "Procedural memory for AI agents: learns how work is done well from real runs, hands it back when it is needed, forgets what does not help.",
    version: "print the version",
    help: "print this help",
    more: "(add --help for more)",
    example: "Example:",
    home: "folder of all files (default: $HABITUS_HOME, else the platform's data folder)",
    project: "project by name (default: the one of the current folder)",
    json: "answer with one JSON document on stdout",
    lang: "en, ko, ja or zh (default: $HABITUS_LANG, else the locale)",
    import: "read agent runs from files or folders; the format is recognised by content",
    learn: "turn new observations into cards",
    candidates: "print every candidate, accepted or rejected, with its reason",
    open: "also learn from sessions that have not ended",
    recall: "hand over the cards that fit a task",
    limit: "most cards",
    maxTokens: "most tokens of advice",
    tools: "tools at hand, separated by commas: cards that need others are left out",
    explain: "say why each card was shown or not",
    noRecord: "only look: nothing counts as handed over",
    rerank: "let a model order the cards by reading them (models.rewrite)",
    rewrite: "let a model merge the cards into one guidance for this task",
    rawEvidence: "quote up to three calls behind each card",
    recallKey: "fields to search: all, when_to_use, task_query, generalized_query, keywords or content",
    outcome: "say how the last attempt ended: good, bad, or a number from 0 to 1",
    attempt: "which attempt (default: the latest)",
    reason: "why, in your words",
    list: "list cards",
    statusFilter: "active (default), quarantined, retired, promoted or all",
    show: "print a card's file",
    why: "what speaks for and against a card: how often it helped, what is usual without it, and how sure that is",
    toolsKnown: "what is known of tools: one line for each, or the guidelines of those named",
    create: "write a card by hand",
    trigger: "the situation that should bring it to mind",
    when: "the same as --trigger",
    title: "what to do, in a few words (default: the trigger)",
    body: "Markdown below the title: steps, preconditions, failure modes",
    confidence: "0 to 1 (default 0.5)",
    keywords: "words to find it by, separated by commas",
    cardTools: "tools that it is about, separated by commas",
    edit: "open a card in $EDITOR",
    editFile: "take the new text from this file instead",
    diff: "what changed since an earlier version (default: the one before)",
    undo: "put the version before the current one back; undoing twice is redoing",
    log: "what happened to a card, an attempt or a session, or to all; of a session also how it ended and what showed it",
    reinforce: "raise a card's confidence by 0.1",
    weaken: "lower a card's confidence by 0.1",
    retire: "take a card out of recall; its file and record stay",
    restore: "bring a retired or quarantined card back",
    dream: "put in order what changed lately: correct, merge, split and annotate cards by the evidence",
    dreamDryRun: "only say what would be done",
    dreamLimit: "most changes in one run (default 5); the rest waits for the next",
    dreamUndo: "take the latest run back, as a whole",
    prune: "retire cards that are weak and long unseen",
    dryRun: "only say what would be retired",
    export: "write cards as JSON lines, each file as it is",
    out: "write to this file instead of stdout",
    scrub: "show what would be hidden in a text before it is stored",
    scrubTest: "read the file (default: standard input) and store nothing",
    asReviewed: "cards in the files were reviewed by you: do not hold them in quarantine",
    review: "list cards in quarantine, and accept or refuse them",
    accept: "recall them from now on",
    refuse: "retire them",
    reviewAll: "all that wait, except those that the screen alarmed at",
    revoke: "take back all that came of a session: cards, numbers, what is mined; or let it count again",
    revokeDryRun: "only say what would go",
    revokeUndo: "let the session count again",
    purge: "take a text out of everything that is stored: observations, cards, their history, the ledger, the index",
    purgeMatch: "the text, or a pattern: /…/; - reads it from standard input, so that no shell keeps it",
    purgeDryRun: "only list the files and how often they hold it",
    allProjects: "in every project, not only in the current one",
    projects: "list projects; `merge FROM INTO` joins two, `split PATH` makes a folder a project of its own",
    hook: "take one hook event of a coding agent on stdin",
    mcp: "serve the memory to a coding agent over MCP, on stdin and stdout",
    serve: "serve the memory over HTTP: /v1, MCP on /mcp, and ReMe's endpoints when asked",
    promote:
      "make a skill of cards where hosts look for skills, or a card known to all projects; without ids: what could be",
    promoteName: "name of the skill (default: from the cards)",
    promoteTo: "user (default): of the hosts on this machine; project: in the project's folder; or a folder",
    promoteGlobal: "to all projects instead",
    promoteDryRun: "only show what would be written",
    promoteUndo: "take it back: by the name of a skill or the id of a card",
    handover:
      "offer the agent's own memory file (CLAUDE.md, AGENTS.md) what belongs there: rules, facts and preferences that you stated",
    handoverTo: "project, user, or a file (default: the project's where it has one, else yours)",
    handoverApply: "write it; copies of the files are kept",
    handoverUndo: "take the last one back",
    bench: "run the experiment of the ReMe paper on a built-in environment (bench reme)",
    simulate: "play the policies against one another in a simulated world; touches no memory",
    status: "what is remembered, and for which project",
    doctor: "look for anything wrong with the files, and say how to mend it",
    init: "set up Claude Code and Codex: show the changes, ask, write them, and learn from past sessions",
    yes: "do not ask",
    initDryRun: "only show what would be written",
    trustCodex: "mark the hooks of habitus as trusted in Codex, which skips them otherwise",
    noImport: "leave past sessions alone",
    uninstall: "take out of hosts what `init` put in; the memory stays",
    uninstallPurge: "also remove everything that is remembered",
  },

  /** What is wrong with a command line, and the titles of help. */
  usage: {
    titles: {} as Readonly<Record<string, string>>,
    missing: (name: string) => `${name} is missing`,
    noValue: (option: string) => `${option} needs a value`,
    wrongValue: (option: string, value: string, kind: string) => `${option} is not "${value}": ${kind}`,
    kinds: { whole: "a whole number from 1 on", number: "a number" },
    unknownOption: (option: string) => `there is no option ${option}.`,
    unknownCommand: (command: string) => `unknown command "${command}".`,
    tooMany: (command: string, most: number, got: number) =>
      `${command} takes ${most === 0 ? "nothing more" : most === 1 ? "one word" : `${most} words`}, not ${got}: put what belongs together between quotes`,
    similar: (names: string) => `Did you mean ${names}?`,
  },
  serveHelp: {
    port: "port to listen on; 0 takes any that is free (default 8002)",
    host: "address to listen on (default 127.0.0.1, this machine alone)",
    tokenFile: "file that holds the token (default serve-token in the home)",
    remeCompat: "also serve the endpoints of ReMe 0.2",
    noToken: "ReMe's endpoints ask for no token; on this machine alone",
    exchangeDir: "folder that ReMe's clients dump pools to and load them from (default exchange in the home)",
    allowHost: "other names by which callers may speak to the server, separated by commas",
    allowOrigin: "origins of web pages that may call, separated by commas",
    dream: "dream on this schedule, as cron writes it; off by default",
  },
  benchHelp: {
    environment: "order-desk, file-store, ticket-desk or all (default)",
    taskLang: "language of the tasks: en (default), ko, ja or zh",
    tables: "main, granularity, refine, reuse, key, k, separated by commas (default: all)",
    runs: "independent runs of each arm (default 4)",
    trainingRuns: "runs of each training task (default 8)",
    perKind: "tasks of each kind in each split, 1 to 8 (default 4)",
    change:
      "the attempt at the test tasks, counted from 0 in each run, from which the interfaces change (default: never)",
    endpoint: "OpenAI-compatible server (default: no model, a scripted agent)",
    model: "the model that acts",
    summariser: "the model that learns (default: the one that acts)",
    keyEnv: "environment variable that holds the key",
    maxCalls: "most calls of models (default 100000)",
    out: "folder for pools, parts and the report; an experiment that stopped goes on there",
  },
  simulateHelp: {
    world: "article (default), hard, easy, polluted … (see --names)",
    policies: "which ones, separated by commas (default: all)",
    seeds: "runs per policy (default 100)",
    firstSeed: "the first seed (default 0)",
    shown: "cards shown at once, K (default: what each policy says of itself)",
    minFreq: "α of the reme rule (default 5)",
    maxUselessRate: "β of the reme rule (default 0.5)",
    strict: "the reme rule with < instead of ≤",
    tasks: "tasks in sequence",
    families: "kinds of task",
    ease: "added to every task's log-odds of success; negative is harder",
    pollution: "harmful cards per kind of task at the start, 0 to 3",
    noise: "share of outcomes that are heard the wrong way round, 0 to 1",
    unknown: "share of outcomes that are never heard, 0 to 1",
    outcomes: "additive or follow-one",
    gateGood: "share of good cards that the gate passes, 0 to 1",
    gateOther: "share of all other cards that it passes, 0 to 1",
    drift: "the task before which a good card turns wrong, or never",
    threads: "threads (default: the cores there are)",
    plots: "write plots (SVG) into this folder",
    markdown: "print the table as Markdown",
    names: "list the worlds and policies",
  },
  progress: ({ stage, done, total, unit }: Progress) => {
    const doing =
      stage === "import"
        ? "Importing"
        : stage === "dream"
          ? "Dreaming"
          : stage === "revoke"
            ? "Looking for what rests on it"
            : "Learning";
    if (stage === "bench")
      return `Trying tasks … ${grouped(done)}${total ? ` of ${grouped(total)}, ${percent(done / total)}` : ""}`;
    if (unit === "runs")
      return `Simulating … ${grouped(done)}${total ? ` of ${grouped(total)} runs, ${percent(done / total)}` : " runs"}`;
    if (unit === "bytes")
      return `${doing} … ${bytes(done)}${total ? ` of ${bytes(total)}, ${percent(done / total)}` : ""}`;
    return `${doing} … ${n(done, unit === "cards" ? "card" : "attempt")}`;
  },
  importedFile: ({ path, format, added, known, cards }: ImportReport["files"][number]) =>
    `  ${path}: ${format}, ${n(added, cards ? "card" : "attempt")}${known > 0 ? `, ${known} already known` : ""}`,
  passedFile: (path: string, why: string) => `  ${path}: passed over, ${why}`,
  imported: ({ trajectories, calls }: ImportReport) =>
    trajectories === 0
      ? "Nothing new."
      : `Imported ${n(trajectories, "attempt")} with ${n(calls, "tool call")}. \`habitus learn\` turns them into cards.`,
  importedInto: ({ projects }: ImportReport) =>
    `By the folders that the sessions ran in: ${projects.map(({ name, added }) => `${name} ${added}`).join(", ")}.\n${projects.map(({ id }) => `  habitus --project ${id} learn`).join("\n")}`,
  importedCards: ({ cards }: ImportReport) =>
    `Imported ${n(cards.added, "card")}${cards.alarming > 0 ? `, ${cards.alarming} of them alarming` : ""}. \`habitus review\` shows what waits in quarantine.`,
  problem: ({ path, line, problem }: LogProblem) => `skipped ${path}:${line}: ${problem}`,
  knownFormats:
    "Formats that can be read: transcripts of Claude Code, Codex, Gemini CLI and OpenCode; OpenAI chats and Anthropic messages; OpenTelemetry GenAI traces; ReMe trajectories; BFCL and tau-bench records; exported cards.",
  moreProblems: (count: number) => `… and ${n(count, "more problem")}; --json lists all`,

  learned: ({ trajectories, calls, open, decisions }: LearnReport) => {
    const created = decisions.filter(({ verdict }) => verdict === "created").length;
    const waiting = open > 0 ? ` ${n(open, "session")} still going on.` : "";
    if (trajectories === 0)
      return `Nothing new to learn from.${waiting} Sessions of a host that \`habitus init\` set up come by themselves, other runs by \`habitus import PATH\`.`;
    return `Learned from ${n(trajectories, "attempt")} with ${n(calls, "tool call")}: ${n(created, "new card")}.${waiting}`;
  },
  decision: ({ verdict, card, title, reason, key, ...counts }: Decision) =>
    `  ${VERDICTS[verdict]}: ${title ?? key}${card ? ` [${card}]` : ""}\n      ${evidence(counts, EVIDENCE)}${verdict === "created" ? "" : `; ${reason}`}`,
  allCandidates: (count: number) => `All ${n(count, "candidate")}, accepted or not:`,
  candidate: ({ verdict, key, reason, ...counts }: Decision) =>
    `  ${VERDICTS[verdict].padEnd(13)} ${key}\n      ${evidence(counts, EVIDENCE)}; ${reason}`,
  otherCandidates: (count: number) => `${n(count, "other candidate")}: --candidates lists them with their reasons.`,

  nothingFits: "Nothing that was learned fits this task.",
  nothingNear:
    "No card has anything to do with it: `habitus status` says what has been learned here, and what to do next.",
  explain: (explained: readonly Explained[]) => [
    "",
    "Why:",
    ...worthSaying(explained).flatMap(({ id, rank, score, shown, leftOut, coverage, fields, record }) => [
      `  ${rank}. ${id}  score ${score.toFixed(2)}  ${shown ? "shown" : `left out: ${leftOut}`}`,
      `       matched ${fields.map(({ field, terms }) => `${field}: ${terms.join(", ")}`).join("; ")}`,
      `       ${percent(coverage)} of the task's telling words; ${record.tier}, confidence ${record.confidence}, handed over ${record.freq}, ended well ${record.utility}`,
    ]),
  ],
  handedOver: ({ attempt, cards }: Advice) =>
    `Handed over: ${n(cards.length, "card")}. Afterwards say how it went: habitus outcome good|bad  (attempt ${attempt})`,
  unrecorded: (why: string) => `This could not be put on record, so its outcome cannot be either: ${why}`,
  lenses: ({ attempts, used, failed, decisions, notes }: LensReport) => [
    `Models looked at ${attempts} attempts (${used.calls} calls, ${used.tokens} tokens):`,
    ...decisions.map(({ verdict, title, card, reason }) => {
      const name = {
        created: "new",
        merged: "known",
        quarantined: "held",
        rejected: "refused",
        "kept retired": "stays retired",
      }[verdict];
      return `  ${name}: ${title}${card === undefined ? "" : ` (${card})`}: ${reason}`;
    }),
    ...notes.map((note) => `  ${note}`),
    ...(failed === undefined ? [] : [`Nothing was stored: ${failed}`]),
  ],
  models: ({ roles, today, most, waiting }: NonNullable<Status["models"]>) => {
    const named = Object.entries(roles)
      .map(([role, model]) => `${role} ${model}`)
      .join(", ");
    return (
      (today && most
        ? `Models: ${named}; today ${today.calls} of ${most.calls} calls, ${today.tokens} of ${most.tokens} tokens`
        : `Models: ${named}`) + (waiting > 0 ? `, ${waiting} attempts wait for them` : "")
    );
  },
  outcomeRecorded: ({ outcome, cards, attempt }: OutcomeReport) =>
    `Recorded ${outcome.score} for attempt ${attempt}, which had ${cards.length > 0 ? cards.join(", ") : "no card"}.`,
  retiredBecause: (id: string, reason: string) =>
    `  retired: ${id}, because ${reason}. \`habitus restore ${id}\` brings it back.`,

  listed: (card: Experience, colors: Colors) => [
    `${colors.bold(card.id)}  ${card.title}`,
    colors.dim(
      `  ${card.status}, ${card.tier}, confidence ${card.confidence}, handed over ${card.freq}, ended well ${card.utility}`,
    ),
  ],
  noCards: (status: string) =>
    status === "all" || status === "active"
      ? `No ${status === "all" ? "" : "active "}cards yet. \`habitus init\` learns from the past sessions of your coding agent, \`habitus import PATH\` and \`habitus learn\` from runs that you have.`
      : `No ${status} cards.`,
  noTools: "No tool has a guideline yet. `habitus import PATH` and `habitus learn` make some.",
  toolFigures: ({
    ok,
    calls,
    tasks,
    failures,
    repaired,
    reported,
    unread,
  }: {
    ok: number;
    calls: number;
    tasks: number;
    failures: number;
    repaired: number;
    reported: number;
    unread: number;
  }) =>
    `${ok} of ${n(calls, "call")} succeeded in ${n(tasks, "task")}; ${n(failures, "kind of failure", "kinds of failure")}, ${repaired} with a repair${reported > 0 ? `; ${reported} reported by itself, ${unread} not learned from yet` : ""}`,
  shown: ({ path, versions }: CardView) =>
    `File: ${path}${versions > 0 ? `, ${n(versions, "earlier version")}: habitus diff, undo` : ""}`,
  keptBack: (reason: string) => `kept back by recall: ${reason}`,
  followed: ({ checked, times, muted }: CardView["followed"]) =>
    `Followed ${times} of ${checked} times that it could be checked${muted ? "; muted: it is not handed over unasked any more" : ""}.`,
  created: ({ id }: Experience) => `Created ${id}. \`habitus show ${id}\` prints it.`,
  unchanged: (id: string) => `${id} is unchanged.`,
  edited: (id: string) => `Changed ${id}. \`habitus undo ${id}\` takes it back.`,
  undone: (id: string) => `${id} is as before. \`habitus undo ${id}\` once more redoes the change.`,
  moved: (id: string, before: number, after: number) => `${id}: confidence ${before} → ${after}`,
  retired: (id: string) => `Retired ${id}. \`habitus restore ${id}\` brings it back.`,
  restored: (id: string) => `${id} is active again.`,
  pruned: (count: number, dryRun: boolean) => `${n(count, "card")} ${dryRun ? "would be retired" : "retired"}.`,
  written: (path: string) => `Wrote ${path}`,
  simulateNames: (worlds: readonly string[], policies: ReadonlyArray<readonly [string, string]>) =>
    `Worlds: ${worlds.join(", ")}\n\nPolicies:\n${policies.map(([name, note]) => `  ${name.padEnd(18)}${note}`).join("\n")}`,
  exported: (count: number, path: string) => `Wrote ${n(count, "card")} to ${path}.`,

  hookNotice: ({ kind, count }: SessionNotice) =>
    kind === "waiting"
      ? `habitus: ${count} new observations to learn from. They are learned when the session ends; /habitus:learn phrases lessons now.`
      : `habitus: the last ${count} finished calls came without a result, so nothing can be learned from them. \`habitus doctor\` says more.`,
  waiting: (card: Experience, reason: string, by: string, colors: Colors) => [
    `${colors.bold(card.id)}  ${card.title}`,
    colors.dim(`  held by ${by}: ${reason}`),
  ],
  waitingCount: (count: number) =>
    count === 0
      ? "Nothing waits for review."
      : `${n(count, "card")} in quarantine. \`habitus review --accept ID…\` or \`--refuse ID…\` decides.`,
  accepted: (count: number) => `${n(count, "card")} accepted.`,
  refused: (count: number) => `${n(count, "card")} refused and retired.`,

  /** How a session ended and what showed it. */
  sessionAccount: ({ parts }: SessionAccount) =>
    parts.flatMap(({ started, calls, outcome, signals, session }) => [
      `${started ? `${clock(started)}  ` : ""}session ${session}: ${n(calls, "call")}`,
      outcome
        ? `  ended with ${outcome.score}, says ${outcome.by}${outcome.reasons.length > 0 ? `: ${outcome.reasons.join("; ")}` : ""}`
        : "  how it ended is unknown: nothing showed it for certain",
      ...signals.map(({ turn, says, reason }) => `  turn ${turn + 1}, ${says}: ${reason}`),
    ]),
  nothingLogged: "Nothing has happened yet.",
  logged: (row: LedgerRow) => {
    const when = clock(row.at);
    switch (row.type) {
      case "born":
        return `${when}  ${row.card}  born with confidence ${row.confidence}, by ${row.by}`;
      case "seen":
        return `${when}  ${row.card}  seen again in ${row.session}${row.advised ? ", where it had been shown: no evidence" : ""}`;
      case "contradicted":
        return `${when}  ${row.card}  contradicted in ${row.session}`;
      case "idle":
        return `${when}  ${row.card}  not seen on ${row.days} days of use`;
      case "reinforced":
      case "weakened":
        return `${when}  ${row.card}  ${row.type} by hand`;
      case "edited":
        return `${when}  ${row.card}  edited by hand${row.confidence === undefined ? "" : `, confidence now ${row.confidence}`}`;
      case "written":
        return `${when}  ${row.card}  written by ${row.by}`;
      case "recalled":
        return `${when}  handed over ${row.shown.join(", ") || "nothing"} ${row.level === "session" ? "at the start of a session" : `for "${row.task}"`} (attempt ${row.attempt})`;
      case "outcome":
        return `${when}  attempt ${row.attempt} ended with ${row.score}, says ${row.by}${row.reasons.length > 0 ? `: ${row.reasons.join("; ")}` : ""}`;
      case "followed":
        return `${when}  attempt ${row.attempt}: ${followedShares(row, "followed")}`;
      case "revoked":
        return `${when}  session ${row.session} revoked${row.reason ? `: ${row.reason}` : ""}`;
      case "dreamed":
        return `${when}  ${row.card}  changed by a dream (${row.kind}): ${row.reason}`;
      case "dream_ended":
        return `${when}  a dream ended: ${row.units} changes, ${row.waiting} waiting (run ${row.run})`;
      case "dream_undone":
        return `${when}  the dream ${row.run} was taken back`;
      case "unrevoked":
        return `${when}  session ${row.session} counts again${row.reason ? `: ${row.reason}` : ""}`;
      default:
        return `${when}  ${row.card}  ${row.type} by ${row.by}${row.reason ? `: ${row.reason}` : ""}`;
    }
  },

  hidden: (kind: string, rule: string, line: number, column: number) => `${line}:${column}  ${kind}  (${rule})`,
  hiddenCount: (count: number) => (count === 0 ? "Nothing would be hidden." : `${n(count, "place")} would be hidden.`),

  purged: ({ files, places, dropped, left, dryRun }: PurgeReport) => [
    ...files.map(({ path, places, renamed }) => `  ${path}: ${n(places, "place")}${renamed ? ", and its name" : ""}`),
    places === 0 && files.length === 0
      ? "Nothing that is stored holds it."
      : `${n(places, "place")} in ${n(files.length, "file")} ${dryRun ? "would be purged" : "purged"}.`,
    ...(dropped.length > 0
      ? [`${n(dropped.length, "derived file")} ${dryRun ? "would go" : "removed"}; they are made anew when needed.`]
      : []),
    ...left.map(
      ({ path, places }) =>
        `  still in ${path}: ${n(places, "place")}, where folders, settings or the format itself are named so, or it is no text`,
    ),
  ],
  listedProject: ({ id, name, root, cards, observations, current }: ListedProject, colors: Colors) => [
    `${current ? "* " : "  "}${colors.bold(name)}  ${id}`,
    colors.dim(`    ${n(cards, "card")}, ${n(observations, "observation")}${root === undefined ? "" : `, ${root}`}`),
  ],
  noProjects: "No projects yet. They appear when something is remembered.",
  projectsMerged: ({ from, into, cards, observations, renamed, kept }: MergeReport) => [
    `${from} is now part of ${into}: ${n(cards, "card")}, ${n(observations, "observation")}.`,
    ...renamed.map(({ before, after }) => `  ${before} is called ${after} there, where that id was taken.`),
    `Its files as they were: ${kept}. \`habitus learn\` counts anew.`,
  ],
  projectSplit: ({ id, from, sessions, observations }: SplitReport) =>
    `${id} is a project of its own now, with ${n(sessions, "session")} (${n(observations, "observation")}) from ${from}. Its cards stay there; \`habitus learn\` counts anew.`,

  /** By what a project was recognised. */
  chosen: ({ why }: Pick<Project, "why" | "chosen">) => why,
  status: ({
    project,
    home,
    cards,
    waiting,
    trajectories,
    attempts,
    followed,
    stale,
    alerts,
    index,
    lastLearned,
    left,
    unassigned,
    emptyResults,
    filled,
  }: Status) => [
    `Project   ${project.name} (${project.id}), by ${en.chosen(project)}`,
    `Files     ${home}`,
    `Cards     ${cards.active} active, ${cards.quarantined} quarantined, ${cards.retired} retired, ${cards.promoted} promoted${cards.broken.length > 0 ? `, ${cards.broken.length} broken` : ""}`,
    `Learned   from ${n(trajectories, "attempt")}${lastLearned ? `, last ${clock(lastLearned)}` : ""}; ${n(waiting, "new observation")}${waiting > 0 ? ": `habitus learn`" : ""}`,
    `Recalled  ${n(attempts.recalled, "time")}; of ${attempts.known} with a known outcome ${attempts.endedWell} ended well${attempts.known > 0 ? ` (${points(attempts.endedWell / attempts.known)})` : ""}`,
    ...(followed.checked > 0
      ? [`Followed  ${followed.times} of ${n(followed.checked, "piece")} of advice that could be checked`]
      : []),
    ...followed.muted.map((id) => `  muted, because agents keep ignoring it: ${id}`),
    ...stale.map(({ id, reason }) => `  stale: ${id}, ${reason}`),
    ...alerts.map(
      ({ family, attempts, endedWell, expected }) =>
        `Alert     ${family || "tasks"}: of the last ${attempts} attempts ${oneDigit(endedWell)} ended well, where ${oneDigit(expected)} were to be expected`,
    ),
    `Index     ${index.name}${index.note ? `: ${index.note}` : ""}`,
    ...(filled.calls + filled.prompts + filled.corrected > 0
      ? [
          `Filled in ${n(filled.calls, "call")} and ${n(filled.prompts, "prompt")} that hooks missed, ${n(filled.corrected, "result")} corrected, all from transcripts`,
        ]
      : []),
    ...(filled.sessions > 0
      ? [`Warning   ${n(filled.sessions, "session")} told by no hook, taken from transcripts: habitus doctor`]
      : []),
    ...left.map(({ kind, reason, times }) => `Not kept  ${n(times, "event")} ${kind}: ${reason}`),
    ...(unassigned > 0 ? [`Not kept  ${n(unassigned, "session")} without a folder: they belong to no project`] : []),
    ...(emptyResults >= 20
      ? [`Warning   the last ${emptyResults} finished calls came without a result: habitus doctor`]
      : []),
  ],
  /** What a person can do now, after the state of things. */
  nextLabel: "Next      ",
  next: {
    init: "`habitus init` sets up Claude Code and Codex, and learns from the sessions that they have kept",
    import: "`habitus import PATH` reads runs that you have, and `habitus learn` makes cards of them",
    work: "work on as always: sessions that begin from now on are watched, and habits come by themselves",
    learn: "`habitus learn` makes cards of the new observations",
    review: "`habitus review` shows the cards that wait for you",
  },
  answers: { yes: "Yes", no: "No", cancelled: "Cancelled", wrong: "Something went wrong" },
  fix: "to do",
};

export type Messages = typeof en;
