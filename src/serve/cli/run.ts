import { Command, CommanderError, Option } from "commander";
import packageJson from "../../../package.json" with { type: "json" };
import type { Memory } from "../../memory.ts";
import type { CliContext, CliHost, GlobalOptions } from "./context.ts";
import { reportFailure } from "./fail.ts";
import { chooseLanguage } from "./language.ts";
import { loadMessages, type Messages } from "./messages/load.ts";
import { createOutput } from "./output.ts";
import { decimal, speakAs, wholeNumber } from "./usage.ts";

/** A command's own part: what was typed after its name, then its options. It gives an exit code where that is not 0. */
type Handler = (context: CliContext, args: string[], options: Record<string, unknown>) => Promise<unknown>;

/**
 * Runs one command line.
 * @returns the exit code: 0 done, 1 unexpected, 2 wrong input or not found, 3 files need their owner, 4 busy
 */
export async function runCli(argv: readonly string[], host: CliHost): Promise<number> {
  const early = earlyOptions(argv);
  const lang = chooseLanguage(early.lang, host.env);
  const t = await loadMessages(lang);
  let exitCode = 0;
  const run: Run = async (handler, args, options, global) => {
    exitCode = await runCommand(handler, args, options, { global, host, lang, t });
  };
  const named = buildProgram(t, host, run, commandIn(argv));
  const program = named.commands.length > 0 ? named : buildProgram(t, host, run);
  try {
    if (argv.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    // Commander has already written its message; help and --version end with 0, a wrong command line with 2.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (early.json)
        host.stdout.write(`${JSON.stringify({ error: { code: "INVALID_INPUT", message: error.message } })}\n`);
      return 2;
    }
    const out = createOutput({
      json: early.json,
      env: host.env,
      stdout: host.stdout,
      stderr: host.stderr,
      nowMs: Date.now,
    });
    return reportFailure(error, out, Boolean(host.env.HABITUS_DEBUG));
  }
}

/** Language and form of answers are needed before the command line is understood, to say what is wrong with it. */
function earlyOptions(argv: readonly string[]): { lang: string | undefined; json: boolean } {
  const at = argv.indexOf("--lang");
  const joined = argv.find((word) => word.startsWith("--lang="))?.slice("--lang=".length);
  return { lang: joined ?? (at >= 0 ? argv[at + 1] : undefined), json: argv.includes("--json") };
}

/** The word that must be a command, where that is plain: to describe all of them takes longer than to find cards. */
function commandIn(argv: readonly string[]): string {
  let at = 0;
  while (["--home", "--project", "--lang", "--json"].includes(argv[at] ?? "")) at += argv[at] === "--json" ? 1 : 2;
  return argv[at] ?? "";
}

async function runCommand(
  handler: Handler,
  args: string[],
  options: Record<string, unknown>,
  { global, host, lang, t }: { global: GlobalOptions; host: CliHost; lang: string; t: Messages },
): Promise<number> {
  const out = createOutput({
    json: Boolean(global.json),
    env: host.env,
    stdout: host.stdout,
    stderr: host.stderr,
    nowMs: Date.now,
  });
  const memories = new Map<string, Promise<Memory>>();
  const open = (folder: string) => {
    const opened = memories.get(folder) ?? openMemoryAt(folder, global, host);
    memories.set(folder, opened);
    return opened;
  };
  try {
    const context: CliContext = {
      host,
      out,
      t,
      lang,
      home: global.home,
      project: global.project,
      memory: () => open(host.cwd()),
      memoryOf: (folder) => (global.project === undefined ? open(folder) : undefined),
    };
    const code = await handler(context, args, options);
    return typeof code === "number" ? code : 0;
  } catch (error) {
    return reportFailure(error, out, Boolean(host.env.HABITUS_DEBUG));
  } finally {
    for (const opened of memories.values()) {
      // A memory that could not be opened has already been reported, and there is nothing to close.
      await opened.then((memory) => memory.close()).catch(() => undefined);
    }
  }
}

async function openMemoryAt(folder: string, global: GlobalOptions, host: CliHost): Promise<Memory> {
  const { openMemory } = await import("../../open-memory.ts");
  return openMemory({
    cwd: folder,
    env: host.env,
    ...(global.home !== undefined && { home: global.home }),
    ...(global.project !== undefined && { project: global.project }),
  });
}

type Run = (handler: Handler, args: string[], options: Record<string, unknown>, global: GlobalOptions) => Promise<void>;

