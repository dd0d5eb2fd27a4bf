import { shorten } from "../../ask/as-data.ts";
import { describeHits, screenText } from "../../distill/gate.ts";
import type { Experience } from "../../model/experience.ts";
import type { Json } from "../../model/json.ts";
import type { Observation } from "../../model/observation.ts";
import type { Ports } from "../../ports.ts";
import { neutralise, stripAdvice } from "../../text/fence.ts";

/** Calls in one excerpt (DESIGN §4), and sessions that are looked into for them. */
const MOST_CALLS = 3;
const MOST_SESSIONS = 3;
const MOST_CHARACTERS = 240;

/**
 * At most three calls from the sessions that a card was distilled from, calls of its tools first, each on one line and cut: raw evidence,
 * quoted so that nothing in it can close a fence, begin a block or look like advice.
 * @returns "" when the sessions are gone, name none of its tools, or hold something that alarms; `note` says which
 */
export async function excerptOf(
  ports: Pick<Ports, "observations">,
  card: Experience,
): Promise<{ text: string; note?: string }> {
  const wanted = new Set(card.tools);
  for (const session of card.provenance.sessions.slice(0, MOST_SESSIONS)) {
    const calls: string[] = [];
    const holding = `"session":${JSON.stringify(session)}`;
    const inputs = new Map<string, Json>();
    for await (const { value } of ports.observations.read({}, undefined, { holding })) {
      if (value.session !== session) continue;
      if (value.event === "tool_start" && value.call !== undefined && value.input !== undefined)
        inputs.set(value.call, value.input);
      if (value.event !== "tool_end" || value.tool === undefined) continue;
      if (wanted.size > 0 && !wanted.has(value.tool)) continue;
      calls.push(lineOf(value, value.input ?? inputs.get(value.call ?? "")));
      if (calls.length === MOST_CALLS) break;
    }
    if (calls.length === 0) continue;
    const text = calls.join("\n");
    const hits = screenText("evidence", text);
    if (hits.length > 0) return { text: "", note: `the evidence of ${card.id} is not shown: ${describeHits(hits)}` };
    return { text };
  }
  return { text: "", note: `no calls behind ${card.id} are on record any more` };
}

function lineOf({ tool, result, error, outcome }: Observation, input: Json | undefined): string {
  const came = error ?? (result === undefined ? "" : plain(result));
  const parts = [`${tool} ${plain(input ?? "")}`, `${outcome ?? "unknown"}${came === "" ? "" : `: ${came}`}`];
  return `> ${parts.map((part) => shorten(part, MOST_CHARACTERS)).join(" -> ")}`;
}

/** On one line, without marks that could open or close anything. */
function plain(value: Json): string {
  const text = stripAdvice(typeof value === "string" ? value : JSON.stringify(value));
  return neutralise(text.replaceAll(/\s+/g, " ").replaceAll("<", "‹").replaceAll("`", "'"));
}
