/** One call of an attempt, as it stands in a prompt. */
export interface ShownCall {
  n: number;
  tool: string;
  /** Names of the input's fields with their values as text. */
  input: Record<string, string>;
  /** Absent when the call went well. */
  error?: string;
}

export interface ShownAttempt {
  task: string;
  calls: ShownCall[];
  /** 0..1 */
  score: number;
  /** Why it ended so, as the record says. */
  why: string;
  /** Key points that stand behind the attempt: first and last call of each. */
  points: Array<{ from: number; to: number }>;
}

/** The attempts that a prompt shows between its tags, in order of appearance. */
export function attemptsIn(prompt: string): ShownAttempt[] {
  const blocks = [
    ...prompt.matchAll(/<(attempt|better|worse)>\n([\s\S]*?)\n<\/\1>(?:\n<key_points>\n([\s\S]*?)\n<\/key_points>)?/g),
  ];
  return blocks.map(([, , text = "", points = ""]) => readAttempt(text, points));
}

function readAttempt(text: string, points: string): ShownAttempt {
  const ended = /^ended: ([\d.]+) of 1, by \w+(?: \((.*)\))?$/m.exec(text);
  return {
    task: /^task: (.*)$/m.exec(text)?.[1] ?? "",
    calls: [...text.matchAll(/^\[(\d+)\] (\S+) (.*)\n {4}-> (\w+)(?:: (.*))?$/gm)].map(
      ([, n, tool, input, outcome, came]) => ({
        n: Number(n),
        tool: tool!,
        input: fieldsOf(input!),
        ...(outcome === "error" && { error: came ?? "failed" }),
      }),
    ),
    score: Number(ended?.[1] ?? 0),
    why: ended?.[2] ?? "",
    points: [...points.matchAll(/^\[(\d+)–(\d+)\]/gm)].map(([, from, to]) => ({ from: Number(from), to: Number(to) })),
  };
}

function fieldsOf(input: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, String(inner)]));
  } catch {
    // Too long to be shown whole: the call is read without its fields.
    return {};
  }
}
