import { isObject } from "../model/json.ts";
import type { Ports } from "../ports.ts";
import type { FilledIn } from "./reconcile-run.ts";

/** As it stands in the text of a filled line; within a value its quotes would be escaped. */
export const FILLED = '"filled":true';

/** What hooks missed and transcripts told, in the whole log. Reads it without parsing what is not wanted. */
export async function countFilled(ports: Pick<Ports, "observations">): Promise<FilledIn & { sessions: number }> {
  const count = { sessions: 0, calls: 0, corrected: 0, prompts: 0 };
  for await (const { value } of ports.observations.read({}, undefined, { holding: FILLED })) {
    const { event, filled, tool, input } = value;
    if (event === "session_start" && isObject(input) && input.filled === true) count.sessions += 1;
    else if (!filled) continue;
    else if (event === "prompt") count.prompts += 1;
    else if (tool === undefined) count.corrected += 1;
    else count.calls += 1;
  }
  return count;
}
