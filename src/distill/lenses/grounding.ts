import type { LensJob } from "./choose-jobs.ts";
import type { Draft } from "./draft.ts";

/**
 * What a draft names that only a tool's result named: addresses, mail accounts, commands and paths that neither the user nor the agent
 * ever used. That is how a poisoned result would speak through the model, so such a card waits for a person.
 * @returns in words, what alarms; undefined when everything is grounded in what was said or done
 */
export function ungrounded(draft: Draft, { attempt, worse }: LensJob): string | undefined {
  const lines = [...attempt.lines, ...(worse?.lines ?? [])];
  const done = fold([attempt.taskQuery, ...attempt.tools, ...lines.map(({ did }) => did)].join("\n"));
  const text = [draft.title, draft.when_to_use, ...draft.steps, ...draft.preconditions, ...draft.failure_modes];
  const foreign = [...new Set(text.flatMap(namesIn))].filter((name) => !done.includes(fold(name)));
  if (foreign.length === 0) return undefined;
  const shown = foreign.slice(0, 3).map((name) => `"${name.slice(0, 60)}"`);
  return `it names ${shown.join(", ")}, which neither the user nor the agent used: a person must decide`;
}

/** Things that reach out of the conversation: where to go, whom to write to, what to run. */
function namesIn(text: string): string[] {
  return REACHING.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => (match[1] ?? match[0]).replace(/[.,;:!?，。]+$/, "").trim()),
  );
}

const REACHING: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'`<>)\]]{1,300}/gi,
  /\b[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}/g,
  /(?<![\w@.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g,
  /(?<![\w@./])(?:www\.)?[\w-]{1,60}\.(?:com|net|org|io|dev|sh|xyz|ru|cn|kr|jp|top|info|biz)(?![\w])/gi,
  /(?<!\w)((?:curl|wget|sudo|bash|sh|pip|npx|npm|ssh|scp|chmod|rm|eval|powershell)\s+[^\s,;.]{1,120})/g,
  /(?<![\w.])(~?\/(?:[\w.-]{1,60}\/){1,12}[\w.-]{1,60})/g,
];

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
