import type { Json } from "../../src/model/json.ts";
import { wander } from "./background.ts";
import { REPLACEMENTS } from "./phrases.ts";
import type { SessionScript } from "./session-script.ts";

// What people have agents do in a project. Each activity asks whether the session has a habit that bears on it, and whether it is kept
// this time; without the habit it is done in one of several ways at random, so that a session without habits has none to find.

const MODIFIED =
  "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";

/**
 * A change to one file. Hosts want a file read before it is edited, so most edits follow a read of the same file: that is what
 * happens anyway, and no habit.
 */
export function changeFile(script: SessionScript, folder = ""): void {
  const { random, planting, stack } = script;
  const noun = random.pick(script.nouns);
  const path = `${folder}${stack.source(noun)}`;
  if (random.chance(0.7)) script.read(path);
  if (random.chance(0.3)) wander(script, 1);
  if (planting.follows("test-before-source")) script.read(`${folder}${stack.test(noun)}`);
  if (planting.follows("grep-before-edit"))
    script.search(random.pick(["total", "retry", "parseDate", "limit", "render"]));
  if (random.chance(0.12)) repairEdit(script, path);
  else script.edit(path);
  if (planting.follows("test-after-edit")) script.shell("npm test", script.passed());
}

/** The file changed meanwhile. Without the habit there are many ways on, of which one is the habit's. */
function repairEdit(script: SessionScript, path: string): void {
  const { random } = script;
  script.edit(path, MODIFIED);
  const ways: ReadonlyArray<() => void> = [
    () => wander(script, 1),
    () => script.shell("git diff", "+x"),
    () => script.shell(`sed -n '1,40p' ${path}`, "x"),
    () => script.read(path),
  ];
  if (script.planting.follows("read-after-failed-edit") === true) script.read(path);
  else random.pick(ways)();
  script.edit(path);
}

export function commit(script: SessionScript): void {
  if (script.planting.follows("lint-before-commit")) script.shell("npm run lint", "");
  script.shell(
    `git add -A && git commit -m "${script.fill("Improve {a}")}"`,
    "[main abc1234] Improve\n 2 files changed",
  );
}

function buildImage(script: SessionScript): void {
  const { random } = script;
  const noCache = script.planting.follows("docker-no-cache") ?? random.chance(0.15);
  const extra = random.pick(["", " --pull", ` --build-arg VERSION=${random.int(1, 9)}`, " -q"]);
  const command = `docker build${noCache ? " --no-cache" : ""}${extra} -t ${random.pick(script.nouns)}:${random.int(1, 99)} .`;
  script.shell(command, "Successfully built abc");
}

function addDependency(script: SessionScript): void {
  const { random } = script;
  const dependency = random.pick(["zod", "dayjs", "lodash", "hono", "p-queue"]);
  script.shell(`npm install ${dependency}`, "added 1 package");
  if (script.planting.follows("pnpm-not-npm") !== true) return;
  const text = random.pick(REPLACEMENTS[script.language]);
  script.prompt(text.replaceAll("{old}", "npm").replaceAll("{new}", "pnpm"));
  script.shell(`pnpm add ${dependency}`, "Done in 1.2s");
}

const MODULES = ["vpc", "dns", "cluster", "bucket", "iam", "alerts", "lambda", "database", "network", "secrets"];
const MODULE_FILES = ["main.tf", "variables.tf", "outputs.tf", "versions.tf", "README.md"];

function lookAtModule(script: SessionScript): void {
  const { random } = script;
  const folder = `infra/modules/${random.pick(MODULES)}`;
  const together = script.planting.follows("read-triad") === true;
  const names = together ? random.sample(MODULE_FILES.slice(0, 3), 3) : random.sample(MODULE_FILES, random.int(1, 2));
  script.parallel(names.map((name) => ({ do: "read", path: `${folder}/${name}`, content: "resource {}" }) as const));
}

