import { usableHome } from "../../../adapters/home.ts";
import { readInstalls } from "../../../adapters/install/records.ts";
import type { CliContext } from "../context.ts";
import { loadPromoteMessages } from "../messages/promote/load.ts";
import { reasonsIn } from "../messages/reasons.ts";
import { nextSteps } from "../next-steps.ts";

export async function statusCommand(context: CliContext) {
  const { memory, out, t, lang } = context;
  const status = await (await memory()).status();
  const next = nextSteps(status, await isInstalled(context));
  out.data({ ...status, next: next.map((step) => ({ step, say: t.next[step] })) });
  const inWords = reasonsIn(lang);
  const reasoned = <Row extends { reason: string }>(row: Row): Row => ({ ...row, reason: inWords(row.reason) });
  const { index, left, stale } = status;
  const note = index.note === undefined ? {} : { note: inWords(index.note) };
  const said = { ...status, left: left.map(reasoned), stale: stale.map(reasoned), index: { ...index, ...note } };
  for (const line of t.status(said)) out.line(line);
  if (status.models) out.line(t.models(status.models));
  const say = await loadPromoteMessages(lang);
  const { suggested, conflicts, leftSkills } = status;
  if (suggested.skills.length + suggested.global.length > 0)
    out.line(say.suggested(suggested.skills.length, suggested.global.length));
  for (const conflict of conflicts) out.line(say.conflict(conflict));
  for (const path of leftSkills) out.line(say.leftSkill(path));
  for (const problem of status.cards.broken) out.note(t.problem(problem));
  // The line of what was learned names `learn` already.
  for (const step of next.filter((each) => each !== "learn")) out.line(`${t.nextLabel}${t.next[step]}`);
}

/** A record of installs that cannot be read is `doctor`'s to tell. */
async function isInstalled({ home, host }: CliContext): Promise<boolean> {
  const { hosts } = await readInstalls(await usableHome(home, host.env)).catch(() => ({ hosts: [] }));
  return hosts.length > 0;
}
