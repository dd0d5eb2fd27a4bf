// `npm start`: installs, builds, and shows the main job on bundled real runs, in a temporary folder that is removed again.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, ROOT } from "./ensure.mjs";

ensureInstalled();
ensureBuilt();

const home = mkdtempSync(join(tmpdir(), "habitus-start-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
const env = { ...process.env, HABITUS_HOME: home };
// Reading extra certificates costs each Node start 56 ms, and nothing here uses the network.
delete env.NODE_EXTRA_CA_CERTS;
const paint = (code, text) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\u001B[${code}m${text}\u001B[0m` : text;

/** Runs one command line as a person would type it, and shows it with its answer. */
function habitus(args, { quiet = false } = {}) {
  if (!quiet)
    console.log(
      paint(
        36,
        `\n$ habitus ${args.map((word) => (/^[\w./:<-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")}`,
      ),
    );
  const call = spawnSync(process.execPath, [join(ROOT, "dist", "cli.js"), "--project", "bundled-runs", ...args], {
    cwd: ROOT,
    env,
    encoding: "utf8",
  });
  if (!quiet) process.stdout.write(call.stdout + call.stderr);
  if (call.status !== 0) {
    console.error(quiet ? call.stderr : "", `habitus ${args[0]} ended with ${call.status}`);
    process.exit(call.status ?? 1);
  }
  return call.stdout;
}

const step = (n, text) => console.log(paint(1, `\n${n}. ${text}`));
const json = (args) => JSON.parse(habitus([...args, "--json"], { quiet: true }));

console.log(paint(1, "habitus learns how work is done well from real agent runs. No model, no key, no network."));

step(1, "Real runs go in: 50 tasks of BFCL, solved in its own simulators, and airline dialogues of tau-bench.");
habitus(["import", "data/bfcl", "data/tau-airline"]);

step(2, "Cards come out: what held again and again, against chance, with its counts.");
habitus(["learn"]);

step(3, "The right card comes back for a new task, and says why.");
const stock = "Buy 100 shares of AAPL at the current market price";
habitus(["recall", stock, "--explain"]);
habitus(["outcome", "good", "--reason", "bought at the price that was quoted"]);
habitus(["recall", "Cancel the flight that I booked this morning"]);
habitus(["outcome", "good"]);

step(4, "A card is a Markdown file. Read it, correct it, undo it.");
const [card] = json(["recall", stock, "--no-record"]).cards;
if (!card) throw new Error("no card came back for the stock order");
habitus(["show", card]);
const edited = join(home, "edited.md");
const { path } = json(["show", card]);
writeFileSync(
  edited,
  `${readFileSync(path, "utf8").trimEnd()}\n\n## Notes\nOur desk buys only while the market is open.\n`,
);
habitus(["edit", card, "--file", edited]);
habitus(["undo", card]);

step(5, "What it knows.");
habitus(["status"]);

console.log(`
${paint(1, "Your own runs")}
  npm install --global habitus
  habitus init               beside Claude Code and Codex: learns from their past sessions, and from all that follow
  habitus import PATH        files or folders of agent runs: OpenAI chats with a score, BFCL traces, tau-bench records
  habitus learn              cards come out
  habitus recall "TASK"      the right card comes back; put its text before your agent
  habitus outcome good|bad   what helps stays, what does not is forgotten
Everything is in one folder (\`habitus status\` names it); deleting it removes all of habitus.`);
