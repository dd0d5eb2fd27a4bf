import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, type Place, type Ran, run } from "./place.ts";
import { type Script, type ScriptedModel, startScriptedModel } from "./scripted-model.ts";

export interface ClaudeSession {
  client: string;
  prompt: string;
  script: Script;
  /** Default: the project of the place. */
  cwd?: string;
  args?: readonly string[];
  env?: Record<string, string>;
  settings?: Record<string, unknown>;
  /** False: without the plugin. */
  plugin?: boolean;
  /** Typed while the agent works. */
  later?: ReadonlyArray<{ ms: number; text: string }>;
}

export type HostRun = Ran & { model: ScriptedModel; transcripts: string[] };

/** One headless session of Claude Code against the scripted model, with the plugin loaded. */
export async function runClaude(place: Place, session: ClaudeSession): Promise<HostRun> {
  const model = await startScriptedModel(session.script);
  const settings = join(place.root, "settings.json");
  const permissions = { allow: ["Bash", "Edit", "Read", "Write"] };
  writeFileSync(settings, JSON.stringify({ permissions, ...session.settings }));
  const typed = (text: string) => `${JSON.stringify({ type: "user", message: { role: "user", content: text } })}\n`;
  const streams = session.later !== undefined;
  try {
    const ran = await run(
      session.client,
      [
        "-p",
        ...(streams ? ["--input-format", "stream-json"] : [session.prompt]),
        "--output-format",
        "stream-json",
        "--verbose",
        "--settings",
        settings,
        ...(session.plugin === false ? [] : ["--plugin-dir", place.plugin]),
        ...(session.args ?? []),
      ],
      {
        cwd: session.cwd ?? place.app,
        env: { ...place.env, ...claudeEnv(model.url), ...session.env },
        ...(streams && {
          input: typed(session.prompt),
          later: (session.later ?? []).map(({ ms, text }) => ({ ms, text: typed(text) })),
        }),
      },
    );
    const transcripts = filesBelow(join(place.home, ".claude", "projects")).filter((path) => path.endsWith(".jsonl"));
    return { ...ran, model, transcripts };
  } finally {
    await model.close();
  }
}

/** Keeps the client on loopback. */
function claudeEnv(url: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "dummy-key-of-a-test",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
  };
}