function release(script: SessionScript): void {
  const { random } = script;
  const commands = [
    `npm version ${random.pick(["patch", "minor"])}`,
    "npm run build",
    "git push --follow-tags",
    "npm publish",
  ];
  const follows = script.planting.follows("release-workflow") === true;
  for (const command of follows ? commands : random.sample(commands, 2)) {
    script.shell(command, "ok");
    if (random.chance(0.2)) wander(script, 1);
  }
}

function fileTicket(script: SessionScript): void {
  const { random } = script;
  const newId = () => `TCK-${random.int(10_000, 99_999)}`;
  const id = newId();
  const result: Json = { id, url: `https://tracker.example/${id}`, queue: random.pick(["web", "ops", "data"]) };
  script.call({
    do: "mcp",
    server: "tracker",
    tool: "create_ticket",
    input: { title: script.fill("Look at {a}") },
    result,
  });
  if (random.chance(0.4)) wander(script, 1);
  const target = script.planting.follows("ticket-id") === true ? id : newId();
  const input = { ticket_id: target, text: script.fill("Seen in {b}") };
  script.call({ do: "mcp", server: "tracker", tool: "add_comment", input, result: { ok: true } });
}

const METRICS = ["latency_p95", "error_rate", "queue_depth", "cpu"];

function queryMetrics(script: SessionScript): void {
  const { random } = script;
  const minutes = random.int(5, 90);
  const metric = random.pick(METRICS);
  const query = (input: { metric: string; window: Json }, answer: { result: Json } | { error: string }) =>
    script.call({ do: "mcp", server: "metrics", tool: "query_metrics", input, ...answer });
  const points: Json = { points: [random.int(1, 9), random.int(1, 9)] };
  if (!random.chance(0.8)) return void query({ metric, window: minutes }, { result: points });
  const refused = { error: "invalid type for 'window': expected number, got string" };
  query({ metric, window: String(minutes) }, refused);
  if (script.planting.follows("window-as-number") === true) query({ metric, window: minutes }, { result: points });
  // Without the habit the agent gives up or tries the same again.
  else if (random.chance(0.5)) wander(script, 1);
  else query({ metric: random.pick(METRICS), window: String(random.int(5, 90)) }, refused);
}

/** One attempt at the task where it matters whether the migrations run first. */
export function attemptWithDatabase(script: SessionScript, migrates: boolean): void {
  if (migrates) {
    script.shell("npm run db:migrate", "2 migrations applied");
    wander(script, script.random.int(0, 2));
  }
  changeFile(script);
  wander(script, script.random.int(0, 1));
  script.shell("npm test", migrates ? script.passed() : script.failed(), migrates ? 0 : 1);
}

/** Work on a task: looking around and changing files, in no order that repeats. */
export function work(script: SessionScript): void {
  wander(script, script.random.int(1, 5));
  for (let edits = script.random.int(1, 3); edits > 0; edits--) {
    changeFile(script);
    wander(script, script.random.int(0, 3));
  }
}

/** Activities by how often they come, in parts; the second list needs a project of the npm kind. */
const ANYWHERE: ReadonlyArray<readonly [(script: SessionScript) => void, number]> = [
  [(script) => changeFile(script), 8],
  [commit, 3],
  [buildImage, 3],
  [lookAtModule, 3],
  [fileTicket, 3],
  [queryMetrics, 3],
];
const WITH_NPM: typeof ANYWHERE = [...ANYWHERE, [addDependency, 3], [release, 3]];

/** A day's mixed work: `count` activities, with random steps around each. */
export function mixedWork(script: SessionScript, count: number, between: readonly [number, number]): void {
  const activities = script.stack.name === "typescript" ? WITH_NPM : ANYWHERE;
  for (let done = 0; done < count; done++) {
    wander(script, script.random.int(...between));
    script.random.weighted(activities)(script);
  }
  wander(script, script.random.int(...between));
}
