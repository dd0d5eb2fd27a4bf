import type { HookAnswerer } from "../hooks/answer-hook.ts";
import { payloadOf } from "./hook-payload.ts";
import type { Learner } from "./learner.ts";
import type { CurrentProject } from "./project.ts";

export interface HookToolParts {
  project: CurrentProject;
  hooks: HookAnswerer;
  learner: Learner;
  env: NodeJS.ProcessEnv;
}

/** Only what has ended is learned from; turns of a session that goes on would be read again and again. */
const LEARNS_AT = ["SessionEnd"];

/** What the tool `hook` does. Contract: never rejects where its parts keep theirs. */
export async function answerHookTool(
  { project, hooks, learner, env }: HookToolParts,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ content: Array<{ type: "text"; text: string }> }> {
  const { payload, host, event } = payloadOf(fields);
  const { session_id: session, cwd } = payload as { session_id?: string; cwd?: string };
  const isNew = project.follow(session, cwd);
  const reply = await hooks.answer(payload, { env, host, event });
  // A session that ended without a word is learned from when the next one begins.
  if (isNew || LEARNS_AT.includes(event ?? String(fields.hook_event_name))) {
    const id = await project.id();
    if (id !== undefined) learner.consider(id);
  }
  return { content: reply === "" ? [] : [{ type: "text", text: reply }] };
}
