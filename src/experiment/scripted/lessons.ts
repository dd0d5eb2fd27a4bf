import type { ShownAttempt, ShownCall } from "./read-attempt.ts";

/** What a reader of attempts writes down; the shape that the lenses ask for. */
export interface Lesson {
  title: string;
  when_to_use: string;
  steps: string[];
  failure_modes: string[];
  keywords: string[];
  tools: string[];
  generalized_query: string;
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
const unique = <T>(values: readonly T[]) => [...new Set(values)];

/** What repaired each error: the calls between it and the next success of the same tool, and the fields that this one had in addition. */
export function lessonsOfErrors(attempt: ShownAttempt, within?: { from: number; to: number }): Lesson[] {
  return attempt.calls.flatMap((failed, at) => {
    if (failed.error === undefined || (within && (failed.n < within.from || failed.n > within.to))) return [];
    const rest = attempt.calls.slice(at + 1);
    const repaired = rest.findIndex(({ tool, error }) => tool === failed.tool && error === undefined);
    if (repaired < 0) return [];
    const helpers = unique(
      rest
        .slice(0, repaired)
        .filter(({ error }) => error === undefined)
        .map(({ tool }) => tool),
    );
    return [lessonOf(attempt, failed, helpers, newFields(failed, rest[repaired]!))];
  });
}

/** The way of an attempt that ended well: its calls in order. */
export function lessonOfWay(attempt: ShownAttempt): Lesson[] {
  const way = attempt.calls.filter(({ error }) => error === undefined);
  const last = way.at(-1);
  if (!last) return [];
  const tools = unique(way.map(({ tool }) => tool));
  const fields = Object.entries(last.input)
    .filter(([, value]) => !attempt.task.includes(value))
    .map(([name]) => name);
  return [
    {
      title: `The way to ${last.tool.replaceAll("_", " ")}`,
      when_to_use: `A request like: ${generalized(attempt.task)}`,
      steps: [
        `Call ${quoted(tools)}, in this order.`,
        ...(fields.length > 0 ? [`Give \`${last.tool}\` ${quoted(fields)} from what the earlier calls returned.`] : []),
      ],
      failure_modes: [],
      keywords: wordsOf(attempt.task),
      tools,
      generalized_query: generalized(attempt.task),
    },
  ];
}

/** What the better attempt did and the worse one did not. */
export function lessonsOfComparison(better: ShownAttempt, worse: ShownAttempt): Lesson[] {
  const did = (attempt: ShownAttempt) => attempt.calls.filter(({ error }) => error === undefined);
  const missing = unique(did(better).map(({ tool }) => tool)).filter(
    (tool) => !did(worse).some((call) => call.tool === tool),
  );
  const fields = did(better).flatMap((call) => {
    const counterpart = worse.calls.findLast(({ tool }) => tool === call.tool);
    return counterpart ? newFields(counterpart, call).map((field) => ({ tool: call.tool, field })) : [];
  });
  const [first] = fields;
  if (missing.length === 0 && !first) return [];
  const end = did(better).at(-1)!;
  return [
    {
      title: first ? `Give ${first.tool} ${first.field}` : `Call ${missing.join(" and ")} before ${end.tool}`,
      when_to_use: `A request like: ${generalized(better.task)}`,
      steps: [
        ...(missing.length > 0 ? [`Call ${quoted(missing)} before \`${end.tool}\`.`] : []),
        ...fields.map(({ tool, field }) => `Give \`${tool}\` ${said(field)}.`),
      ],
      failure_modes: worse.why === "" ? [] : [`Without it: ${worse.why.slice(0, 200)}`],
      keywords: wordsOf(better.task),
      tools: unique([...missing, ...fields.map(({ tool }) => tool), end.tool]),
      generalized_query: generalized(better.task),
    },
  ];
}

/** What the last error of a failed attempt asks for, in its own words: all that can be known from one failure. */
export function lessonOfFailure(attempt: ShownAttempt): Lesson[] {
  const failed = attempt.calls.findLast(({ error }) => error !== undefined);
  if (!failed) return [];
  const asked = failed.error!.replace(/^\d{3} /, "");
  return [
    {
      title: `When ${failed.tool} says ${asked.slice(0, 60)}`,
      when_to_use: `${failed.tool} fails; a request like: ${generalized(attempt.task)}`,
      steps: [`See to this before \`${failed.tool}\`: ${asked.slice(0, 200)}.`],
      failure_modes: [`\`${failed.tool}\` fails with: ${failed.error!.slice(0, 200)}`],
      keywords: wordsOf(attempt.task),
      tools: [failed.tool],
      generalized_query: generalized(attempt.task),
    },
  ];
}

function lessonOf(
  attempt: ShownAttempt,
  failed: ShownCall,
  helpers: readonly string[],
  fields: readonly string[],
): Lesson {
  const error = failed.error!.slice(0, 120);
  const does = [
    ...(helpers.length > 0 ? [`Call ${quoted(helpers)} before \`${failed.tool}\`.`] : []),
    ...fields.map((field) => `Give \`${failed.tool}\` ${said(field)}.`),
  ];
  return {
    title: helpers.length > 0 ? `Call ${helpers.join(" and ")} before ${failed.tool}` : `What ${failed.tool} needs`,
    when_to_use: `Before ${failed.tool}; a request like: ${generalized(attempt.task)}`,
    steps: does.length > 0 ? does : [`Look again at the input of \`${failed.tool}\`.`],
    failure_modes: [`\`${failed.tool}\` fails with: ${error}`],
    keywords: wordsOf(attempt.task),
    tools: unique([...helpers, failed.tool]),
    generalized_query: generalized(attempt.task),
  };
}

/** Fields of the later call that the earlier one did not have, with their value where it is a word of a protocol. */
function newFields(earlier: ShownCall, later: ShownCall): string[] {
  return Object.entries(later.input)
    .filter(([name]) => !(name in earlier.input))
    .map(([name, value]) => (/^[a-z]{3,12}$/.test(value) ? `${name} ${value}` : name));
}

const said = (field: string) =>
  field
    .split(" ")
    .map((word) => `\`${word}\``)
    .join(" = ");

/** The request without what is particular about it. */
function generalized(task: string): string {
  return task
    .replaceAll(/["“「][^"”」]*["”」]/g, "…")
    .replaceAll(/\/[A-Za-z0-9_./-]+/g, "a path")
    .replaceAll(/(?<![A-Z])[A-Z]{4}(?![A-Z])/g, "a symbol")
    .replaceAll(/\d+/g, "some")
    .trim();
}

function wordsOf(task: string): string[] {
  return unique(generalized(task).match(/\p{L}{4,}/gu) ?? []).slice(0, 8);
}