/** @param only  the one command that is needed; default: all */
function buildProgram(t: Messages, host: CliHost, run: Run, only?: string): Command {
  const program = speakAs(new Command("habitus"), t);
  program
    .description(t.help.about)
    .version(packageJson.version, "--version", t.help.version)
    .option("--home <dir>", t.help.home)
    .option("--project <name>", t.help.project)
    .option("--json", t.help.json)
    .option("--lang <code>", t.help.lang)
    .helpOption("-h, --help", t.help.help)
    .helpCommand("help [command]", t.help.help)
    .showHelpAfterError(t.help.more)
    .configureOutput({ writeOut: (text) => host.stdout.write(text), writeErr: (text) => host.stderr.write(text) })
    .exitOverride();

  /** A command with its one example; the work itself is loaded only when it is called. */
  const command = (usage: string, about: string, example: string, load: () => Promise<Handler>): Command => {
    if (only !== undefined && usage.split(" ", 1)[0] !== only) return NOT_NEEDED;
    const made = program
      .command(usage)
      .description(about)
      .option("--json", t.help.json)
      .helpOption("-h, --help", t.help.help)
      .addHelpText("after", `\n${t.help.example}\n  $ ${example}`);
    made.action(async (...given: unknown[]) => {
      const own = made.opts<Record<string, unknown>>();
      const args = given
        .slice(0, -2)
        .flat()
        .filter((word): word is string => typeof word === "string");
      await run(await load(), args, own, {
        ...program.opts<GlobalOptions>(),
        ...(own.json === true && { json: true }),
      });
    });
    return made;
  };
  const cards =
    <Name extends keyof typeof import("./commands/cards.ts")>(name: Name) =>
    async () =>
      (await import("./commands/cards.ts"))[name] as Handler;

  command(
    "import <paths...>",
    t.help.import,
    "habitus import ~/runs/*.jsonl",
    async () => (await import("./commands/import.ts")).importCommand,
  ).option("--as-reviewed", t.help.asReviewed);

  command(
    "learn",
    t.help.learn,
    "habitus learn --candidates",
    async () => (await import("./commands/learn.ts")).learnCommand,
  )
    .option("--candidates", t.help.candidates)
    .option("--open", t.help.open);

  command(
    "recall <task...>",
    t.help.recall,
    'habitus recall "buy 100 shares at the market price" --explain',
    async () => (await import("./commands/recall.ts")).recallCommand,
  )
    .option("--limit <n>", t.help.limit, wholeNumber)
    .option("--max-tokens <n>", t.help.maxTokens, wholeNumber)
    .option("--tools <names>", t.help.tools, commaList)
    .option("--explain", t.help.explain)
    .option("--rerank", t.help.rerank)
    .option("--rewrite", t.help.rewrite)
    .option("--evidence", t.help.rawEvidence)
    .option("--key <name>", t.help.recallKey)
    .option("--no-record", t.help.noRecord);

  command(
    "outcome <score>",
    t.help.outcome,
    "habitus outcome good",
    async () => (await import("./commands/outcome.ts")).outcomeCommand,
  )
    .option("--attempt <id>", t.help.attempt)
    .option("--reason <text>", t.help.reason);

  command("list", t.help.list, "habitus list --status retired", cards("listCommand")).option(
    "--status <status>",
    t.help.statusFilter,
  );
  command("show <id>", t.help.show, "habitus show terraform.read-triad", cards("showCommand"));
  command(
    "why <id>",
    t.help.why,
    "habitus why terraform.read-triad",
    async () => (await import("./commands/why.ts")).whyCommand,
  );
  command(
    "tools [names...]",
    t.help.toolsKnown,
    "habitus tools place_order",
    async () => (await import("./commands/tools.ts")).toolsCommand,
  );
  command(
    "create [id]",
    t.help.create,
    'habitus create db.backup-first --trigger "before a migration" --title "Back up first"',
    cards("createCommand"),
  )
    .option("--trigger <text>", t.help.trigger)
    .option("--when <text>", t.help.when)
    .option("--title <text>", t.help.title)
    .option("--body <markdown>", t.help.body)
    .option("--confidence <n>", t.help.confidence, decimal)
    .option("--keywords <words>", t.help.keywords, commaList)
    .option("--tools <names>", t.help.cardTools, commaList);
  command("edit <id>", t.help.edit, "habitus edit terraform.read-triad", cards("editCommand")).option(
    "--file <path>",
    t.help.editFile,
  );
  command("diff <id> [version]", t.help.diff, "habitus diff terraform.read-triad 2", cards("diffCommand"));
  command("undo <id>", t.help.undo, "habitus undo terraform.read-triad", cards("undoCommand"));
  command("log [id]", t.help.log, "habitus log terraform.read-triad", cards("logCommand"));
  command("reinforce <id>", t.help.reinforce, "habitus reinforce terraform.read-triad", cards("reinforceCommand"));
  command("weaken <id>", t.help.weaken, "habitus weaken terraform.read-triad", cards("weakenCommand"));
  command(
    "retire <id>",
    t.help.retire,
    'habitus retire terraform.read-triad --reason "no longer true"',
    cards("retireCommand"),
  ).option("--reason <text>", t.help.reason);
  command("restore <id>", t.help.restore, "habitus restore terraform.read-triad", cards("restoreCommand")).option(
    "--reason <text>",
    t.help.reason,
  );
  command(
    "dream",
    t.help.dream,
    "habitus dream --dry-run",
    async () => (await import("./commands/dream.ts")).dreamCommand as Handler,
  )
    .option("--dry-run", t.help.dreamDryRun)
    .option("--limit <n>", t.help.dreamLimit, wholeNumber)
    .option("--undo", t.help.dreamUndo);
  command("prune", t.help.prune, "habitus prune --dry-run", cards("pruneCommand")).option("--dry-run", t.help.dryRun);
  command("export [ids...]", t.help.export, "habitus export --out cards.jsonl", cards("exportCommand")).option(
    "--out <path>",
    t.help.out,
  );
  command(
    "review [ids...]",
    t.help.review,
    "habitus review --accept db.backup-first",
    async () => (await import("./commands/review.ts")).reviewCommand as Handler,
  )
    .option("--accept", t.help.accept)
    .option("--refuse", t.help.refuse)
    .option("--all", t.help.reviewAll);
  command(
    "revoke <session>",
    t.help.revoke,
    "habitus revoke 0f9c2a71-4c1e-4a0b-9d53-1c8f6f1e2b7a --dry-run",
    async () => (await import("./commands/revoke.ts")).revokeCommand as Handler,
  )
    .option("--dry-run", t.help.revokeDryRun)
    .option("--undo", t.help.revokeUndo)
    .option("--reason <text>", t.help.reason);
  command(
    "promote [ids...]",
    t.help.promote,
    "habitus promote db.backup-first --dry-run",
    async () => (await import("./commands/promote.ts")).promoteCommand as Handler,
  )
    .option("--name <name>", t.help.promoteName)
    .option("--to <place>", t.help.promoteTo)
    .option("--global", t.help.promoteGlobal)
    .option("--dry-run", t.help.promoteDryRun)
    .option("--yes", t.help.yes)
    .option("--undo", t.help.promoteUndo);
  command(
    "handover",
    t.help.handover,
    "habitus handover",
    async () => (await import("./commands/handover.ts")).handoverCommand as Handler,
  )
    .option("--to <place>", t.help.handoverTo)
    .option("--apply", t.help.handoverApply)
    .option("--undo", t.help.handoverUndo);
  command(
    "scrub [path]",
    t.help.scrub,
    "habitus scrub --test session.log",
    async () => (await import("./commands/scrub.ts")).scrubCommand as Handler,
  ).option("--test", t.help.scrubTest);
  command(
    "purge",
    t.help.purge,
    'habitus purge --match "Acme Corp" --dry-run',
    async () => (await import("./commands/purge.ts")).purgeCommand as Handler,
  )
    .option("--match <text>", t.help.purgeMatch)
    .option("--dry-run", t.help.purgeDryRun)
    .option("--all-projects", t.help.allProjects);
  command(
    "project [action...]",
    t.help.projects,
    "habitus project merge app-1a2b3c4d app-5e6f7a8b",
    async () => (await import("./commands/project.ts")).projectCommand as Handler,
  );
  const bench = t.benchHelp;
  command(
    "bench <name>",
    t.help.bench,
    "habitus bench reme --tables main,k",
    async () => (await import("./commands/bench.ts")).benchCommand as unknown as Handler,
  )
    .option("--environment <name>", bench.environment, "all")
    .option("--task-lang <code>", bench.taskLang)
    .option("--tables <names>", bench.tables, commaList)
    .option("--runs <n>", bench.runs, wholeNumber)
    .option("--training-runs <n>", bench.trainingRuns, wholeNumber)
    .option("--per-kind <n>", bench.perKind, wholeNumber)
    .option("--change <attempt>", bench.change, decimal)
    .option("--endpoint <url>", bench.endpoint)
    .option("--model <name>", bench.model)
    .option("--summariser <name>", bench.summariser)
    .option("--key-env <name>", bench.keyEnv)
    .option("--max-calls <n>", bench.maxCalls, wholeNumber)
    .option("--out <dir>", bench.out);
  const sim = t.simulateHelp;
  command(
    "simulate",
    t.help.simulate,
    "habitus simulate --world article --seeds 300 --plots plots",
    async () => (await import("./commands/simulate.ts")).simulateCommand as Handler,
  )
    .option("--world <name>", sim.world)
    .option("--policies <names>", sim.policies, commaList)
    .option("--seeds <n>", sim.seeds, wholeNumber)
    .option("--first-seed <n>", sim.firstSeed, decimal)
    .option("--shown <k>", sim.shown, wholeNumber)
    .option("--min-freq <n>", sim.minFreq, wholeNumber)
    .option("--max-useless-rate <n>", sim.maxUselessRate, decimal)
    .option("--strict", sim.strict)
    .option("--tasks <n>", sim.tasks, wholeNumber)
    .option("--families <n>", sim.families, wholeNumber)
    .option("--ease <n>", sim.ease, decimal)
    .option("--pollution <n>", sim.pollution, decimal)
    .option("--noise <n>", sim.noise, decimal)
    .option("--unknown <n>", sim.unknown, decimal)
    .option("--outcomes <model>", sim.outcomes)
    .option("--gate-good <n>", sim.gateGood, decimal)
    .option("--gate-other <n>", sim.gateOther, decimal)
    .option("--drift <task>", sim.drift)
    .option("--threads <n>", sim.threads, wholeNumber)
    .option("--plots <dir>", sim.plots)
    .option("--markdown", sim.markdown)
    .option("--names", sim.names);
  command("status", t.help.status, "habitus status", async () => (await import("./commands/status.ts")).statusCommand);
  command(
    "init [host]",
    t.help.init,
    "habitus init --dry-run",
    async () => (await import("./commands/init.ts")).initCommand as Handler,
  )
    .option("--yes", t.help.yes)
    .option("--dry-run", t.help.initDryRun)
    .option("--trust-codex", t.help.trustCodex)
    .option("--no-import", t.help.noImport);
  command(
    "uninstall [host]",
    t.help.uninstall,
    "habitus uninstall claude",
    async () => (await import("./commands/uninstall.ts")).uninstallCommand as Handler,
  )
    .option("--dry-run", t.help.initDryRun)
    .option("--purge", t.help.uninstallPurge)
    .option("--yes", t.help.yes);
  command("doctor", t.help.doctor, "habitus doctor", async () => (await import("./commands/doctor.ts")).doctorCommand);
  command("mcp", t.help.mcp, "habitus mcp", async () => (await import("./commands/mcp.ts")).mcpCommand).addOption(
    // What the server starts beside itself; no person types it.
    new Option("--learn").hideHelp(),
  );
  const serve = t.serveHelp;
  command(
    "serve",
    t.help.serve,
    "habitus serve --port 8002",
    async () => (await import("./commands/serve.ts")).serveCommand as Handler,
  )
    .option("--port <n>", serve.port, decimal)
    .option("--host <address>", serve.host)
    .option("--token-file <path>", serve.tokenFile)
    .option("--reme-compat", serve.remeCompat)
    .option("--no-token", serve.noToken)
    .option("--exchange-dir <dir>", serve.exchangeDir)
    .option("--allow-host <names>", serve.allowHost, commaList)
    .option("--allow-origin <origins>", serve.allowOrigin, commaList)
    .option("--dream <cron>", serve.dream);
  if (only !== undefined && only !== "hook") return program;
  program
    .command("hook [event]", { hidden: true })
    .description(t.help.hook)
    .option("--detach")
    .action(async (event: string | undefined, own: Record<string, unknown>) => {
      const { hookCommand } = await import("./commands/hook.ts");
      await run(hookCommand as Handler, event === undefined ? [] : [event], own, program.opts<GlobalOptions>());
    });
  return program;
}

/** Stands for a command that nobody called. */
const NOT_NEEDED = { option: () => NOT_NEEDED, addOption: () => NOT_NEEDED } as unknown as Command;

function commaList(text: string): string[] {
  return text
    .split(/[,、，]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
