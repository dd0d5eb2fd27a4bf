import type { Decision } from "../../memory/types.ts";
import type { Memory } from "../../memory.ts";

const MAX_FOUND = 30;
const MAX_CARDS = 200;
/** What a person would want to hear of; candidates that were not taken come after it. */
const NEWS: ReadonlyArray<Decision["verdict"]> = [
  "created",
  "refreshed",
  "restored",
  "quarantined",
  "withdrawn",
  "merged",
];

/** What was learned just now, and what the latest sessions did, for an agent to phrase lessons from. */
export async function learnReport(
  memory: Memory,
  count: number,
): Promise<{ text: string; data: Record<string, unknown> }> {
  const report = await memory.learn();
  const sessions = await memory.sessions(count);
  const { cards } = await memory.list("active");
  const rank = ({ verdict }: Decision) => (NEWS.includes(verdict) ? 0 : 1);
  const found = report.decisions
    .filter(({ support, verdict }) => support > 0 && verdict !== "unchanged")
    .sort((a, b) => rank(a) - rank(b) || b.support - a.support)
    .slice(0, MAX_FOUND)
    .map(({ verdict, key, title, card, hits, chances, support, reason }) => ({
      verdict,
      key,
      ...(title !== undefined && { title }),
      ...(card !== undefined && { id: card }),
      held: hits,
      of: chances,
      tasks: support,
      reason,
    }));
  const data = {
    attempts: report.trajectories,
    open: report.open,
    found,
    sessions: sessions.map(({ outcome, ...rest }) => ({ ...rest, ...(outcome && { score: outcome.score }) })),
    cards: cards.slice(0, MAX_CARDS).map(({ id, title }) => ({ id, title })),
  };
  return { text: textOf(data), data };
}

function textOf({
  attempts,
  open,
  found,
  sessions,
  cards,
}: {
  attempts: number;
  open: number;
  found: Array<{
    verdict: string;
    key: string;
    title?: string;
    held: number;
    of: number;
    tasks: number;
    reason: string;
  }>;
  sessions: Array<{ session: string; score?: number; prompts: string[]; steps: string[]; left: number }>;
  cards: Array<{ id: string; title: string }>;
}): string {
  return [
    `Read ${attempts} attempts; ${open} sessions are still going on.`,
    "",
    "## Found by counting",
    ...found.map(
      ({ verdict, key, title, held, of, tasks, reason }) =>
        `- ${verdict}: ${title ?? key} (held ${held} of ${of} times in ${tasks} tasks; ${reason})`,
    ),
    "",
    "## The latest sessions",
    ...sessions.flatMap(({ session, score, prompts, steps, left }) => [
      `### ${session}${score === undefined ? ", outcome unknown" : `, ended at ${score}`}`,
      ...prompts.map((prompt) => `asked: ${prompt}`),
      ...steps.map((step, i) => `${i + 1}. ${step}`),
      ...(left > 0 ? [`… ${left} more`] : []),
    ]),
    "",
    "## Kept already",
    ...cards.map(({ id, title }) => `- ${id}: ${title}`),
  ].join("\n");
}
