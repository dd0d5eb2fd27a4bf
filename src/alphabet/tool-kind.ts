export const ACTION_KINDS = [
  "shell",
  "read",
  "edit",
  "create",
  "search",
  "list",
  "web",
  "agent",
  "plan",
  "mcp",
  "other",
] as const;
/** What a tool does, whatever the host calls it. */
export type ActionKind = (typeof ACTION_KINDS)[number];

/** Names of tools in coding agents, without case and underscores, as they were seen in the hosts' own records. */
const KINDS: ReadonlyMap<string, ActionKind> = new Map(
  (
    [
      [
        "shell",
        "bash shell execcommand localshell localshellcall containerexec runshellcommand executecommand runterminalcmd",
      ],
      [
        "shell",
        "runinterminal runcommand terminal powershell commandexecution writestdin bashoutput killshell killbash shellcommand",
      ],
      ["read", "read readfile view viewimage viewfile openfile notebookread readmanyfiles readfiles fileread getfile"],
      [
        "edit",
        "edit multiedit replace strreplace strreplaceeditor strreplacebasededittool applypatch editfile notebookedit",
      ],
      [
        "edit",
        "insertedit inserteditintofile patch searchreplace updatefile fileedit filechange replaceinfile applydiff",
      ],
      ["create", "write writefile createfile writetofile filewrite newfile"],
      [
        "search",
        "grep search searchfilecontent searchfiles grepfiles greps codebasesearch codesearch ripgrep grepsearch filesearch",
      ],
      ["list", "glob ls list listdirectory listdir listfiles findfiles findbyname globfiles readfolder"],
      ["web", "webfetch websearch fetch googlewebsearch urlfetch browseraction webfetchtool search_web fetchwebpage"],
      [
        "agent",
        "task agent spawnagent sendinput waitagent wait closeagent resumeagent delegate subagent sendmessage collabtoolcall",
      ],
      [
        "plan",
        "todowrite todoread updateplan writetodos exitplanmode enterplanmode planenter planexit taskcreate taskupdate",
      ],
      ["plan", "tasklist taskget todo managetodolist"],
    ] as const
  ).flatMap(([kind, names]) => names.split(" ").map((name): [string, ActionKind] => [name, kind])),
);

export interface ToolName {
  kind: ActionKind;
  /** The host's own name, or `server tool` for a tool of an MCP server; `*` when it is no name. */
  name: string;
}

const NAME = /^[A-Za-z][\w.:/ -]{0,79}$/;

/**
 * What the name of a tool says.
 * @param tool  as the host writes it: `Bash`, `apply_patch`, `mcp__server__tool`
 */
export function toolKind(tool: string): ToolName {
  // Claude Code and Codex join with two underscores, Gemini with one.
  const mcp = /^mcp__(\w{1,80}?)__(\w{1,80})$/.exec(tool) ?? /^mcp_([A-Za-z0-9-]{1,80})_(\w{1,80})$/.exec(tool);
  if (mcp) return { kind: "mcp", name: `${mcp[1]} ${mcp[2]}` };
  // A broken name, such as `read<|end|>`, still begins with the tool that was meant.
  const name = /^[\w.:/ -]{1,80}/.exec(tool)?.[0].trim() ?? "";
  const kind = KINDS.get(name.toLowerCase().replace(/[_.\s-]/g, "")) ?? "other";
  return { kind, name: NAME.test(name) ? name : "*" };
}
