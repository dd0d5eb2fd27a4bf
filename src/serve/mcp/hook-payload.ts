/** Fields that hosts give as JSON text where they are objects. */
const OBJECTS = ["tool_input", "tool_response", "tool_calls", "input", "output"];
const NUMBERS = ["duration_ms"];
const FLAGS = ["is_interrupt", "stop_hook_active"];
/** What the plugin adds, and no host sends. */
const OWN = ["host", "event", "payload"];

/**
 * The payload of a hook of type `mcp_tool`, put together again. A host fills a template of text fields in: what the event does not
 * have arrives as "", or as the placeholder itself, and an object as its JSON.
 * @returns the payload as the command form would have got it, and the host that the plugin named
 */
export function payloadOf(fields: Readonly<Record<string, unknown>>): {
  payload: Record<string, unknown>;
  host?: string;
  event?: string;
} {
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (OWN.includes(key) || isAbsent(value)) continue;
    given[key] = typeof value === "string" ? fieldValue(key, value) : value;
  }
  const { host, event, payload } = fields;
  const whole = typeof payload === "string" && !isAbsent(payload) ? (parsed(payload) as object) : payload;
  const merged = typeof whole === "object" && whole !== null ? { ...whole, ...given } : given;
  return {
    payload: merged as Record<string, unknown>,
    ...(typeof host === "string" && !isAbsent(host) && { host }),
    ...(typeof event === "string" && !isAbsent(event) && { event }),
  };
}

function isAbsent(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (typeof value === "string" && /^\$\{[\w.]+\}$/.test(value))
  );
}

function fieldValue(key: string, text: string): unknown {
  if (OBJECTS.includes(key)) return parsed(text);
  if (NUMBERS.includes(key)) return Number.isFinite(Number(text)) ? Number(text) : text;
  return FLAGS.includes(key) ? text === "true" : text;
}

/** Text that is no JSON object or list stays the text that it is. */
function parsed(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // It only looked like JSON.
    return text;
  }
}
