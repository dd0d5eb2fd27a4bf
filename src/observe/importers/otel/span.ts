import { asArray, asName, asObject, asText } from "../../json-text.ts";

/** One span, or one log record that belongs to one, with its attributes as plain values. */
export interface Span {
  trace: string;
  span: string;
  name: string;
  /** Unix milliseconds; NaN when the record has none. */
  startMs: number;
  endMs: number;
  failed: boolean;
  /** What the status or the exception says. */
  message: string | undefined;
  attributes: Record<string, unknown>;
  events: SpanEvent[];
}

export interface SpanEvent {
  name: string;
  attributes: Record<string, unknown>;
}

/** Where OTLP's JSON keeps spans and log records, in the names of the wire format and in older ones. */
export const SPAN_LISTS: readonly string[] = [
  "resourceSpans.*.scopeSpans.*.spans",
  "resource_spans.*.scope_spans.*.spans",
  "resourceLogs.*.scopeLogs.*.logRecords",
  "resource_logs.*.scope_logs.*.log_records",
  "spans",
];

/** Reads a span of OTLP JSON, a log record of it, or a span as the SDKs print it. @returns undefined for anything else */
export function readSpan(value: unknown): Span | undefined {
  const raw = asObject(value);
  const context = asObject(raw.context);
  const trace = asText(raw.traceId ?? raw.trace_id ?? context.trace_id ?? context.traceId);
  if (trace === undefined) return undefined;
  const attributes = readAttributes(raw.attributes);
  const start =
    raw.startTimeUnixNano ??
    raw.start_time_unix_nano ??
    raw.start_time ??
    raw.startTime ??
    raw.timeUnixNano ??
    raw.time_unix_nano;
  const status = asObject(raw.status);
  const events = readEvents(raw);
  const exception = events.find(({ name }) => name === "exception")?.attributes ?? {};
  return {
    trace: withoutPrefix(trace),
    span: withoutPrefix(asText(raw.spanId ?? raw.span_id ?? context.span_id ?? context.spanId) ?? ""),
    name: asText(raw.name ?? raw.eventName ?? raw.event_name) ?? asText(attributes["event.name"]) ?? "",
    startMs: timeOf(start),
    endMs: timeOf(raw.endTimeUnixNano ?? raw.end_time_unix_nano ?? raw.end_time ?? raw.endTime ?? start),
    failed: /^(?:2|STATUS_CODE_ERROR|ERROR)$/.test(String(status.code ?? status.status_code ?? "")),
    message:
      asText(status.message ?? status.description) ??
      asText(attributes["error.message"]) ??
      asText(exception["exception.message"]),
    attributes,
    events,
  };
}

/** The events of a span; a log record counts as one event, its body as its attributes. */
function readEvents(raw: Record<string, unknown>): SpanEvent[] {
  const events = asArray(raw.events)
    .map(asObject)
    .map((event) => ({
      name: asText(event.name) ?? "",
      attributes: readAttributes(event.attributes),
    }));
  const own = readAttributes(raw.attributes);
  const name = asText(raw.eventName ?? raw.event_name) ?? asText(own["event.name"]);
  if (name === undefined) return events;
  return [...events, { name, attributes: { ...own, ...asObject(readValue(raw.body)) } }];
}

/** `[{key, value: {stringValue}}]`, or an object of plain values. */
function readAttributes(given: unknown): Record<string, unknown> {
  if (!Array.isArray(given)) return asObject(given);
  return Object.fromEntries(given.map(asObject).map(({ key, value }) => [String(key), readValue(value)]));
}

/** OTLP's typed values; 64-bit numbers are written as text there. */
function readValue(given: unknown): unknown {
  const value = asObject(given);
  const [kind] = Object.keys(value);
  switch (kind) {
    case "stringValue":
    case "string_value":
    case "boolValue":
    case "bool_value":
      return value[kind];
    case "intValue":
    case "int_value":
    case "doubleValue":
    case "double_value":
      return Number(value[kind]);
    case "arrayValue":
    case "array_value":
      return asArray(asObject(value[kind]).values).map(readValue);
    case "kvlistValue":
    case "kvlist_value":
      return readAttributes(asArray(asObject(value[kind]).values));
    default:
      return given;
  }
}

/** Nanoseconds since 1970, as text or number, or RFC 3339. */
function timeOf(given: unknown): number {
  const text = asName(given) ?? "";
  return /^\d+$/.test(text) ? Number(text) / 1e6 : Date.parse(text);
}

function withoutPrefix(id: string): string {
  return id.replace(/^0x/, "");
}
