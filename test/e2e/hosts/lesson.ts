import { join } from "node:path";
import { type Place, writeDeep } from "./place.ts";
import type { Answer, Call, Script, Shown } from "./scripted-model.ts";

/** The files of the project in which the lesson is learned. */
export const FILES = {
  "package.json": '{ "name": "sample", "private": true }\n',
  "README.md": "# sample\n",
  "src/a.js": "export const a = 1;\n",
};

/** The tool that repairs, as nothing but the memory may tell the model. */
export const FIX = "renew_ticket";

/**
 * An MCP server of the project: `publish_build` fails until `renew_ticket` was called, in each session anew.
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
 * A model that has to publish a build and does not know how: it looks around, tries, looks further, and finds the repair at last. As
 * soon as what it is shown names the repair, whoever put it there, it takes it: no marker of the test's own, only the tool's name in advice.
 *
 * @param before  commands with which it begins, whatever it knows
 * @param detour  what it tries after the failure before it comes upon the repair
 */
export function publisher(hand: Hand, before: readonly string[], detour: readonly string[]): Script {
  const first = [...before];
  const further = [...detour];
  let tried = false;
  let repaired = false;
  return ({ text }: Shown): Answer => {
    if (/build 17 is published/.test(text)) return { say: "It is published." };
    const command = first.shift();
    if (command !== undefined) return { calls: [hand.shell(command)] };
    if (repaired) return { calls: [hand.ops("publish_build")] };
    const next = tried ? further.shift() : "publish_build";
    if (!isToldOf(text) && next !== undefined) {
      tried = true;
      return { calls: [hand.ops(next)] };
    }
    repaired = true;
    return { calls: [hand.ops(FIX)] };
  };
}

/** A sentence names the repair; a list of tools, which hosts show as well, is none. */
export function isToldOf(text: string): boolean {
  return text.split("\n").some((line) => line.includes(FIX) && line.trim().includes(" "));
}
