import type { Json } from "../../src/model/json.ts";
import type { CallOutcome } from "../../src/model/observation.ts";
import type { Step } from "../../src/model/trajectory.ts";

export const HOSTS = ["claude-code", "codex", "opencode", "gemini"] as const;
export type Host = (typeof HOSTS)[number];

/** What an agent does, before a host gives it its own names and shapes. */
export type Call =
  | { do: "shell"; command: string; output: string; code: number }
  | { do: "read"; path: string; content: string }
  | { do: "search"; pattern: string; found: readonly string[]; error?: string }
  | { do: "list"; pattern: string; found: readonly string[] }
  | { do: "edit"; path: string; before: string; after: string; error?: string }
  | { do: "write"; path: string; content: string }
  | { do: "plan"; items: readonly string[] }
  | { do: "web"; url: string; content: string; error?: string }
  | { do: "agent"; task: string; answer: string }
  | { do: "mcp"; server: string; tool: string; input: { [key: string]: Json }; result?: Json; error?: string };

const ROOT = "/home/dev/app";

/** One call as the importer of that host gives it. */
export function hostStep(host: Host, call: Call): Step {
  switch (call.do) {
    case "shell":
      return shellStep(host, call.command, call.output, call.code);
    case "read":
      return step(
        name(host, "Read", "exec_command", "read", "read_file"),
        readInput(host, call.path),
        readResult(host, call.path, call.content),
      );
    case "search":
      return host === "codex"
        ? shellStep(host, `rg -n '${call.pattern}'`, call.found.join("\n"), call.error === undefined ? 0 : 2)
        : step(
            name(host, "Grep", "", "grep", "search_file_content"),
            { pattern: call.pattern },
            call.found.join("\n"),
            call.error,
          );
    case "list":
      return host === "codex"
        ? shellStep(host, `find . -name '${call.pattern}'`, call.found.join("\n"), 0)
        : step(name(host, "Glob", "", "glob", "glob"), { pattern: call.pattern }, call.found.join("\n"));
    case "edit":
      return editStep(host, call);
    case "write":
      return host === "codex"
        ? step(
            "apply_patch",
            `*** Begin Patch\n*** Add File: ${call.path}\n+${call.content}\n*** End Patch\n`,
            "Success. Updated the following files:",
          )
        : step(
            name(host, "Write", "", "write", "write_file"),
            { [pathKey(host)]: path(host, call.path), content: call.content },
            "File created successfully",
          );
    case "plan":
      return step(
        name(host, "TodoWrite", "update_plan", "todowrite", "write_todos"),
        { todos: [...call.items] },
        "Todos have been modified",
      );
    case "web":
      return step(
        name(host, "WebFetch", "web_search", "webfetch", "web_fetch"),
        { url: call.url },
        call.content,
        call.error,
      );
    case "agent":
      return step(
        name(host, "Task", "spawn_agent", "task", "delegate"),
        { description: call.task, prompt: call.task },
        call.answer,
      );
    case "mcp": {
      const tool =
        host === "gemini"
          ? `mcp_${call.server}_${call.tool}`
          : host === "opencode"
            ? `${call.server}_${call.tool}`
            : `mcp__${call.server}__${call.tool}`;
      return step(tool, call.input, call.result ?? "", call.error);
    }
  }
}

function name(host: Host, claude: string, codex: string, opencode: string, gemini: string): string {
  return { "claude-code": claude, codex, opencode, gemini }[host];
}

function pathKey(host: Host): string {
  return host === "opencode" ? "filePath" : "file_path";
}

function path(host: Host, relative: string): string {
  return host === "codex" ? relative : `${ROOT}/${relative}`;
}

function step(tool: string, input: Json, result: Json, error?: string): Step {
  return error === undefined
    ? { tool, input, result, outcome: "ok" }
    : { tool, input, result: error, outcome: "error", error };
}

/** A shell command that leaves a code: each host tells it in its own way, and one of them does not call it an error. */
function shellStep(host: Host, command: string, output: string, code: number): Step {
  const outcome: CallOutcome = code === 0 ? "ok" : "error";
  switch (host) {
    case "claude-code": {
      const input = { command, description: "run a command" };
      if (code !== 0)
        return {
          tool: "Bash",
          input,
          result: `Exit code ${code}\n${output}`,
          outcome,
          error: `Exit code ${code}\n${output}`,
        };
      return {
        tool: "Bash",
        input,
        result: { stdout: output, stderr: "", interrupted: false, isImage: false },
        outcome,
      };
    }
    case "codex": {
      const result = `Chunk ID: 3a62b7\nWall time: 0.2000 seconds\nProcess exited with code ${code}\nOriginal token count: 12\nOutput:\n${output}`;
      return { tool: "exec_command", input: { cmd: command }, result, outcome, ...(code !== 0 && { error: output }) };
    }
    case "opencode":
      return {
        tool: "bash",
        input: { command },
        result: { output, metadata: { exit: code } },
        outcome,
        ...(code !== 0 && { error: output }),
      };
    case "gemini":
      return {
        tool: "run_shell_command",
        input: { command },
        result: `Output: ${output || "(empty)"}${code === 0 ? "" : `\nExit Code: ${code}`}\nProcess Group PGID: 16745`,
        outcome: "ok",
      };
  }
}

function readInput(host: Host, relative: string): Json {
  return host === "codex" ? { cmd: `sed -n '1,200p' ${relative}` } : { [pathKey(host)]: path(host, relative) };
}

function readResult(host: Host, relative: string, content: string): Json {
  if (host === "claude-code")
    return {
      type: "text",
      file: { filePath: path(host, relative), content, numLines: 20, startLine: 1, totalLines: 20 },
    };
  if (host === "codex")
    return `Chunk ID: 3a62b7\nWall time: 0.0000 seconds\nProcess exited with code 0\nOutput:\n${content}`;
  return content;
}

function editStep(host: Host, call: Extract<Call, { do: "edit" }>): Step {
  if (host === "codex") {
    const patch = `*** Begin Patch\n*** Update File: ${call.path}\n@@\n-${call.before}\n+${call.after}\n*** End Patch\n`;
    return step("apply_patch", patch, "Success. Updated the following files:", call.error);
  }
  const key = host === "opencode" ? ["oldString", "newString"] : ["old_string", "new_string"];
  const input = {
    [pathKey(host)]: path(host, call.path),
    [key[0] as string]: call.before,
    [key[1] as string]: call.after,
  };
  return step(name(host, "Edit", "", "edit", "replace"), input, "The file has been updated.", call.error);
}
