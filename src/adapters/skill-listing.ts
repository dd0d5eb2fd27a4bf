import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SkillListing, SkillPlace } from "../ports.ts";
import { findProgram } from "./find-program.ts";

/** A client that has not named its skills by then is not asked any longer. Seen: 1 s. */
const PATIENCE_MS = 15_000;
/** How long it may take to end. */
const FAREWELL_MS = 2_000;
/** What hosts accept: Codex refuses names of more characters and cuts longer descriptions. */
const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1_024;

/**
 * Whether the host lists these skills: by asking the host itself where it is on `PATH`, else by reading what it reads.
 *
 * The host runs in a throw-away home into which only the skills folder is linked, with its network pointed at a closed port, and is
 * ended as soon as it has named its skills: none of the person's settings, hooks or servers take part, and no model is asked.
 */
export async function listSkills(
  place: SkillPlace,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<SkillListing> {
  const client = CLIENTS[place.host];
  const program = client && findProgram(client.program, env);
  if (!client || !program) {
    return { ...readAgain(place, names), note: client ? `${client.program} is not on PATH` : "no host was named" };
  }
  const home = mkdtempSync(join(tmpdir(), "habitus-listing-"));
  try {
    const known = await client.ask(program, place.folder, home, env.PATH ?? "");
    const has = new Set(known.names.map((name) => name.normalize("NFC")));
    return { by: "client", client: known.client, missing: names.filter((name) => !has.has(name)) };
  } catch (error) {
    return { ...readAgain(place, names), note: `${client.program} did not answer: ${(error as Error).message}` };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Known {
  client: string;
  names: string[];
}

interface Client {
  program: string;
  ask(program: string, skills: string, home: string, path: string): Promise<Known>;
}

const CLIENTS: Readonly<Record<string, Client>> = {
  "claude-code": {
    program: "claude",
    ask: (program, skills, home, path) => {
      mkdirSync(join(home, "config"));
      symlinkSync(skills, join(home, "config", "skills"));
      const args = "-p x --output-format stream-json --verbose --no-session-persistence --strict-mcp-config".split(" ");
      const env = {
        PATH: path,
        HOME: home,
        CLAUDE_CONFIG_DIR: join(home, "config"),
        ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
        ANTHROPIC_API_KEY: "none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
      };
      return converse(program, args, { env, cwd: home }, (message) => {
        if (message.type !== "system" || message.subtype !== "init" || !Array.isArray(message.skills)) return undefined;
        return { client: `Claude Code ${message.claude_code_version ?? ""}`.trim(), names: message.skills.map(String) };
      });
    },
  },
  codex: {
    program: "codex",
    ask: (program, skills, home, path) => {
      mkdirSync(join(home, ".agents"));
      symlinkSync(skills, join(home, ".agents", "skills"));
      mkdirSync(join(home, ".codex"));
      const env = { PATH: path, HOME: home, CODEX_HOME: join(home, ".codex") };
      const client = { name: "habitus", title: "habitus", version: "1" };
      let name = "Codex";
      return converse(
        program,
        ["app-server"],
        { env, cwd: home },
        (message, say) => {
          if (message.id === 1) {
            const version = /\/(\d+[^ ]*)/.exec(String(message.result?.userAgent ?? ""))?.[1];
            if (version) name = `Codex ${version}`;
            say({ method: "initialized" });
            say({ id: 2, method: "skills/list", params: { cwds: [home], forceReload: true } });
          }
          if (message.id !== 2) return undefined;
          if (message.error) throw new Error(String(message.error.message));
          const skillsOf = (entry: { skills?: Array<{ name?: unknown }> }) => entry.skills ?? [];
          return {
            client: name,
            names: (message.result?.data ?? []).flatMap(skillsOf).map(({ name }) => String(name)),
          };
        },
        { id: 1, method: "initialize", params: { clientInfo: client } },
      );
    },
  },
};

/** The parts of a host's lines that are read here. */
interface Line {
  type?: string;
  subtype?: string;
  skills?: unknown[];
  claude_code_version?: string;
  id?: number;
  error?: { message?: unknown };
  result?: { userAgent?: unknown; data?: Array<{ skills?: Array<{ name?: unknown }> }> };
}

/** Starts the program, reads its JSON lines until one is the answer, and ends it. */
function converse(
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd: string },
  read: (line: Line, say: (message: object) => void) => Known | undefined,
  first?: object,
): Promise<Known> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["pipe", "pipe", "ignore"] });
    let open = "";
    let settled = false;
    const settle = (how: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (child.pid === undefined) return how();
      // Only when it is gone, and what it started as well, may its home go.
      const insist = setTimeout(() => child.kill("SIGKILL"), FAREWELL_MS);
      const giveUp = setTimeout(how, 2 * FAREWELL_MS);
      child.once("close", () => {
        clearTimeout(insist);
        clearTimeout(giveUp);
        how();
      });
      child.stdin.destroy();
      child.kill();
    };
    const timer = setTimeout(() => settle(() => reject(new Error("it took too long"))), PATIENCE_MS);
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    child.once("error", (error) => settle(() => reject(error)));
    child.once("exit", (code) => settle(() => reject(new Error(`it ended with ${code}`))));
    child.stdin.on("error", () => undefined); // it ended: the exit says so
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      const lines = (open + piece).split("\n");
      open = lines.pop()!;
      for (const line of lines) {
        if (settled || !line.startsWith("{")) continue;
        try {
          const answer = read(JSON.parse(line) as Line, say);
          if (answer) settle(() => resolve(answer));
        } catch (error) {
          settle(() => reject(error as Error));
        }
      }
    });
    if (first) say(first);
    else child.stdin.end();
  });
}

/** What both hosts ask of a skill: its folder's name is its name, and it says what it is for. */
function readAgain(place: SkillPlace, names: readonly string[]): SkillListing {
  const wrong = names.flatMap((name) => {
    const problem = problemOf(join(place.folder, name, "SKILL.md"), name);
    return problem === undefined ? [] : [{ name, problem }];
  });
  const first = wrong[0];
  return {
    by: "file",
    missing: wrong.map(({ name }) => name),
    ...(first && { note: `${first.name}: ${first.problem}` }),
  };
}

function problemOf(path: string, name: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return (error as Error).message;
  }
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1];
  if (front === undefined) return "no front matter";
  const said = Object.fromEntries(front.split("\n").map((line) => keyAndValue(line)));
  if (said.name !== name) return `"name" is ${JSON.stringify(said.name)}`;
  if ([...name].length > LONGEST_NAME) return "its name is too long";
  if (typeof said.description !== "string" || said.description.trim() === "") return "no description";
  return said.description.length > LONGEST_DESCRIPTION ? "its description is too long" : undefined;
}

/** Ours are JSON strings on one line. */
function keyAndValue(line: string): [string, unknown] {
  const at = line.indexOf(": ");
  try {
    return [line.slice(0, at), JSON.parse(line.slice(at + 2))];
  } catch {
    return [line.slice(0, at), undefined]; // not as it was written
  }
}
