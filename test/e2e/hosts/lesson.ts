import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Place, writeDeep } from "./place.ts";
import type { Answer, Call, Script, Shown } from "./scripted-model.ts";

/** Something that fails in a project until one thing is done, which nothing but the memory may tell the model. */
export interface Lesson {
  /** The files of the project. */
  files: Readonly<Record<string, string>>;
  /** What repairs, as advice writes it. */
  fix: string;
  /** Part of the card's id. */
  id: string;
  /** First sessions: how the task is put, what the model looks at first, and what it tries after the failure before it finds the repair. */
  first: ReadonlyArray<{ prompt: string; looks: readonly string[]; detour: readonly string[] }>;
  /** The call that fails, the one that repairs it, and what the first prints once it succeeds. */
  steps(hand: Hand): { task: Call; repair: Call; detour(what: string): Call; done: RegExp };
  /** Takes away what a session left behind, so that the next one fails as the first did. */
  renew(place: Place): void;
}

const FILES = {
  "package.json": '{ "name": "sample", "private": true }\n',
  "README.md": "# sample\n",
  "src/a.js": "export const a = 1;\n",
};

/** `npm test` fails until `npm run codegen` has made a file that the repository does not hold. */
export const SHELL_LESSON: Lesson = {
  files: {
    ...FILES,
    ".gitignore": "generated/\n",
    "package.json": `${JSON.stringify({
      name: "sample",
      private: true,
      scripts: { test: "node tools/check.mjs", codegen: "node tools/codegen.mjs" },
    })}\n`,
    "tools/check.mjs": `import { existsSync } from "node:fs";
const schema = "generated/schema.json";
if (!existsSync(schema)) {
  console.error("Error: cannot read the schema of the orders");
  process.exit(1);
}
console.log("all 12 checks passed");
`,
    "tools/codegen.mjs": `import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("generated", { recursive: true });
writeFileSync("generated/schema.json", "{}");
`,
  },
  fix: "npm run codegen",
  id: "npm-test",
  first: [
    { prompt: "Run the tests", looks: ["cat package.json", "ls src", "ls", "cat README.md"], detour: ["ls tools"] },
    {
      prompt: "Do all checks still pass?",
      looks: ["cat README.md", "ls", "git log --oneline", "ls src"],
      detour: ["cat src/a.js"],
    },
    {
      prompt: "Please look whether the suite is green",
      looks: ["cat src/a.js", "ls -a", "cat README.md", "ls"],
      detour: ["git log --oneline"],
    },
    {
      prompt: "I want to know if everything works today",
      looks: ["ls -a", "cat package.json", "ls src", "cat src/a.js"],
      detour: ["ls src"],
    },
  ],
  steps: ({ shell }) => ({
    task: shell("npm test"),
    repair: shell("npm run codegen"),
    detour: shell,
    done: /all 12 checks passed/,
  }),
  renew: (place) => rmSync(join(place.app, "generated"), { recursive: true, force: true }),
};

/** `publish_build` of the project's own MCP server fails until `renew_ticket` was called, in each session anew. */
export const TOOL_LESSON: Lesson = {
  files: FILES,
  fix: "renew_ticket",
  id: "renew-ticket",
  first: [
    { prompt: "Publish the build to staging", looks: ["cat package.json", "ls src"], detour: ["show_targets"] },
    { prompt: "Please put the new build on staging", looks: ["cat README.md", "ls"], detour: ["show_quota"] },
    { prompt: "The build should go to staging now", looks: ["cat src/a.js", "ls -a"], detour: ["show_targets"] },
    { prompt: "Staging needs the new build", looks: ["ls -a", "cat README.md"], detour: ["show_quota"] },
  ],
  steps: ({ ops }) => ({
    task: ops("publish_build"),
    repair: ops("renew_ticket"),
    detour: ops,
    done: /build 17 is published/,
  }),
  renew: () => undefined,
};

/**
 * The MCP server of {@link TOOL_LESSON}.
 * @returns path of its program
 */
export function writeOpsServer(place: Place): string {
  const path = join(place.root, "ops.mjs");
  writeDeep(
    path,
    `import { createInterface } from "node:readline";
let renewed = false;
const inputSchema = { type: "object", properties: { target: { type: "string" } } };
const tools = ["publish_build", "renew_ticket", "show_targets", "show_quota"].map((name) => ({ name, description: name, inputSchema }));
const call = ({ name }) => {
  if (name === "renew_ticket") { renewed = true; return { content: [{ type: "text", text: "a ticket for one hour" }] }; }
  if (name === "show_targets") return { content: [{ type: "text", text: "staging, production" }] };
  if (name === "show_quota") return { content: [{ type: "text", text: "3 of 10 used" }] };
  if (!renewed) return { isError: true, content: [{ type: "text", text: "Error: the upload ticket has expired" }] };
  return { content: [{ type: "text", text: "build 17 is published" }] };
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answers = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "ops", version: "1" } }),
    "tools/list": () => ({ tools }),
    "tools/call": () => call(params),
    ping: () => ({}),
  };
  const body = answers[method] ? { result: answers[method]() } : { error: { code: -32601, message: "no such method" } };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...body }) + "\\n");
}).on("close", () => process.exit(0));
`,
  );
  return path;
}

/** How a host's model names tools. */
export interface Hand {
  shell(command: string): Call;
  ops(tool: string): Call;
}

export const CLAUDE_HAND: Hand = {
  shell: (command) => ({ name: "Bash", input: { command, description: "look" } }),
  ops: (tool) => ({ name: `mcp__ops__${tool}`, input: { target: "staging" } }),
};

export const CODEX_HAND: Hand = {
  shell: (command) => ({ name: "exec_command", input: { cmd: command } }),
  ops: (tool) => ({ name: tool, namespace: "mcp__ops", input: { target: "staging" } }),
};

/**
 * A model that has a task and does not know how: it looks around, tries, looks further, and finds the repair at last. As soon as what it
 * is shown names the repair, whoever put it there, it takes it: no marker of the test's own, only the corrected command or tool itself.
 *
 * @param looks  commands with which it begins, whatever it knows
 * @param detour  what it tries after the failure before it comes upon the repair
 */
export function finder(
  lesson: Lesson,
  hand: Hand,
  { looks, detour }: { looks: readonly string[]; detour: readonly string[] } = lesson.first[0]!,
): Script {
  const { task, repair, detour: tryOut, done } = lesson.steps(hand);
  const first = [...looks];
  const further = detour.map(tryOut);
  let tried = false;
  let repaired = false;
  return ({ text }: Shown): Answer => {
    if (done.test(text)) return { say: "It is done." };
    const command = first.shift();
    if (command !== undefined) return { calls: [hand.shell(command)] };
    if (repaired) return { calls: [task] };
    const next = tried ? further.shift() : task;
    if (!isToldOf(lesson, text) && next !== undefined) {
      tried = true;
      return { calls: [next] };
    }
    repaired = true;
    return { calls: [repair] };
  };
}

/** A sentence names the repair; a list of tools, which hosts show as well, is none. */
export function isToldOf({ fix }: Lesson, text: string): boolean {
  return text.split("\n").some((line) => line.includes(fix) && line.trim() !== fix && line.trim().includes(" "));
}
